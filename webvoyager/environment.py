"""A browser as the environment of an agent: `reset` and `step` each give an observation.

The names are those of Gymnasium and BrowserGym. In the paper's terms (section 3.1), an observation
o_t is what the agent sees of a state, and an action a_t leads to the next state.
"""

import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Unpack

from . import actions, changes, hands, models, views
from .browser import Browser
from .records import Action, ActionError, Choices, Observation, Settings, Task


class Environment:
    """The web for one agent: a browser, a view of its pages, and the allowed actions.

    `view` is a function of views.py, `actions` are names from actions.TABLE. `observation` is the
    newest observation, None before the first; `seconds` holds the time that the last "act" and the
    last "observe" took.
    """

    def __init__(
        self,
        browser: Browser,
        view: views.View = views.marked_screenshot,
        actions: Sequence[str] = actions.PAPER,
    ) -> None:
        views.name_view(view)  # ValueError if it is not a view
        self.browser, self.view, self.actions = browser, view, tuple(actions)
        self.observation: Observation | None = None
        self.seconds = {"act": 0.0, "observe": 0.0}
        self._before: Observation | None = None  # the last action was chosen from it
        self._error = ""  # why the last action could not be carried out
        self._events = len(browser.log)  # length of the log when the last turn began
        self._read = self._events  # its length when the newest observation was made
        self._written = 0  # number of writes when the last turn began

    def reset(self, task: Task, fresh: bool = True) -> Observation:
        """Open the task's address in a clean browser, and observe.

        `fresh=False` keeps cookies, storage and files. EpisodeError if nothing answers there.
        """
        self.begin(task, fresh)
        return self.observe()

    def step(self, action: Action, seen: Observation | None = None) -> Observation:
        """Carry out an action, wait for the page to settle, and observe.

        The action's label is a number in `seen`, by default the newest observation. An action that
        cannot be carried out changes nothing: `error` and the notes of the observation say why.
        EpisodeError if the browser is gone.
        """
        self.attempt(action, seen)
        return self.observe()

    def refuse(self, reason: str, seen: Observation | None = None) -> Observation:
        """Do nothing and observe; `error` and the notes of the observation give the reason."""
        self._begin_turn(seen, reason)
        self.seconds["act"] = 0.0
        return self.observe()

    def open(self, url: str) -> Observation:
        """Go to an address, keeping cookies, and observe; EpisodeError if nothing answers."""
        self._go_to(url)
        return self.observe()

    # --- reset and step in two halves, for callers that need no observation in between ---

    def begin(self, task: Task, fresh: bool = True) -> None:
        """`reset` without the observation."""
        if fresh:
            self.browser.reset()
        self._go_to(task.url)

    def act(self, action: Action, seen: Observation | None = None) -> None:
        """`step` without the observation; ActionError if the action cannot be carried out."""
        start = time.perf_counter()
        try:
            hands.act(self.browser, action, self._begin_turn(seen))
        finally:
            self.seconds["act"] = _measure_since(start)

    def attempt(self, action: Action, seen: Observation | None = None) -> None:
        """`step` without the observation: if the action fails, the next observation says why."""
        try:
            self.act(action, seen)
        except ActionError as error:
            self._error = str(error)

    def observe(self) -> Observation:
        """Observe the page; a second call gives the same, unless the page changed by itself.

        The notes say what has happened since the previous observation (dialogs, downloads), and
        what the last action changed.
        """
        start = time.perf_counter()
        seen, log = self.view(self.browser), self.browser.log
        notes = changes.notes(seen, log[self._events :], self._before, self._error)
        self.observation = replace(seen, notes=notes, error=self._error)
        self._read = len(log)
        self.seconds["observe"] = _measure_since(start)
        return self.observation

    @property
    def writes(self) -> tuple[str, ...]:
        """Requests since the last action that may have changed something on a server."""
        return self.browser.writes[self._written :]

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

    def _go_to(self, url: str) -> None:
        self._before, self._error = None, ""
        self._events = self._read = len(self.browser.log)
        self.browser.tabs = "Tab" in self.actions
        self.browser.open(url)

    def _begin_turn(self, seen: Observation | None, error: str = "") -> Observation:
        """Begin a turn: whatever happens from now on is a result of this action."""
        self._before = seen or self.observation or self.observe()
        self._error, self._events = error, self._read
        self._written = len(self.browser.writes)
        return self._before

    def __repr__(self) -> str:
        view = views.name_view(self.view)
        return f"Environment({self.browser}, {view}, {len(self.actions)} actions)"


def _measure_since(start: float) -> float:
    return round(time.perf_counter() - start, 3)
