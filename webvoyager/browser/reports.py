"""What a page answers, as records.

The records say what it shows, what a target to aim at is, how far it scrolled, and whether it is at
rest.
"""

from dataclasses import dataclass
from typing import Any

from ..records import Observation

AGAIN = 0.03  # seconds after which to ask again whether something is so
Box = tuple[float, float, float, float]  # left, top, width and height
Point = tuple[float, float]  # of the viewport, in CSS pixels
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
    """A look at a page: what its viewport shows, frames of other origins included.

    `seen` is an observation without numbers and text; its boxes are in pixels of the picture, its
    notes say what of the page is missing. The rest is what a view may add, or a look leads to.
    """

    seen: Observation
    tree: tuple[Row, ...]
    documents: tuple[str, ...]  # addresses of PDFs that are shown inside the page
    frames: tuple[Frame, ...]
    drawn: tuple[Box, ...] = ()  # of its texts, in CSS pixels


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
