"""The shown page's answers, as records: its content, an element to aim at, fields, scrolling."""

from collections.abc import Callable
from typing import Any

from ..records import Mark, Observation, quoted
from .frames import Frames
from .reports import PageReport, Point, Scrolled, Target
from .sanitize import one_line
from .secrets import Secrets

# characters: the longest texts that are taken from a page
WORD, LINE, ADDRESS, TEXT = 40, 1000, 2000, 20_000


class Page:
    """Questions to the page and its frames; secrets are hidden in the answers.

    `address` gives the page's address.
    """

    def __init__(self, frames: Frames, secrets: Secrets, address: Callable[[], str]) -> None:
        self._frames, self._secrets, self._address = frames, secrets, address

    def observe(self, options: dict, zoom: float) -> PageReport:
        """What the page shows, without a picture; boxes are in pixels at this zoom."""
        page = self._secrets.hide(self._frames.observe(options))
        lines = [
            (*(round(side * zoom) for side in box), one_line(words, LINE))
            for *box, words in self._secrets.hide_lines(page["lines"])
        ]
        seen = Observation(
            url=one_line(page["url"], ADDRESS),
            title=one_line(page["title"]),
            marks=tuple(
                _make_mark(number, mark, zoom) for number, mark in enumerate(page["marks"])
            ),
            text="",
            notes=(
                *(one_line(reason, LINE) for reason in page["left_out"]),
                *_describe_revealed(page["revealed"]),
                *(_describe_sides(*area) for area in page["aside"]),
            ),
            lines=tuple(lines),
            messages=tuple((kind, one_line(words, LINE)) for kind, words in page["messages"]),
            scroll=tuple(round(screens, 1) for screens in page["scroll"]),
        )
        tree = tuple((depth, *_make_row(kind, words)) for depth, kind, words in page["tree"])
        drawn = tuple(map(tuple, page["drawn"]))
        return PageReport(seen, tree, tuple(page["documents"]), tuple(page["within"]), drawn)

    def aim(self, mark: Mark, at: Point | None = None) -> Target:
        """A mark's element as it is now, scrolled into view if necessary.

        Its point is preferably `at`.
        """
        try:
            target, scrolled = self._find(mark, at)
            # its frame may have moved with it
            return self._find(mark, at)[0] if scrolled and target.frame else target
        except LookupError:
            return Target(mark.identity, missing="frame")

    def tooltip(self, point: Point, target: Target | None) -> str:
        """The words that the browser itself shows under the mouse; "" for none."""
        words = self._frames.ask(target.frame if target else None, "tooltipAt", *point)
        return one_line(self._secrets.hide(words))

    def value(self, target: Target) -> str | None:
        """The contents of a field."""
        return self._ask(target, "fieldValue")

    def drop_focus(self, target: Target) -> None:
        """Take the focus from whatever has it in a target's frame."""
        self._frames.ask(target.frame, "dropFocus")

    def takes_text(self, target: Target) -> bool:
        """Whether something that can be typed into has the focus in a target's frame."""
        return self._frames.ask(target.frame, "takesText")

    def choose(self, target: Target, option: str) -> list[str] | None:
        """Choose the option of that name in a native list.

        Returns None, or the list's options if none has that name.
        """
        options = self._ask(target, "choose", option)
        return options and [one_line(name) for name in options]

    def put(self, target: Target, text: str) -> bool:
        """Set a whole field; return False if the text isn't in its format."""
        return self._ask(target, "put", text)

    def scroll(
        self, target: Target | None, direction: str, far: bool, settle: Callable[[], None]
    ) -> Scrolled:
        """Scroll the page, or the area around a target: "up", "down", "left" or "right".

        With `far`, scroll to its end. What is left is measured once it has settled.
        """
        frame, identity = (target.frame, target.identity) if target else (None, None)
        scrolled = self._frames.ask(frame, "scroll", identity, direction, far)
        if frame and not scrolled["moved"]:
            # the frame is at its end: the page around it scrolls, as under a mouse wheel
            frame, scrolled = None, self._frames.ask(None, "scroll", None, direction, far)
        settle()
        return Scrolled(**scrolled, left=self._frames.ask(frame, "leftToScroll"))

    def _find(self, mark: Mark, at: Point | None) -> tuple[Target, bool]:
        """The target, and whether it was scrolled to; raises LookupError if its frame is gone."""
        identity = mark.identity
        if self._secrets:
            identity = self._secrets.restore(identity, mark.frame or self._address())
        frame = self._frames.enter(identity.get("frames", ()))
        answer = self._secrets.hide(self._frames.ask(frame, "aim", identity, at))
        if not answer.pop("found"):
            return Target(identity, frame, missing="element"), False
        scrolled = answer.pop("scrolled")
        answer["covered"] = one_line(answer["covered"] or "")
        hit = answer["point"] is not None
        found = {name: value for name, value in answer.items() if value is not None}
        return Target(identity, frame, hit=hit, **found), scrolled

    def _ask(self, target: Target, question: str, *arguments: Any) -> Any:
        answer = self._frames.ask(target.frame, question, target.identity, *arguments)
        return self._secrets.hide(answer)


def _describe_revealed(names: list[str]) -> tuple[str, ...]:
    """The note on parts that show only under the mouse; some may have no name."""
    if not names:
        return ()
    listed = ", ".join(f'"{one_line(name)}"' for name in names if name)
    about = f": {listed}" if listed else ""
    return (f"Some parts show only while the mouse is over what is around them{about}.",)


def _describe_sides(page: bool, beginning: str, left: int, right: int) -> str:
    """The note on what lies to the left and right of an area, or of the page."""
    what = "The page" if page else f"The area that begins with {quoted(one_line(beginning))}"
    sides = [f"{pixels} pixels to the {way}" for way, pixels in (("left", left), ("right", right))]
    shown = " and ".join(side for side in sides if not side.startswith("0 "))
    return f"{what} goes on {shown}."


def _make_mark(number: int, mark: dict, zoom: float) -> Mark:
    boxes = mark["boxes"]
    if zoom != 1:
        boxes = [[round(side * zoom, 1) for side in box] for box in boxes]
    told = ("text", "value", "submits", "description")
    fields = {name: one_line(mark[name]) for name in told if mark.get(name)}
    fields |= {name: one_line(mark[name], WORD) for name in ("tag", "type", "role")}
    fields |= {name: one_line(mark[name], ADDRESS) for name in ("href", "frame")}
    options = [one_line(option) for option in mark.get("options", ())]
    changed = {"label": number, "boxes": boxes, "options": options}
    return Mark.from_json({**mark, **fields, **changed})


def _make_row(kind: str, words: int | str) -> tuple[str, int | str]:
    """The kind and the words of a row of the accessibility tree; a mark's number stays a number."""
    return one_line(kind, WORD), one_line(words, TEXT) if isinstance(words, str) else words
