"""The hand on the mouse and the keys: real input, as WebDriver's actions."""

import re
from collections.abc import Callable

from .faults import DocumentGone, NoAnswer
from .realms import Realms
from .session import Session, key

PASTED = 500  # so many characters are no longer typed one by one
_NO_KEYS = "[\ue000-\uf8ff]"  # WebDriver's names of keys lie among these
_DOWN, _UP = ({"type": kind, "button": 0} for kind in ("pointerDown", "pointerUp"))


class MouseAndKeys:
    """Mouse and keys of one browser, at points of the viewport in CSS pixels."""

    def __init__(self, session: Session, realms: Realms, note: Callable[[str], None]) -> None:
        self._session, self._realms, self._note = session, realms, note

    def click(self, x: float, y: float) -> None:
        """Press and release the mouse at a point."""
        self._perform("pointer", _move_to(x, y), _DOWN, _UP)

    def move(self, x: float, y: float) -> None:
        """Move the mouse to a point."""
        self._perform("pointer", _move_to(x, y))

    def drag(self, x: float, y: float, to_x: float, to_y: float) -> None:
        """Press the mouse at a point, move it to another in small moves, and release it."""
        way = [
            _move_to(x + (to_x - x) * part / 10, y + (to_y - y) * part / 10, 16)
            for part in range(1, 11)
        ]
        self._perform("pointer", _move_to(x, y), _DOWN, *way, _UP)

    def type(self, text: str) -> None:
        """Type a text into whatever has the focus; a long one, and signs that name keys to
        WebDriver, as by a paste.
        """
        for part in re.split(f"({_NO_KEYS}+)", text):
            if len(part) > PASTED or re.match(_NO_KEYS, part):
                self._session.cdp("Input.insertText", text=part)
            elif part:
                self._perform(
                    "key",
                    *(
                        {"type": kind, "value": sign}
                        for sign in part
                        for kind in ("keyDown", "keyUp")
                    ),
                )

    def press(self, *names: str) -> None:
        """Press keys together by their names: press("CONTROL", "a")."""
        keys = [key(name) for name in names]
        down = [{"type": "keyDown", "value": value} for value in keys]
        self._perform(
            "key", *down, *({"type": "keyUp", "value": value} for value in reversed(keys))
        )

    def _perform(self, device: str, *acts: dict) -> None:
        try:
            self._session.perform(device, acts)
        except NoAnswer:
            self._realms.interrupt()
        except DocumentGone:
            self._note("The page was left while it was used.")


def _move_to(x: float, y: float, milliseconds: int = 0) -> dict:
    return {"type": "pointerMove", "x": round(x), "y": round(y), "duration": milliseconds}
