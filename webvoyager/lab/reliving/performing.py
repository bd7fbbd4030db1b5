"""Perform the actions of a recorded episode again in a real browser, and compare page by page."""

from dataclasses import dataclass, replace
from typing import Any

import pandas
from markupsafe import Markup

from ...display import without_math
from ...environment import Environment
from ...records import ActionError, Episode, Step, Task
from ...runs import make_table
from ..retracing import counterpart
from ..search.safety import find_act
from .differences import find_difference

_COLUMNS = ("step", "then", "now", "same_page", "mark_found", "difference")
_WORDS = {True: "yes", False: "no", None: "–"}


@dataclass(frozen=True)
class RelivedStep:
    """A step as it was recorded, and as it went now.

    `now` has today's page, and the action with today's number; it has cost nothing. `mark_found` is
    None if the action points at no mark, or was not due; `done` says whether it was carried out
    again, or failed again as it did then.
    """

    then: Step
    now: Step
    same_page: bool
    mark_found: bool | None = None
    done: bool = False
    difference: str = ""  # the first thing that differs, as a sentence


@dataclass(frozen=True)
class Relived:
    """A re-lived episode; `steps` ends early where something could not be done again."""

    task: Task
    steps: tuple[RelivedStep, ...]
    wanted: int  # the number of steps to re-live

    @property
    def same(self) -> bool:
        """Whether every step was re-lived, and nothing differed."""
        return len(self.steps) == self.wanted and not self.first_difference

    @property
    def first_difference(self) -> RelivedStep | None:
        """The first step at which something differed; None if there is none."""
        return next((step for step in self.steps if step.difference), None)

    @property
    def summary(self) -> str:
        """How it went, in one sentence."""
        if first := self.first_difference:
            return f"Step {first.then.index} differs: {first.difference}"
        count = f"{self.wanted} step{'s' * (self.wanted != 1)}"
        return f"All {count} went as recorded." if self.wanted > 1 else f"{count} went as recorded."

    def table(self) -> pandas.DataFrame:
        """One row per step: what was done then and now, and the first thing that differs."""
        return make_table(self._list_rows(), _COLUMNS)

    def __repr__(self) -> str:
        return f"Relived({self.task.id}: {self.summary})"

    def _repr_html_(self) -> str:
        head, cell = (
            Markup(f"<{tag} style='text-align:left'>{{}}</{tag}>") for tag in ("th", "td")
        )
        lines = [Markup("").join(head.format(name.replace("_", " ")) for name in _COLUMNS)]
        for row in self._list_rows():
            words = [
                _WORDS[each] if isinstance(each, bool | None) else each for each in row.values()
            ]
            lines.append(Markup("").join(map(cell.format, words)))
        missed = self.wanted - len(self.steps)
        more = f" {missed} more step{'s were' if missed > 1 else ' was'} not re-lived."
        html = Markup("<p><b>{}</b></p><p>{}{}</p><table>{}</table>").format(
            self.task.question,
            self.summary,
            more if missed else "",
            Markup("").join(Markup("<tr>{}</tr>").format(line) for line in lines),
        )
        return without_math(html)

    def _list_rows(self) -> list[dict[str, Any]]:
        rows = []
        for step in self.steps:
            then = str(step.then.action or "no action")
            now = str(step.now.action or "no action") if step.done else "nothing"
            found = (step.then.index, then, now, step.same_page, step.mark_found, step.difference)
            rows.append(dict(zip(_COLUMNS, found, strict=True)))
        return rows


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
    sandbox = "web_seed" in episode.task.extra if sandbox is None else sandbox
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


def _compare(then: Step, env: Environment) -> RelivedStep:
    """The step with the page that the browser shows now; nothing is done."""
    seen = env.observation
    now = replace(
        then, observation=seen, error="", usage={}, cost=0.0, seconds={}, advice=None, writes=()
    )
    difference = find_difference(then.observation, seen)
    return RelivedStep(then, now, not difference, difference=difference)


def _take_again(then: Step, env: Environment, sandbox: bool) -> RelivedStep:
    """Do again what a step did, if that is possible and allowed; compare whether it failed."""
    compared = _compare(then, env)
    if then.answered:
        return replace(compared, done=True)
    if not sandbox and (act := find_act(then)):
        why = f"It sent {act}, which is done again only in a sandbox (sandbox=True)."
        return replace(compared, difference=compared.difference or why)
    try:
        action = then.action and counterpart(then, env.observation)
    except ActionError as error:
        if not then.error:  # that counts more than another difference of the same page
            pages = (then.observation, env.observation)
            was, now = ((page.url, page.title) for page in pages)
            difference = str(error) if was == now else compared.difference
            return replace(compared, mark_found=False, difference=difference)
        action = None  # there was no such mark then, either
    points = then.action is not None and isinstance(then.action.label, int)
    seen = env.step(action) if action else env.refuse(then.error)
    reply = then.reply
    if action and action != then.action:  # a reply names the mark by the number it has now
        reply = f"Thought: {then.thought}\nAction: {action}"
    difference = compared.difference
    if seen.error and not then.error:
        difference = difference or f"{action} could not be done: {seen.error}"
    elif then.error and not seen.error:
        difference = difference or f"{action} failed then and could be done now."
    return replace(
        compared,
        now=replace(
            compared.now,
            action=action or then.action,
            reply=reply,
            error=seen.error,
            writes=env.writes,
        ),
        mark_found=action is not None if points else None,
        difference=difference,
        done=bool(then.error) or not seen.error,
    )
