"""Rules about tables: the row a question means, the column it asks for, sorting, and reading a long table to its end."""

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass

from .history import Fact
from .moves import Move, answer, click, noting, quotable, scroll
from .ranking import Ranking, akin, day, first, measured, place, ranking, without, words
from .scene import Scene
from .tables import SUMS, Table, tables
from .values import when
from .words import fold, names, tokens

ENOUGH = 2.0  # how much of a question the head of a column must say
SORTED = "I sort the table by"
POSITION = ("pos", "position", "type", "class")


@dataclass(frozen=True)
class Wish:
    """What a question wants of a table."""

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


def wish(now: Scene) -> Wish:
    text = now.question.text
    called = (*now.question.names, *now.question.searches)
    return Wish(ranking(text), place(text), first(text), without(text), day(text), called, tuple(words(text)))


def seen(now: Scene) -> list[Table]:
    """The tables in view; the head of one scrolled away is known from the screens before."""
    known: Table | None = None
    for page in now.talk.pages:
        if page.address == now.page.address and page is not now.page:
            found = tables(page, page.body, known)
            known = max(found, key=lambda table: len(table.rows), default=known)
    return tables(now.page, now.page.body, known)


def column(
    table: Table, weights: dict[str, float], least: float, numeric: bool = False, free: list[int] | None = None
) -> int | None:
    """The column whose head says most of these words, and least else."""
    best, most = None, least
    parts = [(at, part) for at, head in enumerate(table.heads) for part in head.split(" / ")]
    for at, head in parts:
        told = set(words(head)) - {"ups"}
        if (
            not told
            or at == table.rank
            or (free is not None and at not in free)
            or (numeric and not _measures(table, at))
        ):
            continue
        met = {word: max((w for want, w in weights.items() if akin(want, word)), default=0) for word in told}
        short = _short(head, weights) if not any(met.values()) else 0
        fit = sum(met.values()) + short - 0.4 * sum(not value for value in met.values()) * (not short)
        if fit >= most and (best is None or fit > most):
            best, most = at, fit
    return best


def _short(head: str, weights: dict[str, float]) -> float:
    """How much an abbreviated head may stand for a word: "G" for goals, "PTS" for points."""
    if not re.fullmatch(r"[A-Z]{1,4}", head):
        return 0
    meant = [
        w
        for word, w in weights.items()
        if word[0] == head[0].lower() and re.match(".*".join(head.lower().rstrip("s" * (len(head) > 2))), word)
    ]
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
    rows = [
        row for row in table.rows if want.called and all(any(_is(cell, name) for cell in row) for name in want.called)
    ]
    return rows[0] if len(rows) == 1 else None


def _is(cell: str, name: str) -> bool:
    return fold(cell) == fold(name) or (names(cell, name) and len(tokens(cell)) <= len(tokens(name)) + 2)


def told(now: Scene, table: Table, row: tuple[str, ...], want: Wish, by: int | None = None) -> str:
    """A row in words: what it is about, and the columns that were asked for."""
    wanted = [need for need in now.question.asked if not (by is not None and need.kind in ("number", ""))]
    said = [by] if by is not None else []
    for need in wanted:
        weights = {word: 2.0 if word == need.stems[-1] else 1.0 for word in need.stems}
        at = column(table, weights, 1.0)
        said += [at] if at is not None and at not in said else []
    about = _about(now, table)
    if want.called and by is None and any(_is(row[about], name) for name in want.called) and not said:
        return ""
    values = "; ".join(f"{table.heads[at].split(' / ')[-1]}: {row[at]}" for at in said if at != about and row[at])
    return f"{row[about]} – {values}." if values else f"{row[about]}."


def _about(now: Scene, table: Table) -> int:
    """The column that answers "which …": the one so named, else the one that names the rows."""
    text = fold(now.question.text)
    asks = [] if re.search(r"\bwho\b", text) else re.findall(r"\b(?:which|what) (?:[a-z]+ )?(?=([a-z]+))", text)
    asks += [] if re.search(r"\bwho\b", text) else re.findall(r"\b(?:which|what) ([a-z]+)", text)
    named = {word for one in asks for word in words(one)}
    return next((at for at, head in enumerate(table.heads) if words(head) and words(head)[-1] in named), table.naming)


def look_up(now: Scene) -> Iterator[Move]:
    """Answer from a table in view, or get it into the wanted order, or read on to its end."""
    want = wish(now)
    if not want.any or now.question.act or now.question.compares:
        return
    for table in seen(now):
        if len(table.rows) < 2:
            continue
        if want.place:
            yield from _placed(now, table, want)
        elif want.ranking:
            yield from _ranked(now, table, want)
        elif (row := by_name(table, want)) and (text := _of_row(now, table, row, want)):
            yield answer("This row of the table says it.", text)


