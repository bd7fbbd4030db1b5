"""Which of several states of equal value a search visits first."""

from collections.abc import Callable

from .nodes import Node

TieBreak = Callable[[Node], tuple[int, ...]]  # the smallest comes first


def by_first_action(node: Node) -> tuple[int, ...]:
    """States below the model's first choice at the root come first, as in the authors' code.

    Their frontier is a heap of (-value, rank of the action at the root, rank of the last action,
    visits so far, …), where the rank of the last action is -1 one step below the root. If all
    values are equal, the search goes down below one action at the root before it tries the next.
    """
    first, *later = node.ranks
    return first, later[-1] if later else -1


def by_age(node: Node) -> tuple[int, ...]:
    """States proposed earlier come first: breadth first if all values are equal."""
    return (node.number,)
