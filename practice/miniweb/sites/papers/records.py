"""The preprint server's records: papers with their versions, authors, statistics, policies."""

from dataclasses import dataclass, field
from datetime import date, datetime

from ...kit.formats import count, day_format
from .paper_catalogue import Subject, Table

GROUPS = {
    "comp": "Computing",
    "phys": "Physics and Astronomy",
    "math": "Mathematics and Statistics",
    "life": "Life and Earth",
}


@dataclass(frozen=True)
class Version:
    """One upload of a paper."""

    number: int
    when: datetime
    kilobytes: int


@dataclass(frozen=True)
class Author:
    """A person; `slug` is the last part of the author page's address."""

    name: str
    slug: str
    institute: str


@dataclass(frozen=True)
class Paper:
    """A paper; `authors` are in printed order, `withdrawn` is a reason or "".

    `table` and `setup` appear only in its PDF.
    """

    id: str
    title: str
    authors: tuple[Author, ...]
    category: str
    also: tuple[str, ...]
    abstract: str
    setup: str
    table: Table
    pages: int
    figures: int
    tables: int
    note: str
    journal: str
    licence: str
    reads: int
    versions: tuple[Version, ...]
    withdrawn: str = ""

    @property
    def submitted(self) -> date:
        return self.versions[0].when.date()

    @property
    def comments(self) -> str:
        """The comments line: pages, figures, tables and a note, or why it was withdrawn."""
        if self.withdrawn:
            return self.withdrawn
        counts = [(self.pages, "page"), (self.figures, "figure"), (self.tables, "table")]
        sizes = ", ".join(count(number, word) for number, word in counts if number)
        return f"{sizes}; {self.note}" if self.note else sizes


@dataclass(frozen=True)
class Month:
    """The statistics of one month; `submissions` is by group."""

    first: date
    submissions: dict[str, int]
    downloads: int

    @property
    def total(self) -> int:
        return sum(self.submissions.values())


@dataclass(frozen=True)
class Policy:
    """The policies that the help pages state."""

    upload_megabytes: int
    figure_megabytes: int
    files: int
    deadline_hour: int
    announce_hour: int
    moderation_days: int
    appeal_days: int
    withdrawal_words: int
    title_characters: int
    keywords: int
    moderators: int


@dataclass(frozen=True)
class Data:
    """The site's data; papers are newest first."""

    today: date
    subjects: dict[str, Subject]
    papers: tuple[Paper, ...]
    authors: dict[str, Author]
    months: tuple[Month, ...]
    policy: Policy
    by_id: dict[str, Paper] = field(repr=False)

    def group_of(self, paper: Paper) -> str:
        return self.subjects[paper.category].group

    def listed(self, code: str) -> list[Paper]:
        """The papers of a category (with cross-lists), of a group, or of `all`; newest first."""
        if code in self.subjects:
            return [paper for paper in self.papers if code in (paper.category, *paper.also)]
        return [paper for paper in self.papers if code in ("all", self.group_of(paper))]

    def by_author(self, author: Author) -> list[Paper]:
        return [paper for paper in self.papers if author in paper.authors]


day = day_format("{} %b %Y")
