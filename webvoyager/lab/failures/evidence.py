"""What the agent had seen when it failed, and where it left the oracle's way."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

import pandas

from ...records import Episode
from ..judging.answer_tokens import Number, Token, places, tokens
from .signals import address, page, shown


def saw_answer(episode: Episode) -> int | None:
    """The step by which the agent had seen all parts of the reference; None where it never had.

    ValueError where the task has no rule that names parts: then nobody can tell.
    """
    unseen = _list_parts(episode)
    if not unseen:
        raise ValueError(
            f"The reference of {episode.task.id} names no parts that could be looked for."
        )
    for step in episode.steps:
        words = shown(step)
        unseen = [part for part in unseen if not _is_on_page(words, part)]
        if not unseen:
            return step.index
    return None


def _list_parts(episode: Episode) -> list:
    """The parts that the reference's rule names; none where there is no such rule."""
    rule = (episode.task.answer or {}).get("rule") or {}
    return list(rule.get("parts", ()))


def could_have_known(episodes: Iterable[Episode], table: pandas.DataFrame) -> pandas.DataFrame:
    """One row per failed episode whose reference names parts: by which step it had seen them all.

    Columns: task, attempt, site, saw (a step; missing: never), steps. It splits failures into what
    was never seen, and what was seen and not said.
    """
    judged = table[table["success"].notna()]
    failed = judged[~judged["success"].astype(bool)]
    keys = set(zip(failed["task"], failed["attempt"], strict=True))
    rows = []
    for episode in episodes:
        key = (episode.task.id, episode.attempt)
        if key in keys and _list_parts(episode):
            rows.append((*key, episode.task.site, saw_answer(episode), len(episode.steps)))
    seen = pandas.DataFrame(rows, columns=["task", "attempt", "site", "saw", "steps"])
    return seen.astype({"saw": "Int64"})


def left_the_way(episode: Episode, way: Sequence[str]) -> int | None:
    """The first step on a page that is not on the oracle's way; None: never.

    `way` are the addresses that the oracle goes through. Where several ways lead to an answer,
    leaving this one is no error yet.
    """
    pages = {address(url) for url in way}
    return next((step.index for step in episode.steps if page(step) not in pages), None)


def _is_on_page(words: list[Token], part: Any) -> bool:
    """Whether a page says a part of a reference: a text, a number, or one of several."""
    match part:
        case list():
            return any(_is_on_page(words, alternative) for alternative in part)
        case str():
            return bool(places(tokens(part), words))
        case {"number": value, **rest}:
            tolerance = Fraction(str(rest.get("tolerance", 0)))
        case _:
            value, tolerance = part, Fraction(0)
    return any(
        isinstance(word, Number) and word.near(Fraction(str(value)), tolerance) for word in words
    )
