"""How good reflections are: whether they name the true cause, and help the next step.

In the paper, people rated the reflections: reflection accuracy 84.4 %, action refinement rate
91.1 %. Here rules compare words, so the reflection accuracy can't be compared with the paper's.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from ..judging.answer_tokens import tokens
from ..running.rates import wilson
from .action_words import read
from .reflections import Reflection
from .trials import Failure

POINTING = ("Click", "Type", "Select")  # the verbs that take an element
MISTAKES = {  # each kind of mistake, and the words by which a reflection names it
    "element": r"\b(?:element|button|link|field|box|textbox|combobox|checkbox|radio|menu|list|tab"
    r"|icon|option|switch|result)s?\b",
    "operation": r"\b(?:operation|action|click(?:ed|ing)?|typ(?:e|ed|ing)|select(?:ed|ing)?"
    r"|scroll(?:ed|ing)?|wait(?:ed|ing)?|(?:go|going|went) back)s?\b",
    "value": r"\b(?:values?|texts?|words?|wording|terms?|numbers?|dates?|options?|answers?"
    r"|typ(?:ed|ing)|enter(?:ed|ing)|select(?:ed|ing)|chose|choosing|answered)\b",
    "answered too early": r"\b(?:too (?:early|soon)|premature\w*|hast(?:y|ily)"
    r"|answer\w* before|before (?:I )?answer\w*)\b",
    "answered too late": r"\b(?:too late|already|instead of answering|should have answered"
    r"|went on|kept|no longer|enough to answer)\b",
}


class Score(NamedTuple):
    """A rate as a share, its Wilson 95 % interval, and the number of cases n."""

    rate: float
    interval: tuple[float, float]
    n: int


def reflection_accuracy(
    reflections: Sequence[Reflection | str], failures: Sequence[Failure]
) -> Score:
    """How often a reflection names the true cause of its failure, by `names_cause`.

    In the paper, people found 84.4 %. Failures whose right action is unknown, and reflections that
    were refused, are not counted. Raises ValueError when none is left, or when there is not one
    reflection for each failure.
    """
    if len(reflections) != len(failures):
        counts = f"{len(reflections)} reflections and {len(failures)} failures"
        raise ValueError(f"Each failure needs one reflection; there are {counts}.")
    texts = [getattr(each, "text", each) for each in reflections]
    named = [
        names_cause(text, failure)
        for text, failure in zip(texts, failures, strict=True)
        if text and failure.right
    ]
    if not named:
        raise ValueError("No failure has both a reflection and a known right action.")
    return _make_score(named)


def refinement_rate(before: Sequence[bool], after: Sequence[bool]) -> Score:
    """How often a step that was wrong without the lesson is right with it; in the paper 91.1 %.

    Both are step successes by `metrics.score`, of the same steps in the same order. To see how
    often a lesson spoils a right step, negate both. Raises ValueError when no step was wrong, or
    when the two differ in length.
    """
    if len(before) != len(after):
        counts = f"{len(before)} before and {len(after)} after"
        raise ValueError(f"Each step needs its success without and with the lesson, not {counts}.")
    refined = [bool(now) for was, now in zip(before, after, strict=True) if not was]
    if not refined:
        raise ValueError("No step was wrong before, so none could be refined.")
    return _make_score(refined)


def mistake(failure: Failure) -> str:
    """The kind of mistake, one of MISTAKES; "" if the right action is unknown."""
    if not failure.right:
        return ""
    done, right = read(failure.done), read(failure.right)
    if (done.verb == "Answer") != (right.verb == "Answer"):
        return "answered too early" if done.verb == "Answer" else "answered too late"
    pointing = done.verb in POINTING and right.verb in POINTING
    if pointing and (done.element != right.element or failure.done == failure.right):
        return "element"  # also if two elements have the same name
    return "operation" if done.verb != right.verb else "value"


def names_cause(text: str, failure: Failure) -> bool:
    """Whether a text names the kind of mistake, and what was wrong or would have been right.

    A name or a value counts as named if at least half of its words are in the text.
    """
    kind = mistake(failure)
    if not kind or not re.search(MISTAKES[kind], text, re.I):
        return False
    reflected = set(tokens(text))
    return any(_share_said(part, reflected) >= 0.5 for part in _list_parts(failure, kind))


def _list_parts(failure: Failure, kind: str) -> list[str]:
    """The names and values of both actions; for a wrong element or value, those not in both.

    If there are none, the actions in words.
    """
    deeds = (read(failure.done), read(failure.right))
    done, right = ({deed.name, deed.value} - {""} for deed in deeds)
    differ = done ^ right if kind in ("element", "value") else set()
    return sorted(differ or done | right) or [failure.done, failure.right]


def _share_said(part: str, reflected: set) -> float:
    """The share of a part's words that are in `reflected`."""
    words = set(tokens(part))
    return len(words & reflected) / max(len(words), 1)


def _make_score(outcomes: Sequence[bool]) -> Score:
    reached, n = sum(outcomes), len(outcomes)
    low, high = wilson(reached, n)
    return Score(reached / n, (float(low), float(high)), n)
