"""A tree search as one SVG: the committed steps along the top, the alternatives below them."""

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from ...models import describe
from ..search.trees import Node, Tree
from . import fragments

# in pixels
COLUMN, ROW = 170, 30  # the distance between columns, and between states
LINE = 20  # the height of a line that sums up unvisited states
CARD, HEAD = (132, 99), 40  # a picture of a committed state, and the text above it
LETTER, SMALL = 9.6, 6.4  # the width of a letter in the title, and in the line below it
PALE, DEEP = (238, 243, 246), (0, 74, 103)  # the colours of the values 0 and 1


@dataclass(frozen=True)
class PlacedNode:
    """A state with the centre of its circle or picture, and of its parent's."""

    state: Node
    x: float
    y: float
    x0: float
    y0: float  # where the edge leaves the parent
    card: bool
    left: Sequence[Node]  # children that were never visited, summed up beside it


@dataclass(frozen=True)
class Note:
    """A line that sums up children that were never visited."""

    left: Sequence[Node]
    x: float
    y: float
    y0: float  # where its line leaves the parent


@dataclass(frozen=True)
class Drawing:
    """The states of a search in their places, and the size of it all; `render` makes the SVG."""

    title: str
    caption: str  # the search in one line
    placed: Sequence[PlacedNode]
    notes: Sequence[Note]
    width: float
    height: float

    def render(self, *, live: bool = False, titles: bool = True) -> Markup:
        """A self-contained SVG.

        `live` marks its parts for a script; otherwise `titles` tell more of the state under the
        mouse.
        """
        svg = fragments.render(
            "search_tree",
            **vars(self),
            live=live,
            titles=titles and not live,
            card=CARD,
            words=describe_action,
            value=format_value,
            shade=shade,
            shorten=shorten,
            wrap=wrap,
            list_left=list_left,
        )
        return Markup(svg.strip())


def lay_out(tree: Tree) -> Drawing:
    """Place the states of a tree.

    The top row has the committed steps with pictures; below each state are the alternatives tried
    there, in the order of visits, darker for higher values.
    """

    def rank(state: Node) -> tuple:
        """Committed states first, then in the order of visits; those never visited come last."""
        return not state.committed, state.visit or float("inf"), state.number

    children: dict[int | None, list[Node]] = {}
    for state in sorted(tree.states, key=rank):
        children.setdefault(state.parent, []).append(state)
    placed: list[PlacedNode] = []
    notes: list[Note] = []
    bottom = 64.0

    def arrange(state: Node, depth: int, parent: PlacedNode | None) -> None:
        """Place a state and, below it, all that follows from it."""
        nonlocal bottom
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
        shown: list[Node] = []
        left: list[Node] = []  # proposed but never visited
        for child in children.get(state.number, []):
            drawn = child.visit or child.committed or child.refused
            (shown if drawn else left).append(child)
        beside = not card and not shown
        x0, y0 = (parent.x, parent.y) if parent else (x, y)
        node = PlacedNode(state, x, y, x0, y0, card, left if beside else ())
        placed.append(node)
        for child in shown:
            arrange(child, depth + 1, node)
        if left and not beside:
            notes.append(Note(left, x, bottom + LINE / 2, y))
            bottom += LINE

    for state in children.get(None, []):
        arrange(state, 0, None)
    counts, tokens = tree.counts, sum(tree.spent.usage.values())
    caption = (
        f"{describe(tree.model)} · value: {tree.limits.get('value', '?')} · "
        f"{counts['searches']} searches · "
        f"{counts['visited']} states visited of {counts['thought of']} · {tokens:,} tokens"
    )
    right = max((node.x for node in placed), default=0) + COLUMN * 0.75
    width = max(620, SMALL * len(caption), right)
    title = shorten(tree.question, int(width / LETTER))
    return Drawing(title, caption, placed, notes, width, bottom + 20)


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


def shade(value: float | None) -> str:
    """The colour of a value from 0 to 1; white where there is none."""
    if value is None:
        return "#ffffff"
    mixed = (round(low + (high - low) * value) for low, high in zip(PALE, DEEP, strict=True))
    return "#" + "".join(f"{part:02x}" for part in mixed)


def shorten(text: str, most: int) -> str:
    """The text on one line, cut to `most` letters."""
    text = " ".join(text.split())
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def wrap(text: str, letters: int, lines: int) -> list[str]:
    """The text in at most so many lines of so many letters."""
    return textwrap.wrap(text, letters, max_lines=lines, placeholder=" …")
