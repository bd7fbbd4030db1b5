"""Asks a page and its frames questions, in script worlds of our own.

A page that redefines built-in functions cannot disturb these worlds.

DevTools calls such a world an isolated world, WebDriver BiDi a sandbox. The questions are those of
js/questions.js. The top page is asked over the DevTools protocol, which is far faster than BiDi for
long texts but does not reach into frames of other sites; those are asked over BiDi, one by one.
"""

import contextlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from ..records import EpisodeError
from .dialogs import STORM
from .faults import DocumentGone, NoAnswer, WorldGone
from .reports import Frame
from .scripts import CHANNEL, LIBRARY, script
from .session import ANSWER, Session

FRAME = 3.0  # seconds for a frame of another origin to answer, or a page whose script was stopped
READ = 15.0  # seconds for reading a page
ATTEMPTS = 4  # how often a page that goes away meanwhile is asked
_ISOLATED = {"sandbox": "webvoyager"}
_NO_WORLD = ("", 0.0, 0)
_SOURCE = "performance.getEntriesByType('navigation')[0]?.name ?? ''"  # as it was loaded
_CLOSED_ROOT = r"shadowrootmode\s*=\s*[\"']?closed"
_KEEP_ROOT = "function () { globalThis[Symbol.for('roots')].set(this.host, this); }"  # js/dom.js


