"""A search tree to click through and to replay; also as an SVG or as one HTML file."""

from collections.abc import Sequence
from pathlib import Path
from urllib.parse import quote

import ipywidgets
from markupsafe import Markup

from ..search.nodes import Node
from ..search.trees import Tree
from . import exporting, fragments
from .search_panel import panel
from .search_tree import describe_action, draw, find_width, format_value, select_states
from .widgets import Viewer, make_viewer

_UNQUOTED = " !$'()*+,-./:;<=>?@[]^_`{|}~"  # the rest, with " and &, is written as %22 and %26


class SearchTree(Viewer):
    """A search tree whose states can be clicked; without widgets, its picture."""

    question = svg = live = ""

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


def tree(tree: Tree, search: int | None = None) -> SearchTree:
    """The search tree of an episode, or of one of its searches (from 1), to click and to replay.

    The top row shows the committed steps with pictures; below each state are the alternatives tried
    there. Click a state to see its page, thought and cost; the slider goes through the visits in
    order. `save` writes it to a file. Raises ValueError when there is no such search.
    """
    states = select_states(tree, search)
    svg = str(draw(tree, states))
    drawn = draw(tree, states, live=True)
    live = fragments.render("tree", drawn=drawn, data=panel(tree, states))
    shown = ipywidgets.HTML(f"<style>{fragments.asset('tree.css')}</style>{live}")
    viewer = make_viewer([shown], _render_still(tree, states), SearchTree, "tree.js")
    viewer.question, viewer.svg, viewer.live = tree.question, svg, str(live)
    return viewer


def _render_still(tree: Tree, states: Sequence[Node]) -> Markup:
    """The tree as a picture, and its visited states in a table.

    JupyterLab removes the tags of an SVG from a notebook that it does not trust, but not an <img>.
    """
    picture = str(draw(tree, states, titles=False)).replace("\n", "").replace('"', "'")
    visited = sorted((state for state in states if state.visit), key=lambda state: state.visit)
    return fragments.render(
        "tree_still",
        address=Markup("data:image/svg+xml," + quote(picture, safe=_UNQUOTED)),
        width=find_width(tree, states),
        question=tree.question,
        states=visited,
        describe=describe_action,
        value=format_value,
    )
