"""The learned agent's policy: what to do, what to type and what to answer, with probabilities."""

import json
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy
import pandas

from . import features, heeding, reading, storing, typing
from .choice import Chooser, softmax
from .features import Candidate
from .kinds import Kinds
from .passages import Passage
from .state import Done, State, find_role

FORMAT = 2  # changes with the features: weights fit only those they were trained on
# The choices, with one set of weights each; "heed" adjusts the first two by plans and lessons.
PARTS = ("act", "type", "passage", "span", "heed")
UNCHANGED_FACTOR = 0.02  # times the probability of an action that has just changed nothing


@dataclass(frozen=True)
class Move:
    """A possible move: its probability, the action, and the number of its element."""

    probability: float
    done: Done
    label: int | None = None
    answer: str = ""

    @property
    def action(self) -> str:
        """The action as a reply writes it."""
        done = self.done
        if done.action == "ANSWER":
            return f"ANSWER; {self.answer}"
        if done.action == "Scroll":
            return f"Scroll [WINDOW]; {done.text}"
        target = f" [{self.label}]" if self.label is not None else ""
        return f"{done.action}{target}" + (f"; {done.text}" if done.action == "Type" else "")


@dataclass(frozen=True)
class Policy:
    """The choosers, the kinds of question they know, and what they were trained on."""

    kinds: Kinds
    choosers: dict[str, Chooser]
    about: dict[str, Any] = field(default_factory=dict)  # worlds, trajectories, steps

    def __repr__(self) -> str:
        trained = f", trained on {self.about['steps']:,} steps" if "steps" in self.about else ""
        return f"Policy({len(self.kinds.known)} kinds of question{trained})"

    @property
    def version(self) -> str:
        """The name of these weights, which ends in their checksum."""
        sums = [zlib.crc32(chooser.weights.tobytes()) for chooser in self.choosers.values()]
        return f"offline-learned-{FORMAT}-{zlib.crc32(repr(sums).encode()):08x}"

    def weigh_actions(self, state: State) -> list[tuple[float, Candidate]]:
        """Each action with its probability, the likeliest first."""
        candidates = features.list_candidates(state)
        kind = self.kinds.find(state.question)
        scores = self.choosers["act"].scores(features.describe(state, kind, candidates))
        if _is_advised(state):
            scores = scores + self.choosers["heed"].scores(
                heeding.describe(state, kind, candidates)
            )
        chances = softmax(scores) * [_find_penalty(state, candidate) for candidate in candidates]
        pairs = zip(chances / chances.sum(), candidates, strict=True)
        return sorted(pairs, key=lambda pair: -pair[0])

    def explain(self, state: State) -> pandas.DataFrame:
        """The features of the two likeliest actions, with the weight that each adds to its score.

        One column per action, one row per feature, NaN where an action lacks it; those on which the
        two differ most come first. The sums of the columns differ by the logarithm of the odds of
        the two actions, if no advice and no unchanged page plays a part.
        """
        kind, columns = self.kinds.find(state.question), {}
        for chance, candidate in self.weigh_actions(state)[:2]:
            [used] = features.describe(state, kind, [candidate])
            names = features.name_features(state, kind, candidate)
            weights = pandas.Series(self.choosers["act"].weigh(used), names)
            label = "" if candidate.label is None else f" [{candidate.label}]"
            columns[f"{candidate.action}{label}, {chance:.0%}"] = weights.groupby(level=0).sum()
        table = pandas.DataFrame(columns)
        difference = table.fillna(0).diff(axis="columns").iloc[:, -1].abs()
        return table.loc[difference.sort_values(ascending=False, kind="stable").index]

    def weigh_texts(self, state: State, candidate: Candidate) -> list[tuple[float, str]]:
        """Each text that could be typed into an element, with its probability."""
        texts = typing.list_texts(state, candidate.element)
        if not texts:
            return []
        kind = self.kinds.find(state.question)
        described = typing.describe_texts(state, kind, candidate.element, texts)
        scores = self.choosers["type"].scores(described)
        written = [text.text for text in texts]
        if state.advice.plan:
            shown = heeding.describe_texts(state, kind, candidate, written)
            scores = scores + self.choosers["heed"].scores(shown)
        pairs = zip(softmax(scores), written, strict=True)
        return sorted(pairs, key=lambda pair: -pair[0])

    def read_answers(self, state: State, most: int = 3) -> list[tuple[float, str]]:
        """The likeliest answers with their probabilities."""
        passages = reading.list_sources(state)
        found: dict[str, float] = {}
        for chance, parts in self._continue_answer(state, passages, (), (), 1.0, most):
            answer = reading.join_answer(parts)
            found[answer] = found.get(answer, 0.0) + chance
        return sorted(((chance, text) for text, chance in found.items()), key=lambda p: -p[0])[
            :most
        ]

    def _continue_answer(
        self,
        state: State,
        passages: Sequence[Passage],
        chosen: tuple[Passage, ...],
        parts: tuple[str, ...],
        chance: float,
        most: int,
    ) -> Iterator[tuple[float, tuple[str, ...]]]:
        """The likeliest continuations of an answer: to end it, or to add one more passage."""
        kind = self.kinds.find(state.question)
        described = reading.describe_passages(state, kind, passages, chosen)
        chances = self.choosers["passage"].probabilities(described)
        if len(parts) == reading.MOST_PARTS:
            yield chance, parts
            return
        for place in numpy.argsort(-chances, kind="stable")[:most]:
            share = chance * float(chances[place])
            if place == 0:
                yield share, parts
                continue
            passage = passages[place - 1]
            spans = reading.list_spans(passage)
            if not spans or (share < 0.02 and place != chances.argmax()):
                continue
            shown = reading.describe_spans(state, kind, len(parts), passage, spans)
            worth = self.choosers["span"].probabilities(shown)
            best = int(worth.argmax())
            following = (*parts, spans[best].text)
            yield from self._continue_answer(
                state, passages, (*chosen, passage), following, share * float(worth[best]), most
            )

    def propose(self, state: State, most: int = 8) -> list[Move]:
        """The likeliest moves, each once, with probabilities that add up to 1."""
        found: list[Move] = []
        for chance, candidate in self.weigh_actions(state)[:most]:
            found += self._complete(state, chance, candidate)
        found.sort(key=lambda move: -move.probability)
        total = sum(move.probability for move in found[:most])
        return [
            Move(move.probability / total, move.done, move.label, move.answer)
            for move in found[:most]
        ]

    def _complete(self, state: State, chance: float, candidate: Candidate) -> list[Move]:
        """The moves for an action: one for each likely text or answer, otherwise just one."""
        verb, _, way = candidate.action.partition(" ")
        element = candidate.element
        if verb == "ANSWER":
            answers = self.read_answers(state) if chance > 0.01 else []
            return [Move(chance * share, Done("ANSWER"), answer=text) for share, text in answers]
        if element is None:
            return [Move(chance, Done(verb, text=way))]
        role = find_role(element)
        if verb == "Click":
            return [Move(chance, Done(verb, role, element.name), element.label)]
        return [
            Move(chance * share, Done(verb, role, element.name, text), element.label)
            for share, text in self.weigh_texts(state, candidate)[:3]
        ]

    def save(self, file: str | Path) -> None:
        """Write the policy as a zip of JSON and rounded weights."""
        about = {"format": FORMAT, "kinds": self.kinds.known, **self.about}
        weights = {name: storing.pack(chooser) for name, chooser in self.choosers.items()}
        storing.write(file, {"about.json": json.dumps(about, indent=1).encode(), **weights})

    @classmethod
    def load(cls, file: str | Path) -> "Policy":
        """Read a policy. Raises ValueError, which says how to train it again, if unusable."""
        try:
            members = storing.read(file)
            about = json.loads(members["about.json"])
            if about.get("format") != FORMAT:
                raise ValueError(f"its format is {about.get('format')}, not {FORMAT}")
            choosers = {name: storing.unpack(members[name]) for name in PARTS}
        except (OSError, KeyError, ValueError, zipfile.BadZipFile) as error:
            raise storing.refuse(file, "a learned policy", error) from error
        kinds = Kinds(about.pop("kinds"))
        return cls(kinds, choosers, about)


def _is_advised(state: State) -> bool:
    return bool(state.advice.plan or state.advice.lessons)


def _find_penalty(state: State, candidate: Candidate) -> float:
    """The factor on an action's probability: small if it has just changed nothing."""
    if not state.done or not state.page.unchanged:
        return 1.0
    last, verb = state.done[-1], candidate.action.partition(" ")[0]
    name = candidate.element.name if candidate.element else ""
    return (
        UNCHANGED_FACTOR if (last.action, last.name) == (verb, name) and verb != "ANSWER" else 1.0
    )
