"""Asks a page and its frames in script realms of our own: what the page's scripts redefine cannot disturb it.

The questions are the functions of `js/*.js`. The top page is asked by the DevTools protocol, which carries long texts
far quicker than BiDi, but reaches into no frame of another site; those are asked by BiDi, each on its own.
"""

import contextlib
import json
import secrets
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from ..records import EpisodeError
from . import allowlist
from .session import ANSWER, DIALOGS, DocumentGone, NoAnswer, RealmGone, Session

FRAME = 3.0  # seconds a frame of another origin gets to answer, and a page whose script was stopped
_SCRIPTS = Path(__file__).parent / "js"
_SURVEY = ("frames.js", "names.js", "occlusion.js", "marks.js", "text.js")
_SURVEY += ("tree.js", "find.js", "messages.js", "observe.js")
_ISOLATED = {"sandbox": "webvoyager"}
_LIBRARY = f"webvoyager_{secrets.token_hex(8)}"  # no page has a name like it


class Realms:
    """The script realms of one browser; `note` is told of scripts that had to be stopped."""

    def __init__(self, driver: Session, note: Callable[[str], None], allow: Sequence[str] | None) -> None:
        self._session, self._note, self._allow = driver, note, allow
        self.unresponsive: set[str] = set()  # frames that did not answer
        self.left_out: list[str] = []  # why some were left out since the top page was asked last
        self._answered = ("", 0)  # a tab, and the world of its top page that answered last

    def survey(self, call: str, arguments: Sequence) -> Any:
        """What a function of `js/*.js` says in the top page; DocumentGone where that went away."""
        self.left_out.clear()
        result = json.loads(self._top(f"{_LIBRARY}({json.dumps(call)}, {json.dumps(self._words(arguments))})[0]"))
        if isinstance(result, dict) and result.get("frames"):
            paths = [frame["place"]["frames"][-1] for frame in result["frames"]]
            handles = self.ask(asking("CALLS.frameWindows"), (paths,))["frames"]
            result["frames"] = [{**frame, **handle} for frame, handle in zip(result["frames"], handles, strict=True)]
        return result

    def survey_frame(self, call: str, arguments: Sequence, frame: Mapping) -> Any:
        """The same in a frame of another origin; None where it is refused or does not answer: see `left_out`."""
        address = frame["place"]["frame"]
        if refused := allowlist.refusal(address, self._allow):
            self.left_out.append(f"A part of the page was left out: {refused}")
            return None
        if frame["context"] not in self.unresponsive:
            try:
                return self._told(asking(f"CALLS.{call}"), arguments, frame, _ISOLATED, FRAME)
            except (DocumentGone, NoAnswer):
                self.unresponsive.add(frame["context"])
        self.left_out.append(f"A part of the page ({address[:80]}) does not answer; it is left out.")
        return None

    def rest(self, since: float | None, turn: str = "") -> dict:
        """How `settled.js` finds the page; at the turn "begin" or "give up" of a wait, which it says."""
        return self.ask(_function(_source("settled.js"), "settled"), (since, turn))

    def halt(self) -> None:
        """Press the stop button."""
        with contextlib.suppress(DocumentGone):
            self.ask(_function("const halt = () => window.stop();", "halt"))

    def ask(
        self, script: str, arguments: Sequence = (), frame: Mapping | None = None, world: Mapping = _ISOLATED
    ) -> Any:
        """What a script says; one that runs without end before it is stopped, and that is noted."""
        for wait in (ANSWER, FRAME, FRAME):
            try:
                return self._told(script, arguments, frame, world, wait)
            except NoAnswer as error:
                silent = error
            self.interrupt(for_good=wait == FRAME)
        storm = self._session.dialogs >= DIALOGS
        reason = "opens one dialog after the other" if storm else "does not answer: a script of it runs without end"
        raise EpisodeError(f"The page {reason}.") from silent

    def interrupt(self, for_good: bool = False) -> None:
        """Stop the script that the page is busy with, or all of them."""
        self._session.interrupt(for_good)
        self._note("A script of the page ran without end; it was stopped.")

    def _told(self, script: str, arguments: Sequence, frame: Mapping | None, world: Mapping, wait: float) -> Any:
        target = {"context": frame["context"] if frame else self._session.tab, **world}
        text, windows = self._session.ask(script, self._words(arguments, frame), target, wait)
        result = json.loads(text)
        for at, window in enumerate(windows):
            result["frames"][at]["context"] = window
        return result

    def _words(self, arguments: Sequence, frame: Mapping | None = None) -> str:
        place = frame and frame["place"]
        return json.dumps({"place": place, "arguments": arguments, "closed": self._allow is not None})

    def _top(self, asked: str) -> str:
        """What the library says in the top page: in the world that answered last, in a new one for a new document."""
        known = f"typeof {_LIBRARY} === 'undefined' ? null : {asked}"
        (tab, world), self._answered, said = self._answered, ("", 0), None
        if tab == self._session.tab:
            with contextlib.suppress(RealmGone):
                said = self._evaluate(world, known)  # null: another process has given that number to another world
        if said is None:
            made = self._session.cdp("Page.createIsolatedWorld", frameId=self._session.tab, worldName="webvoyager")
            tab, world = self._session.tab, made["executionContextId"]
            said = self._evaluate(world, known) or self._evaluate(world, f"{_library()} {asked}")
        self._answered = tab, world
        return said

    def _evaluate(self, world: int, expression: str) -> str | None:
        said = self._session.cdp("Runtime.evaluate", contextId=world, expression=expression, returnByValue=True)
        if "exceptionDetails" in said:
            raise DocumentGone(said["exceptionDetails"].get("exception", {}).get("description", "the page was leaving"))
        return said["result"]["value"]


def in_page(source: str) -> str:
    """A function body as what `Realms.ask` can ask in the page's own world."""
    return _function(f"function run() {{ {source} }}", "run")


def preload(tabs: bool) -> str:
    """What every document runs before its own scripts."""
    return f"() => {{ const TABS = {json.dumps(tabs)};\n{_source('preload.js')} }}"


@cache
def _source(*files: str) -> str:
    return "\n".join((_SCRIPTS / name).read_text("utf-8") for name in files)


@cache
def _library() -> str:
    """What gives a script realm the functions of `js/*.js`; kept there, they get quicker with use."""
    return f"globalThis.{_LIBRARY} = (call, words) => ({asking('CALLS[call]')})(words);"


@cache
def asking(function: str, source: str = "") -> str:
    """What asks a page for one of `js/*.js`'s functions, or for one of a source of your own that may use theirs."""
    return _function(_source(*_SURVEY) + source, function)


def _function(sources: str, name: str) -> str:
    """What a page is asked to do: JSON in and out, and the windows of frames of other origins with it."""
    return f"""(words) => {{
const given = JSON.parse(words);
{sources}
const said = {name}(...given.arguments), frames = typeof crossOrigin === 'undefined' ? [] : crossOrigin;
return [JSON.stringify(said === undefined ? null : said), ...frames.map(frame => frame.contentWindow)];
}}"""
