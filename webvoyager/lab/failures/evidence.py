"""What the agent had seen when it failed: could it have known the answer, and where did it leave
the oracle's way?
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

import pandas

from ...records import Episode
from ..judging.answer_tokens import Number, Token, places, tokens
from .signals import address, page, shown


def saw_answer(episode: Episode) -> int | None:
    """The first step at which all parts of the reference had been on a screen the agent saw; None
    where never.

    ValueError where the task has no rule that names parts: then nobody can tell.
    """
    waiting = list(((episode.task.answer or {}).get("rule") or {}).get("parts", ()))
    if not waiting:
        raise ValueError(
            f"The reference of {episode.task.id} names no parts that could be looked for."
        )
    for step in episode.steps:
        screen = shown(step)
        waiting = [part for part in waiting if not _on_page(screen, part)]
        if not waiting:
            return step.index
    return None


def could_have_known(episodes: Iterable[Episode], table: pandas.DataFrame) -> pandas.DataFrame:
    """One row per failed episode whose reference can be looked for: at which step it had seen all
    of it (or never).

    Columns: task, attempt, site, saw (a step; missing: never), steps. It splits failures into what
    was never seen, and what was seen and not said.
    """
    failed = table[table["success"].notna() & ~table["success"].fillna(True).astype(bool)]
    wanted = set(zip(failed["task"], failed["attempt"], strict=True))
    rows = []
    for episode in episodes:
        key = (episode.task.id, episode.attempt)
        if key in wanted and ((episode.task.answer or {}).get("rule") or {}).get("parts"):
            rows.append((*key, episode.task.site, saw_answer(episode), len(episode.steps)))
    found = pandas.DataFrame(rows, columns=["task", "attempt", "site", "saw", "steps"])
    return found.astype({"saw": "Int64"})


def left_the_way(episode: Episode, way: Sequence[str]) -> int | None:
    """The first step on a page that is not on the oracle's way (`way`: the addresses it goes
    through); None: never.

    Where several ways lead to an answer, leaving this one is no error yet.
    """
    pages = {address(url) for url in way}
    return next((step.index for step in episode.steps if page(step) not in pages), None)


def _on_page(words: list[Token], part: Any) -> bool:
    """Whether a part of a reference stands on a page: a text, a number within its tolerance, or one
    of several.
    """
    match part:
        case list():
            return any(_on_page(words, each) for each in part)
        case str():
            return bool(places(tokens(part), words))
        case {"number": value, **rest}:
            tolerance = Fraction(str(rest.get("tolerance", 0)))
        case _:
            value, tolerance = part, Fraction(0)
    return any(
        isinstance(word, Number) and word.near(Fraction(str(value)), tolerance) for word in words
    )
