"""Acts: what a question wants done, and not only told."""

import re
from dataclasses import dataclass

# Things to do: how they are asked for, and the verbs that the button for it may carry.
_SAVE = ("save", "bookmark", "add", "favourite", "favorite", "keep")
ACTS = (
    (r"\b(?:add|put|place)\b.*?\b(?P<x>cart|basket|bag|trolley)\b", ("add", "put")),
    (r"\b(?:add|put|save|bookmark)\b.*?\b(?P<x>(?:shopping |reading |recipe |wish |saved )?(?:list|box|favou?rites|collection|library|bookmarks|shelf))\b", _SAVE),
    (r"(?:^|\band |\bthen |[.,;] )(?:please )?(?P<x>save|bookmark|follow|subscribe)\b", _SAVE),
    (r"(?:^|\band |\bthen |[.,;] )(?:please )?(?P<x>reserve|borrow|request)\b", ("reserve", "borrow", "request")),
)  # fmt: skip


@dataclass(frozen=True)
class Act:
    """Something to do: where it leads ("shopping list"), and the verbs its button may carry."""

    place: str
    verbs: tuple[str, ...]


def to_do(plain: str) -> Act | None:
    """The first act that a folded text asks for."""
    return next((Act(match["x"], verbs) for form, verbs in ACTS if (match := re.search(form, plain))), None)
