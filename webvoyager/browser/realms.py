"""Asks a page and its frames in script realms of our own: what the page's scripts redefine cannot
disturb it.

The questions are the functions of js/calls.js. The top page is asked by the DevTools protocol,
which carries long texts far quicker than BiDi, but reaches into no frame of another site; those are
asked by BiDi, each on its own.
"""

import contextlib
import json
import secrets
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

from ..records import EpisodeError
from .dialogs import STORM
from .faults import DocumentGone, NoAnswer, RealmGone
from .reports import Frame
from .scripts import joined
from .session import ANSWER, Session

FRAME = 3.0  # seconds a frame of another origin gets to answer, and a page whose script was stopped
READ = 15.0  # seconds a look at a page may take
TRIES = 4  # times a page is asked that goes away while it is
_ISOLATED = {"sandbox": "webvoyager"}
_SECRET = secrets.token_hex(8)
_LIBRARY = f"webvoyager_{_SECRET}"  # no page has a name like it, nor events
_CHANNEL = f'const CHANNEL = "webvoyager-{_SECRET}-";'


class Realms:
    """The script realms of one browser.

    `note` is told of scripts that had to be stopped; `recover` is called when a page went away
    while it was asked; `closed` shuts out documents in frames that have no host.
    """

    def __init__(
        self,
        session: Session,
        note: Callable[[str], None],
        recover: Callable[[], None],
        closed: bool,
    ) -> None:
        self._session, self._note, self._recover, self._closed = session, note, recover, closed
        self.page = 0.0  # the document that was last heard of, by when it began
        self._answered = ("", 0.0, 0)  # a tab, its document and the world of it that answered last

    def top(self, call: str, *arguments: Any) -> Any:
        """What one of the questions is answered in the top page, or in the one that comes in its
        place.
        """
        question = f"{_LIBRARY}({json.dumps(call)}, {json.dumps(self._words(arguments))})[0]"
        for _ in range(TRIES):
            try:
                answer = json.loads(self._ask_library(question))
            except DocumentGone as error:
                gone = error
            else:
                self._session.dialogs.count = 0  # a page that answers is in no storm of dialogs
                return answer
            self._recover()
        raise EpisodeError(f"The page could not be read: {gone}") from gone

    def inside(self, frame: Frame, call: str, *arguments: Any) -> tuple[Any, list[str]]:
        """The same in a frame of another origin, and the contexts of frames in it that the answer
        has.
        """
        return self._call(asking(f"CALLS.{call}"), arguments, frame, _ISOLATED, FRAME)

    def contexts(self, paths: Sequence) -> list[str]:
        """What the browser calls the frames of other origins that these paths lead to in the top
        page.
        """
        return self._ask(asking("CALLS.frameWindows"), (paths,))[1]

    def ask(self, script: str, *arguments: Any) -> Any:
        """What a script answers in a realm of its own; one that runs without end before it is
        stopped.
        """
        return self._ask(script, arguments)[0]

    def in_page(self, source: str, arguments: Sequence, frame: Frame | None = None) -> Any:
        """What a function body returns in the page's own world."""
        return self._ask(
            function(f"function run() {{ {source} }}", "run"), arguments, frame, world={}
        )[0]

    def halt(self) -> None:
        """Press the stop button."""
        with contextlib.suppress(DocumentGone):
            self.ask(function("const halt = () => window.stop();", "halt"))

    def interrupt(self, for_good: bool = False) -> None:
        """Stop the script that the page is busy with, or all of them."""
        self._session.interrupt(for_good)
        self._note("A script of the page ran without end; it was stopped.")

    def _ask(
        self,
        script: str,
        arguments: Sequence = (),
        frame: Frame | None = None,
        world: Mapping = _ISOLATED,
    ) -> tuple[Any, list[str]]:
        for wait in (ANSWER, FRAME, FRAME):
            try:
                return self._call(script, arguments, frame, world, wait)
            except NoAnswer as error:
                silence = error
            self.interrupt(for_good=wait == FRAME)
        self._session.lost = True
        storm = self._session.dialogs.count >= STORM
        reason = (
            "opens one dialog after the other"
            if storm
            else "does not answer: a script of it runs without end"
        )
        raise EpisodeError(f"The page {reason}.") from silence

    def _call(
        self, script: str, arguments: Sequence, frame: Frame | None, world: Mapping, wait: float
    ) -> tuple[Any, list[str]]:
        realm = {"context": frame.context if frame else self._session.tab, **world}
        text, contexts = self._session.ask(script, self._words(arguments, frame), realm, wait)
        return json.loads(text), contexts

    def _words(self, arguments: Sequence, frame: Frame | None = None) -> str:
        return json.dumps(
            {"place": frame and frame.place, "arguments": arguments, "closed": self._closed}
        )

    def _ask_library(self, question: str) -> str:
        """What the library answers in the world that answered last, or in a new one for a new
        document.
        """
        (*known, world), self._answered, answer = self._answered, ("", 0.0, 0), None
        if known == [self._session.tab, self.page]:
            with contextlib.suppress(
                RealmGone
            ):  # null: another process gave that number to another world
                answer = self._evaluate(
                    world, f"typeof {_LIBRARY} === 'undefined' ? null : {question}"
                )
        if answer is None:
            made = self._session.cdp(
                "Page.createIsolatedWorld", frameId=self._session.tab, worldName="webvoyager"
            )
            world = made["executionContextId"]
            answer = self._evaluate(world, f"{_library()} {question}")
        self._answered = self._session.tab, self.page, world
        return answer

    def _evaluate(self, world: int, expression: str) -> str | None:
        time = round(self._session.left(READ), 1)
        wanted = {
            "contextId": world,
            "expression": expression,
            "returnByValue": True,
            "timeout": time * 1000,
        }
        try:
            reply = self._session.cdp("Runtime.evaluate", **wanted)
        except DocumentGone as error:
            if "Execution was terminated" in str(error) and self._session.dialogs.count < STORM:
                raise EpisodeError(
                    f"The page is too large to be read: it took more than {time:g} s."
                ) from error
            raise
        if "exceptionDetails" in reply:
            raise DocumentGone(
                reply["exceptionDetails"]
                .get("exception", {})
                .get("description", "the page was leaving")
            )
        return reply["result"]["value"]


def preload(tabs: bool) -> str:
    """What every document runs before its own scripts."""
    return (
        f"() => {{ const TABS = {json.dumps(tabs)};\n{_CHANNEL}\n{joined('preload/preload.js')} }}"
    )


@cache
def _library() -> str:
    """What gives a script realm the functions of js/; kept there, they get quicker with use."""
    return f"globalThis.{_LIBRARY} = (call, words) => ({asking('CALLS[call]')})(words);"


@cache
def asking(name: str, source: str = "") -> str:
    """What asks a page for one of the functions of js/, or for one of a source of your own that may
    use theirs.
    """
    return function(joined("calls.js") + source, name)


def function(sources: str, name: str) -> str:
    """What a page is asked to do: JSON in and out, and the windows of frames of other origins with
    it.
    """
    return f"""(words) => {{
{_CHANNEL}
const given = JSON.parse(words);
{sources}
const answer = {name}(...given.arguments);
const frames = typeof crossOrigin === 'undefined' ? [] : crossOrigin;
const returned = JSON.stringify(answer === undefined ? null : answer);
return [returned, ...frames.map(frame => frame.contentWindow)];
}}"""
