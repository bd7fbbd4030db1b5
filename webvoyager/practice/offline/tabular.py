"""Rules about tables: the row a question means, the column it asks for, sorting, and reading a long table to its end."""

import itertools
import re
from collections.abc import Iterator

from .history import Fact
from .moves import Move, answer, click, noting, quotable, scroll
from .pages import Element
from .ranking import akin, measured, words
from .scene import Scene
from .tables import Table, tables
from .values import when
from .wishes import Wish, by_name, column, fitting, is_named, wish
from .words import fold, tokens

ENOUGH = 2.0  # how much of a question the head of a column must say
NOUNS = (r"\b(?:which|what) (?:[a-z]+ )?(?=([a-z]+))", r"\b(?:which|what) ([a-z]+)")  # "which team", "which old team"
SORTED = "I sort the table by"


def seen(now: Scene) -> list[Table]:
    """The tables in view; the head of one scrolled away is known from the screens before."""
    known: Table | None = None
    for page in now.talk.pages:
        if page.address == now.page.address and page is not now.page:
            found = tables(page, page.body, known)
            known = max(found, key=lambda table: len(table.rows), default=known)
    return tables(now.page, now.page.body, known)


def told(now: Scene, table: Table, row: tuple[str, ...], want: Wish, by: int | None = None) -> str:
    """A row in words: what it is about, the column it was ranked `by`, and the columns that were asked for."""
    ranked = by is not None
    said = [by] if ranked else []
    for need in now.question.asked:
        weights = {word: 2.0 if word == need.stems[-1] else 1.0 for word in need.stems}
        plain = ranked and need.kind in ("number", "")
        at = None if plain else column(table, weights, 1.0)
        said += [at] if at is not None and at not in said else []
    about = _about(now, table)
    if not said and any(is_named(row[about], name) for name in want.called):
        return ""
    values = "; ".join(f"{table.label(at)}: {row[at]}" for at in said if at != about and row[at])
    return f"{row[about]} – {values}." if values else f"{row[about]}."


def _about(now: Scene, table: Table) -> int:
    """The column that answers "which …": the one so named, else the one that names the rows."""
    text = fold(now.question.text)
    asks = [noun for form in NOUNS for noun in re.findall(form, text)]
    named = {word for one in asks for word in words(one)} if not re.search(r"\bwho\b", text) else set()
    return next((at for at, head in enumerate(table.heads) if words(head) and words(head)[-1] in named), table.naming)


def look_up(now: Scene) -> Iterator[Move]:
    """Answer from a table in view, or get it into the wanted order, or read on to its end."""
    want = wish(now.question)
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
        others = [cell for cell in ([row[at]] if at else row) if cell and when(cell) != want.day]
        return f"{others[0]}." if others else ""
    own = {word for name in want.called for word in words(name)}
    weights = dict.fromkeys((word for word in want.said if word not in own), 1.0)
    weights |= {word: 2.0 for need in now.question.asked for word in need.stems}
    free = [n for n, cell in enumerate(row) if cell and not any(is_named(cell, name) for name in want.called)]
    at = column(table, weights, 1.0, free=free)
    if at is not None:
        return f"{want.called[0]} – {table.label(at)}: {row[at]}."
    return f"{row[free[0]]}." if len(free) == 1 and now.question.wants_name else ""


def _placed(now: Scene, table: Table, want: Wish) -> Iterator[Move]:
    """The row of a place in the ranking, once the table is in the order that the question means."""
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
    """Sort the table, or note the best row so far and read on; answer once the rows that count were seen."""
    by, most = column(table, dict(want.ranking.words), ENOUGH, numeric=True), want.ranking.most
    if by is None:
        return
    best = _best(table, by, want)
    first_page = now.page.at_top and not re.search(r"page=[2-9]", now.page.address)
    leads = best and first_page and len(table.rows) > 4 and _in_order(table, by, most)
    done = leads or _ended(now, table, want)
    if best and not done and (press := _sorter(now, table, by)):
        yield press
        return
    label = f"so far {'most' if most else 'least'} {table.label(by)}"
    noted = next((fact.value for fact in reversed(now.history.facts) if fact.label == label), "")
    value, _, text = noted.partition(" | ")
    facts = []
    if best and (not noted or (best[0] > float(value) if most else best[0] < float(value))):
        text = told(now, table, best[1], want, by)
        facts = [Fact(quotable(table.label(by)), label, f"{best[0]} | {quotable(text)}")]
    if done and text:
        yield answer("I have seen the rows that count.", text)
    elif not done:
        yield from (noting(facts, move) for move in _on(now, "The table goes on."))


def _best(table: Table, by: int, want: Wish) -> tuple[float, tuple[str, ...]] | None:
    """The value and the row that rank first; of days of birth the earliest is the oldest."""
    sign = -1 if want.ranking.kind == "age" and re.search(r"born|birth|date", fold(table.heads[by])) else 1
    rows = [(sign * value, row) for row in fitting(table, want) if (value := measured(row[by])) is not None]
    return (max if want.ranking.most else min)(rows, key=lambda pair: pair[0], default=None)


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


def _next(now: Scene) -> list[Element]:
    """What turns to the next part of a table."""
    shown = [e for e in now.page.elements if e.tag in ("a", "button") and not e.disabled and len(tokens(e.name)) < 3]
    return [e for e in shown if re.match(r"(?:next|older)\b(?! to)|[›»→]$", fold(e.name))]


def _on(now: Scene, why: str) -> Iterator[Move]:
    """Further down the table, else its next page."""
    if now.may_scroll(6):
        yield scroll(f"{why} I look further down.")
    for element in _next(now):
        if not now.history.clicked(element.name, now.page.address):
            yield click(element, f"{why} I turn the page with")
