"""The features that distinguish the candidate actions at a state.

An action's own features (its verb, the role and name of its element) are crossed with those of the
state: the words of the question, the kind of page, the last actions. Facts about how an element
fits the question are crossed with fewer of these. The question's values are left out of names and
addresses, so that what is learned in one world holds in another.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import numpy

from ..offline.page.page import Element
from ..offline.question.words import fold
from .choice import cross, cross_each, ids
from .state import Done, State, find_role, shape, split_words

NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
NAMELESS = ("Scroll down", "Scroll up", "Wait", "GoBack", "Google", "ANSWER")
_TYPED = """
text search email tel url number searchbox textbox combobox spinbutton slider range date time month
datetime-local password listbox
"""
TYPED_ROLES = frozenset(_TYPED.split())


@dataclass(frozen=True)
class Candidate:
    """An action that could be taken: its verb, and the element it would use."""

    action: str
    element: Element | None = None

    @property
    def label(self) -> int | None:
        """The number of the element."""
        return self.element.label if self.element else None


def list_candidates(state: State) -> list[Candidate]:
    """Every possible action: a click on each element, typing into each field, and the others."""
    found = [Candidate(name) for name in NAMELESS]
    for element in state.page.elements:
        role = find_role(element)
        found.append(Candidate("Click", element))
        if role in TYPED_ROLES or element.tag in ("textarea", "select"):
            found.append(Candidate("Type", element))
    return found


def describe(state: State, kind: str, candidates: Sequence[Candidate]) -> list[numpy.ndarray]:
    """The ids of each candidate's features; `kind` is the known kind nearest to the question."""
    context, page = ids(describe_state(state, kind)), PageDescriber(state)
    own, facts = zip(*map(page.describe, candidates), strict=True)
    wide, narrow = cross_each(context, own), cross_each(context[:6], facts)
    verbs = [cross(ids(names[:1]), ids(fact)) for names, fact in zip(own, facts, strict=True)]
    return [numpy.concatenate(parts) for parts in zip(wide, narrow, verbs, strict=True)]


def name_features(state: State, kind: str, candidate: Candidate) -> list[str]:
    """The features that `describe` gives a candidate, in words and in the same order."""
    own, facts = PageDescriber(state).describe(candidate)
    same = re.compile(f"^kind {re.escape(kind)}")
    context = [same.sub("this question", name) for name in describe_state(state, kind)]
    crossed = [(context, own), (context[:6], facts), (own[:1], facts)]
    names = (f"{a or 'anywhere'} + {b}" for pair in crossed for a, b in product(*pair))
    return [" ".join(name.split()) for name in names]


def describe_state(state: State, kind: str) -> list[str]:
    """The features of a state, in words; the first six say the most."""
    last, before = [*(say_shape(state, done) for done in state.done[:-3:-1]), "", ""][:2]
    asked = sorted(state.question.kind_words)
    return [
        "",
        f"last {last}",
        f"at {state.place}",
        f"kind {kind}",
        f"kind {kind} last {last}",
        f"kind {kind} at {state.place}",
        f"kind {kind} last {last} before {before}",
        f"last {last} before {before}",
        f"at {state.place} last {last}",
        f"kind {kind} steps {len(state.done)}",
        *(f"asks {word}" for word in asked),
    ]


def say_shape(state: State, done: Done) -> str:
    """An action taken, without the question's values."""
    return f"{done.action} {done.role} {state.shape(done.name)} {state.shape(done.text)}"


