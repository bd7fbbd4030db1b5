"""The empirical planner: a plan at a glance, step by step, learned from golden plans.

WebExperT's G_EP(q, s). A step of a plan is a template, such as `Click the link “_1”`, in which a
number stands for a phrase of the question. The next step is a choice (`choice.py`) among all
templates met in training, by the words of the question and the steps before.
"""

import json
import re
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy

from ..offline.question.words import fold
from . import storing
from .choice import Chooser, Example, cross_each, ids, train
from .question import Question, read_question
from .state import shape

END = "Answer with what the question asks for."
LONGEST = 20  # steps of a plan
OTHERS = 60  # templates that a step is compared with in training
QUOTED = re.compile(r"\"([^\"]*)\"")
SLOT = re.compile(r"_(\d+)\b")
Pair = tuple[str, Sequence[str]]  # a question, and the steps of its plan


@dataclass(frozen=True)
class EmpiricalPlanner:
    """The templates of steps, and the weights that choose among them."""

    templates: tuple[str, ...]
    chooser: Chooser

    def __repr__(self) -> str:
        return f"EmpiricalPlanner({len(self.templates)} kinds of step)"

    def plan(self, text: str) -> tuple[str, ...]:
        """The steps of a plan for a question, the answer last."""
        question, steps = read_question(text), ["", ""]
        while len(steps) < LONGEST + 2 and steps[-1] != END:
            scores = self.chooser.scores(_describe_templates(question, steps, self.templates))
            steps.append(self.templates[int(scores.argmax())])
        return tuple(fill(step, question) for step in steps[2:])

    def save(self, file: str | Path) -> None:
        """Write the planner as a zip of JSON and rounded weights."""
        templates = json.dumps(self.templates).encode()
        storing.write(file, {"templates.json": templates, "weights": storing.pack(self.chooser)})

    @classmethod
    def load(cls, file: str | Path) -> "EmpiricalPlanner":
        """Read a planner. Raises ValueError, which says how to train it again, if unusable."""
        try:
            members = storing.read(file)
            templates = tuple(json.loads(members["templates.json"]))
            return cls(templates, storing.unpack(members["weights"]))
        except (OSError, KeyError, ValueError, zipfile.BadZipFile) as error:
            raise storing.refuse(file, "a planner", error) from error


def fit(pairs: Sequence[Pair], bits: int = 18, epochs: int = 8, seed: int = 0) -> EmpiricalPlanner:
    """Fit a planner to questions and their golden plans; fewer `bits` make a smaller one."""
    abstracted = [
        (read_question(text), [abstract(step, text) for step in steps]) for text, steps in pairs
    ]
    templates = tuple(sorted({step for _, steps in abstracted for step in steps}))
    examples, draw = [], numpy.random.default_rng(seed)
    for question, steps in abstracted:
        before = ["", "", *steps]
        for number, step in enumerate(steps):
            others = draw.choice(templates, min(OTHERS, len(templates)), replace=False)
            compared = [step, *(other for other in map(str, others) if other != step)]
            described = _describe_templates(question, before[: number + 2], compared)
            examples.append(Example(described, frozenset([0])))
    return EmpiricalPlanner(templates, train(examples, bits, epochs, seed=seed))


def abstract(step: str, text: str) -> str:
    """A step in which quoted phrases of the question become "_0", "_1", …"""
    question = read_question(text)

    def replace(match: re.Match) -> str:
        folded = fold(match[1])
        if folded in question.phrases:
            return f'"_{question.phrases.index(folded)}"'
        inside = [n for n, phrase in enumerate(question.phrases) if phrase and phrase in folded]
        if inside:
            return f'"_{max(inside, key=lambda n: len(question.phrases[n]))}"'
        within = [n for n, phrase in enumerate(question.phrases) if folded and folded in phrase]
        return f'"_{within[0]}"' if within and len(folded) > 3 else match[0]

    return QUOTED.sub(replace, step)


def fill(step: str, question: Question) -> str:
    """A template filled in with the phrases of a question, as the question writes them."""

    def replace(match: re.Match) -> str:
        number = int(match[1])
        if number >= len(question.phrases):
            return match[0]
        phrase, folded = question.phrases[number], fold(question.text)
        start = folded.find(phrase)
        same = len(folded) == len(question.text)
        return question.text[start : start + len(phrase)] if same else phrase

    return SLOT.sub(replace, step)


def _describe_templates(
    question: Question, steps: Sequence[str], templates: Sequence[str]
) -> list[numpy.ndarray]:
    """The ids of each template's features as the step that follows `steps`."""
    last, before = steps[-1], steps[-2]
    used = {slot for step in steps for slot in SLOT.findall(step)}
    kind = " ".join(sorted(question.kind_words))
    context = ids(
        [
            "",
            f"last {last}",
            f"last {last} before {before}",
            f"kind {kind}",
            f"kind {kind} last {last}",
            f"step {len(steps)}",
            *(f"asks {word}" for word in sorted(question.kind_words)),
            *(f"asks {word} last {last}" for word in sorted(question.kind_words)),
        ]
    )
    phrases = len(question.phrases)
    return cross_each(context, [_describe_template(each, used, phrases) for each in templates])


def _describe_template(template: str, used: set[str], phrases: int) -> list[str]:
    frame, slots = _read_template(template)
    known = all(int(slot) < phrases for slot in slots)
    fresh = [slot not in used for slot in slots]
    return [template, frame, f"{frame} known {known} fresh {fresh}"]


@lru_cache(5000)
def _read_template(template: str) -> tuple[str, list[str]]:
    """A template without its quotations, and the numbers of its phrases."""
    return shape(QUOTED.sub("", template), frozenset()), SLOT.findall(template)
