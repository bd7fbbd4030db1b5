"""What a question wants of a table: which of its columns, and which of its rows count."""

import re
from dataclasses import dataclass

from .question import Question
from .ranking import Ranking, akin, day, first, measured, place, ranking, without, words
from .tables import SUMS, Table
from .values import when
from .words import fold, names, tokens

POSITION = ("pos", "position", "type", "class")


@dataclass(frozen=True)
class Wish:
    """What a question wants of a table: the most or the least, a place in it, a day, or a row by its name."""

    ranking: Ranking | None
    place: int | None
    first: int | None
    without: tuple[str, ...]
    day: float | None
    called: tuple[str, ...]  # names and quoted words that should stand in the row
    said: tuple[str, ...]  # all its words

    @property
    def any(self) -> bool:
        return bool(self.ranking or self.place or self.day or self.called)


def wish(asks: Question) -> Wish:
    """What this question wants of a table."""
    text, called = asks.text, (*asks.names, *asks.searches)
    return Wish(ranking(text), place(text), first(text), without(text), day(text), called, tuple(words(text)))


def column(
    table: Table, weights: dict[str, float], least: float, numeric: bool = False, free: list[int] | None = None
) -> int | None:
    """The column whose head says most of these words, and least else."""
    usable = [at for at in range(len(table.heads)) if at != table.rank and (free is None or at in free)]
    usable = [at for at in usable if _measures(table, at)] if numeric else usable
    fits = [(_fit(head, weights), at) for at in usable for head in table.heads[at].split(" / ")]
    fit, best = max(fits, key=lambda pair: pair[0], default=(0.0, None))
    return best if fit >= least else None


def _fit(head: str, weights: dict[str, float]) -> float:
    """The weight of the words that a head says, less a little for each other word; 0 for a head without words."""
    told = set(words(head)) - {"ups"}
    met = [max((weight for want, weight in weights.items() if akin(want, word)), default=0) for word in told]
    if told and not any(met) and (short := _short(head, weights)):
        return short
    return sum(met) - 0.4 * met.count(0)


def _short(head: str, weights: dict[str, float]) -> float:
    """How much an abbreviated head may stand for a word: "G" for goals, "PTS" for points."""
    if not re.fullmatch(r"[A-Z]{1,4}", head):
        return 0
    letters = head.lower()
    form = ".*".join(letters.rstrip("s") if len(letters) > 2 else letters)
    meant = [weight for word, weight in weights.items() if word[0] == letters[0] and re.match(form, word)]
    return max((weight for weight in meant if weight > 1), default=0)


def _measures(table: Table, at: int) -> bool:
    values = [measured(row[at]) for row in table.rows if row[at] not in ("", "-", "–")]
    return bool(values) and sum(value is not None for value in values) >= 0.7 * len(values)


def fitting(table: Table, want: Wish) -> list[tuple[str, ...]]:
    """The rows that count: no sums, none that is left out, only those of the kind the question names."""
    rows = [row for row in table.rows if not SUMS.fullmatch(row[0].strip() or row[table.naming].strip() or "-")]
    if want.without:
        rows = [row for row in rows if not set(want.without) & set(words(row[0]))]
    if want.first and table.rank is not None:
        rows = [row for row in rows if int(row[table.rank]) <= want.first]
    for at, head in enumerate(table.heads):
        values = {row[at] for row in table.rows if row[at]}
        if at in (table.rank, table.naming) or not 1 < len(values) < max(3, 0.7 * len(table.rows)):
            continue
        named = {value for value in values if _named(value, head, want)}
        rows = [row for row in rows if row[at] in named] if named else rows
    return rows


def _named(value: str, head: str, want: Wish) -> bool:
    """Whether the question names this value of a column: "noun", "B2", or F for the forwards."""
    if re.fullmatch(r"[A-Z]{1,2}", value) and set(tokens(head)) & set(POSITION):
        return any(word.startswith(value.lower()) and len(word) > 4 for word in want.said)
    told = words(value)
    return bool(told) and len(told) < 4 and not value.isdigit() and set(told) <= set(want.said)


def by_name(table: Table, want: Wish) -> tuple[str, ...] | None:
    """The row of the day or the things that a question names."""
    if want.day:
        return next((row for row in table.rows if any(when(cell) == want.day and len(cell) < 30 for cell in row)), None)
    rows = [row for row in table.rows if all(any(is_named(cell, name) for cell in row) for name in want.called)]
    return rows[0] if want.called and len(rows) == 1 else None


def is_named(cell: str, name: str) -> bool:
    """Whether a cell is this name, give or take a word or two."""
    return fold(cell) == fold(name) or (names(cell, name) and len(tokens(cell)) <= len(tokens(name)) + 2)