class PageDescriber:
    """The page of a state, measured once for all of its candidates."""

    def __init__(self, state: State) -> None:
        self.state, self.values = state, state.question.values
        elements = state.page.elements
        self.phrases = state.question.phrases
        self.unused = [
            phrase for phrase in self.phrases if not any(phrase in used for used in state.used)
        ]
        before = state.pages[-2].elements if len(state.pages) > 1 else ()
        self.old = {(element.tag, element.name) for element in before}
        self.shapes = {e.label: shape(e.name, self.values) for e in elements}
        self.groups: dict[tuple, list[int]] = defaultdict(list)
        for element in elements:
            self.groups[find_role(element), self._find_family(element)].append(element.label)
        self.roles = Counter[str]()
        self.order: dict[int, int] = {}
        for element in elements:
            role = find_role(element)
            self.order[element.label] = self.roles[role]
            self.roles[role] += 1
        self.text = fold(" ".join(line.text for line in state.page.lines))
        self.numbers = {e.label: self._read_number(e) for e in elements}

    def _find_family(self, element: Element) -> str:
        """The shape of an element's first words, which similar elements of a list share."""
        return re.sub(r"\b\w+\b", "w", self.shapes[element.label].split(" # ")[0])[:12]

    def _read_number(self, element: Element) -> float | None:
        found = NUMBER.findall(element.name)
        return float(found[-1].replace(",", "")) if found else None

    def describe(self, candidate: Candidate) -> tuple[list[str], list[str]]:
        """A candidate's own features, and the facts about how it fits the question."""
        if candidate.element is None:
            return self._describe_nameless(candidate.action)
        element, action = candidate.element, candidate.action
        role, name = find_role(element), self.shapes[element.label]
        own = [
            f"{action} {role} {name}",
            f"{action} {role}",
            *(f"{action} has {word}" for word in dict.fromkeys(name.split()[:6])),
        ]
        facts = [
            *self._compare_words(element),
            *self._describe_look(element),
            *self._describe_rank(element),
        ]
        return own, [f"{action} {fact}" for fact in facts]

    def _describe_nameless(self, action: str) -> tuple[list[str], list[str]]:
        page = self.state.page
        named = [phrase for phrase in self.phrases if phrase in self.text]
        repeated = 0
        for done in reversed(self.state.done):
            if f"{done.action} {done.text}".strip() != action:
                break
            repeated += 1
        facts = [
            f"below {page.below > 0.05} above {page.above > 0.05}",
            f"below {min(round(page.below), 4)}",
            f"repeated {min(repeated, 4)} below {page.below > 0.05}",
            f"named {len(named) == len(self.phrases)} unused {min(len(self.unused), 3)}",
            f"unchanged {page.unchanged}",
            f"left {min(self.state.steps_left, 3)}",
            f"steps {min(len(self.state.done), 8)}",
        ]
        return [action], [f"{action} {fact}" for fact in facts]

    def _compare_words(self, element: Element) -> list[str]:
        """How the name and the value of an element match the question's values."""
        name, value = fold(element.name), fold(element.value)
        words = split_words(element.name)
        share = sum(word in self.values for word in words) / len(words) if words else 0
        asked = sum(word in self.state.question.kind_words for word in words)
        exact = [place for place, phrase in enumerate(self.phrases) if phrase == name]
        inside = [place for place, phrase in enumerate(self.phrases) if phrase in name]
        fresh = [place for place, phrase in enumerate(self.unused) if phrase in name]
        is_typed = any(word in self.state.used for word in (name,)) and bool(name)
        return [
            f"share {round(4 * share)}",
            f"asked {min(asked, 3)} of {min(len(words), 4)}",
            f"exact {exact[:1]}",
            f"inside {inside[:1]} {len(inside)}",
            f"fresh {fresh[:1]} {len(fresh)}",
            f"used {is_typed}",
            f"value {bool(value)} {value in self.phrases} {value in self.state.used}",
        ]

    def _describe_look(self, element: Element) -> list[str]:
        state = f"{element.checked} {element.expanded} {element.disabled}"
        box = element.box
        band = f"{int(box.y // 128)} {int(box.x // 256)}" if box else ""
        return [
            f"state {state}",
            f"new {(element.tag, element.name) not in self.old}",
            f"band {band}",
            f"order {min(self.order[element.label], 5)}",
        ]

    def _describe_rank(self, element: Element) -> list[str]:
        """The place of an element among similar ones, and whether its number is an extreme."""
        group = self.groups[find_role(element), self._find_family(element)]
        place = group.index(element.label)
        end = "last" if place == len(group) - 1 else ""
        numbers = [self.numbers[label] for label in group if self.numbers[label] is not None]
        own = self.numbers[element.label]
        extreme = ""
        if own is not None and len(numbers) > 2:
            extreme = "most" if own == max(numbers) else "least" if own == min(numbers) else "mid"
        return [f"group {min(place, 3)} {end} of {min(len(group), 4)}", f"number {extreme}"]
