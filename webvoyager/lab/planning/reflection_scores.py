"""How good reflections are: the kind of mistake, and whether a reflection names the true cause.

In the paper, people rated the reflections (reflection accuracy 84.4 %). Here rules compare words,
so the two can't be compared.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from ..judging.answer_tokens import tokens
from ..statistics.rates import wilson
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


def reflection_accuracy(reflections: Sequence[Reflection], failures: Sequence[Failure]) -> Score:
    """How often a reflection names the true cause of its failure, by `names_cause`.

    In the paper, people found 84.4 %. Failures whose right action is unknown, and reflections that
    were refused, are not counted. Raises ValueError when none is left, or when there is not one
    reflection for each failure.
    """
    named = [
        names_cause(reflection.text, failure)
        for reflection, failure in zip(reflections, failures, strict=True)
        if reflection.text and failure.right
    ]
    if not named:
        raise ValueError("No failure has both a reflection and a known right action.")
    low, high = wilson(sum(named), len(named))
    return Score(sum(named) / len(named), (low, high), len(named))


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

    A name or a value counts as named if at least half of its words are in the text. For a wrong
    element or value, only those that the two actions don't share can be named; if there are no
    names and values at all, the actions in words.
    """
    kind = mistake(failure)
    if not kind or not re.search(MISTAKES[kind], text, re.I):
        return False
    deeds = (read(failure.done), read(failure.right))
    done, right = ({deed.name, deed.value} - {""} for deed in deeds)
    differ = done ^ right if kind in ("element", "value") else set()
    parts = (differ or done | right) or {failure.done, failure.right}
    words, reflected = [set(tokens(part)) for part in parts], set(tokens(text))
    return any(each and len(each & reflected) / len(each) >= 0.5 for each in words)
