"""Experiments with plans and experience, teacher-forced on the gold steps of a test world.

For each fold of a split, the policy, planners and failures come from the training worlds alone.
single_steps.py runs them and stores their tables in data/planning/.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

import pandas

from practice.learned import plans, training, trust
from practice.learned.choice import train
from practice.learned.folds import Fold
from practice.learned.policy import Policy
from practice.learned.predicting import Mask, advise_always, decide, pair_steps, predict
from practice.learned.skill import NAME
from practice.learned.state import State
from studies.planning import candidates
from studies.planning.plan_quality import plan_quality
from webvoyager import Model
from webvoyager.lab.planning import (
    Memory,
    gold_steps,
    golden_plan,
    metrics,
    reflection_scores,
)
from webvoyager.lab.planning.action_words import say_history
from webvoyager.lab.planning.fast import find_nearest
from webvoyager.lab.planning.gold_steps import GoldStep
from webvoyager.lab.planning.lists import number_lines
from webvoyager.records import Advice, Episode

MOST_LESSONS = 3
SIZES = (8, 12, 16, 20)  # bits of the executor's weights, to compare
UPPER_BOUND = "golden plan"  # what a perfect planner would give
WHOLE_METHOD = "fast plan + experience"  # the whole method: the paper trains with slow plans alone

EpisodeAdviser = Callable[[Episode], Callable[[GoldStep], Advice]]


def score_methods(fold: Fold, model: Model) -> pandas.DataFrame:
    """One row per method and step of the fold: the columns of `metrics.score`, and `method`."""
    recall = remember(fold, model, 1)
    methods: dict[str, EpisodeAdviser] = {
        "plain": lambda episode: advise_always(),
        "slow plan": lambda episode: advise_always(think_slowly(episode)),
        "fast plan": lambda episode: advise_always(think_fast(fold.planner, episode)),
        UPPER_BOUND: lambda episode: advise_always(number_lines(golden_plan(episode))),
        "experience": lambda episode: recall(episode, ""),
        "slow plan + experience": lambda episode: recall(episode, think_slowly(episode)),
        WHOLE_METHOD: lambda episode: recall(episode, think_fast(fold.planner, episode)),
    }
    tables = [_add_columns(fold, score(fold, adviser), method=m) for m, adviser in methods.items()]
    for name, mask in (("no screenshot", hide_screenshot), ("no text", hide_text)):
        tables.append(_add_columns(fold, score(fold, methods[WHOLE_METHOD], mask), method=name))
    return pandas.concat(tables)


def score_lessons(fold: Fold, model: Model) -> pandas.DataFrame:
    """One row per number of lessons k (from 0) and step of the fold."""
    tables = [_add_columns(fold, score(fold, lambda episode: advise_always()), k=0)]
    for k in range(1, MOST_LESSONS + 1):
        recall = remember(fold, model, k)
        tables.append(_add_columns(fold, score(fold, lambda e, r=recall: r(e, "")), k=k))
    return pandas.concat(tables)


def score_sizes(fold: Fold) -> pandas.DataFrame:
    """One row per size of the executor and step: `parameters` counts its weights."""
    kinds = fold.policy.kinds
    examples = [ex for e in fold.train for ex in training.make_examples(kinds, ["act"], e)["act"]]
    tables = []
    for bits in SIZES:
        choosers = {**fold.policy.choosers, "act": train(examples, bits)}
        sized = replace(fold, policy=Policy(kinds, choosers))
        scored = score(sized, lambda episode: advise_always())
        tables.append(_add_columns(fold, scored, parameters=1 << bits))
    return pandas.concat(tables)


def _add_columns(fold: Fold, table: pandas.DataFrame, **more: object) -> pandas.DataFrame:
    """A table with columns that say where its rows come from."""
    return table.assign(split=fold.split, fold=fold.name, model=NAME, **more)


def hide_screenshot(state: State) -> State:
    """A state without what only the screenshot shows: lines of text and positions."""
    pages = (
        replace(page, lines=(), elements=tuple(replace(e, box=None) for e in page.elements))
        for page in state.pages
    )
    return replace(state, pages=tuple(pages))


def hide_text(state: State) -> State:
    """A state without what only the text of the marks says: names, values and options."""
    nothing = {"name": "", "value": "", "options": ()}
    pages = (
        replace(page, elements=tuple(replace(e, **nothing) for e in page.elements))
        for page in state.pages
    )
    return replace(state, pages=tuple(pages))


def score(fold: Fold, adviser: EpisodeAdviser, mask: Mask | None = None) -> pandas.DataFrame:
    """Score what a policy would do at each step, given its advice and what it sees."""
    wanted, found = [], []
    for episode in fold.test:
        steps, predictions = predict(fold.policy, [episode], adviser(episode), mask)
        wanted += steps
        found += predictions
    return metrics.score(wanted, found)


def think_slowly(episode: Episode) -> str:
    """The slow plan of the offline rules for a trajectory's task."""
    return number_lines(trust.think_slowly(episode))


