"""Learning how far to trust plans and lessons.

A smaller policy, trained on half of the kinds of question, is shown the trajectories of another
world, where the other half is new to it. It is given plans from three sources (the golden plan, the
slow thinking of the offline rules, and a fast planner that has seen no more than the policy) and
lessons from its own failures at other tasks. The weights learn how far advice raises the right
action above the others.
"""

import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

import numpy

from webvoyager.lab.planning import golden_plan, reflections
from webvoyager.lab.planning.action_words import say_history
from webvoyager.lab.planning.gold_steps import GoldStep
from webvoyager.lab.planning.lists import number_lines
from webvoyager.lab.planning.trials import Failure, describe_situation, from_predictions
from webvoyager.records import Advice, Episode

from ..offline.endpoint import embedding
from ..offline.endpoint.conversation import Conversation, read_page
from ..offline.endpoint.protocol import Message, Sample
from ..offline.rules.situation import read_situation
from ..offline.skills import plan, reflect
from ..offline.skills.keypoints import find_key_points
from ..offline.skills.path import find_placed, put_in_order
from . import features, heeding, plans, typing
from .choice import Chooser, Example, train
from .features import Candidate
from .gold import GoldState, to_message
from .policy import Policy
from .predicting import find_right, pair_steps, predict

BITS, EPOCHS = 14, 4
LESSONS_FROM = 60  # trajectories that are searched for failures


def is_new(task: str) -> bool:
    """Whether this kind of question is new to the smaller policy."""
    return zlib.crc32(task.encode()) % 2 == 1


def split_trajectories(episodes: Sequence[Episode]) -> tuple[list[Episode], list[Episode]]:
    """The trajectories that the smaller policy is trained on, and those that it is shown.

    It is trained on the first world, without some kinds of question, and shown the second. If
    there is one world only, it is shown the kinds that it was not trained on.
    """
    seeds = sorted({episode.task.extra.get("web_seed") for episode in episodes})
    known = [e for e in episodes if e.task.extra.get("web_seed") == seeds[0]]
    shown = [e for e in episodes if e.task.extra.get("web_seed") == seeds[min(1, len(seeds) - 1)]]
    if len(seeds) == 1:
        shown = [episode for episode in shown if is_new(episode.task.id)]
    return [episode for episode in known if not is_new(episode.task.id)], shown


def make_plans(episode: Episode, planner: plans.EmpiricalPlanner) -> list[str]:
    """Plans for a trajectory's task: gold, slow and fast."""
    question = episode.task.question
    planned = golden_plan(episode), think_slowly(episode), planner.plan(question)
    return [number_lines(steps) for steps in planned]


def think_slowly(episode: Episode, points: bool = True, path: bool = True) -> list[str]:
    """The plan that the offline rules make from the question and the first page alone.

    If `points` or `path` is False, that skill is left out, as in `planning.slow`.
    """
    shown = {"type": "screenshot", "observation": episode.steps[0].observation}
    text = {"type": "text", "text": episode.steps[0].observation.text}
    page = read_page(to_message({"role": "user", "content": [text, shown]}))
    now = read_situation(Conversation(episode.task.question, (page,)))
    found = find_key_points(now) if points else find_placed(now)
    return plan.plan(put_in_order(found, now) if path else found, now)


@dataclass(frozen=True)
class Rehearsal:
    """A smaller policy, what it was trained on, what it is shown, and where it failed there."""

    policy: Policy
    known: Sequence[Episode]
    shown: Sequence[Episode]
    failures: Sequence[Failure]  # at new kinds of question, with reflections


def make_rehearsal(
    policy: Policy, known: Sequence[Episode], shown: Sequence[Episode], most: int = LESSONS_FROM
) -> Rehearsal:
    """A rehearsal of a `policy` that was trained on `known` trajectories."""
    new = [episode for episode in shown if is_new(episode.task.id)][:most]
    failures = [_reflect(failure) for failure in from_predictions(*predict(policy, new))]
    return Rehearsal(policy, known, shown, failures)


