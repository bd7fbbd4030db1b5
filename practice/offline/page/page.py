"""A page as the rules see it: numbered elements and lines of text, with their places."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from ..question.words import fold

COLUMN = 10  # CSS pixels: in one column, edges or middles are closer than this
# Types of input that one can type into.
TEXT_TYPES = ("", "text", "search", "url", "email", "tel", "number")


@dataclass(frozen=True)
class Box:
    """A rectangle in the viewport, in CSS pixels."""

    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        return self.x + self.w

    @property
    def bottom(self) -> float:
        return self.y + self.h

    @property
    def middle(self) -> float:
        """The x coordinate of its centre."""
        return self.x + self.w / 2

    def contains(self, other: "Box") -> bool:
        """Whether the centre of the other box lies in this one."""
        return (
            self.y - 2 <= other.y + other.h / 2 <= self.y + self.h + 2
            and self.x - 2 <= other.x + other.w / 2 <= self.x + self.w + 2
        )

    def beside(self, other: "Box") -> bool:
        """Whether both are on one line."""
        return min(self.bottom, other.bottom) - max(self.y, other.y) > min(self.h, other.h) / 2

    def in_column(self, other: "Box") -> bool:
        """Whether both are in one column: their left edges, right edges or middles align."""
        return (
            abs(self.x - other.x) < COLUMN
            or abs(self.right - other.right) < COLUMN
            or abs(self.middle - other.middle) < COLUMN
        )


@dataclass(frozen=True)
class Line(Box):
    """A line of visible text."""

    text: str = ""


@dataclass(frozen=True)
class Element:
    """A numbered element as the prompt describes it, with its box if the picture has one."""

    label: int
    tag: str
    name: str
    type: str = ""
    role: str = ""
    value: str = ""
    checked: bool = False
    disabled: bool = False
    expanded: bool | None = None
    options: tuple[str, ...] = ()
    box: Box | None = None
    leaves: bool = False  # leads to another site

    @property
    def typeable(self) -> bool:
        field = self.tag == "textarea" or (self.tag == "input" and self.type in TEXT_TYPES)
        return not self.disabled and (field or self.role in ("searchbox", "textbox"))

    @property
    def leads_on(self) -> bool:
        """Whether it is a link, to a page of this site."""
        return (self.tag == "a" or self.role == "link") and not (self.disabled or self.leaves)

    @property
    def toggle(self) -> bool:
        return self.type in ("checkbox", "radio") or self.role in ("checkbox", "radio", "switch")


@dataclass(frozen=True)
class Page:
    """One observation: its address, elements, lines of text and notes."""

    address: str = ""
    title: str = ""
    elements: tuple[Element, ...] = ()
    lines: tuple[Line, ...] = ()
    notes: tuple[str, ...] = ()
    below: float = 0.0  # screens of the page below the viewport; `above` likewise
    above: float = 0.0
    viewport: tuple[int, int] = (1024, 768)

    @property
    def titles(self) -> list[str]:
        """The parts of the title: mostly the page's subject first, and the site's name last."""
        return re.split(r"\s+[|·•—–-]\s+", self.title)

    @property
    def goes_on(self) -> bool:
        """Whether the page continues below what is in view."""
        return self.below > 0.05

    @property
    def unchanged(self) -> bool:
        return any("nothing changed" in note.lower() for note in self.notes)

    @cached_property
    def body(self) -> tuple[Line, ...]:
        """The lines outside fields and buttons."""
        controls = [
            e.box for e in self.elements if e.box and (e.typeable or e.tag in ("select", "button"))
        ]
        return tuple(line for line in self.lines if not any(box.contains(line) for box in controls))

    @cached_property
    def headings(self) -> tuple[Line, ...]:
        """The lines in clearly larger letters than most, largest first."""
        least = 1.25 * usual_height(self.lines)
        large = [
            line for line in self.body if line.h >= least and re.search(r"[^\W\d_]{2}", line.text)
        ]
        return tuple(sorted(large, key=lambda line: -line.h))

    def elements_named(self, *names: str) -> list[Element]:
        """The enabled elements whose whole name is one of these."""
        return [
            element
            for element in self.elements
            if fold(element.name) in names and not element.disabled
        ]


def usual_height(lines: Sequence[Line]) -> float:
    """The median height of the lines; 0 without lines."""
    return sorted(line.h for line in lines)[len(lines) // 2] if lines else 0
