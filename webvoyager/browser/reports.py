"""A page's answers, as records.

They say what it shows, what a target is like, how far it scrolled, and whether it is at rest.
"""

from dataclasses import dataclass
from typing import Any

from ..records import Observation

AGAIN = 0.03  # seconds after which to ask a page again
Box = tuple[float, float, float, float]  # left, top, width and height
Point = tuple[float, float]  # of the viewport, in CSS pixels
# of the accessibility tree: depth, then "mark" and its number, or a role and words
Row = tuple[int, str, int | str]


@dataclass(frozen=True)
class Frame:
    """A frame of another origin: its id in the browser, and its place on the screen.

    js/places.js describes the place.
    """

    context: str
    place: dict[str, Any]

    @property
    def address(self) -> str:
        """The frame's address, as the page around it gives it."""
        return self.place["frame"]


@dataclass(frozen=True)
class PageReport:
    """What the viewport of a page shows, frames of other origins included.

    `seen` is an observation without its text; its boxes are in pixels of the picture, and its notes
    say which parts of the page are missing. The other fields are for views that add to it, and for
    what remains to be done (fetching PDFs, checking texts in the picture).
    """

    seen: Observation
    tree: tuple[Row, ...]
    documents: tuple[str, ...]  # addresses of PDFs that are shown inside the page
    frames: tuple[Frame, ...]
    drawn: tuple[Box, ...] = ()  # the boxes of its texts, in CSS pixels


@dataclass(frozen=True)
class Target:
    """A mark's element as it is now; `hit` is False if something lies on top of it."""

    identity: dict[str, Any]
    frame: Frame | None = None
    missing: str = ""  # what is gone, if anything: the "element", or the "frame" around it
    hit: bool = False  # whether a click at its point hits it
    point: Point = (0.0, 0.0)
    corner: Point = (0.0, 0.0)  # the upper left corner of its visible part
    shared: bool = False  # whether all of it belongs to other marks inside it
    grip: Point = (0.0, 0.0)  # where a slider is grabbed, else the point
    covered: str = ""  # what covers it
    tag: str = ""
    type: str = ""
    value: str | None = None
    editable: bool = False
    fixed: bool = False  # read only
    disabled: bool = False

    @property
    def reached(self) -> bool:
        """Whether it is clear what a click would do: hit it, or find it gone."""
        return self.hit or bool(self.missing)


@dataclass(frozen=True)
class Scrolled:
    """How far something scrolled, in pixels, and how much is left that way."""

    moved: float
    left: int
    page: bool  # whether the page scrolled, not an area of it


@dataclass(frozen=True)
class Rest:
    """Whether a page is at rest, as js/rest.js answers."""

    longer: float = AGAIN  # seconds after which to ask again; 0 if it is at rest
    parsed: bool = False  # all of its HTML has come
    now: float = 0.0  # the page's own time, in milliseconds
    document: float | None = None  # its performance.timeOrigin, which tells documents apart
    declined: tuple[str, ...] = ()  # what it asked the user for
