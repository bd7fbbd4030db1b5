"""The kit's environment as a Gymnasium environment: texts in, observations and rewards out."""

import time
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import gymnasium
import numpy

from ... import actions, agent, views
from ...drawing import Style
from ...environment import Environment
from ...records import Action, Episode, Step, Task
from ...start import OFFLINE, Kit, start
from ...tasks import load
from ..judging.checking import grade
from ..running.worlds import find_world
from .observations import Words, make_space, to_dict, to_pixels

MOST_CHARACTERS = 10_000  # of an action, with the thought before it
OVER = "The page ended the episode."


class WebEnv(gymnasium.Env[dict[str, Any], str]):
    """Tasks on web pages: an action is a text such as "Click [3]", the last one "ANSWER; 42".

    An action may have a thought before it, as the agent's replies do. What can't be read or done
    changes nothing, and the next observation says why. The reward is 1.0 for an answer that the
    kit's rules call right, else 0.0; also if a judge would have to decide (`info["verdict"]`). An
    answer terminates the episode; after `max_steps` actions it is truncated. Some tasks
    (MiniWoB++) end by themselves instead.

    `info` has the `task`'s id, the kit's own Observation as `observation`, and `error`, why the
    action wasn't done. At the end it also has the `verdict` and the whole `episode`, for the
    viewer.

    `tasks` are Tasks, or what `tasks.load` takes. `kit` is one of your own; without it, the
    environment starts the practice web and a browser, and `close` ends them. `prepare(kit)` is
    called once, for example to add a site to its web. Raises ValueError if there are no tasks, or
    if they are from several worlds of the mini web.
    """

    metadata = {"render_modes": ["rgb_array"], "render_fps": 1}  # noqa: RUF012 (Gymnasium's own form)

    def __init__(
        self,
        tasks: str | Path | Sequence[Task] = "miniweb",
        *,
        kit: Kit | None = None,
        prepare: Callable[[Kit], None] | None = None,
        max_steps: int = 15,
        view: views.View = views.marked_screenshot,
        actions: Sequence[str] = actions.PAPER,
        style: str | Style = "black",
        render_mode: str | None = None,
    ) -> None:
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f"render_mode must be 'rgb_array' or None, not {render_mode!r}.")
        self.render_mode = render_mode
        listed = load(tasks) if isinstance(tasks, str | Path) else tasks
        self.tasks = {task.id: task for task in listed}
        if not self.tasks:
            raise ValueError("There are no tasks to choose from.")
        self._own = kit is None
        self.kit = kit or start(OFFLINE, **find_world(listed))  # no model is asked in it
        try:
            if prepare:
                prepare(self.kit)
            self._web = Environment(self.kit.browser, view, actions)
            self._settings = self._web.settings(max_steps=max_steps, style=style)
        except BaseException:
            self.close()
            raise
        self.observation_space = make_space(self.kit.browser.viewport)
        self.action_space = Words(MOST_CHARACTERS)
        self.steps: list[Step] = []  # of the newest episode
        self._task: Task | None = None  # of the episode under way
        self._began = 0.0

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin an episode in a fresh browser: of a random task, or of `options={"task": id}`.

        ValueError if there is no such task; EpisodeError if its page can't be opened.
        """
        super().reset(seed=seed)
        self._task, self.steps = None, []
        name = (options or {}).get("task")
        if name is None:
            name = list(self.tasks)[int(self.np_random.integers(len(self.tasks)))]
        if name not in self.tasks:
            known = ", ".join(list(self.tasks)[:5])
            raise ValueError(f"There is no task {name!r} here; the first ones are {known}.")
        task = self.tasks[name]
        self._began = time.time()
        self._web.reset(task)
        self._task = task
        return self._look(task)

    def step(self, action: str) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Carry out an action; EpisodeError if the browser is gone, which is no result."""
        if self._task is None:
            raise gymnasium.error.ResetNeeded("There is no episode under way: call reset first.")
        if not isinstance(action, str):
            raise ValueError(f"An action is a text such as 'Click [3]', not {action!r}.")
        task, number = self._task, len(self.steps) + 1
        read = agent.understand(
            Step(number, self._web.observation, reply=action), self._settings.allowed
        )
        self.steps.append(agent.take(read, self._web))
        web = self.kit.web  # which knows what this visitor has done, for the checker
        state = web.state(task.site, self.kit.browser.cookies) if web else None
        if not read.answered and task.extra.get("self_ending") and (state or {}).get("over"):
            answer = Action("ANSWER", text=OVER)
            self.steps.append(Step(number + 1, self._web.observation, action=answer))
        terminated = self.steps[-1].answered
        truncated = not terminated and number >= self._settings.max_steps
        seen, info = self._look(task)
        reward = 0.0
        if terminated or truncated:
            self._task = None
            episode = info["episode"] = Episode(
                task,
                tuple(self.steps),
                "answer" if terminated else "max_steps",
                "gymnasium",
                settings=self._settings,
                started=datetime.fromtimestamp(self._began, UTC).isoformat(timespec="seconds"),
                seconds=round(time.time() - self._began, 3),
            )
            info["verdict"] = grade(episode, state)
            reward = float(info["verdict"].success is True)
        return seen, reward, terminated, truncated, info

    def render(self) -> numpy.ndarray | None:
        """The newest screenshot with its numbers; None without `render_mode="rgb_array"`."""
        if self.render_mode is None:
            return None
        return to_pixels(self._web.observation, self._settings.style)

    def close(self) -> None:
        """Close what the environment started, not a kit of your own; closing twice is fine."""
        if self._own:
            self.kit.close()

    def _look(self, task: Task) -> tuple[dict[str, Any], dict[str, Any]]:
        """The newest observation, and the `info` that goes with it."""
        seen = self._web.observation
        info = {"task": task.id, "observation": seen, "error": seen.error}
        return to_dict(seen, task, self._settings.style), info
