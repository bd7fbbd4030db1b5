"""What the page that is shown answers, as records: a look at it, a mark's element to aim at,
fields, scrolling.
"""

from typing import Any

from ..records import Mark
from .folding import folded
from .frames import Frames
from .reports import Point, Scrolled, Target

WORD, LINE, ADDRESS, TEXT = 40, 1000, 2000, 20_000  # characters that a page may say in one go


class Page:
    """Questions to the page and its frames."""

    def __init__(self, frames: Frames) -> None:
        self._frames = frames

    def look(self, wanted: dict, zoom: float) -> dict:
        """The fields of a PageReport that the page itself tells, boxes in pixels of a picture of
        this zoom.
        """
        page = self._frames.read(wanted)
        return {
            "url": folded(page["url"], ADDRESS),
            "title": folded(page["title"]),
            "marks": tuple(_mark(number, mark, zoom) for number, mark in enumerate(page["marks"])),
            "lines": tuple(
                (*(round(side * zoom) for side in line[:4]), folded(line[4], LINE))
                for line in page["lines"]
            ),
            "messages": tuple((kind, folded(words, LINE)) for kind, words in page["messages"]),
            "tree": tuple((depth, *_row(kind, words)) for depth, kind, words in page["tree"]),
            "scroll": tuple(page["scroll"]),
            "documents": tuple(page["documents"]),
            "frames": tuple(page["within"]),
            "left_out": tuple(folded(reason, LINE) for reason in page["left_out"]),
        }

    def aim(self, mark: Mark, at: Point | None = None) -> Target:
        """A mark's element as it is now, scrolled into view where it must be; `at` is kept where it
        hits.
        """
        try:
            target, scrolled = self._find(mark, at)
            # its frame may have moved with it
            return self._find(mark, at)[0] if scrolled and target.frame else target
        except LookupError:
            return Target(mark.identity, missing="frame")

    def value(self, target: Target) -> str | None:
        """What a field holds."""
        return self._ask(target, "holds")

    def choose(self, target: Target, option: str) -> list[str] | None:
        """Choose the option of that name in a native list; None, or the options that there are
        where none has it.
        """
        there = self._ask(target, "choose", option)
        return there and [folded(each) for each in there]

    def put(self, target: Target, text: str) -> bool:
        """Put a value into a field whole; False where it is not of the field's form."""
        return self._ask(target, "put", text)

    def scroll(self, target: Target | None, way: int, far: bool) -> Scrolled:
        """Scroll the page, or the area that a target stands in, down (1) or up (-1); `far` is to
        its end.
        """
        frame = target and target.frame
        scrolled = self._frames.ask(frame, "scroll", target and target.identity, way, far)
        if (
            frame and not scrolled["moved"]
        ):  # it shows all it has: the page around it scrolls, as under a mouse wheel
            scrolled = self._frames.ask(None, "scroll", None, way, far)
        return Scrolled(**scrolled)

    def _find(self, mark: Mark, at: Point | None) -> tuple[Target, bool]:
        """The target, and whether it was scrolled to; LookupError where the frame it stood in is
        gone.
        """
        frame = self._frames.enter(mark.identity.get("frames", ()))
        answer = self._frames.ask(frame, "aim", mark.identity, at)
        if not answer.pop("found"):
            return Target(mark.identity, frame, missing="element"), False
        scrolled = answer.pop("scrolled")
        return Target(
            mark.identity, frame, **answer | {"covered": folded(answer["covered"] or "")}
        ), scrolled

    def _ask(self, target: Target, call: str, *arguments: Any) -> Any:
        return self._frames.ask(target.frame, call, target.identity, *arguments)


def _mark(number: int, mark: dict, zoom: float) -> Mark:
    boxes = (
        mark["boxes"]
        if zoom == 1
        else [[round(side * zoom, 1) for side in box] for box in mark["boxes"]]
    )
    fields = {name: folded(mark[name]) for name in ("text", "value") if mark.get(name)}
    fields |= {name: folded(mark[name], WORD) for name in ("tag", "type", "role")}
    fields |= {name: folded(mark[name], ADDRESS) for name in ("href", "frame")}
    fields |= {"options": [folded(option) for option in mark.get("options", ())]}
    return Mark.from_json({**mark, **fields, "label": number, "boxes": boxes})


def _row(kind: str, words: int | str) -> tuple[str, int | str]:
    """What the accessibility tree says of one thing; a mark has a number there."""
    return folded(kind, WORD), folded(words, TEXT) if isinstance(words, str) else words
