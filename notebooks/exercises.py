"""Checks of the exercises: "right", "not yet", or a sentence that says what is wrong.

They are here so that no notebook shows a solution under its exercise. The solutions are in
solutions/.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from statistics import fmean
from typing import Any

import numpy
import pandas

from webvoyager import runs
from webvoyager.lab.proposing.pool import Proposal
from webvoyager.lab.search import trees
from webvoyager.lab.statistics import rates
from webvoyager.records import Action, Episode, Observation, Verdict

RIGHT, NOT_YET = "right", "not yet"
TOLERANCE = 1e-6  # two means may differ by this through rounding
NUMBER = int | float | numpy.number


def check(exercise: str, answer: Any, *objects: Any) -> str:
    """Check an answer to an exercise ("00.2"): "right", "not yet", or what is wrong.

    `objects` are those of the notebook that the exercise is about. An answer of None, or a
    function that still does nothing, is "not yet". Raises ValueError for an exercise without a
    check.
    """
    if exercise not in CHECKS:
        known = ", ".join(CHECKS)
        raise ValueError(f"The exercise {exercise!r} has no check; checks exist for {known}.")
    return NOT_YET if answer is None else CHECKS[exercise](answer, *objects) or RIGHT


# Each takes the answer and the objects it is about, and returns what is wrong with it, or "".


def mean_marks(answer: Any, episode: Episode) -> str:
    """00.2: the mean number of marks per step, to two decimals."""
    counts = [len(step.observation.marks) for step in episode.steps]
    if not isinstance(answer, NUMBER):
        return f"A mean is a number; this is of type {type(answer).__name__}."
    if not min(counts) <= answer <= max(counts):
        return "A mean lies between the fewest and the most marks of any step; this does not."
    if abs(answer - fmean(counts)) >= 0.01:
        return f"That is not the mean over all {len(counts)} steps."
    return ""


def roles(answer: Any, observation: Observation) -> str:
    """01.2: the number of marks of each role."""
    every = [mark.role for mark in observation.marks]
    return _compare_by_key(answer, {role: every.count(role) for role in every}, "role")


def scrolled(answer: Any, episode: Episode) -> str:
    """02.2: `.scroll` of an episode's first page, observed three times on the way down."""
    if not isinstance(answer, Sequence) or not all(
        isinstance(look, Sequence) and len(look) == 2 for look in answer
    ):
        return "It should be a list of `.scroll` values: pairs of the screens above and below."
    if len(answer) != 3:
        return f"There should be three observations, one per step; there are {len(answer)}."
    if tuple(answer[0]) != episode.steps[0].observation.scroll:
        return (
            "The first observation should be at the top of the task's own page: was the page"
            " opened again, and observed before scrolling?"
        )
    if any(after[0] <= before[0] and before[1] > 0 for before, after in pairwise(answer)):
        return (
            "Between two observations the part above did not grow, but there was more below."
        )
    return ""


def mean_oracles(answer: Any, web: Any) -> str:
    """03.2: the mean number of steps of each site's oracles."""
    lengths: dict[str, list[int]] = {}
    for name, steps in web.oracles().items():
        lengths.setdefault(name.partition("--")[0], []).append(len(steps))
    return _compare_by_key(
        answer, {site: fmean(counts) for site, counts in lengths.items()}, "site"
    )


def short_enough(function: Callable[[Proposal], dict]) -> str:
    """03b.2: a check that refuses questions of more than 30 words."""
    for words, space in ((30, " "), (31, " "), (1, " "), (300, " "), (30, "  "), (31, "\n")):
        question = space.join(["Which"] + ["an"] * (words - 2) + ["soup?"] * (words > 1))
        outcome = function(Proposal("made--1", "made", "http://made.test/", question))
        keys = outcome.keys() if isinstance(outcome, Mapping) else {}
        if not {"check", "passed", "reason"} <= {*keys}:
            return "It should return a dict with check, passed and reason."
        if outcome["passed"] is None:
            return NOT_YET
        if bool(outcome["passed"]) != (words <= 30):
            apart = " with several spaces, or another kind of space, between two of them"
            should = "should" if words <= 30 else "should not"
            return f"A question of {words} words{apart * (space != ' ')} {should} pass."
    return "" if outcome["reason"] else "The reason is empty: say what was counted."


def success_rate(answer: Any, table: pandas.DataFrame) -> str:
    """04.2: the success rate without faults and unscored episodes."""
    if not isinstance(answer, NUMBER):
        return f"A rate is a number; this is of type {type(answer).__name__}."
    if not 0 <= answer <= 1:
        return "A rate lies between 0 and 1."
    scored = rates.scored(table).success
    if abs(answer - scored.mean()) < TOLERANCE:
        return ""
    if abs(answer - table.success.dropna().mean()) < TOLERANCE:
        return "That counts earlier attempts, too: of several at a task, take the newest."
    return (
        f"Of {len(table)} episodes {len(scored)} count: which are they, and which of them are"
        " successes?"
    )