def think_fast(planner: plans.EmpiricalPlanner, episode: Episode) -> str:
    """The plan at a glance for a trajectory's task."""
    return number_lines(planner.plan(episode.task.question))


def remember(
    fold: Fold, model: Model, k: int
) -> Callable[[Episode, str], Callable[[GoldStep], Advice]]:
    """A function that adds to a plan the `k` lessons that fit each step, from the fold's pool."""
    memory = Memory(fold.pool, model, k, test_tasks=[episode.task for episode in fold.test])

    def recall(episode: Episode, plan: str) -> Callable[[GoldStep], Advice]:
        def advise(step: GoldStep) -> Advice:
            done = [each for each in episode.steps if each.index < step.index]
            return Advice(plan, memory(step.task, done, step.observation, plan))

        return advise

    return recall


def score_reflections(fold: Fold) -> pandas.DataFrame:
    """One row per failure in training: does its reflection name the cause and correct it?

    Columns: task, done, right, reflection, named, improved. For `improved`, the policy that failed
    tries the step again with the lesson of this very failure. In the paper, people rated both.
    """
    failed = training.rehearse(fold.train)
    heeding = {"heed": fold.policy.choosers["heed"]}
    policy = Policy(failed.policy.kinds, {**failed.policy.choosers, **heeding})
    waiting = {(failure.task, failure.actions): failure for failure in failed.failures}
    rows = []
    for episode in failed.shown:
        for step, gold in pair_steps(episode):
            actions = tuple(say_history(entry) for entry in step.history)
            if failure := waiting.get((episode.task.id, actions)):
                state = replace(gold.state, advice=Advice("", (failure.reflection,)))
                named = reflection_scores.names_cause(failure.reflection, failure)
                improved = metrics.is_right(step, decide(policy, step, state))
                columns = (failure.task, failure.done, failure.right, failure.reflection)
                rows.append((*columns, named, improved))
    names = ["task", "done", "right", "reflection", "named", "improved"]
    return pandas.DataFrame(rows, columns=names)


def score_plans(fold: Fold) -> pandas.DataFrame:
    """One row per planner and task of the fold: bleu4 and rouge_l against the golden plan.

    The slow plans are those of the offline rules, whole and with parts left out.
    """
    golden = {episode.task.id: golden_plan(episode) for episode in fold.test}
    questions = [episode.task.question for episode in fold.train]

    def copy_nearest(episode: Episode) -> Sequence[str]:
        """The golden plan of the most similar question: the baseline that training has to beat."""
        place, _ = find_nearest(episode.task.question, questions)
        return golden_plan(fold.train[place])

    planners: dict[str, Callable[[Episode], Sequence[str]]] = {
        "slow: key points, path, plan": trust.think_slowly,
        "slow: path, plan": partial(trust.think_slowly, points=False),
        "slow: key points, plan": partial(trust.think_slowly, path=False),
        "slow: plan alone": partial(trust.think_slowly, points=False, path=False),
        "fast": lambda episode: fold.planner.plan(episode.task.question),
        "fast, small": lambda episode: fold.small.plan(episode.task.question),
        "copied from the nearest": copy_nearest,
    }
    tables = []
    for name, plan in planners.items():
        predicted = {episode.task.id: tuple(plan(episode)) for episode in fold.test}
        tables.append(_add_columns(fold, plan_quality(predicted, golden), planner=name))
    return pandas.concat(tables)


def recall_candidates(fold: Fold) -> pandas.DataFrame:
    """`candidates.recall` of the learned ranker and of word overlap, on the fold's gold steps."""
    ranker = candidates.train_ranker(gold_steps.steps(fold.train))
    scorers = {"learned ranker": ranker, "word overlap": candidates.overlap}
    wanted = gold_steps.steps(fold.test)
    tables = (candidates.recall(wanted, by).assign(model=name) for name, by in scorers.items())
    return pandas.concat(tables).assign(split=fold.split, fold=fold.name)
