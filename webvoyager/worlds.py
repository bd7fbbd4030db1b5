"""Asks a page and its frames in script worlds of our own: what the page's scripts redefine cannot disturb it.

The questions are the functions of `page/*.js`. The top page is asked by the DevTools protocol, which carries long texts
far quicker than BiDi, but reaches into no frame of another site; those are asked by BiDi, each on its own.
"""

import contextlib
import json
import secrets
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from . import safety
from .driver import ANSWER, DIALOGS, Driver, Gone, Left, Silent
from .records import EpisodeError

FRAME = 3.0  # seconds a frame of another origin gets to answer, and a page whose script was stopped
_PAGE = Path(__file__).parent / "page"
_SURVEY = ("frames.js", "names.js", "alone.js", "marks.js", "text.js")
_SURVEY += ("tree.js", "find.js", "messages.js", "observe.js")
_APART = {"sandbox": "webvoyager"}
_LIBRARY = f"webvoyager_{secrets.token_hex(8)}"  # no page has a name like it


class Worlds:
    """The script worlds of one browser; `note` is told of frames that are left out."""

    def __init__(self, driver: Driver, note: Callable[[str], None], allow: Sequence[str] | None) -> None:
        self._driver, self._note, self._allow = driver, note, allow
        self.mute: set[str] = set()  # frames that did not answer
        self._answered = ("", 0)  # a tab, and the world of its top page that answered last

    def survey(self, call: str, arguments: Sequence) -> Any:
        """What a function of `page/*.js` says in the top page; Left where that went away."""
        result = json.loads(self._top(f"{_LIBRARY}({json.dumps(call)}, {json.dumps(self._words(arguments))})[0]"))
        if isinstance(result, dict) and result.get("frames"):
            paths = [frame["place"]["frames"][-1] for frame in result["frames"]]
            doors = self.ask(asking("CALLS.windows"), (paths,))["frames"]
            result["frames"] = [{**frame, **door} for frame, door in zip(result["frames"], doors, strict=True)]
        return result

    def survey_frame(self, call: str, arguments: Sequence, frame: Mapping) -> Any:
        """The same in a frame of another origin; None where it is refused or does not answer, which is noted."""
        address = frame["place"]["frame"]
        if refused := safety.refusal(address, self._allow):
            self._note(f"A part of the page was left out: {refused}")
            return None
        if frame["context"] in self.mute:
            return None
        try:
            return self._told(asking(f"CALLS.{call}"), arguments, frame, _APART, FRAME)
        except (Left, Silent):
            self.mute.add(frame["context"])
            self._note(f"A part of the page ({address[:80]}) does not answer; it is left out.")
            return None

    def rest(self, since: float | None, turn: str = "") -> dict:
        """How `settled.js` finds the page; at the turn "begin" or "resign" of a wait, which it says."""
        return self.ask(_function(_source("settled.js"), "settled"), (since, turn))

    def halt(self) -> None:
        """Press the stop button."""
        with contextlib.suppress(Left):
            self.ask(_function("const halt = () => window.stop();", "halt"))

    def ask(self, script: str, arguments: Sequence = (), frame: Mapping | None = None, world: Mapping = _APART) -> Any:
        """What a script says; one that runs without end before it is stopped, and that is noted."""
        for wait in (ANSWER, FRAME, FRAME):
            try:
                return self._told(script, arguments, frame, world, wait)
            except Silent as error:
                silent = error
            self.interrupt(for_good=wait == FRAME)
        storm = self._driver.dialogs >= DIALOGS
        reason = "opens one dialog after the other" if storm else "does not answer: a script of it runs without end"
        raise EpisodeError(f"The page {reason}.") from silent

    def interrupt(self, for_good: bool = False) -> None:
        """Stop the script that the page is busy with, or all of them."""
        self._driver.interrupt(for_good)
        self._note("A script of the page ran without end; it was stopped.")

    def _told(self, script: str, arguments: Sequence, frame: Mapping | None, world: Mapping, wait: float) -> Any:
        target = {"context": frame["context"] if frame else self._driver.tab, **world}
        text, windows = self._driver.ask(script, self._words(arguments, frame), target, wait)
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
        if tab == self._driver.tab:
            with contextlib.suppress(Gone):
                said = self._evaluate(world, known)  # null: another process has given that number to another world
        if said is None:
            made = self._driver.cdp("Page.createIsolatedWorld", frameId=self._driver.tab, worldName="webvoyager")
            tab, world = self._driver.tab, made["executionContextId"]
            said = self._evaluate(world, known) or self._evaluate(world, f"{_library()} {asked}")
        self._answered = tab, world
        return said

    def _evaluate(self, world: int, expression: str) -> str | None:
        said = self._driver.cdp("Runtime.evaluate", contextId=world, expression=expression, returnByValue=True)
        if "exceptionDetails" in said:
            raise Left(said["exceptionDetails"].get("exception", {}).get("description", "the page was leaving"))
        return said["result"]["value"]


def in_page(source: str) -> str:
    """A function body as what `Worlds.ask` can ask in the page's own world."""
    return _function(f"function run() {{ {source} }}", "run")


def early(tabs: bool) -> str:
    """What every document runs before its own scripts."""
    return f"() => {{ const TABS = {json.dumps(tabs)};\n{_source('early.js')} }}"


@cache
def _source(*files: str) -> str:
    return "\n".join((_PAGE / name).read_text("utf-8") for name in files)


@cache
def _library() -> str:
    """What gives a script world the functions of `page/*.js`; kept there, they get quicker with use."""
    return f"globalThis.{_LIBRARY} = (call, words) => ({asking('CALLS[call]')})(words);"


@cache
def asking(function: str, source: str = "") -> str:
    """What asks a page for one of `page/*.js`'s functions, or for one of a source of your own that may use theirs."""
    return _function(_source(*_SURVEY) + source, function)


def _function(sources: str, name: str) -> str:
    """What a page is asked to do: JSON in and out, and the windows of frames of other origins with it."""
    return f"""(words) => {{
const given = JSON.parse(words);
{sources}
const said = {name}(...given.arguments), frames = typeof foreign === 'undefined' ? [] : foreign;
return [JSON.stringify(said === undefined ? null : said), ...frames.map(frame => frame.contentWindow)];
}}"""
