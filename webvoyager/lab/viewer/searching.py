"""A search tree to click through and to replay; also as an SVG or as one HTML file."""

from pathlib import Path
from typing import Any
from urllib.parse import quote

import ipywidgets
from markupsafe import Markup

from ...display import without_math
from ..search.trees import Node, Spent, Tree
from . import exporting, fragments
from .search_tree import Drawing, describe_action, format_value, lay_out
from .widgets import Viewer

WAYS = {
    "": "the browser was still there",
    "replay": "by a reset and the same steps again",
    "back": "by the back button",
    "address": "by its address",
}
_UNQUOTED = " !$'()*+,-./:;<=>?@[]^_`{|}~"  # the rest, with " and &, is written as %22 and %26


class SearchTree(Viewer):
    """A search tree whose states can be clicked; without widgets, its picture."""

    def __init__(self, tree: Tree) -> None:
        drawing = lay_out(tree)
        self.question, self.svg = tree.question, str(drawing.render())
        drawn, data = drawing.render(live=True), describe_states(tree)
        self.live = str(fragments.render("tree", drawn=drawn, data=data))
        shown = without_math(f"<style>{fragments.asset('tree.css')}</style>{self.live}")
        super().__init__([ipywidgets.HTML(shown)], _render_still(tree, drawing), "tree.js")

    def save(self, file: str | Path) -> Path:
        """Write the picture (.svg), or the tree to click through as one HTML file (.html)."""
        file = Path(file)
        if file.suffix.lower() == ".svg":
            file.write_text(self.svg, "utf-8")
            return file
        if file.suffix.lower() != ".html":
            raise ValueError(
                f"A search tree is saved as .svg or .html: {file.name!r} ends in neither."
            )
        styles, slots = ("viewer.css", "page.css", "tree.css"), {"tree": Markup(self.live)}
        return exporting.write_page(
            file, "tree_page", styles, "tree.js", title=self.question, **slots
        )

    def __repr__(self) -> str:
        return f"SearchTree(SVG of {len(self.svg):,} characters)"


def tree(tree: Tree) -> SearchTree:
    """The search tree of an episode, to click and to replay.

    The top row shows the committed steps with pictures; below each state are the alternatives tried
    there. Click a state to see its page, thought and cost; the slider goes through the visits in
    order. `save` writes it to a file.
    """
    return SearchTree(tree)


def _render_still(tree: Tree, drawing: Drawing) -> Markup:
    """The tree as a picture, and its visited states in a table.

    JupyterLab removes the tags of an SVG from a notebook that it does not trust, but not an <img>.
    """
    picture = str(drawing.render(titles=False)).replace("\n", "").replace('"', "'")
    still = fragments.render(
        "tree_still",
        address=Markup("data:image/svg+xml," + quote(picture, safe=_UNQUOTED)),
        width=drawing.width,
        question=tree.question,
        states=tree.visited,
        describe=describe_action,
        value=format_value,
    )
    return without_math(still)


# --- the panel beside the tree: plain data, all of which tree.js shows as text, never as HTML ---


def describe_states(tree: Tree) -> dict[str, Any]:
    """All that the script shows: states, visits in order, pictures (each once) and totals."""
    pictures = list(dict.fromkeys(state.picture for state in tree.states if state.picture))
    places = {picture: place for place, picture in enumerate(pictures)}
    counts = [(name.capitalize(), str(count)) for name, count in tree.counts.items()]
    return {
        "states": [
            _describe_state(state) | {"picture": places.get(state.picture)} for state in tree.states
        ],
        "visits": [state.number for state in tree.visited],
        "total": len(tree.visited),
        "pictures": pictures,
        "facts": counts + _list_costs(tree.spent),
    }


def _describe_state(state: Node) -> dict[str, Any]:
    """A state: its place in the search, its value and the reasons, and pairs of name and fact."""
    unread = state.scores.count(None)
    way_back = ""  # how the browser went back to the parent state, and whether it was unchanged
    if state.visit:
        found = ("; found as it was" if state.same else "; found changed") if state.way else ""
        way_back = WAYS.get(state.way, state.way) + found
    facts = {
        "Replies": f"{state.share:.0%} chose it" if state.parent is not None else "",
        "Way back": way_back,
        "Page": state.title,
        "Address": state.url,
        "Cut": f"{state.cut} replies" if state.cut else "",
        "Unreadable": f"{state.unreadable} replies" if state.unreadable else "",
    }
    known = [(name, fact) for name, fact in facts.items() if fact]
    copied = ("number", "parent", "search", "visit", "committed", "value", "scores", "reasons",
              "thought", "error", "refused", "act", "title")  # fmt: skip
    return {name: getattr(state, name) for name in copied} | {
        "words": describe_action(state),
        "share": f"{state.share:.0%}",
        "worth": format_value(state.value),
        "read": f"{len(state.scores) - unread} read, {unread} unreadable" if state.scores else "",
        "facts": known + (_list_costs(state.spent) if state.visit or state.usage else []),
    }


def _list_costs(spent: Spent) -> list[tuple[str, str]]:
    """Tokens, dollars and seconds, by name."""
    sent, received = (spent.usage.get(f"{kind}_tokens", 0) for kind in ("prompt", "completion"))
    cost = "price not known" if spent.cost is None else f"${spent.cost:.4f}"
    parts = ", ".join(f"{name} {seconds:.1f}" for name, seconds in spent.seconds.items())
    seconds = f"{sum(spent.seconds.values()):.1f}" + (f" ({parts})" if parts else "")
    return [("Tokens", f"{sent:,} + {received:,}"), ("Cost", cost), ("Seconds", seconds)]
