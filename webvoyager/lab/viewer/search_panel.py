"""What the panel beside a search tree says of each state, as plain data for tree.js; every word is
shown as text.
"""

from collections.abc import Sequence

from ..search.nodes import Node
from ..search.trees import Tree
from .search_tree import words

WAYS = {
    "": "the browser was still there",
    "replay": "by a reset and the same steps again",
    "back": "by the back button",
    "address": "by its address",
    "spare": "by a second browser that waited there",
}


def panel(found: Tree, states: Sequence[Node]) -> dict:
    """All that the script shows: states, the order of their visits, pictures (each once), and the
    whole in facts.
    """
    pictures = list(dict.fromkeys(state.picture for state in states if state.picture))
    places = {picture: place for place, picture in enumerate(pictures)}
    visited = sorted((state for state in states if state.visit), key=lambda state: state.visit)
    return {
        "states": [{**describe(state), "picture": places.get(state.picture)} for state in states],
        "visits": [state.number for state in visited],
        "total": len(found.visited),
        "pictures": pictures,
        "facts": [(name.capitalize(), str(count)) for name, count in found.counts.items()]
        + _spent(found.spent),
    }


def describe(state: Node) -> dict:
    """One state: its place in the search, what it was worth to whom, and the rest as pairs of a
    name and words.
    """
    return {
        "number": state.number,
        "parent": state.parent,
        "search": state.search,
        "visit": state.visit,
        "committed": state.committed,
        "words": words(state),
        "share": f"{state.share:.0%}",
        "value": state.value,
        "worth": "–" if state.value is None else f"{state.value:.2f}",
        "scores": state.scores,
        "read": _count_scores(state),
        "reasons": state.reasons,
        "thought": state.thought,
        "error": state.error,
        "refused": state.refused,
        "title": state.title,
        "facts": _facts(state),
    }


def _count_scores(state: Node) -> str:
    """How many samples of the value could be read."""
    unread = state.scores.count(None)
    return f"{len(state.scores) - unread} read, {unread} unreadable" if state.scores else ""


def _facts(state: Node) -> list[tuple[str, str]]:
    """Name and words of what is known of it, without what is not."""
    chosen = f"{state.share:.0%} chose it" if state.parent is not None else ""
    known = {
        "Replies": chosen,
        "Way back": _way_back(state),
        "Page": state.title,
        "Address": state.url,
        "Cut": f"{state.cut} replies" if state.cut else "",
        "Unreadable": f"{state.unreadable} replies" if state.unreadable else "",
    }
    return [(name, fact) for name, fact in known.items() if fact] + (
        _spent(state) if state.visit or state.usage else []
    )


def _way_back(state: Node) -> str:
    """How the browser came back to the state before it, and what it found there."""
    if not state.visit:
        return ""
    found = "" if not state.way else "; found as it was" if state.same else "; found changed"
    return WAYS.get(state.way, state.way) + found


def _spent(spent: Node) -> list[tuple[str, str]]:
    """Tokens, dollars and seconds of a state, or of all (Spent)."""
    sent, came = (spent.usage.get(f"{kind}_tokens", 0) for kind in ("prompt", "completion"))
    cost = "price not known" if spent.cost is None else f"${spent.cost:.4f}"
    parts = ", ".join(f"{name} {seconds:.1f}" for name, seconds in spent.seconds.items())
    lasted = f"{sum(spent.seconds.values()):.1f}" + (f" ({parts})" if parts else "")
    return [("Tokens", f"{sent:,} + {came:,}"), ("Cost", cost), ("Seconds", lasted)]