def _of_row(now: Scene, table: Table, row: tuple[str, ...], want: Wish) -> str:
    """What a named row says of what is asked: the column that fits, or the cell that is not the one named."""
    if want.day and not now.question.names:
        at = column(table, dict.fromkeys(want.said, 1.0), 1.0)
        others = [cell for n, cell in enumerate(row) if cell and when(cell) != want.day and n in (at, at or n)]
        return f"{others[0]}." if others else ""
    weights = dict.fromkeys((word for word in want.said if not any(word in words(name) for name in want.called)), 1.0)
    weights |= {word: 2.0 for need in now.question.asked for word in need.stems}
    free = [n for n, cell in enumerate(row) if cell and not any(_is(cell, name) for name in want.called)]
    at = column(table, weights, 1.0, free=free)
    if at is not None:
        return f"{want.called[0]} – {table.heads[at].split(' / ')[-1]}: {row[at]}."
    return f"{row[free[0]]}." if len(free) == 1 and now.question.wants_name else ""


def _placed(now: Scene, table: Table, want: Wish) -> Iterator[Move]:
    rank = table.rank
    if rank is None or not _speaks(now, table, want):
        return
    by = column(table, dict(want.ranking.words), ENOUGH, numeric=True) if want.ranking else None
    if by is not None and not _in_order(table, by, want.ranking.most) and (press := _sorter(now, table, by)):
        yield press
        return
    row = next((row for row in table.rows if row[rank] == str(want.place)), None)
    if row:
        yield answer("This is the row with that number.", told(now, table, row, want))
    elif int(table.rows[-1][rank]) < want.place:
        yield from _on(now, "The row with that number lies further on.")


def _ranked(now: Scene, table: Table, want: Wish) -> Iterator[Move]:
    by = column(table, dict(want.ranking.words), ENOUGH, numeric=True)
    if by is None:
        return
    most, age = want.ranking.most, want.ranking.kind == "age" and re.search(r"born|birth|date", fold(table.heads[by]))
    rows = [(measured(row[by]), row) for row in fitting(table, want)]
    rows = [(-value if age else value, row) for value, row in rows if value is not None]
    best = (max if most else min)(rows, key=lambda pair: pair[0], default=None)
    label = f"so far {'most' if most else 'least'} {table.heads[by].split(' / ')[-1]}"
    noted = next((fact for fact in reversed(now.history.facts) if fact.label == label), None)
    top = now.page.at_top and not re.search(r"page=[2-9]", now.page.address)
    done = _ended(now, table, want) or (best and top and _in_order(table, by, most) and len(table.rows) > 4)
    if best and not done and (press := _sorter(now, table, by)):
        yield press
        return
    value = float(noted.value.split(" | ")[0]) if noted else None
    ahead = best and (value is None or (best[0] > value if most else best[0] < value))
    text = told(now, table, best[1], want, by) if ahead else noted.value.split(" | ")[1] if noted else ""
    if done and text:
        yield answer("I have seen the rows that count.", text)
    elif not done:
        fact = (
            [Fact(quotable(table.heads[by].split(" / ")[-1]), label, f"{best[0]} | {quotable(text)}")] if ahead else []
        )
        for move in _on(now, "The table goes on."):
            yield noting(fact, move)


def _speaks(now: Scene, table: Table, want: Wish) -> bool:
    """Whether this may be the table meant: its page's heading, title or heads share a word with the question."""
    heads = " ".join([now.page.title, *(line.text for line in now.page.headings[:2]), *table.heads])
    return any(akin(one, other) for one in words(heads) for other in want.said if len(other) > 3)


def _in_order(table: Table, by: int, most: bool) -> bool:
    values = [value for row in table.rows if (value := measured(row[by])) is not None]
    pairs = list(itertools.pairwise(values))
    return len(values) > 2 and values[0] != values[-1] and all(a >= b if most else a <= b for a, b in pairs)


def _sorter(now: Scene, table: Table, by: int) -> Move | None:
    """A press on the column's head; a second one turns the order round."""
    mark = table.marks[by] if table.marks else None
    pressed = len(now.history.saying(SORTED))
    return click(mark, SORTED) if mark and pressed < 2 else None


def _ended(now: Scene, table: Table, want: Wish) -> bool:
    """Whether the table's last row that counts is in view, and no further page follows."""
    if want.first and table.rank is not None:
        return int(table.rows[-1][table.rank]) >= want.first
    room = not now.page.goes_on or table.bottom < now.page.viewport[1] - 90
    return room and not _next(now)


def _next(now: Scene) -> list:
    shown = [
        e for e in now.page.elements if re.match(r"(?:next|older)\b(?! to)|[›»→]$", fold(e.name)) and not e.disabled
    ]
    return [e for e in shown if e.tag in ("a", "button") and len(tokens(e.name)) < 3]


def _on(now: Scene, why: str) -> Iterator[Move]:
    if now.may_scroll(6):
        yield scroll(f"{why} I look further down.")
    for element in _next(now):
        if not now.history.clicked(element.name, now.page.address):
            yield click(element, f"{why} I turn the page with")
