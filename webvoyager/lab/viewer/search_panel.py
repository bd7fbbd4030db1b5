"""What the panel beside a search tree says about each state, as plain data for tree.js.

The script shows all of it as text, never as HTML.
"""

from collections.abc import Sequence

from ..search.nodes import Node, Spent
from ..search.trees import Tree
from .search_tree import describe_action, format_value

WAYS = {
    "": "the browser was still there",
    "replay": "by a reset and the same steps again",
    "back": "by the back button",
    "address": "by its address",
}


def panel(tree: Tree, states: Sequence[Node]) -> dict:
    """All that the script shows: states, visits in order, pictures (each once) and totals."""
    pictures = list(dict.fromkeys(state.picture for state in states if state.picture))
    places = {picture: place for place, picture in enumerate(pictures)}
    visited = sorted((state for state in states if state.visit), key=lambda state: state.visit)
    counts = [(name.capitalize(), str(count)) for name, count in tree.counts.items()]
    return {
        "states": [{**describe(state), "picture": places.get(state.picture)} for state in states],
        "visits": [state.number for state in visited],
        "total": len(tree.visited),
        "pictures": pictures,
        "facts": counts + _list_costs(tree.spent),
    }


def describe(state: Node) -> dict:
    """A state: its place in the search, its value and the reasons, and pairs of name and fact."""
    unread = state.scores.count(None)
    return {
        "number": state.number,
        "parent": state.parent,
        "search": state.search,
        "visit": state.visit,
        "committed": state.committed,
        "words": describe_action(state),
        "share": f"{state.share:.0%}",
        "value": state.value,
        "worth": format_value(state.value),
        "scores": state.scores,
        "read": f"{len(state.scores) - unread} read, {unread} unreadable" if state.scores else "",
        "reasons": state.reasons,
        "thought": state.thought,
        "error": state.error,
        "refused": state.refused,
        "act": state.act,
        "title": state.title,
        "facts": _list_facts(state),
    }


def _list_facts(state: Node) -> list[tuple[str, str]]:
    """What is known of a state, by name."""
    facts = {
        "Replies": f"{state.share:.0%} chose it" if state.parent is not None else "",
        "Way back": _describe_way_back(state),
        "Page": state.title,
        "Address": state.url,
        "Cut": f"{state.cut} replies" if state.cut else "",
        "Unreadable": f"{state.unreadable} replies" if state.unreadable else "",
    }
    known = [(name, fact) for name, fact in facts.items() if fact]
    return known + (_list_costs(state.spent) if state.visit or state.usage else [])


def _describe_way_back(state: Node) -> str:
    """How the browser went back to the parent state, and whether it was unchanged."""
    if not state.visit:
        return ""
    parent = "" if not state.way else "; found as it was" if state.same else "; found changed"
    return WAYS.get(state.way, state.way) + parent


def _list_costs(spent: Spent) -> list[tuple[str, str]]:
    """Tokens, dollars and seconds, by name."""
    sent, received = (spent.usage.get(f"{kind}_tokens", 0) for kind in ("prompt", "completion"))
    cost = "price not known" if spent.cost is None else f"${spent.cost:.4f}"
    parts = ", ".join(f"{name} {seconds:.1f}" for name, seconds in spent.seconds.items())
    seconds = f"{sum(spent.seconds.values()):.1f}" + (f" ({parts})" if parts else "")
    return [("Tokens", f"{sent:,} + {received:,}"), ("Cost", cost), ("Seconds", seconds)]
