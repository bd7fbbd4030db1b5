"""Tabs: everything happens in one, or pages may open more, of which the newest is shown."""

from collections.abc import Callable

from ..records import quoted
from .scripts import preload
from .session import Session


class Tabs:
    """The tabs of one browser.

    `note` is called with a sentence when they change, `resize` when one is shown.
    """

    def __init__(
        self, session: Session, note: Callable[[str], None], resize: Callable[[], None]
    ) -> None:
        self._session, self._note, self._resize = session, note, resize
        self._allowed, self._changed = False, False
        session.preload(preload(tabs=False))
        self._known = session.tabs

    @property
    def allowed(self) -> bool:
        """Whether pages may open tabs; if not, everything happens in one."""
        return self._allowed

    def allow(self, allowed: bool) -> None:
        """Set whether pages may open tabs, for the documents to come."""
        if allowed != self._allowed:
            self._allowed = allowed
            self._session.preload(preload(allowed))

    def show_number(self, number: int) -> bool:
        """Show the tab of this number, counted from 0; return False if there is none."""
        if not 0 <= number < len(self._known):
            return False
        self._show(self._known[number])
        self._changed = True
        return True

    def follow(self) -> str:
        """Show a tab that was opened, or close it if only one tab is allowed.

        Returns the address that the closed tab was to show, else "".
        """
        now = self._session.tabs
        if now == self._known or not now:
            return ""
        left = [tab for tab in self._known if tab in now]
        opened = [tab for tab in now if tab not in self._known]
        if not self._allowed:
            return self._close_opened(left or opened, opened)
        self._known = [*left, *opened]
        if opened or self._session.tab not in now:
            self._show(self._known[-1])
        self._changed = True
        return ""

    def note_changes(self) -> None:
        """Note which tabs are open, if that changed."""
        if not self._changed:
            return
        self._changed = False
        targets = self._session.cdp("Target.getTargets")["targetInfos"]
        titles = {target["targetId"]: target["title"] or target["url"] for target in targets}
        tabs = []
        for number, tab in enumerate(self._known):
            shown = " (shown)" if tab == self._session.tab else ""
            tabs.append(f"{number} {quoted(titles.get(tab, '')[:60])}{shown}")
        self._note(f"Tabs: {', '.join(tabs)}.")

    def forget(self) -> None:
        """Forget all tabs but the one that is shown."""
        self._known, self._changed = [self._session.tab], False
        self._resize()

    def _show(self, tab: str) -> None:
        self._session.show(tab)
        self._session.cdp("Page.bringToFront")
        self._resize()

    def _close_opened(self, left: list[str], opened: list[str]) -> str:
        """Close all tabs but the first in `left`; return the address of the newest."""
        self._session.show(opened[-1])
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