def learn_to_heed(rehearsal: Rehearsal) -> Chooser:
    """Learn the weights of advice: how far the policy of a rehearsal should follow it."""
    if not rehearsal.known or not rehearsal.shown:
        return Chooser(numpy.zeros(1 << BITS, numpy.float32))
    pairs = [(e.task.question, golden_plan(e)) for e in rehearsal.known]
    planner, lessons = plans.fit(pairs, bits=16, epochs=3), _Lessons(rehearsal.failures)
    examples = [
        example
        for episode in rehearsal.shown
        for example in _make_examples(
            rehearsal.policy, episode, make_plans(episode, planner), lessons
        )
    ]
    return train(examples, BITS, EPOCHS)


def _make_examples(
    policy: Policy, episode: Episode, plans_made: Sequence[str], lessons: "_Lessons"
) -> Iterator[Example]:
    """The examples of a trajectory with each plan, with one lesson, and with three."""
    pairs = list(pair_steps(episode))
    for (_, gold), found in zip(pairs, lessons.find(episode, pairs), strict=True):
        kind = policy.kinds.find(gold.state.question)
        candidates = features.list_candidates(gold.state)
        right = find_right(gold, candidates)
        described = features.describe(gold.state, kind, candidates)
        scores = policy.choosers["act"].scores(described)
        typed = _score_texts(policy, kind, gold) if gold.action.name == "Type" else None
        advices = (*map(Advice, plans_made), Advice("", found[:1]), Advice("", found))
        for advice in advices:
            state = replace(gold.state, advice=advice)
            if right and (advice.plan or advice.lessons):
                yield Example(heeding.describe(state, kind, candidates), right, scores)
            if typed and advice.plan:
                field, texts, *answer = typed
                yield Example(heeding.describe_texts(state, kind, field, texts), *answer)


def _score_texts(
    policy: Policy, kind: str, gold: GoldState
) -> tuple[Candidate, list[str], frozenset[int], numpy.ndarray] | None:
    """The field typed into, its possible texts, which are right, and the policy's scores."""
    element = next(e for e in gold.state.page.elements if e.label == gold.action.label)
    texts = typing.list_texts(gold.state, element)
    right = [n for n, t in enumerate(texts) if t.text.lower() == gold.action.text.lower()]
    if not right:
        return None
    described = typing.describe_texts(gold.state, kind, element, texts)
    scores = policy.choosers["type"].scores(described)
    return Candidate("Type", element), [text.text for text in texts], frozenset(right), scores


class _Lessons:
    """Failures with their reflections, retrieved by the similarity of their situations."""

    def __init__(self, failures: Sequence[Failure]) -> None:
        self.failures = failures
        situations = [failure.situation for failure in failures]
        none = numpy.zeros((0, embedding.DIMENSIONS))
        self.vectors = embedding.embed(situations) if situations else none

    def find(
        self, episode: Episode, pairs: Sequence[tuple[GoldStep, GoldState]]
    ) -> Iterator[tuple[str, ...]]:
        """The lessons from the three failures at other tasks that are nearest to each step."""
        question = episode.task.question
        histories = ([say_history(entry) for entry in step.history] for step, _ in pairs)
        situations = [describe_situation(question, history, "") for history in histories]
        for now in embedding.embed(situations):
            order = numpy.argsort(-(self.vectors @ now), kind="stable")
            near = (self.failures[place] for place in order)
            other = (each.reflection for each in near if each.task != episode.task.id)
            yield tuple(islice(dict.fromkeys(other), 3))


def _reflect(failure: Failure) -> Failure:
    """A failure with the reflection that the offline rules write about it."""
    messages = [Message(m["role"], m["content"]) for m in reflections.prompt([failure])]
    text, about_plan = reflections.read(reflect.reply(tuple(messages), Sample()))
    return replace(failure, reflection=text, plan_related=about_plan, reflected_by="offline-rules")
