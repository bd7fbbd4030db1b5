"""What a page answers, as records.

The records say what it shows, what a target to aim at is, how far it scrolled, and whether it is at
rest.
"""

from dataclasses import dataclass, field
from typing import Any

from ..records import Line, Mark

AGAIN = 0.03  # seconds after which to ask again whether something is so
Point = tuple[int, int]  # of the viewport, in CSS pixels
# of the accessibility tree: depth, then "mark" and its number, or a role and words
Row = tuple[int, str, int | str]


@dataclass(frozen=True)
class Frame:
    """A frame of another origin: the browser's id of it, and its place on the screen.

    js/places.js describes the place.
    """

    context: str
    place: dict[str, Any]

    @property
    def address(self) -> str:
        """The address that the page around it gives it."""
        return self.place["frame"]


@dataclass(frozen=True)
class PageReport:
    """What is in the viewport, frames of other origins included; boxes in pixels of the picture."""

    url: str
    title: str
    marks: tuple[Mark, ...]
    lines: tuple[Line, ...]
    messages: tuple[tuple[str, str], ...]  # (kind, words) of dialogs, messages and complaints
    tree: tuple[Row, ...]
    scroll: tuple[float, float]  # screens of the page above and below
    documents: tuple[str, ...]  # addresses of PDFs that are shown inside the page
    frames: tuple[Frame, ...]
    left_out: tuple[str, ...]  # why parts of the page are missing
    error: str  # why the browser shows an error in place of a page
    picture: bytes = field(compare=False, repr=False)  # PNG


@dataclass(frozen=True)
class Target:
    """A mark's element as it is now. Its point is None where something lies on top of it."""

    identity: dict[str, Any]
    frame: Frame | None = None
    missing: str = ""  # what is gone, if anything: "element", or the "frame" around it
    point: Point | None = None  # a point that hits it
    corner: Point | None = None  # the upper left one of what shows of it
    shared: bool = False  # whether all of it belongs to other marks inside it
    grip: Point | None = None  # where a slider is held, else the point
    covered: str = ""  # by what
    tag: str = ""
    type: str = ""
    value: str | None = None
    editable: bool = False
    fixed: bool = False  # read only
    disabled: bool = False

    @property
    def reached(self) -> bool:
        """Whether it is known what a press would do: hit it, or find it gone."""
        return bool(self.point or self.missing)


@dataclass(frozen=True)
class Scrolled:
    """How far something scrolled, in pixels, and how much is left that way."""

    moved: float
    left: int
    page: bool  # whether it was the page, not an area of it


@dataclass(frozen=True)
class Rest:
    """Whether a page is at rest, as js/rest.js answers."""

    longer: float = AGAIN  # seconds after which to ask again; 0 where it is at rest
    parsed: bool = False  # all of its HTML came
    now: float = 0.0  # a time of this page
    document: float | None = None  # its performance.timeOrigin, which tells documents apart
    declined: tuple[str, ...] = ()  # what it asked a person for