def cautious(
    function: Callable[[Episode], Verdict],
    episodes: Sequence[Episode],
    verdicts: Sequence[Verdict],
) -> str:
    """05.2: a judge that says success only if those with all screenshots and key points do."""
    both = [
        {v.task: v.success for v in verdicts if v.judge.endswith(name)}
        for name in (", all", ", key points")
    ]
    own_verdicts = {episode.task.id: function(episode) for episode in episodes}
    if all(verdict.success is None for verdict in own_verdicts.values()):
        return NOT_YET
    for task, verdict in own_verdicts.items():
        if verdict.task != task:
            return f"The verdict on {task} says that it is about {verdict.task!r}."
        if bool(verdict.success) != all(judged[task] for judged in both):
            why = "what do the two judges say about it?"
            return f"On {task} it should not say {verdict.success}: {why}"
    return ""


def long_winded(function: Callable[[Episode], Any], episodes: Sequence[Episode]) -> str:
    """06.2: a signal that names the scrolling steps of an episode if it has five or more."""

    def make_scrolling(times: int) -> Episode:
        """The first episode with other actions: a click, then `times` scrolls."""
        actions = [Action("Click", 1), *[Action("Scroll", "WINDOW", "down")] * times]
        steps = [
            replace(episodes[0].steps[0], index=index, action=action)
            for index, action in enumerate(actions, 1)
        ]
        return replace(episodes[0], steps=tuple(steps))

    episodes = [*map(make_scrolling, (5, 4, 9)), *episodes]
    all_hints = [list(function(episode)) for episode in episodes]
    if not any(all_hints):
        return NOT_YET
    for episode, hints in zip(episodes, all_hints, strict=True):
        scrolls = [
            step.index
            for step in episode.steps
            if step.action and step.action.name == "Scroll"
        ]
        expected = [scrolls] if len(scrolls) >= 5 else []
        if [list(hint.steps) for hint in hints] != expected:
            return (
                f"An episode that scrolls {len(scrolls)} times gave {len(hints)} hints, or"
                " hints with other steps."
            )
    wrong = {hint.category for hints in all_hints for hint in hints} - {"Navigation Stuck"}
    return f"The category should be the paper's, not {wrong.pop()!r}." if wrong else ""


def solved_alone(answer: Any, table: pandas.DataFrame) -> str:
    """07.2: the tasks that were solved with one view only, by view."""
    solved = table[table.success.fillna(False).astype(bool)]
    once = solved.drop_duplicates(["task", "view"])["task"].value_counts()
    alone = solved[solved.task.isin(once.index[once == 1])]
    views = table["view"].unique()
    right = {view: sorted(set(alone.task[alone.view == view])) for view in views}
    return _compare_by_key(answer, right, "view")


def visited_shares(answer: Any, run: str | Path) -> str:
    """08.2: the share of the states in each search tree that were visited, by task."""
    found = [trees.load(episode.folder) for episode in runs.load(run) if episode.folder]
    right = {tree.task: len(tree.visited) / len(tree.states) for tree in found}
    return _compare_by_key(answer, right, "task")


def plan_gains(answer: Any, steps: pandas.DataFrame) -> str:
    """09.2: how much a slow plan adds to the mean step success over tasks, by split."""
    by_task = steps.groupby(["method", "split", "task"])["success"].mean()
    means = by_task.groupby(["method", "split"]).mean()
    return _compare_by_key(answer, dict(means["slow plan"] - means["plain"]), "split")


def steps_by_success(answer: Any, table: pandas.DataFrame) -> str:
    """10.2: the mean number of steps of successful and of failed episodes."""
    means = table.dropna(subset="success").groupby("success")["steps"].mean()
    right = {bool(key): mean for key, mean in means.items()}
    return _compare_by_key(answer, right, "key", within=0.05)  # it may be rounded


CHECKS: dict[str, Callable[..., str]] = {
    "00.2": mean_marks,
    "01.2": roles,
    "02.2": scrolled,
    "03.2": mean_oracles,
    "03b.2": short_enough,
    "04.2": success_rate,
    "05.2": cautious,
    "06.2": long_winded,
    "07.2": solved_alone,
    "08.2": visited_shares,
    "09.2": plan_gains,
    "10.2": steps_by_success,
}


def _compare_by_key(answer: Any, right: Mapping, what: str, within: float = TOLERANCE) -> str:
    """What is wrong with a dict or Series: the first key that is missing, extra or wrong."""

    def is_same(value: Any, right: Any) -> bool:
        """Whether two numbers are that close, or two collections have the same items."""
        if isinstance(right, NUMBER):
            return isinstance(value, NUMBER) and abs(value - right) <= within
        if not isinstance(value, Collection) or isinstance(value, str):
            return False
        return sorted(map(str, value)) == sorted(right)

    if not isinstance(answer, Mapping | pandas.Series):
        kind = type(answer).__name__
        return f"It should be a dict from {what} to value; this is of type {kind}."
    values = dict(answer)
    if missing := [key for key in right if key not in values]:
        return f"The {what} {missing[0]!r} is missing."
    if extra := [key for key in values if key not in right]:
        return f"There is no {what} {extra[0]!r}."
    wrong = [key for key in right if not is_same(values[key], right[key])]
    return f"The value of the {what} {wrong[0]!r} is wrong." if wrong else ""
