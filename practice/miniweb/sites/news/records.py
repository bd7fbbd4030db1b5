"""What the newsroom knows: towns, authors, chains of events, stories, videos."""

from collections import namedtuple
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from ...world import World

PARTS = 4  # the stories of a complete chain of events


# `warmth` is the usual temperature in °C, `facts` are what stories say about the town.
Town = namedtuple("Town", "slug name region warmth facts")
# `desk` is the section that somebody writes for, `joined` a year.
Author = namedtuple("Author", "slug name desk title line joined home prizes")

# A film about a chain has captions of `step` seconds each, one of them with the `figure`.
Video = namedtuple("Video", "slug title chain step length captions figure when watched")


@dataclass(frozen=True, eq=False)
class Chain:
    """Events that follow from each other, one story each; `kind` names their script.

    `facts` are the numbers and names that all its stories agree on.
    """

    key: str
    kind: str
    town: Town
    thing: str
    facts: Mapping[str, int | float | str]
    times: tuple[datetime, ...]


@dataclass(frozen=True, eq=False)
class Story:
    """One story; `part` is its place in the chain, from 0."""

    slug: str
    chain: Chain
    part: int
    section: str
    sub: str
    author: Author
    when: datetime
    headline: str
    standfirst: str


@dataclass(frozen=True, eq=False)
class Newsroom:
    """The site's data; stories and videos are in order, newest first."""

    world: World
    now: datetime
    towns: Mapping[str, Town]
    authors: Mapping[str, Author]
    chains: Mapping[str, Chain]
    stories: tuple[Story, ...]
    videos: Mapping[str, Video]
    letters: Mapping[str, Mapping[str, str]]

    @cached_property
    def by_slug(self) -> dict[str, Story]:
        """The stories by slug."""
        return {story.slug: story for story in self.stories}

    @cached_property
    def of_chain(self) -> dict[str, list[Story]]:
        """The stories of each chain, oldest first."""
        found: dict[str, list[Story]] = {key: [] for key in self.chains}
        for story in reversed(self.stories):
            found[story.chain.key].append(story)
        return found
