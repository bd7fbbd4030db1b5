"""A tree search as one SVG: the committed steps along the top, the alternatives below them."""

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass, replace

from markupsafe import Markup

from ..search.nodes import Node
from ..search.trees import Tree
from . import fragments

# in pixels
COLUMN, ROW = 170, 30  # the distance between columns, and between states
LINE = 20  # the height of a line that sums up unvisited states
CARD, HEAD = (132, 99), 40  # a picture of a committed state, and the text above it
LETTER, SMALL = 9.6, 6.4  # the width of a letter in the title, and in the line below it
EDGE = 24  # most letters on an edge
PALE, DEEP = (238, 243, 246), (0, 74, 103)  # the colours of the values 0 and 1


@dataclass(frozen=True)
class PlacedNode:
    """A state with the centre of its circle or picture, and of its parent's."""

    state: Node
    x: float
    y: float
    x0: float = 0
    y0: float = 0  # where the edge leaves the parent
    card: bool = False
    left: tuple[Node, ...] = ()  # children that were never visited, summed up beside it

    @property
    def fill(self) -> str:
        """The colour of its value; white where it has none."""
        return "#ffffff" if self.state.value is None else shade(self.state.value)

    @property
    def text_colour(self) -> str:
        """The colour of text on it."""
        return "#ffffff" if (self.state.value or 0) > 0.45 else "#222222"

    @property
    def value_text(self) -> str:
        """Its value in words."""
        return format_value(self.state.value)

    @property
    def spoken_text(self) -> str:
        """What a screen reader says about it."""
        visited = f"visit {self.state.visit}" if self.state.visit else "not visited"
        return f"{shorten(describe_action(self.state), 80)}, {visited}, value {self.value_text}"

    @property
    def label(self) -> str:
        """Its action, short enough for an edge."""
        return shorten(describe_action(self.state), EDGE)

    @property
    def lines(self) -> list[str]:
        """Its action in at most two lines, for the place above its picture."""
        if self.state.answered:
            return ["ANSWER"]
        return textwrap.wrap(describe_action(self.state), 25, max_lines=2, placeholder=" …")

    @property
    def answer(self) -> list[str]:
        """The lines of its answer, on a card."""
        answer = self.state.action.partition("; ")[2]
        return textwrap.wrap(answer, 21, max_lines=4, placeholder=" …")


@dataclass(frozen=True)
class Note:
    """A line that sums up children that were never visited."""

    left: tuple[Node, ...]
    x: float
    y: float
    y0: float  # where its line leaves the parent


def select_states(tree: Tree, search: int | None = None) -> list[Node]:
    """The states of one search (from 1) with the path to its root; by default, of all searches.

    Raises ValueError when there is no such search.
    """
    if search is None:
        return list(tree.states)
    last = tree.counts["searches"]
    if not 1 <= search <= last:
        raise ValueError(f"This episode has the searches 1 to {last}: there is no search {search}.")
    by_number = {state.number: state for state in tree.states}
    states = [state for state in tree.states if state.search in (0, search)]
    chosen = {state.number for state in states}
    reached = set(chosen)
    for state in states:
        ancestor = by_number.get(state.parent)
        while ancestor and ancestor.number not in reached:
            reached.add(ancestor.number)
            ancestor = by_number.get(ancestor.parent)
    return states + [state for state in tree.states if state.number in reached - chosen]


def draw(tree: Tree, states: Sequence[Node], *, live: bool = False, titles: bool = True) -> Markup:
    """These states of the tree as a self-contained SVG.

    `live` marks its parts for a script; otherwise `titles` tell more of the state under the mouse.

    The top row shows the committed steps with pictures; below each state are the alternatives tried
    there, in the order of visits, darker for higher values.
    """
    placed, notes, height = _place_states(states)
    width, caption = find_width(tree, states), _describe_search(tree)
    svg = fragments.render(
        "search_tree",
        live=live,
        titles=titles and not live,
        placed=placed,
        notes=notes,
        width=width,
        height=height,
        card=CARD,
        caption=caption,
        ramp=[(step / 4, shade(step / 4)) for step in range(5)],
        title=shorten(tree.question, int(width / LETTER)),
        list_left=list_left,
    )
    return Markup(svg.strip())


