"""The records of Cairn: people, projects, issues and releases."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from ...world import World


@dataclass(frozen=True)
class Person:
    """A person, or a team of several; `login` is the user name."""

    login: str
    name: str
    place: str
    bio: str
    joined: date
    type: str  # "person" or "team"


@dataclass(frozen=True, eq=False)
class Project:
    """A repository; the first of its `team`, who are logins, commits most.

    One without an `origin` has a long history; others were derived from the one it names.
    """

    slug: str  # "fernworks/mosswire", as in addresses
    owner: str
    name: str
    about: str
    language: str
    topics: Sequence[str]
    license: str
    stars: int
    forks: int
    created: date
    pushed: date
    team: Sequence[str]
    origin: str
    states: Sequence[str]  # ("fork",) or ("source",)


@dataclass(frozen=True)
class Issue:
    """An issue, or a pull request, which has `checks`: (name, "passed" or "failed", seconds)."""

    repo: str  # the slug of its project
    number: int
    title: str
    author: str
    opened: date
    updated: date
    states: Sequence[str]  # "open" or "closed", and "issue" or "pr"
    labels: Sequence[str]
    milestone: str
    assignee: str
    comments: int
    slots: Mapping[str, str]  # what its texts are about
    review: str = ""
    checks: Sequence[tuple[str, str, int]] = ()

    @property
    def lacks(self) -> Sequence[str]:
        """What it doesn't have, for the qualifier `no:`."""
        return [name for name in ("assignee", "milestone") if not getattr(self, name)]


@dataclass(frozen=True)
class Release:
    """A version made from a commit; `assets` are (file, tenths of a megabyte, checksum).

    `fixes` is the danger that all versions before it have: (id, title, severity), or ().
    """

    version: str
    when: date
    commit: int
    notes: Sequence[str]
    assets: Sequence[tuple[str, int, str]]
    fixes: Sequence[str]

    @property
    def order(self) -> tuple[int, ...]:
        """A key that sorts versions: 1.9.2 before 1.10.0, candidates before their release."""
        plain, _, candidate = self.version.partition("-rc.")
        return (*map(int, plain.split(".")), int(candidate or 99))


@dataclass(frozen=True, eq=False)
class Hub:
    """All of Cairn in one world; `user` and `password` belong to the account that tasks use."""

    world: World
    people: Mapping[str, Person]
    projects: Mapping[str, Project]
    user: str
    password: str
