"""Frames of other origins: found, entered, and put in their place in what the page shows.

No script of the page around them reaches into them. What the page answers of itself therefore names
them where they stand ({"crossOrigin": number}) and brings their places; each is then asked the same
by a call of its own.
"""

from collections.abc import Sequence
from typing import Any

from ..records import ActionError
from . import allowlist
from .faults import DocumentGone, NoAnswer
from .realms import Realms
from .reports import Frame

_EMPTY = {"marks": [], "lines": [], "messages": [], "documents": [], "tree": [], "within": []}


class LeftOut(ActionError):
    """A frame may not be asked, or does not answer."""


class Frames:
    """What the page and its frames of other origins answer."""

    def __init__(self, realms: Realms, allow: Sequence[str] | None) -> None:
        self._realms, self._allow = realms, allow
        self._unresponsive: set[str] = set()  # contexts of frames that did not answer

    def forget(self) -> None:
        """Ask all frames again, also those that did not answer."""
        self._unresponsive.clear()

    def ask(self, frame: Frame | None, call: str, *arguments: Any) -> Any:
        """What a question is answered in a frame, None for the top page; the answer's `frames` are
        made Frames.
        """
        if frame:
            answer, contexts = self._ask_inside(frame, call, arguments)
        else:
            answer, contexts = self._realms.top(call, *arguments), []
        if isinstance(answer, dict) and answer.get("frames"):
            places = [found["place"] for found in answer["frames"]]
            contexts = contexts or self._realms.contexts([place["frames"][-1] for place in places])
            answer["frames"] = [Frame(*both) for both in zip(contexts, places, strict=True)]
        return answer

    def enter(self, paths: Sequence) -> Frame | None:
        """The frame that paths lead to, one through each frame on the way; None for none;
        LookupError if it is gone.
        """
        frame = None
        for path in paths:
            frames = self.ask(frame, "frameHandle", path)["frames"]
            if not frames:
                raise LookupError("The frame is gone.")
            frame = frames[0]
        return frame

    def read(self, wanted: dict) -> dict:
        """What the page shows, its frames in their place: `within` are they, `left_out` is why some
        are missing.
        """
        reasons: list[str] = []
        page = self._read(None, wanted, reasons)
        return {**page, "left_out": tuple(dict.fromkeys(reasons))}

    def _read(self, frame: Frame | None, wanted: dict, reasons: list[str]) -> dict:
        try:
            page = self.ask(frame, "observe", wanted)
        except LeftOut as error:
            reasons.append(str(error))
            return _EMPTY
        inner = [self._read(found, wanted, reasons) for found in page["frames"]]
        return _merged(page, inner)

    def _ask_inside(self, frame: Frame, call: str, arguments: Sequence) -> tuple[Any, list[str]]:
        if reason := allowlist.refusal(frame.address, self._allow):
            raise LeftOut(f"A part of the page was left out: {reason}")
        if frame.context not in self._unresponsive:
            try:
                return self._realms.inside(frame, call, *arguments)
            except (DocumentGone, NoAnswer):
                self._unresponsive.add(frame.context)
        raise LeftOut(f"A part of the page ({frame.address[:80]}) does not answer; it is left out.")


def _merged(page: dict, inner: Sequence[dict]) -> dict:
    """The page with what its frames show where they stand, the marks of all in one order."""
    marks: list[dict] = []
    numbers: dict[int, int] = {}  # of the page's own marks: where they come to stand
    starts: dict[int, int] = {}  # of each frame: where its marks begin
    for number, mark in enumerate(page["marks"]):
        if "crossOrigin" in mark:
            starts[mark["crossOrigin"]] = len(marks)
            marks += inner[mark["crossOrigin"]]["marks"]
        else:
            numbers[number] = len(marks)
            marks.append(mark)
    lines: list = []
    for line in page["lines"]:
        lines += inner[line["crossOrigin"]]["lines"] if isinstance(line, dict) else [line]
    tree: list = []
    for depth, kind, words in page["tree"]:
        if kind == "crossOrigin":
            tree += _moved(inner[words]["tree"], depth, starts[words])
        else:
            tree.append([depth, kind, numbers[words] if kind == "mark" else words])
    parts = (page, *inner)
    several = {
        name: [item for part in parts for item in part[name]] for name in ("messages", "documents")
    }
    within = [
        found for at, found in enumerate(page["frames"]) for found in (found, *inner[at]["within"])
    ]
    return {**page, "marks": marks, "lines": lines, "tree": tree, **several, "within": within}


def _moved(tree: Sequence, deeper: int, further: int) -> list:
    """The rows of a frame's tree at their depth in the page's, with their marks' numbers there."""
    return [
        [depth + deeper, kind, words + further if kind == "mark" else words]
        for depth, kind, words in tree
    ]
