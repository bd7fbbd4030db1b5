"""Play tasks of MiniWoB++ with the kit's agent: `run_tasks(folder, tasks, play=miniwob.play)`."""

from collections.abc import Generator, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from webvoyager import agent, runs
from webvoyager.records import Action, Episode, Step, Task

from . import site
from .pages import find_pages

HOST = "miniwob"  # http://miniwob.mini/
OVER = "The page ended the episode."


def add(kit: Any) -> None:
    """Serve MiniWoB++ to the browser of a kit, at http://miniwob.mini/; twice is fine.

    ModuleNotFoundError says what to do if the package isn't installed.
    """
    find_pages()
    if HOST not in kit.web.apps:
        kit.web.add(HOST, site)


def play(
    kit: Any,
    task: Task,
    *,
    folder: str | Path | None = None,
    watch: runs.Watch | None = None,
    **settings: Any,
) -> Episode:
    """Play a task with the plain agent until its page ends the episode.

    The arguments are those of `agent.run`. The agent doesn't have to answer: when the page has
    ended the episode, a last step says so, and counts as the answer. An answer before that ends the
    episode unsolved.
    """
    add(kit)
    walk = _stop_when_over(agent.steps(task, kit.env, kit.model, **settings), kit)
    about = {"model": kit.model.about, "settings": kit.env.settings(**settings)}
    return runs.record(walk, folder, task=task, watch=watch, **about)


def _stop_when_over(steps: Generator[Step, None, None], kit: Any) -> Iterator[Step]:
    with closing(steps):
        for step in steps:
            yield step
            if not step.answered and kit.web.state(HOST, kit.browser.cookies).get("over"):
                answer = Action("ANSWER", text=OVER)
                yield Step(step.index + 1, kit.env.observation, action=answer, cost=0.0)
                return