def find_width(tree: Tree, states: Sequence[Node]) -> float:
    """The width of the drawing of these states, in pixels."""
    right = max((node.x for node in _place_states(states)[0]), default=0) + COLUMN * 0.75
    return max(620, SMALL * len(_describe_search(tree)), right)


def list_left(left: Sequence[Node]) -> str:
    """The actions that were not tried, with the share of the replies that chose them."""
    return "\n".join(f"{state.share:.0%} {describe_action(state)}" for state in left)


def describe_action(state: Node) -> str:
    """An action as a person would say it: Click "Sign in", Type "tea"."""
    if not state.action:
        return "Start"
    name = state.action.partition(" ")[0].strip(";")
    text = state.action.partition("; ")[2]
    words = text if text and name != "Scroll" else state.target
    return f"{name} “{words}”" if words else state.action.replace(" [WINDOW];", "")


def format_value(value: float | None) -> str:
    """A value with two digits, or a dash."""
    return "–" if value is None else f"{value:.2f}"


def shade(value: float) -> str:
    """The colour of a value from 0 to 1."""
    mixed = (round(low + (high - low) * value) for low, high in zip(PALE, DEEP, strict=True))
    return "#" + "".join(f"{part:02x}" for part in mixed)


def shorten(text: str, most: int) -> str:
    """The text on one line, cut to `most` letters."""
    text = " ".join(text.split())
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def _place_states(states: Sequence[Node]) -> tuple[list[PlacedNode], list[Note], float]:
    """Place every state and note, the committed ones first; also return the total height."""
    children: dict[int | None, list[Node]] = {}
    for state in sorted(states, key=_rank_state):
        children.setdefault(state.parent, []).append(state)
    placed, notes = [], []
    bottom = 64.0
    waiting = [(state, 0, None) for state in reversed(children.get(None, []))]
    while waiting:  # depth first, without recursion: a tree may be deep
        state, depth, parent = waiting.pop()
        if isinstance(state, Note):
            notes.append(replace(state, y=bottom + LINE / 2))
            bottom += LINE
            continue
        card = state.committed or not state.action
        x = 78 + depth * COLUMN
        if parent and parent.card and card:  # stays in the row of its parent
            y = parent.y
        elif card:
            y = bottom + HEAD + CARD[1] / 2
            bottom = y + CARD[1] / 2 + 14
        else:
            y = bottom + ROW / 2
            bottom = y + ROW / 2
        shown, left = _split_children(children.get(state.number, []))
        beside = not card and not shown
        x0, y0 = (parent.x, parent.y) if parent else (x, y)
        node = PlacedNode(state, x, y, x0, y0, card, left if beside else ())
        placed.append(node)
        if left and not beside:
            waiting.append((Note(left, x, 0, y), depth, node))
        waiting += [(child, depth + 1, node) for child in reversed(shown)]
    return placed, notes, bottom + 20


def _rank_state(state: Node) -> tuple:
    """Committed states first, then in the order of visits; those never visited come last."""
    return not state.committed, state.visit or float("inf"), state.number


def _split_children(children: list[Node]) -> tuple[list[Node], tuple[Node, ...]]:
    """The children to draw, and those that were proposed but never visited."""
    shown, left = [], []
    for child in children:
        (shown if child.visit or child.committed or child.refused else left).append(child)
    return shown, tuple(left)


def _describe_search(tree: Tree) -> str:
    """The search in one line."""
    counts, tokens = tree.counts, sum(tree.spent.usage.values())
    parts = [
        fragments.name_model(tree.model),
        f"value: {tree.limits.get('value', '?')}",
        f"{counts['searches']} searches",
        f"{counts['visited']} states visited of {counts['thought of']}",
        f"{tokens:,} tokens",
    ]
    return " · ".join(parts)
