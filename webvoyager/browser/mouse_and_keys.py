"""Mouse and keys: real input, by WebDriver's actions."""

import re
from collections.abc import Callable
from itertools import pairwise

from .faults import DocumentGone, NoAnswer
from .reports import Point
from .session import Session, key
from .worlds import Worlds

PASTED = 500  # characters; longer texts are not typed key by key
_KEY_NAMES = "[\ue000-\uf8ff]"  # WebDriver names its keys by characters of this range
_DOWN, _UP = ({"type": kind, "button": 0} for kind in ("pointerDown", "pointerUp"))


class MouseAndKeys:
    """Mouse and keys of one browser, at points of the viewport in CSS pixels."""

    def __init__(self, session: Session, worlds: Worlds, note: Callable[[str], None]) -> None:
        self._session, self._worlds, self._note = session, worlds, note

    def click(self, x: float, y: float) -> None:
        """Press and release the mouse at a point."""
        self._perform("pointer", _move_to(x, y), _DOWN, _UP)

    def move(self, x: float, y: float) -> None:
        """Move the mouse to a point."""
        self._perform("pointer", _move_to(x, y))

    def drag(self, *points: Point) -> None:
        """Press the mouse at a point, move it to the others in ten small moves each, release it."""
        moves = [
            _move_to(x + (to_x - x) * part / 10, y + (to_y - y) * part / 10, 16)
            for (x, y), (to_x, to_y) in pairwise(points)
            for part in range(1, 11)
        ]
        self._perform("pointer", _move_to(*points[0]), _DOWN, *moves, _UP)

    def type(self, text: str) -> None:
        """Type a text into whatever has the focus.

        A long text is inserted as if pasted, and so are characters that name keys to WebDriver.
        """
        for part in re.split(f"({_KEY_NAMES}+)", text):
            if len(part) > PASTED or re.match(_KEY_NAMES, part):
                self._session.cdp("Input.insertText", text=part)
            elif part:
                strokes = [(kind, sign) for sign in part for kind in ("keyDown", "keyUp")]
                self._perform("key", *({"type": kind, "value": sign} for kind, sign in strokes))

    def press(self, *names: str) -> None:
        """Press keys together by their names: press("CONTROL", "a")."""
        keys = [key(name) for name in names]
        down = [{"type": "keyDown", "value": value} for value in keys]
        up = [{"type": "keyUp", "value": value} for value in reversed(keys)]
        self._perform("key", *down, *up)

    def _perform(self, device: str, *acts: dict) -> None:
        try:
            self._session.perform(device, acts)
        except NoAnswer:
            self._worlds.interrupt()
        except DocumentGone:
            self._note("The page was left while it was used.")


def _move_to(x: float, y: float, milliseconds: int = 0) -> dict:
    return {"type": "pointerMove", "x": round(x), "y": round(y), "duration": milliseconds}
