"""Waiting until a page has come to rest: for conditions, with a cap, never for a fixed time."""

from collections.abc import Callable

from .downloads import Downloads
from .faults import DocumentGone
from .realms import Realms, function
from .reports import AGAIN, Rest
from .scripts import joined
from .session import Session

CAP = 5.0  # seconds a page gets to come to rest


class Settling:
    """Waits for the page that is shown; `note` is told of what did not come to rest."""

    def __init__(
        self, session: Session, realms: Realms, downloads: Downloads, note: Callable[[str], None]
    ) -> None:
        self._session, self._realms, self._downloads, self._note = session, realms, downloads, note
        self._script = function(joined("settled.js"), "settled")

    def wait(self, cap: float, change: bool) -> None:
        """Wait until the page rests, `cap` seconds at most; with `change`, until it also changed.

        What does not come to rest within that time is not waited for again on this page.
        """
        start, turns = self.state() if change else None, ["begin"]

        def _longer() -> float:
            now = self.state(start.now if start else None, turns.pop() if turns else "")
            if start and now.page != start.page and now.longer:
                now = self.state()
            coming = self._session.loading.waited_for() or self._downloads.may_come()
            return AGAIN if coming else now.longer

        if not self._session.wait(cap, _longer):
            self._give_up(change)

    def wait_silently(self, cap: float = CAP) -> None:
        """Wait until the page rests, `cap` seconds at most, and say nothing where it does not."""
        self._session.wait(cap, lambda: self.state().longer)

    def state(self, since: float | None = None, turn: str = "") -> Rest:
        """Whether the page rests and changed `since`; `turn` tells it that a wait begins or is
        given up.
        """
        try:
            answer = self._realms.ask(self._script, since, turn)
        except DocumentGone:
            return Rest()
        self._realms.page = answer["page"]
        for wish in answer["asked"]:
            self._note(f"The page asked for {wish}; it was refused.")
        return Rest(**{**answer, "asked": tuple(answer["asked"])})

    def _give_up(self, change: bool) -> None:
        """Note what did not come to rest, and wait for it no longer."""
        files, frames = self._downloads.give_up(), self._session.loading.give_up(self._session.tab)
        whole = frames.pop(self._session.tab, None) is not None
        for address in frames.values():
            self._note(
                f"A part of the page ({address[:80]}) is still loading; it may be missing here."
            )
        if not files and (whole or not frames):
            self._note("Nothing changed while waiting." if change else "The page is still loading.")
        self.state(turn="give up")
        if not self._session.wait(CAP, lambda: 0 if self.state().parsed else AGAIN):
            # as a person would; until then the driver itself waits for the page
            self._realms.halt()
            self._note("Loading was stopped: the rest of the page did not come.")
