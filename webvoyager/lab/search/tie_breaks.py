"""Which of the states of equal value a search goes to first."""

from collections.abc import Callable

from .nodes import Node

TieBreak = Callable[[Node], tuple[int, ...]]  # the smallest comes first


def by_first_action(node: Node) -> tuple[int, ...]:
    """What follows the model's first choice at the root comes first, as in the authors' code.

    Their frontier is a heap of (-value, rank of the action at the root, rank of the last action,
    visits so far, …), where the last action of a state one step below the root is -1. Where all
    values are equal, the search goes down below one action at the root before it tries the next.
    """
    first, *later = node.ranks
    return first, later[-1] if later else -1


def by_age(node: Node) -> tuple[int, ...]:
    """What was thought of first comes first: breadth first where all values are equal."""
    return (node.number,)
