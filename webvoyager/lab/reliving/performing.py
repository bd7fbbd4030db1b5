"""Perform the actions of a recorded episode again in a real browser, and compare page by page."""

from dataclasses import replace

from ...environment import Environment
from ...records import Action, ActionError, Episode, Step, Task
from ..retracing import counterpart
from ..search.safety import find_act
from .differences import find_difference
from .relived import Relived, RelivedStep


def relive(
    episode: Episode, env: Environment, *, until: int | None = None, sandbox: bool | None = None
) -> Relived:
    """Take an episode's steps again from its task's address on, without asking a model.

    Each mark is found by what it is, not by its number. Pages may differ; it ends where a mark is
    missing or an action fails that did not fail then. With `until`, it ends at the page of that
    step (from 1), before its action. The browser then shows the last page.

    Outside a `sandbox`, where a reset undoes everything, nothing is done again that may have
    changed something on a server, such as an order; by default, only the practice web is a sandbox.
    EpisodeError if nothing answers at the address. ValueError if the episode was not played in a
    browser or has no such step.
    """
    count = len(episode.steps)
    if not episode.browsed:
        raise ValueError("This episode was a web search: there are no actions to take again.")
    if until is not None and not 1 <= until <= count + 1:
        raise ValueError(f"`until` must be a step from 1 to {count + 1}, not {until!r}.")
    sandbox = _is_practice(episode.task) if sandbox is None else sandbox
    env.reset(episode.task, episode.settings.fresh)
    taken: list[RelivedStep] = []
    for index, then in enumerate(episode.steps[:until], 1):
        if index == until:
            taken.append(_compare(then, env))
        else:
            taken.append(_take_again(then, env, sandbox))
            if not taken[-1].done:
                break
    return Relived(episode.task, tuple(taken), min(until or count, count))


def _is_practice(task: Task) -> bool:
    """Whether the task is on a site of the practice web, where a reset undoes everything."""
    return "web_seed" in task.extra


def _compare(then: Step, env: Environment) -> RelivedStep:
    """The step with the page that the browser shows now; nothing is done."""
    seen = env.observation
    now = replace(
        then, observation=seen, error="", usage={}, cost=0.0, seconds={}, advice=None, writes=()
    )
    difference = find_difference(then.observation, seen)
    return RelivedStep(then, now, not difference, difference=difference)


def _take_again(then: Step, env: Environment, sandbox: bool) -> RelivedStep:
    """Do again what a step did, if that is possible and allowed."""
    compared = _compare(then, env)
    if then.answered:
        return replace(compared, done=True)
    if not sandbox and (act := find_act(then)):
        why = f"It sent {act}, which is done again only in a sandbox (sandbox=True)."
        return replace(compared, difference=compared.difference or why)
    try:
        action = then.action and counterpart(then, env.observation)
    except ActionError as error:
        if not then.error:
            return _miss(compared, str(error))
        action = None  # there was no such mark then, either
    points = isinstance(then.action and then.action.label, int)
    compared = replace(compared, mark_found=action is not None if points else None)
    return _act(compared, action, env)


def _miss(compared: RelivedStep, why: str) -> RelivedStep:
    """The step whose mark is missing: that counts more than another difference of the same page."""
    then, now = compared.then.observation, compared.now.observation
    is_other_page = (then.url, then.title) != (now.url, now.title)
    difference = compared.difference if is_other_page else why
    return replace(compared, mark_found=False, difference=difference)


def _act(compared: RelivedStep, action: Action | None, env: Environment) -> RelivedStep:
    """Carry out the action, or refuse it as it was refused then; compare whether it failed."""
    then = compared.then
    seen = env.step(action) if action else env.refuse(then.error)
    now = replace(compared.now, action=action or then.action, error=seen.error, writes=env.writes)
    if action and action != then.action:  # a reply names the mark by the number it has now
        now = replace(now, reply=f"Thought: {then.thought}\nAction: {action}")
    difference = ""
    if seen.error and not then.error:
        difference = f"{action} could not be done: {seen.error}"
    elif then.error and not seen.error:
        difference = f"{action} failed then and could be done now."
    difference = compared.difference or difference
    done = bool(then.error) or not seen.error
    return replace(compared, now=now, difference=difference, done=done)
