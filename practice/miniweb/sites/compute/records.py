"""The records of the site: answers in pods, tables of knowledge, a world's data."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...kit.chart_pictures import Chart
from ...kit.formats import slug
from ...world import World

Row = Mapping[str, Any]  # a record of a table: "slug", "name", and values by the keys of columns


class CannotCompute(ValueError):
    """There is no result; its text is a sentence for the visitor that says why."""


@dataclass(frozen=True)
class Settings:
    """How a visitor wants results: the unit of angles, significant digits, exact or decimal."""

    angle: str = "radians"
    digits: int = 10
    form: str = "exact"


@dataclass(frozen=True)
class Pod:
    """One part of an answer; its picture shows lines of TeX, a matrix, a table or a chart.

    `text` is for the dialog "Plain text"; `links` are the other buttons: (name, question).
    """

    title: str
    text: str = ""
    lines: Sequence[str] = ()
    matrix: Sequence[Sequence[str]] = ()
    rows: Sequence[Sequence[str]] = ()
    chart: Chart | None = None
    links: Sequence[tuple[str, str]] = ()
    inexact: bool = False  # whether there are more digits to show


@dataclass(frozen=True)
class Answer:
    """What Reckon made of a question.

    `reading` says what was assumed, `instead` has other readings: (words, question). `steps` is
    the worked solution by a method of steps.json.
    """

    pods: Sequence[Pod]
    reading: str = ""
    instead: Sequence[tuple[str, str]] = ()
    steps: Sequence[Pod] = ()
    method: str = ""


@dataclass(frozen=True)
class Column:
    """A column of a table; `shape` is a format specification, "" for text."""

    key: str
    label: str
    unit: str
    shape: str

    def bare(self, row: Row) -> str:
        """The cell as text without its unit."""
        return format(row[self.key], self.shape)

    def write(self, row: Row) -> str:
        """The cell as text with its unit: "12,400 km²"."""
        return f"{self.bare(row)} {self.unit}".strip()


@dataclass(frozen=True, eq=False)
class Table:
    """A table of knowledge; `group` is the column that lists are filtered by."""

    slug: str
    name: str
    one: str
    group: str
    about: str
    columns: Sequence[Column]
    rows: Sequence[Row]

    def named(self, name: str) -> list[Row]:
        """The rows with this name or slug; several if towns are namesakes."""
        return [row for row in self.rows if slug(name) in (row["slug"], slug(row["name"]))]


@dataclass(frozen=True, eq=False)
class Data:
    """A world's data; `passwords` are those of the subscribers, by user name."""

    world: World
    tables: Mapping[str, Table]
    passwords: Mapping[str, str]
    texts: Mapping[str, Any]  # the contents of the catalogue's JSON files, by name
