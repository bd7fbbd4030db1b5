"""Heeding advice: how an action fits the plan and the lessons in the prompt.

How far to trust them is learned separately (`trust.py`), in part on tasks that the policy was not
trained on: a policy that knows a task by heart would learn to trust nothing.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy

from ..offline.question.words import fold
from .choice import ids
from .features import Candidate
from .state import Done, State, find_role, split_words

NUMBERED = re.compile(r"^\s*(?:\d+[.)]|[-*•])\s*", re.MULTILINE)
QUOTED = re.compile(r"[\"“]([^\"”]*)[\"”]")
INSTEAD = re.compile(r"\b(?:instead of|rather than|next time)\b", re.IGNORECASE)
VERBS = {  # how plans and lessons name the actions
    "Click": ("click", "press", "open", "choos(?:e|ing)", "follow", "pick", "check", "tick"),
    "Type": ("typ(?:e|ing)", "select", "enter", "fill", "search", "writ(?:e|ing)"),
    "ANSWER": ("answer", "report"),
    "GoBack": ("go back", "went back", "going back"),
    "Google": ("open the search engine",),
    "Scroll": ("scroll",),
}
VERB_PATTERNS = {verb: re.compile(rf"\b(?:{'|'.join(words)})") for verb, words in VERBS.items()}
ORDER = ("Google", "GoBack", "ANSWER", "Type", "Scroll", "Click")  # the least ambiguous first


@dataclass(frozen=True)
class Advised:
    """An action in a plan or a lesson: its verb, the name and role of its element, and its text."""

    verb: str = ""
    name: str = ""  # folded
    role: str = ""
    text: str = ""  # folded


@lru_cache(1000)
def read_plan(plan: str) -> tuple[Advised, ...]:
    """The steps of a plan; a line that names no action is kept without a verb."""
    lines = (NUMBERED.sub("", line) for line in plan.splitlines())
    return tuple(read_action(line) for line in lines if line.strip())


@lru_cache(1000)
def read_lesson(lesson: str) -> tuple[Advised, Advised]:
    """The action that a lesson says was wrong, and the one that would have been right."""
    parts = INSTEAD.split(lesson, maxsplit=1)
    wrong = re.sub(r"^In this attempt, I was unsuccessful\.", "", parts[0])
    right = re.split(r"[:.] ", parts[1], maxsplit=1)[0] if len(parts) > 1 else ""
    return read_action(wrong), read_action(right)


def read_action(words: str) -> Advised:
    """The action that some words describe: `Type "Zurich" into "Where to?"`."""
    plain = fold(QUOTED.sub(" ", words))
    verb = next((verb for verb in ORDER if VERB_PATTERNS[verb].search(plain)), "")
    quoted = [fold(name) for name in QUOTED.findall(words)]
    role = re.search(r"the ([a-z]+) [\"“]", words)
    two = verb == "Type" and len(quoted) > 1
    text, name = (quoted[0], quoted[-1]) if two else ("", quoted[-1] if quoted else "")
    return Advised(verb, name, role[1] if role else "", text)


def describe(state: State, kind: str, candidates: Sequence[Candidate]) -> list[numpy.ndarray]:
    """The ids of each candidate's features: how it fits the plan, and each lesson."""
    steps = read_plan(state.advice.plan)
    place = find_place(steps, state.done)
    lessons = [read_lesson(lesson) for lesson in state.advice.lessons[:3]]
    acts = [_make_advised(candidate) for candidate in candidates]
    fits = [[_rate_match(step, act) for act in acts] for step in steps[place : place + 3]]
    shown = max((fit for fit in fits[0]), default=0) if fits else 0
    known = "known" if kind else "unknown"
    described = []
    for number, act in enumerate(acts):
        found = []
        if steps:
            found += _describe_fit(act, [fit[number] for fit in fits], shown)
        for rank, lesson in enumerate(lessons):
            wrong, right = (_rate_match(side, act) for side in lesson)
            same = lesson[0].verb == act.verb, lesson[1].verb == act.verb
            found += [f"lesson {wrong} {right}", f"lesson {act.verb} {same}"]
            found += [f"lesson {rank} {wrong} {right}"]
        described.append(_find_ids(known, tuple(found)))
    return described


def describe_texts(
    state: State, kind: str, candidate: Candidate, texts: Sequence[str]
) -> list[numpy.ndarray]:
    """The ids of each text's features: whether the plan has it typed here."""
    steps = read_plan(state.advice.plan)
    left = steps[find_place(steps, state.done) :][:4]
    act = _make_advised(candidate)
    best = max(left, key=lambda step: _rate_match(step, act), default=Advised())
    fit, known = _rate_match(best, act), "known" if kind else "unknown"
    others = {step.text for step in left} - {""}
    described = []
    for text in map(fold, texts):
        found = (f"text {fit} {text == best.text}", f"text {text in others}")
        described.append(_find_ids(known, found))
    return described


@lru_cache(10_000)
def _find_ids(known: str, features: tuple[str, ...]) -> numpy.ndarray:
    """The ids of features, each alone and together with whether the kind of question is known."""
    return ids([*features, *(f"{known} {feature}" for feature in features)])


def find_place(steps: Sequence[Advised], done: Sequence[Done]) -> int:
    """The number of plan steps up to the last one done; actions match steps in plan order."""
    place = 0
    for action in done:
        act = Advised(action.action, fold(action.name), action.role, fold(action.text))
        fits = [_rate_match(step, act) for step in steps[place : place + 3]]
        if fits and max(fits) >= 3:
            place += fits.index(max(fits)) + 1
    return place


def _describe_fit(act: Advised, fits: Sequence[int], shown: int) -> list[str]:
    """How an action fits the remaining steps; `shown` is the best fit of any to the next one."""
    following = fits[0] if fits else 0
    later = max(fits[1:3], default=0)
    return [
        f"next {following}",
        f"next {following} of {shown}",
        f"next {following} of {shown} later {later}",
        f"{act.verb} next {following} of {shown} left {min(len(fits), 3)}",
        f"{act.verb} {act.role} next {following} of {shown}",
    ]


def _make_advised(candidate: Candidate) -> Advised:
    verb = candidate.action.partition(" ")[0]
    if candidate.element is None:
        return Advised(verb)
    return Advised(verb, fold(candidate.element.name), find_role(candidate.element))


@lru_cache(100_000)
def _rate_match(step: Advised, act: Advised) -> int:
    """How well an action fits a step of a plan, from 0 to 5: by its verb, name and role."""
    if not step.name or not act.name:
        return 5 if step.verb == act.verb and not step.name and not act.name else 0
    same = step.verb in ("", act.verb)
    if step.name == act.name:
        return (5 if step.role in ("", act.role) else 4) if same else 2
    words, other = set(split_words(step.name)), set(split_words(act.name))
    share = len(words & other) / max(len(words | other), 1)
    return 3 if same and share >= 0.5 else 1 if share >= 0.5 else 0
