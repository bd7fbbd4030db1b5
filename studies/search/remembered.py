"""An environment that remembers what each sequence of actions led to.

The mini web is the same at each visit: the same actions from the first page on lead to the same
page. An experiment that plays the same tasks under sixty settings reaches most of its states many
times. `Remembered` looks each up in a file by the task and the actions that led to it, and moves
the real browser only to states that the file lacks. Pictures are not kept: each observation has a
picture of one pixel, since this is for models that read the words that come with it.
"""

import base64
import gzip
import hashlib
import json
import sqlite3
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import takewhile
from pathlib import Path
from typing import Any

from practice.miniweb import MiniWeb
from webvoyager import Environment, Observation
from webvoyager.lab.retracing import same
from webvoyager.records import Action, Task

PIXEL = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP4DwABAQEAsTjTVwAAAABJRU5ErkJggg=="
)
PATIENCE = 60  # seconds to wait while another process uses the file


class Memory:
    """A file of states by their keys; several processes may use it at once."""

    def __init__(self, file: str | Path) -> None:
        self._file = Path(file)
        self._file.parent.mkdir(parents=True, exist_ok=True)
        with closing(self._open()) as base, base:
            base.execute("CREATE TABLE IF NOT EXISTS seen (key TEXT PRIMARY KEY, data BLOB)")
        self.found = self.missed = 0

    def find(self, key: str) -> Any:
        """The JSON value that is stored under a key; None if there is none."""
        with closing(self._open()) as base:
            row = base.execute("SELECT data FROM seen WHERE key = ?", (key,)).fetchone()
        self.found += row is not None
        self.missed += row is None
        return json.loads(gzip.decompress(row[0])) if row else None

    def keep(self, key: str, data: Any) -> None:
        """Store a JSON value under a key."""
        packed = gzip.compress(json.dumps(data).encode(), 5)
        with closing(self._open()) as base, base:
            base.execute("INSERT OR REPLACE INTO seen VALUES (?, ?)", (key, packed))

    def _open(self) -> sqlite3.Connection:
        return sqlite3.connect(self._file, timeout=PATIENCE)


@dataclass(frozen=True)
class Place:
    """Where a browser is: the task, and the names of the steps from its first page on."""

    task: Task
    names: tuple[str, ...]
    jumped: bool = False  # it got here by an address, so its back button leads elsewhere


class Remembered(Environment):
    """Plays in the environment `real`, but moves it only to states that the memory lacks.

    `world` names the world that is played. A search must go back by `search.replay`, which costs
    nothing here; the back button is of no use, since the browser may be on another page.
    """

    def __init__(self, real: Environment, memory: Memory, world: str) -> None:
        super().__init__(real.browser, real.view, real.actions)
        self.real, self.memory, self.world = real, memory, world
        self._task: Task | None = None
        self._trail: tuple[tuple[Action | str, Observation | None], ...] = ()
        self._at: Place | None = None  # where the real browser is
        self._writes: tuple[str, ...] = ()

    def reset(self, start: Task | str, fresh: bool = True) -> Observation:
        """The first page of a task; ValueError unless the start is a task and fresh."""
        if isinstance(start, str) or not fresh:
            raise ValueError("Remembered begins at a task's first page: pass fresh=True.")
        self._task, self._trail = start, ()
        return self.step()

    def step(
        self, action: Action | None = None, seen: Observation | None = None, look: bool = True
    ) -> Observation:
        """The observation after an action, from the memory or from the browser.

        With `look=False` the action is only noted, and carried out if the memory lacks its result.
        """
        if action:
            self._trail += ((action, seen or self.observation),)
            self.seconds["act"] = 0.0
        return self._recall_page() if look else self.observation

    def refuse(self, reason: str, seen: Observation | None = None) -> Observation:
        """Do nothing, and say why."""
        self._trail += ((reason, seen or self.observation),)
        return self._recall_page()

    def _recall_page(self) -> Observation:
        """The observation after the actions so far."""
        key = self._make_key("page")
        known = self.memory.find(key)
        if known is None:
            known = self._observe_browser()
            self.memory.keep(key, known)
        seen = Observation.from_json(known["observation"])
        self._newest = replace(seen, image=PIXEL, error=known["error"])
        self._writes = tuple(known["writes"])
        return self._newest

    def state(self, web: MiniWeb) -> dict:
        """The site's state after the actions so far, as in `web.state`."""
        key = self._make_key("state")
        known = self.memory.find(key)
        if known is None:
            self.catch_up()
            known = web.state(self._task.site, self.browser.cookies)
            self.memory.keep(key, known)
        return known

    @property
    def writes(self) -> tuple[str, ...]:
        """The requests of the last action that may have changed something on a server."""
        return self._writes

    def catch_up(self) -> None:
        """Bring the real browser to the state that the agent is in."""
        here, names = self._at, self._name_trail()
        self._at = None  # after a fault the browser may be anywhere
        is_same_task = here is not None and here.task is self._task
        done, jumped = self._go_back(here, names) if is_same_task else (None, False)
        if done is None or (jumped and any(name.startswith("GoBack") for name in names[done:])):
            self.real.reset(self._task)
            done, jumped = 0, False
        for number, (action, seen) in enumerate(self._trail[done:], done + 1):
            if done + 1 < number == len(names):
                self.real.step()  # else the notes would include earlier steps
            self._carry_out(action, seen)
        self._at = Place(self._task, names, jumped)

    def _go_back(self, here: Place, there: tuple[str, ...]) -> tuple[int | None, bool]:
        """Go back to the last step shared with `there`; its number, and whether the browser jumped.

        The browser uses its back button or jumps to an address, but never over a step that may have
        changed something on a server. The number is None if it cannot go back.
        """
        pairs = zip(here.names, there, strict=False)
        common = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
        if common == len(here.names):
            return common, here.jumped
        wanted = self._recall(there[:common])
        undone = [self._recall(here.names[:end]) for end in range(common + 1, len(here.names) + 1)]
        if wanted is None or any(each is None or each["writes"] for each in undone):
            return None, False
        page = Observation.from_json(wanted["observation"])
        back = len(undone) == 1 and not here.jumped and self.browser.back()
        if back and same(self.real.step(), page):
            return common, False
        return (
            (common, True) if same(self.real.reset(page.url, fresh=False), page) else (None, False)
        )

    def _recall(self, names: tuple[str, ...]) -> dict | None:
        """The stored page after these steps."""
        return self.memory.find(self._make_key("page", names))

    def _observe_browser(self) -> dict:
        self.catch_up()
        seen = self.real.step()
        writes = self.real.writes if self._trail else ()
        return {"observation": seen.to_json(), "error": seen.error, "writes": writes}

    def _carry_out(self, action: Action | str, seen: Observation | None) -> None:
        if isinstance(action, str):
            self.real.refuse(action, seen)
        else:
            self.real.step(action, seen, look=False)

    def _name_trail(self) -> tuple[str, ...]:
        return tuple(map(_name_action, (action for action, _ in self._trail)))

    def _make_key(self, what: str, names: tuple[str, ...] | None = None) -> str:
        """The key of the state after these steps; by default, those taken so far."""
        about = (what, self.world, self._task.id, self.view.__name__)
        parts = (*about, *(self._name_trail() if names is None else names))
        return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


def _name_action(action: Action | str) -> str:
    return f"refused: {action}" if isinstance(action, str) else str(action)
