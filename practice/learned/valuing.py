"""The learned value of a state: how likely the episodes that passed through it were to succeed.

It is learned from the agent's own successes and failures on training worlds, by the same softmax
over hashed features as everything else here, with two candidates: failure and success. It sees what
the prompt of a value function shows (`lab/search/values.py`): the task, the actions, the address,
the answer if there is one, and the lines of the screenshots.
"""

import json
import re
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

import numpy

from webvoyager.lab.search import values
from webvoyager.lab.search.trees import Node
from webvoyager.records import Episode

from ..offline.endpoint.protocol import Message
from ..offline.question.words import fold
from ..offline.skills.judge import read_fenced
from . import storing
from .choice import Chooser, Example, cross, ids, train
from .gold import to_message
from .kinds import Kinds
from .passages import find_form
from .question import Question, read_question
from .state import shape, shape_address

BITS, EPOCHS = 16, 4
ACTION = re.compile(r"^\d+\. (?P<name>\w+)(?P<text>[^(\n]*)(?:\(<(?P<tag>\w+)> \"(?P<on>.*?)\"\))?")


@dataclass(frozen=True)
class Valuer:
    """A value function: its weights, and the kinds of question they know."""

    kinds: Kinds
    chooser: Chooser

    def __repr__(self) -> str:
        return f"Valuer({len(self.kinds.known)} kinds of question)"

    def value(self, messages: Sequence[Message]) -> float:
        """The probability, from 0 to 1, that the state in a prompt leads to success."""
        return float(self.chooser.probabilities(describe(messages, self.kinds))[1])

    def save(self, file: str | Path) -> None:
        """Write the value function as a zip of JSON and rounded weights."""
        kinds = json.dumps(self.kinds.known).encode()
        storing.write(file, {"kinds": kinds, "value": storing.pack(self.chooser)})

    @classmethod
    def load(cls, file: str | Path) -> "Valuer":
        """Read a value function. Raises ValueError, which says what to do, if it is unusable."""
        try:
            members = storing.read(file)
            return cls(Kinds(json.loads(members["kinds"])), storing.unpack(members["value"]))
        except (OSError, KeyError, ValueError, zipfile.BadZipFile) as error:
            raise storing.refuse(file, "a value function", error) from error


def fit(episodes: Iterable[tuple[Episode, bool]], seed: int = 0) -> Valuer:
    """Fit a value function to all states of episodes, given whether each episode succeeded."""
    judged = list(episodes)
    kinds = Kinds.learn(episode.task.question for episode, _ in judged)
    examples = [
        Example(describe(messages, kinds), frozenset([int(success)]))
        for episode, success in judged
        for messages in list_prompts(episode)
    ]
    return Valuer(kinds, train(examples, BITS, EPOCHS, seed=seed))


def list_prompts(episode: Episode) -> Iterator[list[Message]]:
    """The prompts of a value function after each step of an episode."""
    steps = [
        replace(step, observation=replace(step.observation, image=b"not looked at"))
        for step in episode.steps
    ]
    for place, step in enumerate(steps):
        done = tuple(steps[: place + 1])
        following = steps[place + 1] if place + 1 < len(steps) else step
        node = Node(
            place, action=str(step.action or ""), steps=done, observation=following.observation
        )
        yield [to_message(message) for message in values.prompt(episode.task, node)]


def describe(messages: Sequence[Message], kinds: Kinds) -> list[numpy.ndarray]:
    """The ids of the features of failure and of success for the state in a prompt."""
    state = cross(ids(["it"]), ids(list_features(tuple(messages), kinds)))
    return [cross(ids([outcome]), state) for outcome in ("failure", "success")]


def list_features(messages: Sequence[Message], kinds: Kinds) -> list[str]:
    """The features of the state in a prompt, in words."""
    fenced = read_fenced(messages[-1].text)
    question = read_question(fenced.get("task", ""))
    kind, place = kinds.find(question), shape_address(fenced.get("address", ""))
    acts = [_shape_action(line, question) for line in fenced.get("actions", "").splitlines()]
    last = acts[-1] if acts else ""
    shown = [_read_lines(picture.page or {}) for picture in messages[-1].pictures]
    named = _count_named(question, shown[-1] if shown else "")
    same = len(shown) > 1 and shown[-1] == shown[-2]
    answer = fenced.get("answer")
    stage = "answered" if answer is not None else "on the way"
    found = [
        "",
        f"steps {min(len(acts), 10)}",
        f"at {place}",
        f"last {last}",
        f"named {named}",
        f"same {same} {last.split(' ')[0]}",
        f"repeated {len(acts) - len(set(acts))}",
        f"kind {kind}",
        f"kind {kind} at {place}",
        f"kind {kind} last {last}",
        f"kind {kind} steps {min(len(acts), 10)}",
        f"kind {kind} named {named}",
        *(f"kind {kind} did {act}" for act in dict.fromkeys(acts)),
        *(f"asks {word} at {place}" for word in sorted(question.kind_words)),
    ]
    if answer is not None:
        found += _describe_answer(answer, question, kind, shown)
    return [f"{stage} {feature}" for feature in found]


def _describe_answer(
    answer: str, question: Question, kind: str, shown: Sequence[str]
) -> Iterator[str]:
    """The form of an answer, and whether the screenshots show it."""
    parts = answer.split(", ")
    forms = " ".join(find_form(part) for part in parts)
    seen = [any(fold(part) in text for text in shown) for part in parts]
    new = fold(answer) not in fold(question.text)
    yield f"answers {forms}"
    yield f"answers {len(parts)} seen {all(seen)} {any(seen)} new {new}"
    yield f"kind {kind} answers {forms}"
    yield f"kind {kind} answers {len(parts)} seen {all(seen)}"


def _shape_action(line: str, question: Question) -> str:
    """A line of the actions without the question's values and the numbers of marks."""
    found = ACTION.match(line)
    if not found:
        return "unclear"
    text = shape(found["text"].partition(";")[2], question.values)
    failed = " failed" if " failed: " in line else ""
    return f"{found['name']} {shape(found['on'] or '', question.values)} {text}{failed}"


def _count_named(question: Question, text: str) -> str:
    """How many of the question's phrases a screenshot shows: all, some or none."""
    named = sum(phrase in text for phrase in question.phrases)
    return "all" if named == len(question.phrases) else "some" if named else "none"


def _read_lines(page: dict) -> str:
    """The folded text of a screenshot."""
    return _join_lines(tuple(str(line[4]) for line in page.get("lines", ())))


@lru_cache(64)
def _join_lines(lines: tuple[str, ...]) -> str:
    return fold(" ".join(lines))
