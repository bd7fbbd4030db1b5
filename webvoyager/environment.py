"""A browser as the environment of an agent: `reset` and `step` each give an observation.

The names are those of Gymnasium and BrowserGym. In the paper's terms (section 3.1), an observation
o_t is what the agent sees of a state, and an action a_t leads to the next state.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Unpack

from . import actions, changes, hands, models, views
from .action_table import specs
from .browser import Browser
from .records import Action, ActionError, Choices, Observation, Settings, Task


@dataclass(frozen=True)
class _Turn:
    """What the next observation reports on: the last action, and where its events begin."""

    before: Observation | None = None  # the action was chosen from it; None after a reset
    error: str = ""  # why the action could not be carried out
    events: int = 0  # length of the browser's log when the turn began
    read: int = 0  # its length when the newest observation was made
    writes: int = 0  # number of writes when the turn began


class Environment:
    """The web for one agent: a browser, a view of its pages, and the allowed actions.

    `view` is a function of views.py, `actions` are names from actions.TABLE. `seconds` holds the
    time that the last "act" and the last "observe" took. ValueError if there is no such action.
    """

    def __init__(
        self,
        browser: Browser,
        view: views.View = views.marked_screenshot,
        actions: Sequence[str] = actions.PAPER,
    ) -> None:
        views.name_view(view)  # ValueError if it is not a view
        specs(actions)
        self.browser, self.view, self.actions = browser, view, tuple(actions)
        self._newest: Observation | None = None
        self.seconds = {"act": 0.0, "observe": 0.0}
        log = len(browser.log)
        self._turn = _Turn(events=log, read=log)

    @property
    def observation(self) -> Observation:
        """The newest observation; the first, if there is none yet."""
        return self._newest or self._observe()

    def reset(self, start: Task | str, fresh: bool = True) -> Observation:
        """Open a task's address, or any address, in a clean browser, and observe.

        `fresh=False` keeps cookies, storage and files. EpisodeError if nothing answers there.
        """
        if fresh:
            self.browser.reset()
        read = len(self.browser.log)
        self._turn = _Turn(events=read, read=read, writes=self._turn.writes)
        self.browser.tabs = "Tab" in self.actions
        self.browser.open(start if isinstance(start, str) else start.url)
        return self._observe()

    def step(
        self, action: Action | None = None, seen: Observation | None = None, look: bool = True
    ) -> Observation:
        """Carry out an action, wait for the page to settle, and observe.

        The action's label is a number in `seen`, by default the newest observation. An action that
        cannot be carried out changes nothing: `error` and the notes of the observation say why.
        Without an action it only observes: again the same, unless the page changed by itself. With
        `look=False` it does not observe, but returns the newest observation with the action's
        error. EpisodeError if the browser is gone.
        """
        if action:
            self._act(action, seen or self.observation)
        return self._observe() if look else replace(self.observation, error=self._turn.error)

    def refuse(self, reason: str, seen: Observation | None = None) -> Observation:
        """Do nothing and observe; `error` and the notes of the observation give the reason."""
        self._turn = self._begin_turn(seen or self.observation, reason)
        self.seconds["act"] = 0.0
        return self._observe()

    @property
    def writes(self) -> tuple[str, ...]:
        """Requests since the last action that may have changed something on a server."""
        return self.browser.writes[self._turn.writes :]

    def settings(self, *, advice: str = "", **chosen: Unpack[Choices]) -> Settings:
        """The Settings of an episode here: `chosen`, plus this view and these actions.

        TypeError if a view or actions are among them: these belong to the environment.
        """
        if {"view", "actions", "allowed"} & chosen.keys():
            raise TypeError(
                "The view and the actions belong to the environment: pass"
                " Environment(browser, view=…, actions=…)."
            )
        chosen["prompts"] = models.read_prompts(chosen.get("prompts", ()))
        return Settings(views.name_view(self.view), allowed=self.actions, advice=advice, **chosen)

    def _begin_turn(self, before: Observation | None, error: str = "") -> _Turn:
        """Whatever happens from now on is a result of the action."""
        read = self._turn.read
        return _Turn(before, error, events=read, read=read, writes=len(self.browser.writes))

    def _act(self, action: Action, seen: Observation) -> None:
        """Carry out an action; if it fails, the turn's error says why."""
        start = time.perf_counter()
        self._turn = self._begin_turn(seen)
        try:
            hands.act(self.browser, action, seen)
        except ActionError as error:
            self._turn = replace(self._turn, error=str(error))
        finally:
            self.seconds["act"] = _measure_since(start)

    def _observe(self) -> Observation:
        """Observe the page.

        The notes say what has happened since the previous observation (dialogs, downloads), and
        what the last action changed.
        """
        start, turn = time.perf_counter(), self._turn
        seen, log = self.view(self.browser), self.browser.log
        notes = changes.notes(seen, log[turn.events :], turn.before, turn.error)
        newest = self._newest = replace(seen, notes=notes, error=turn.error)
        self._turn = replace(turn, read=len(log))
        self.seconds["observe"] = _measure_since(start)
        return newest

    def __repr__(self) -> str:
        view = views.name_view(self.view)
        return f"Environment({self.browser}, {view}, {len(self.actions)} actions)"


def _measure_since(start: float) -> float:
    return round(time.perf_counter() - start, 3)
