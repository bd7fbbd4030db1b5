"""Waits until a page is at rest: for conditions, with a cap, never for a fixed time."""

from collections.abc import Callable

from .downloads import Downloads
from .faults import DocumentGone
from .reports import AGAIN, Rest
from .scripts import script
from .session import Session
from .worlds import Worlds

CAP = 5.0  # seconds for a page to come to rest


class Waiting:
    """Waits for the shown page; `note` is called with a sentence about what did not settle."""

    def __init__(
        self, session: Session, worlds: Worlds, downloads: Downloads, note: Callable[[str], None]
    ) -> None:
        self._session, self._worlds, self._downloads, self._note = session, worlds, downloads, note
        self._script = script("reply(rest(...ARGUMENTS))", "rest.js")

    def wait_for_rest(self, cap: float, change: bool) -> None:
        """Wait at most `cap` seconds until the page is at rest.

        With `change`, wait until it has also changed. What does not come to rest within that time
        is not waited for again on this page.
        """
        start, turns = self.state() if change else None, ["begin"]

        def measure_pause() -> float:
            state = self.state(start.now if start else None, turns.pop() if turns else "")
            if start and state.document != start.document and state.longer:
                state = self.state()  # another document: that is a change
            coming = self._session.loading.waited_for() or self._downloads.may_come()
            return AGAIN if coming else state.longer

        if not self._session.poll(cap, measure_pause):
            self._give_up(change)

    def wait_quietly(self, cap: float = CAP) -> None:
        """Wait at most `cap` seconds until the page is at rest; note nothing if it isn't."""
        self._session.poll(cap, lambda: self.state().longer)

    def state(self, since: float | None = None, turn: str = "") -> Rest:
        """Whether the page is at rest, and has changed `since`.

        `turn` tells the page that a wait begins or is given up.
        """
        try:
            answer = self._worlds.run(self._script, since, turn)
        except DocumentGone:
            return Rest()
        self._worlds.document = answer["document"]
        for wish in answer["declined"]:
            self._note(f"The page asked for {wish}; it was refused.")
        return Rest(**{**answer, "declined": tuple(answer["declined"])})

    def _give_up(self, change: bool) -> None:
        """Note what did not come to rest, and stop waiting for it."""
        files, frames = self._downloads.give_up(), self._session.loading.give_up(self._session.tab)
        whole_page = frames.pop(self._session.tab, None) is not None
        for address in frames.values():
            self._note(
                f"A part of the page ({address[:80]}) is still loading; it may be missing here."
            )
        if not files and (whole_page or not frames):
            self._note("Nothing changed while waiting." if change else "The page is still loading.")
        self.state(turn="give up")
        if not self._session.poll(CAP, lambda: 0 if self.state().parsed else AGAIN):
            # as a person would; until it is stopped, the driver itself waits for the page
            self._worlds.stop_loading()
            self._note("Loading was stopped: the rest of the page did not come.")