class Worlds:
    """The script worlds of one browser.

    `note` is called with a sentence when a script had to be stopped, `recover` when a page went
    away while it was asked. With `closed`, documents without a host in frames are not read.
    """

    def __init__(
        self,
        session: Session,
        note: Callable[[str], None],
        recover: Callable[[], None],
        closed: bool,
    ) -> None:
        self._session, self._note, self._recover, self._closed = session, note, recover, closed
        # which document is shown, as far as is known: its performance.timeOrigin
        self.document = 0.0
        self._answered = _NO_WORLD  # the tab, the document and its world that answered last
        self._searched = _NO_WORLD  # the same of the world that knows the declared closed roots

    def ask_top(self, question: str, *arguments: Any) -> Any:
        """What the top page answers to a question.

        If the page is replaced meanwhile, the new page answers.
        """
        values = self._write_values([question, *arguments])
        for _ in range(ATTEMPTS):
            try:
                answer = json.loads(self._ask_library(values))
                if question == "observe" and self._find_declared_roots():
                    answer = json.loads(self._ask_library(values))
            except DocumentGone as error:
                gone = error
            else:
                self._session.dialogs.count = 0  # a page that answers is in no storm of dialogs
                return answer
            self._recover()
        raise EpisodeError(f"The page could not be read: {gone}") from gone

    def ask_frame(self, frame: Frame, question: str, *arguments: Any) -> tuple[Any, list[str]]:
        """What a frame of another origin answers, and the contexts of the frames in its answer."""
        values = self._write_values([question, *arguments], frame)
        return self._call(_load_questions(), values, frame.context, _ISOLATED, FRAME)

    def contexts(self, paths: Sequence) -> list[str]:
        """The browser's ids of the frames of other origins at these paths in the top page."""
        return self._run(_load_questions(), self._write_values(["frameWindows", paths]))[1]

    def run(self, source: str, *arguments: Any) -> Any:
        """What a script answers in our world of the top page.

        A script of the page that runs without end is stopped first.
        """
        return self._run(source, self._write_values(arguments))[0]

    def run_in_page(self, body: str, arguments: Sequence, frame: Frame | None = None) -> Any:
        """What a function body returns in the page's own world."""
        source = script(f"reply((function () {{\n{body}\n}})(...ARGUMENTS))")
        values = json.dumps({"arguments": arguments})  # not the channel: the page could read it
        return self._run(source, values, frame, world={})[0]

    def stop_loading(self) -> None:
        """Stop loading, as the stop button does."""
        with contextlib.suppress(DocumentGone):
            self.run(script("reply(window.stop())"))

    def interrupt(self, for_good: bool = False) -> None:
        """Stop the script that the page is busy with, or all of them."""
        self._session.interrupt(for_good)
        self._note("A script of the page ran without end; it was stopped.")

    def _run(
        self,
        source: str,
        values: str,
        frame: Frame | None = None,
        world: Mapping = _ISOLATED,
    ) -> tuple[Any, list[str]]:
        context = frame.context if frame else self._session.tab
        for wait in (ANSWER, FRAME, FRAME):
            try:
                return self._call(source, values, context, world, wait)
            except NoAnswer as error:
                silence = error
            self.interrupt(for_good=wait == FRAME)
        self._session.lost = True
        if self._session.dialogs.count >= STORM:
            reason = "opens one dialog after the other"
        else:
            reason = "does not answer: a script of it runs without end"
        raise EpisodeError(f"The page {reason}.") from silence

    def _call(
        self, source: str, values: str, context: str, world: Mapping, wait: float
    ) -> tuple[Any, list[str]]:
        text, contexts = self._session.call(source, values, {"context": context, **world}, wait)
        return json.loads(text), contexts

    def _write_values(self, arguments: Sequence, frame: Frame | None = None) -> str:
        """The JSON text that a script is called with; js/preamble.js says what is in it."""
        place = frame.place if frame else None
        return json.dumps(
            {"channel": CHANNEL, "arguments": arguments, "place": place, "closed": self._closed}
        )

    def _find_declared_roots(self) -> bool:
        """Show our world the closed shadow roots in the page's HTML, which no script can reach.

        False if it has none that the world did not know.
        """
        if self._searched == self._answered:
            return False
        self._searched = tab, _, world = self._answered
        with contextlib.suppress(DocumentGone, WorldGone):  # a page without a source, or a new one
            source = {"frameId": tab, "url": self._evaluate(world, _SOURCE)}
            query = {"query": _CLOSED_ROOT, "isRegex": True}
            if self._session.cdp("Page.searchInResource", **source, **query)["result"]:
                page = self._session.cdp("DOM.getDocument", depth=-1, pierce=True)["root"]
                for number in _closed_roots(page):
                    in_world = {"backendNodeId": number, "executionContextId": world}
                    root = self._session.cdp("DOM.resolveNode", **in_world)["object"]
                    keep = {"objectId": root["objectId"], "functionDeclaration": _KEEP_ROOT}
                    self._session.cdp("Runtime.callFunctionOn", **keep)
                return True
        return False

    def _ask_library(self, values: str) -> str:
        """What the function of questions.js answers in the world that answered last, or a new one.

        A function that is kept in a world gets faster with use.
        """
        call = f"{LIBRARY}({json.dumps(values)})[0]"
        (*known, world), self._answered, answer = self._answered, _NO_WORLD, None
        if known == [self._session.tab, self.document]:
            # null if another process gave that number to another world
            ask = f"typeof {LIBRARY} === 'undefined' ? null : {call}"
            with contextlib.suppress(WorldGone):
                answer = self._evaluate(world, ask)
        if answer is None:
            world = self._session.cdp(
                "Page.createIsolatedWorld", frameId=self._session.tab, worldName="webvoyager"
            )["executionContextId"]
            answer = self._evaluate(world, f"globalThis.{LIBRARY} = {_load_questions()}; {call}")
        self._answered = self._session.tab, self.document, world
        return answer

    def _evaluate(self, world: int, expression: str) -> Any:
        seconds = round(self._session.limit(READ), 1)
        try:
            reply = self._session.cdp(
                "Runtime.evaluate",
                contextId=world,
                expression=expression,
                returnByValue=True,
                timeout=seconds * 1000,
            )
        except DocumentGone as error:
            if "Execution was terminated" in str(error) and self._session.dialogs.count < STORM:
                raise EpisodeError(
                    f"The page is too large to be read: it took more than {seconds:g} s."
                ) from error
            raise
        if "exceptionDetails" in reply:
            exception = reply["exceptionDetails"].get("exception", {})
            raise DocumentGone(exception.get("description", "the page was leaving"))
        return reply["result"]["value"]


def _closed_roots(page: Mapping) -> Iterator[int]:
    """The browser's numbers of the closed shadow roots in a document, apart from its frames."""
    nodes = [page]
    for node in nodes:
        nodes += [*node.get("children", ()), *node.get("shadowRoots", ())]
        if node.get("shadowRootType") == "closed":
            yield node["backendNodeId"]


def _load_questions() -> str:
    return script("answer(...ARGUMENTS)", "questions.js")
