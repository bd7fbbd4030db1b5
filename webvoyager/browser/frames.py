"""Finds frames of other origins, asks them, and merges their answers into the page's.

Scripts of the page around such a frame cannot reach into it. So the page's answer has a number in
place of each frame ({"crossOrigin": number}), and lists their places; each frame is then asked the
same question by a separate call.
"""

from collections.abc import Sequence
from typing import Any

from ..records import ActionError
from . import allowlist
from .faults import DocumentGone, NoAnswer
from .reports import Frame
from .worlds import Worlds

_LISTS = ("marks", "lines", "messages", "documents", "drawn", "revealed", "aside", "tree", "within")
_EMPTY: dict[str, list] = {name: [] for name in _LISTS}


class FrameLeftOut(ActionError):
    """A frame may not be asked, or does not answer."""


class Frames:
    """Asks the page and its frames of other origins."""

    def __init__(self, worlds: Worlds, allow: Sequence[str] | None) -> None:
        self._worlds, self._allow = worlds, allow
        self._unresponsive: set[str] = set()  # contexts of frames that did not answer

    def forget(self) -> None:
        """Ask all frames again, even those that did not answer."""
        self._unresponsive.clear()

    def ask(self, frame: Frame | None, question: str, *arguments: Any) -> Any:
        """The answer of a frame, or of the top page for None; its `frames` become Frames."""
        if frame:
            answer, contexts = self._ask_inside(frame, question, arguments)
        else:
            answer, contexts = self._worlds.ask_top(question, *arguments), []
        if isinstance(answer, dict) and answer.get("frames"):
            places = [inner["place"] for inner in answer["frames"]]
            if not contexts:
                contexts = self._worlds.contexts([place["frames"][-1] for place in places])
            answer["frames"] = [
                Frame(context, place) for context, place in zip(contexts, places, strict=True)
            ]
        return answer

    def enter(self, paths: Sequence) -> Frame | None:
        """The frame that paths lead to, one path for each frame on the way; None without paths.

        Raises LookupError if the frame is gone.
        """
        frame = None
        for path in paths:
            frames = self.ask(frame, "frameHandle", path)["frames"]
            if not frames:
                raise LookupError("The frame is gone.")
            frame = frames[0]
        return frame

    def observe(self, options: dict) -> dict:
        """What the page shows, its frames included.

        `within` lists the frames, `left_out` says why some are missing.
        """
        reasons: list[str] = []
        page = self._observe(None, options, reasons)
        return {**page, "left_out": tuple(dict.fromkeys(reasons))}

    def _observe(self, frame: Frame | None, options: dict, reasons: list[str]) -> dict:
        try:
            page = self.ask(frame, "observe", options)
        except FrameLeftOut as error:
            reasons.append(str(error))
            return _EMPTY
        if page["framesLeftOut"]:
            reasons.append(f"{page['framesLeftOut']} more frames of the page were left out.")
        inner = [self._observe(each, options, reasons) for each in page["frames"]]
        return _merge_frames(page, inner)

    def _ask_inside(
        self, frame: Frame, question: str, arguments: Sequence
    ) -> tuple[Any, list[str]]:
        if reason := allowlist.refusal(frame.address, self._allow):
            raise FrameLeftOut(f"A part of the page was left out: {reason}")
        if frame.context not in self._unresponsive:
            try:
                return self._worlds.ask_frame(frame, question, *arguments)
            except (DocumentGone, NoAnswer):
                self._unresponsive.add(frame.context)
        raise FrameLeftOut(
            f"A part of the page ({frame.address[:80]}) does not answer; it is left out."
        )


def _merge_frames(page: dict, inner: Sequence[dict]) -> dict:
    """The page with the contents of its frames in their places, all marks in one order."""
    marks: list[dict] = []
    moved: dict[int, int] = {}  # by a mark's number on the page itself: its number among all
    starts: dict[int, int] = {}  # by a frame's number: the number of its first mark among all
    for number, mark in enumerate(page["marks"]):
        if "crossOrigin" in mark:
            starts[mark["crossOrigin"]] = len(marks)
            marks += inner[mark["crossOrigin"]]["marks"]
        else:
            moved[number] = len(marks)
            marks.append(mark)
    lines: list = []
    for line in page["lines"]:
        lines += inner[line["crossOrigin"]]["lines"] if isinstance(line, dict) else [line]
    tree: list = []
    for depth, kind, words in page["tree"]:
        if kind == "crossOrigin":
            tree += _shift_rows(inner[words]["tree"], depth, starts[words])
        else:
            tree.append([depth, kind, moved[words] if kind == "mark" else words])
    within = []
    for frame, shown in zip(page["frames"], inner, strict=True):
        within += [frame, *shown["within"]]
    both = {
        name: [item for part in (page, *inner) for item in part[name]]
        for name in ("messages", "documents", "drawn", "revealed", "aside")
    }
    return {**page, "marks": marks, "lines": lines, "tree": tree, **both, "within": within}


def _shift_rows(tree: Sequence, deeper: int, first: int) -> list:
    """The rows of a frame's tree, `deeper` levels down, its marks numbered from `first`."""
    return [
        [depth + deeper, kind, words + first if kind == "mark" else words]
        for depth, kind, words in tree
    ]
