"""The site's records: partners, instructors, courses, accounts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from ...kit.reviews import mean_stars
from ...kit.text_search import fold
from ...world import World

KINDS = ("Course", "Specialisation", "Guided project", "Degree")
LEVELS = ("Beginner", "Intermediate", "Advanced")


@dataclass(frozen=True, eq=False)
class Partner:
    """A university or company; `short` is its name on cards."""

    slug: str
    name: str
    short: str
    kind: str
    city: str
    motto: str


@dataclass(frozen=True, eq=False)
class Instructor:
    """A teacher; `facts` are the facts that the `bio` tells, found nowhere else."""

    slug: str
    name: str
    title: str
    partner: Partner
    bio: str
    facts: Mapping[str, object]


@dataclass(frozen=True, eq=False)
class Course:
    """Anything in the catalogue; specialisations and degrees consist of `parts`, which are slugs.

    `hours` are those of each week, `price` is in dollars, `stars` are numbers of ratings from five
    stars down; `edition` is a year, or "" if there is only one edition.
    """

    slug: str
    title: str
    subject: str
    topic: str
    kind: str
    level: str
    language: str
    partner: Partner
    skills: Sequence[str]
    concepts: Sequence[str]
    edition: str
    archived: bool
    parts: Sequence[str]
    instructors: tuple[Instructor, ...]
    hours: tuple[int, ...]
    price: int
    certificate: bool
    audit: bool
    stars: tuple[int, ...]
    enrolled: int
    updated: date
    sessions: tuple[date, ...]

    @cached_property
    def rating(self) -> float:
        """The mean rating to one decimal."""
        return mean_stars(self.stars)

    def is_plain(self) -> bool:
        """Whether it is a course in English with one edition."""
        return (self.kind, self.language, self.edition) == ("Course", "English", "")

    @cached_property
    def words(self) -> tuple[list[str], list[str]]:
        """The words of the title, and those of the partner, topic, skills and instructors."""
        rest = [self.partner.name, self.topic, self.subject, *self.skills]
        rest += [instructor.name for instructor in self.instructors]
        return fold(self.title).replace("(", "").split(), fold(" ".join(rest)).split()

    @cached_property
    def total_hours(self) -> int:
        """The hours of all weeks."""
        return sum(self.hours)


@dataclass(frozen=True, eq=False)
class Account:
    """Somebody who can sign in; `marks` are final marks and `current` quiz marks, by course."""

    user: str
    name: str
    password: str
    marks: Mapping[str, int]
    current: Mapping[str, tuple[int, ...]]


@dataclass(frozen=True, eq=False)
class Catalogue:
    """The site's data; `terms` are the numbers in the small print."""

    world: World
    partners: Mapping[str, Partner]
    instructors: Mapping[str, Instructor]
    courses: Mapping[str, Course]
    accounts: Mapping[str, Account]
    terms: Mapping[str, int]
