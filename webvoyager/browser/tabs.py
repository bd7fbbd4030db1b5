"""Tabs: one, in which all leads on, or as many as pages open, of which the newest is shown."""

from collections.abc import Callable

from ..records import quoted
from .realms import preload
from .session import Session


class Tabs:
    """The tabs of one browser; `note` is told of them when they change, `resize` is called for each
    that is shown.
    """

    def __init__(
        self, session: Session, note: Callable[[str], None], resize: Callable[[], None]
    ) -> None:
        self._session, self._note, self._resize = session, note, resize
        self._kept, self._changed = False, False
        self._preload = session.preload(preload(tabs=False))
        self._known = session.tabs

    @property
    def kept(self) -> bool:
        """Whether what opens a tab does; False: all leads on in one tab."""
        return self._kept

    def keep(self, kept: bool) -> None:
        """Decide it for the documents to come."""
        if kept != self._kept:
            self._kept, self._preload = (
                kept,
                self._session.preload(preload(kept), instead=self._preload),
            )

    def show(self, number: int) -> bool:
        """Show the tab of this number, counted from 0; False where there is none."""
        if not 0 <= number < len(self._known):
            return False
        self._show(self._known[number])
        self._changed = True
        return True

    def follow(self) -> str:
        """Show a tab that was opened; where there is to be one tab only, close it: the address that
        it was to show.
        """
        now = self._session.tabs
        if now == self._known or not now:
            return ""
        left, fresh = (
            [tab for tab in self._known if tab in now],
            [tab for tab in now if tab not in self._known],
        )
        if not self._kept:
            return self._close_fresh(left or fresh, fresh)
        self._known = [*left, *fresh]
        if fresh or self._session.tab not in now:
            self._show(self._known[-1])
        self._changed = True
        return ""

    def tell(self) -> None:
        """Note which tabs there are, where that changed."""
        if not self._changed:
            return
        self._changed = False
        targets = self._session.cdp("Target.getTargets")["targetInfos"]
        titles = {target["targetId"]: target["title"] or target["url"] for target in targets}
        shown = [
            f"{number}"
            f" {quoted(titles.get(tab, '')[:60])}{' (shown)' if tab == self._session.tab else ''}"
            for number, tab in enumerate(self._known)
        ]
        self._note(f"Tabs: {', '.join(shown)}.")

    def forget(self) -> None:
        """Begin again with the tab that is shown."""
        self._known, self._changed = [self._session.tab], False

    def _show(self, tab: str) -> None:
        self._session.show(tab)
        self._session.cdp("Page.bringToFront")
        self._resize()

    def _close_fresh(self, left: list[str], fresh: list[str]) -> str:
        self._session.show(fresh[-1])
        address = self._session.url
        self._close_others(left[0])
        return address if address.startswith("http") else ""

    def _close_others(self, tab: str) -> None:
        for other in self._session.tabs:
            if other != tab:
                self._session.close_tab(other)
        if self._session.tab != tab or self._known != [tab]:
            self._known = [tab]
            self._show(tab)
