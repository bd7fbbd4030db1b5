"""Rules about tables: the row a question means, the column it asks for, sorting by a column."""

from collections.abc import Iterator

from ..page.facts import extract_value
from ..page.table_query import (
    best_row,
    column_of_kind,
    find_column,
    is_name,
    is_ranked,
    ranked_column,
    row_by_name,
    row_by_words,
    transpose,
)
from ..page.tables import CORNER, Table, add_corners, find_tables
from ..question.properties import Property
from ..question.quantities import KINDS_OF
from ..question.words import SMALL, has_form, tokens
from .list_rules import turn_page
from .moves import Move, answer, click, scroll
from .situation import Situation

SORTED = "I sort the table by"


def tables_in_view(now: Situation) -> list[Table]:
    """The tables in view; one without its head in view continues the rows of earlier screens."""
    tables: list[Table] = []
    for page in now.talk.pages:
        if page.address == now.page.address:
            largest = max(tables, key=lambda table: len(table.rows), default=None)
            tables = find_tables(add_corners(page.body), page.elements, largest)
    return [table for table in tables if len(table.rows) > 1]


def look_up(now: Situation) -> Iterator[Move]:
    """Answer from a table in view, or get it into the wanted order, or read on to its end."""
    question = now.question
    if question.command or question.compares:
        return
    for table in tables_in_view(now):
        if question.order and question.order.is_superlative:
            yield from _look_up_best(now, table)
        else:
            yield from _look_up_name(now, table)


def _look_up_best(now: Situation, table: Table) -> Iterator[Move]:
    """Sort the table or read on; answer once the table is in order or was seen to its end."""
    order, text = now.question.order, now.question.text
    column = ranked_column(table, order, text)
    if column is None and len(table.heads) > 2 and not table.heads[0].strip(CORNER):
        table = transpose(table)
        column = ranked_column(table, order, text)
    row = None if column is None else best_row(table, column, order, text)
    if not row:
        return
    leads = len(table.rows) > 4 and now.page.above < 0.05 and is_ranked(table, column, order.most)
    in_view = not now.page.goes_on or table.bottom < now.page.viewport[1] - 90
    if leads or (in_view and not now.listing.next_links):
        yield answer("I have seen the rows that count.", _describe_row(now, table, row, column))
    elif table.controls[column] and len(now.memory.steps_saying(SORTED)) < 2:
        yield click(table.controls[column], SORTED)
    else:
        if now.kind.may_scroll():
            yield scroll("The table goes on. I look further down.")
        yield from turn_page(now, "The table goes on. I turn the page with")


def _look_up_name(now: Situation, table: Table) -> Iterator[Move]:
    """What a named row says: in the column that fits, or in the cell that doesn't hold the name."""
    names = (*now.question.names, *now.question.search_terms)
    row = row_by_name(table, names)
    if not row:
        yield from _look_up_words(now, table)
        return
    free = [
        n for n, cell in enumerate(row) if cell and not any(is_name(cell, name) for name in names)
    ]
    column = find_column(table, _weigh_words(now, " ".join(names)), 1.0, free)
    if column is not None:
        words = f"{names[0]} – {table.label(column)}: {row[column]}."
        yield answer("This row of the table says it.", words)
    elif len(free) == 1 and now.question.wants_name:
        yield answer("This row of the table says it.", f"{row[free[0]]}.")


def _look_up_words(now: Situation, table: Table) -> Iterator[Move]:
    """What the row says whose name is among the question's words, in the column that fits."""
    question = now.question
    found = row_by_words(table, question.text)
    if not found or question.order or question.conditions or question.counts:
        return
    row, place = found
    named = row[place]
    free = [n for n, cell in enumerate(row) if cell and n != place]
    columns = [_find_column_for(now, table, row, need, named, free) for need in now.goal.needs]
    # What else the question speaks of must be on this page: the table of the right thing.
    shown = tokens(" ".join([now.page.title, *table.heads, *(o.text for o in now.page.body)]))
    subject = [*now.goal.term_words, *tokens(" ".join(question.names))]
    if columns and None not in columns and all(has_form(word, shown) for word in subject):
        needs = zip(now.goal.needs, columns, strict=True)
        values = [
            f"{table.label(n)}: {extract_value(need.kind, row[n]) or row[n]}" for need, n in needs
        ]
        yield answer("This row of the table says it.", f"{named} – {'; '.join(values)}.")


def _find_column_for(
    now: Situation,
    table: Table,
    row: tuple[str, ...],
    need: Property,
    name: str,
    free: list[int],
) -> int | None:
    """The column of a property: the head that fits it, else the only cell of the right kind."""
    alone = len(now.goal.needs) == 1
    weights = _weigh_words(now, name) if alone else {stem: 2.0 for stem in need.stems}
    column = find_column(table, weights, 1.0, free)
    if column is None and need.kind:
        column = column_of_kind(table, KINDS_OF.get(need.kind, (need.kind,)), row)
    return column


def _weigh_words(now: Situation, name: str) -> dict[str, float]:
    """The weights of the question's words in the head of a column; what is asked counts double."""
    words = set(tokens(now.question.text, SMALL)) - set(tokens(name, SMALL))
    weights = dict.fromkeys(words, 1.0)
    return weights | {word: 2.0 for need in now.question.properties for word in need.stems}


def _describe_row(now: Situation, table: Table, row: tuple[str, ...], ranked_by: int) -> str:
    """A row in words: its subject, the column it was ranked by, and the columns asked for."""
    needs = [need.stems for need in now.question.properties if need.kind not in ("number", "")]
    asked = [
        find_column(table, dict.fromkeys(stems, 1.0) | {stems[-1]: 2.0}, 1.0) for stems in needs
    ]
    about = table.name_column
    columns = [
        n for n in dict.fromkeys([ranked_by, *asked]) if n is not None and n != about and row[n]
    ]
    values = "; ".join(f"{table.label(n)}: {row[n]}" for n in columns)
    return f"{row[about]} – {values}." if values else f"{row[about]}."
