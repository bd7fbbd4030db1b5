"""Candidates of a step, as in MindAct: rank a page's marks, and keep the best.

MindAct (Deng et al. 2023) asks a small model how well each element fits the task and the earlier
actions, and shows only the best to the executor; WebExperT gives letters to the best 26. A scorer
is a function of a step that returns one number per mark, higher for better.
"""

import random
import re
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

import numpy
import pandas

from webvoyager.lab.planning.gold_steps import GoldStep, describe
from webvoyager.lab.statistics.rates import wilson
from webvoyager.records import Mark

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

Scorer = Callable[[GoldStep], Sequence[float]]
FEATURES = 2**20  # columns that features are hashed to
NEGATIVES = 20  # limit of wrong marks per step in a ranker's training
ALPHA = 3e-4  # strength of the L2 penalty
CELL = 128  # pixels: the grid in which a ranker knows a mark's place


def rank(step: GoldStep, scorer: Scorer) -> list[int]:
    """The labels of all marks of the step's page, best first; equals stay in reading order."""
    scores = numpy.asarray(scorer(step), dtype=float)
    return [int(label) for label in numpy.argsort(-scores, kind="stable")]


def recall(
    steps: Sequence[GoldStep], scorer: Scorer, ks: Sequence[int] = (1, 5, 10, 26, 50)
) -> pandas.DataFrame:
    """One row per k: recall, the share of steps with a target among the k best marks; n, low, high.

    Only steps on an element count; one without a target is a miss. low and high are the ends of
    Wilson's 95 % interval. Raises ValueError when no step is on an element.
    """
    places = [_find_place(step, scorer) for step in steps if step.on_element]
    if not places:
        raise ValueError("None of the steps is on an element, so there is nothing to find.")
    rows = []
    for k in ks:
        found = sum(place < k for place in places)
        rows.append((k, found / len(places), len(places), *wilson(found, len(places))))
    return pandas.DataFrame(rows, columns=["k", "recall", "n", "low", "high"])


def overlap(step: GoldStep) -> list[float]:
    """The untrained baseline: the share of a mark's words that are in the task or the history."""
    known = _list_words(" ".join((step.task.question, *step.history)))
    named = [_list_words(mark.text) for mark in step.observation.marks]
    return [len(words & known) / (len(words) + 1) for words in named]


class Ranker:
    """A trained scorer: the probability, from 0 to 1, that a mark of a step's page is right."""

    def __init__(self, model: object) -> None:
        self._model = model  # a classifier of scikit-learn

    def __call__(self, step: GoldStep) -> list[float]:
        """One probability per mark."""
        marks = step.observation.marks
        if not marks:
            return []
        chances = self._model.predict_proba(_hash_features(_list_rows(step, marks)))
        return [float(chance) for chance in chances[:, 1]]


def train_ranker(steps: Sequence[GoldStep], seed: int = 0) -> Ranker:
    """Train a ranker on gold steps: logistic regression on hashed features of single marks.

    Like MindAct's, it rates one mark at a time. It sees the words of question, history and mark,
    and a mark's role, tag, state and place. The same steps and seed give the same ranker. Raises
    ValueError when no step has both right and wrong marks.
    """
    from sklearn.linear_model import SGDClassifier  # slow to import, seldom needed

    draw, rows, right = random.Random(seed), [], []
    for step in steps:
        if step.on_element and step.targets:
            marks = _sample_marks(step, draw)
            rows += _list_rows(step, marks)
            right += [mark.label in step.targets for mark in marks]
    if len(set(right)) < 2:
        raise ValueError("A ranker needs steps on elements, on pages with more than one mark.")
    model = SGDClassifier(loss="log_loss", alpha=ALPHA, random_state=seed, max_iter=10, tol=None)
    return Ranker(model.fit(_hash_features(rows), right))


def _find_place(step: GoldStep, scorer: Scorer) -> float:
    """How many marks are ranked before the first target; infinity if there is none."""
    order = rank(step, scorer) if step.targets else []
    return next((n for n, label in enumerate(order) if label in step.targets), numpy.inf)


def _list_words(text: str) -> set[str]:
    """The words and numbers of a text, in lower case."""
    return set(re.findall(r"\w+", text.lower()))


def _sample_marks(step: GoldStep, draw: random.Random) -> list[Mark]:
    """All targets of a step, and some of its other marks."""
    marks = step.observation.marks
    others = [mark for mark in marks if mark.label not in step.targets]
    return [marks[label] for label in step.targets] + draw.sample(
        others, min(NEGATIVES, len(others))
    )


def _list_rows(step: GoldStep, marks: Sequence[Mark]) -> list[list[str]]:
    """The features of these marks of a step: a list of names per mark."""
    asked = _list_words(step.task.question)
    last = _list_words(step.history[-1]) if step.history else {"nothing"}
    done = _list_words(" ".join(step.history))
    return [
        [
            *_describe_mark(mark),
            *_describe_fit(_list_words(mark.text), asked, done),
            *_describe_pairs(mark, asked, last),
            f"used before={_was_used(mark, step.history)}",
            f"step={len(step.history)} {mark.role}",
        ]
        for mark in marks
    ]


def _describe_mark(mark: Mark) -> Iterator[str]:
    """Features of the mark alone, whatever the task: role, tag, state, place and words."""
    states = (bool(mark.value), mark.checked, mark.expanded, mark.selected, mark.disabled)
    x, y = mark.boxes[0][:2] if mark.boxes else (0, 0)
    yield from (f"role={mark.role}", f"tag={mark.tag}", f"state={states}")
    yield from (f"place={x // CELL:.0f},{y // CELL:.0f}", f"height={y // CELL:.0f}")
    yield from (f"word={word}" for word in _list_words(mark.text))


def _describe_fit(words: set[str], asked: set[str], done: set[str]) -> Iterator[str]:
    """Features of the fit: which words of a mark are in the question, or in the history."""
    shared = words & asked
    yield from (f"asked={word}" for word in shared)
    yield from ("shared",) * len(shared)
    yield f"share asked={round(4 * len(shared) / (len(words) + 1))}"
    yield from (f"done={bool(words & done)}", f"all done={words <= done}")


def _describe_pairs(mark: Mark, asked: set[str], last: set[str]) -> Iterator[str]:
    """Features of pairs: each word of the question and of the last action with each of the mark."""
    own = (mark.role, *_list_words(mark.text))
    yield from (f"asked {word}, here {other}" for word in asked for other in own)
    yield from (f"last {word}, here {other}" for word in last for other in own)


def _was_used(mark: Mark, history: Sequence[str]) -> bool:
    return any(done.startswith(describe(mark, "")) for done in history)


def _hash_features(rows: Sequence[Sequence[str]]) -> "csr_matrix":
    """A sparse matrix with one row per mark."""
    from sklearn.feature_extraction import FeatureHasher  # slow to import, seldom needed

    return FeatureHasher(FEATURES, input_type="string", alternate_sign=False).transform(rows)
