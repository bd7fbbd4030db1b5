"""A search to look at: its tree to click through and to replay, and the same as an SVG or as one
HTML file.
"""

from pathlib import Path

import ipywidgets
from markupsafe import Markup

from ..search.trees import Tree
from . import exporting, fragments
from .search_panel import panel
from .search_tree import chosen, draw
from .widgets import Viewer, viewer


class SearchTree(Viewer):
    """A search tree whose states can be clicked; where no widgets run, its picture."""

    question = svg = live = ""

    def save(self, file: str | Path) -> Path:
        """Write the picture (.svg), or the tree to click through as one file that opens from a disk
        (.html).
        """
        file = Path(file)
        if file.suffix.lower() == ".svg":
            file.write_text(self.svg, "utf-8")
            return file
        if file.suffix.lower() != ".html":
            raise ValueError(
                f"A search tree is saved as .svg or .html: {file.name!r} ends in neither."
            )
        styles = ("viewer.css", "page.css", "tree.css")
        return exporting.write(
            file, "tree_page", styles, "tree.js", title=self.question, tree=Markup(self.live)
        )

    def __repr__(self) -> str:
        return f"SearchTree(SVG of {len(self.svg):,} characters)"


def tree(found: Tree, search: int | None = None) -> SearchTree:
    """The tree of an episode, or of one of its searches (from 1), to click through and to replay
    visit by visit.

    Along the top the way that was taken for good, with pictures; below each state what else was
    tried there. A click on a state shows what was seen, thought and paid there; the slider goes
    through the visits in their order. `save` writes it to a file. ValueError where there is no such
    search.
    """
    states = chosen(found, search)
    svg = str(draw(found, states))
    live = fragments.render("tree", drawn=draw(found, states, live=True), data=panel(found, states))
    shown = ipywidgets.HTML(f"<style>{fragments.asset('tree.css')}</style>{live}")
    still = f'<div style="overflow-x:auto;max-width:100%;background:#fff">{svg}</div>'
    made = viewer([shown], still, SearchTree, "tree.js")
    made.question, made.svg, made.live = found.question, svg, str(live)
    return made
