"""What the page that is shown answers, as records: a look at it, a mark's element to aim at, fields, scrolling."""

from typing import Any

from ..records import Mark
from .frames import Frames
from .reports import Point, Scrolled, Target


class Page:
    """Questions to the page and its frames."""

    def __init__(self, frames: Frames) -> None:
        self._frames = frames

    def look(self, wanted: dict, zoom: float) -> dict:
        """The fields of a PageReport that the page itself tells, boxes in pixels of a picture of this zoom."""
        page = self._frames.read(wanted)
        return {
            "url": page["url"],
            "title": page["title"],
            "marks": tuple(_mark(number, mark, zoom) for number, mark in enumerate(page["marks"])),
            "lines": tuple((*(round(side * zoom) for side in line[:4]), line[4]) for line in page["lines"]),
            "messages": tuple((kind, words) for kind, words in page["messages"]),
            "tree": tuple((depth, kind, words) for depth, kind, words in page["tree"]),
            "scroll": tuple(page["scroll"]),
            "documents": tuple(page["documents"]),
            "frames": tuple(page["within"]),
            "left_out": page["left_out"],
        }

    def aim(self, mark: Mark, at: Point | None = None) -> Target:
        """A mark's element as it is now, scrolled into view where it must be; `at` is kept where it hits."""
        try:
            target, scrolled = self._find(mark, at)
            return self._find(mark, at)[0] if scrolled and target.frame else target  # its frame may have moved with it
        except LookupError:
            return Target(mark.identity, missing="frame")

    def value(self, target: Target) -> str | None:
        """What a field holds."""
        return self._ask(target, "holds")

    def choose(self, target: Target, option: str) -> list[str] | None:
        """Choose the option of that name in a native list; None, or the options that there are where none has it."""
        return self._ask(target, "choose", option)

    def put(self, target: Target, text: str) -> bool:
        """Put a value into a field whole; False where it is not of the field's form."""
        return self._ask(target, "put", text)

    def scroll(self, target: Target | None, way: int, far: bool) -> Scrolled:
        """Scroll the page, or the area that a target stands in, down (1) or up (-1); `far` is to its end."""
        frame = target and target.frame
        scrolled = self._frames.ask(frame, "scroll", target and target.identity, way, far)
        if frame and not scrolled["moved"]:  # it shows all it has: the page around it scrolls, as under a mouse wheel
            scrolled = self._frames.ask(None, "scroll", None, way, far)
        return Scrolled(**scrolled)

    def _find(self, mark: Mark, at: Point | None) -> tuple[Target, bool]:
        """The target, and whether it was scrolled to; LookupError where the frame it stood in is gone."""
        frame = self._frames.enter(mark.identity.get("frames", ()))
        answer = self._frames.ask(frame, "aim", mark.identity, at)
        if not answer.pop("found"):
            return Target(mark.identity, frame, missing="element"), False
        scrolled = answer.pop("scrolled")
        return Target(mark.identity, frame, **answer), scrolled

    def _ask(self, target: Target, call: str, *arguments: Any) -> Any:
        return self._frames.ask(target.frame, call, target.identity, *arguments)


def _mark(number: int, mark: dict, zoom: float) -> Mark:
    boxes = mark["boxes"] if zoom == 1 else [[round(side * zoom, 1) for side in box] for box in mark["boxes"]]
    return Mark.from_json({**mark, "label": number, "boxes": boxes})
