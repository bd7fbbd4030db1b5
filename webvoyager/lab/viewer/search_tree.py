"""A tree search as a picture: what was taken for good along the top, what was tried beside it
below, in one SVG.
"""

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass, replace

from markupsafe import Markup

from ..search.nodes import Node
from ..search.trees import Tree
from . import fragments

COLUMN, ROW, LINE = 170, 30, 20  # pixels: between columns; of a state; of a line that sums up
CARD, HEAD = (132, 99), 40  # a picture of the committed way, and the words above it
EDGE = 24  # characters that stand on an edge
LETTER, SMALL = 9.6, 6.4  # pixels, of the title and of the line below it
PALE, DEEP = (238, 243, 246), (0, 74, 103)  # of the values 0 and 1


@dataclass(frozen=True)
class Placed:
    """A state with its place: the middle of its circle or picture, and its parent's."""

    state: Node
    x: float
    y: float
    x0: float = 0
    y0: float = 0  # where the edge leaves the parent
    card: bool = False
    left: tuple[Node, ...] = ()  # its successors that were never visited, told beside it

    @property
    def fill(self) -> str:
        """The colour of its value; white where it has none."""
        value = self.state.value
        return "#ffffff" if value is None else shade(value)

    @property
    def ink(self) -> str:
        """The colour of words on it."""
        return "#ffffff" if (self.state.value or 0) > 0.45 else "#222222"

    @property
    def worth(self) -> str:
        """Its value in words."""
        return "–" if self.state.value is None else f"{self.state.value:.2f}"

    @property
    def spoken(self) -> str:
        """What a screen reader says of it."""
        visited = f"visit {self.state.visit}" if self.state.visit else "not visited"
        return f"{shorten(words(self.state), 80)}, {visited}, value {self.worth}"

    @property
    def label(self) -> str:
        """Its action, short enough for an edge."""
        return shorten(words(self.state), EDGE)

    @property
    def lines(self) -> list[str]:
        """Its action above a picture: two lines."""
        return (
            ["ANSWER"]
            if self.state.answered
            else textwrap.wrap(words(self.state), 25, max_lines=2, placeholder=" …")
        )

    @property
    def answer(self) -> list[str]:
        """What it answers, on a card."""
        return textwrap.wrap(
            self.state.action.partition("; ")[2], 21, max_lines=4, placeholder=" …"
        )


@dataclass(frozen=True)
class Note:
    """A line about successors that were never visited."""

    left: tuple[Node, ...]
    x: float
    y: float
    y0: float  # where its line leaves the state


def chosen(found: Tree, search: int | None = None) -> list[Node]:
    """The states of one search (from 1) with the way to its root; of all searches where none is
    named.

    ValueError where there is no such search.
    """
    last = found.counts["searches"]
    if search is not None and not 1 <= search <= last:
        raise ValueError(f"This episode has the searches 1 to {last}: there is no search {search}.")
    states = [state for state in found.states if search in (None, state.search) or not state.search]
    known = {state.number for state in found.states}
    if search is not None:
        roots = {state.parent for state in states if state.search} & known
        states += [
            each
            for each in found.states
            if each.number in _way(found, roots) and each not in states
        ]
    return states


def draw(found: Tree, states: Sequence[Node], live: bool = False) -> Markup:
    """These states of the tree as an SVG that stands for itself; `live` marks its parts for a
    script.

    Along the top the way that was taken for good, with pictures; below each state what else was
    tried there, in the order of visits, darker where it was valued higher.
    """
    placed, notes, height = _place(states)
    caption = _told(found, found.spent.usage)
    width = max(
        620, SMALL * len(caption), max((each.x for each in placed), default=0) + COLUMN * 0.75
    )
    svg = fragments.render(
        "search_tree",
        live=live,
        tree=found,
        placed=placed,
        notes=notes,
        width=width,
        height=height,
        card=CARD,
        caption=caption,
        ramp=[(step / 4, shade(step / 4)) for step in range(5)],
        title=shorten(found.question, int(width / LETTER)),
        list_left=list_left,
    )
    return Markup(svg.strip())


def list_left(left: Sequence[Node]) -> str:
    """The actions that were thought of and not tried, with the share of the replies that chose
    them.
    """
    return "\n".join(f"{state.share:.0%} {words(state)}" for state in left)


def words(state: Node) -> str:
    """An action as a person would say it: Click "Sign in", Type "tea"."""
    name, _, text = state.action.partition(" ")
    text = state.action.partition("; ")[2]
    if not state.action:
        return "Start"
    quoted = [
        f"“{part}”" for part in ((text,) if text and name != "Scroll" else (state.target,)) if part
    ]
    return (
        " ".join([name.strip(";"), *quoted]) if quoted else state.action.replace(" [WINDOW];", "")
    )


def shade(value: float) -> str:
    """The colour of a value from 0 to 1."""
    mixed = (round(low + (high - low) * value) for low, high in zip(PALE, DEEP, strict=True))
    return "#" + "".join(f"{part:02x}" for part in mixed)


def shorten(text: str, most: int) -> str:
    """The text in one line, cut where it is longer."""
    text = " ".join(text.split())
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def _way(found: Tree, numbers: set[int]) -> set[int]:
    """These states and all above them."""
    parents = {state.number: state.parent for state in found.states}
    above = {parents[number] for number in numbers} - {None}
    return numbers | (_way(found, above) if above else set())


def _place(states: Sequence[Node]) -> tuple[list[Placed], list[Note], float]:
    """Where everything stands, first states first, and how high it is."""
    below: dict[int | None, list[Node]] = {}
    for state in sorted(
        states, key=lambda each: (not each.committed, each.visit or 10**9, each.number)
    ):
        below.setdefault(state.parent, []).append(state)
    placed, notes = [], []
    bottom = 64.0
    waiting = [(state, 0, None) for state in reversed(below.get(None, []))]
    while waiting:  # depth first, without recursion: a tree may be deep
        state, depth, parent = waiting.pop()
        if isinstance(state, Note):
            notes.append(replace(state, y=bottom + LINE / 2))
            bottom += LINE
            continue
        card = state.committed or not state.action
        first = parent is not None and parent.card and card
        x = 78 + depth * COLUMN
        if first:  # goes on in the row of its parent
            y = parent.y
        else:
            y = bottom + (HEAD + CARD[1] / 2 if card else ROW / 2)
            bottom = y + (CARD[1] / 2 + 14 if card else ROW / 2)
        origin = (parent.x, parent.y) if parent else (x, y)
        children = below.get(state.number, [])
        shown = [child for child in children if child.visit or child.committed or child.refused]
        left = tuple(
            child for child in children if not (child.visit or child.committed or child.refused)
        )
        beside = not card and not shown
        here = Placed(state, x, y, *origin, card, left if beside else ())
        placed.append(here)
        if left and not beside:
            waiting.append((Note(left, x, 0, y), depth, here))
        waiting += [(child, depth + 1, here) for child in reversed(shown)]
    return placed, notes, bottom + 20


def _told(found: Tree, usage: dict) -> str:
    """The search in one line."""
    counts, tokens = found.counts, sum(usage.values())
    model = (
        f"{found.model}: offline rules, not a language model"
        if found.model == "offline-rules"
        else found.model
    )
    parts = [model, f"value: {found.limits.get('value', '?')}", f"{counts['searches']} searches"]
    parts += [f"{counts['visited']} states visited of {counts['thought of']}", f"{tokens:,} tokens"]
    return " · ".join(parts)
