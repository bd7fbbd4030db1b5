"""Rules about values that need no label: known by their form, by the row or link that names both things, by a calendar."""

import re
from collections.abc import Iterator

from .days import DAY, month_of
from .moves import Move, answer, click
from .pages import Line
from .ranking import akin, words
from .scene import Scene
from .tables import Table
from .tabular import seen
from .wishes import wish
from .words import fold, names, tokens

# What is written in a form of its own: the words that ask for it, and the form.
WRITTEN = (
    ({"pronunciation", "pronounce", "pronounced", "phonetic", "ipa"}, r"/[^/\s][^/]*/|\[[^\[\]]+\]"),
    ({"level"}, r"[ABC][12]"),
)
CLASSES = {"noun", "verb", "adjective", "adverb", "preposition", "pronoun", "conjunction"}
SCORE = re.compile(r"\b\d{1,3}\s?[-–:]\s?\d{1,3}\b(?!-)")
CLOCK = re.compile(r"\b\d{1,2}:\d{2}\b(?: ?[ap]m)?", re.IGNORECASE)
HOST, AWAY = re.compile(r"\b(?:host\w*|at home|received?|welcomed?)\b"), re.compile(r"at |@")
EARLIER = {"earlier", "previous", "archive", "calendar", "past", "older", "history"}


def by_form(now: Scene) -> Iterator[Move]:
    """A pronunciation stands between strokes, a language level is a letter with a number: no label is needed."""
    said = set(tokens(now.question.text))
    form = next((form for asks, form in WRITTEN if asks & said), "")
    owner = now.thing or headword(now)
    if not form or not owner or now.question.act or now.question.order or len(now.things) > 1:
        return
    others = [need for need in now.question.asked if not any(set(need.stems) & asks for asks, _ in WRITTEN)]
    more = [need for need in others if need.kind or not set(words(need.words)) <= set(words(now.question.text))]
    lines = _qualified(now, [line for line in now.body if re.fullmatch(form, line.text.strip())])
    if lines and not more:
        yield answer("What is asked for is written like this.", f"{owner}: {lines[0].text.strip()}.")


def headword(now: Scene) -> str:
    """The large heading of a page whose own name the question gives: today's word on "Word of the day"."""
    title = now.page.titles[0]
    asked = len(words(title)) > 1 and names(now.question.text.replace("'s ", " "), title)
    tops = [line.text for line in now.page.headings[:1] if fold(line.text) != fold(title)]
    return tops[0] if asked and tops and now.page.at_top else ""


def _qualified(now: Scene, lines: list[Line]) -> list[Line]:
    """Of several values those whose label to the left, and whose class of word above, are the question's."""
    text = re.sub(r"\(not [^()]*\)", "", now.question.text)
    said = re.findall(r"\w+", text)
    labels = [(line, _left(line, now.body)) for line in lines]
    lines = [line for line, label in labels if label and label.text in said] or lines
    wanted = CLASSES & set(tokens(text))
    if not wanted:
        return lines
    heads = [line for line in now.body if fold(line.text) in CLASSES and line.h > 17]
    classes = [(line, _above(line, heads)) for line in lines]
    return [line for line, head in classes if head and fold(head.text) in wanted]


def _above(line: Line, heads: list[Line]) -> Line | None:
    """The head under which a line stands."""
    over = [head for head in heads if head.y <= line.y + 4 and head.x <= line.x]
    return max(over, key=lambda head: head.y, default=None)


def _left(line: Line, lines: list[Line]) -> Line | None:
    """What stands close to the left of a line."""
    row = [other for other in lines if other.right <= line.x and other.beside(line) and line.x - other.right < 80]
    return max(row, key=lambda other: other.right, default=None)


def by_row(now: Scene) -> Iterator[Move]:
    """On a thing's page, the row of a table that the question names: the language, the other team, the part."""
    if not now.thing or now.question.act or now.question.compares or wish(now.question).ranking:
        return
    others = [name for name in now.question.names if name != now.thing]
    for table in seen(now):
        if others and (text := _met(now, table, others)):
            yield answer("This row tells of the two.", text)
        elif not others and (text := _named(now, table)):
            yield answer("This row of the table says it.", text)


def _met(now: Scene, table: Table, others: list[str]) -> str:
    """The score of the one row that names the other; where the question tells of a host, of the matches there."""
    if not {"score", "result"} & set(tokens(now.question.text)):
        return ""
    rows = [row for row in table.rows if all(any(names(cell, name) for cell in row) for name in others)]
    text = fold(now.question.text)
    if host := HOST.search(text):
        home = text.find(fold(now.thing)) < host.start()
        rows = [row for row in rows if home != any(AWAY.match(cell) for cell in row)]
    scores = [found[0] for row in rows for cell in row if (found := SCORE.search(cell)) and not DAY.search(cell)]
    return f"{now.thing} {scores[0]} {others[0]}." if len(scores) == 1 else ""


def _named(now: Scene, table: Table) -> str:
    """What stands in the one row whose name the question gives, as it is written there."""
    said, own = set(words(now.question.text)), set(words(now.thing))
    found = []
    for row in table.rows:
        name = row[table.naming]
        told = set(words(name)) - own
        if told and told <= said and len(told) < 4 and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", now.question.text):
            found.append(row)
    if len(table.rows) < 3 or len(found) != 1 or len(found[0]) < 2 or not found[0][table.naming][:1].isupper():
        return ""
    return f"{found[0][table.naming]}: {found[0][0 if table.naming else 1]}."


def both_named(now: Scene) -> Iterator[Move]:
    """A line or link that names all the things and the day and hour of what is next."""
    if len(now.question.names) < 2 or not re.search(r"\bnext\b", fold(now.question.text)):
        return
    for element in sorted(now.page.elements, key=lambda e: e.box.y if e.box else 0):
        day, clock = DAY.search(element.name), CLOCK.search(element.name)
        if day and clock and all(names(element.name, name) for name in now.question.names):
            yield answer("This line names both, with day and time.", f"{day[0]}, {clock[0]}.")
            return


def by_calendar(now: Scene) -> Iterator[Move]:
    """What stands in a calendar at the day the question names, or the way to its month."""
    wanted = wish(now.question).day
    if not wanted or now.question.act or now.question.names:
        return
    month, day = divmod(int(wanted), 100)
    heads = [at for line in now.page.headings if (at := _month(line.text))]
    grid = any(fold(line.text)[:3] == "mon" and len(line.text) < 10 for line in now.page.body)
    if grid and month in heads and (entry := _entry(now, day)):
        yield answer("The calendar says it.", f"{entry}.")
        return
    away = abs(heads[0] - month) if heads else float("inf")
    links = [(at, e) for e in now.page.elements if e.tag == "a" and len(e.name) < 25 and (at := _month(e.name))]
    nearer = [(abs(at - month), element) for at, element in links if abs(at - month) < away]
    if nearer:
        yield click(min(nearer, key=lambda pair: pair[0])[1], "The day lies in another month. I turn to")
    if not heads and headword_page(now):
        for element in now.page.elements:
            if element.tag == "a" and EARLIER & set(tokens(element.name)) and not now.history.clicked(element.name):
                yield click(element, "Earlier days may stand behind this. I turn to")


def _entry(now: Scene, day: int) -> str:
    """What stands below the number of a day."""
    for number in now.page.body:
        if number.text.strip() == str(day):
            column = [line for line in now.page.body if abs(line.x - number.x) < 14 and not line.text.isdigit()]
            below = [line for line in column if 0 < line.y - number.y < 2.2 * number.h + 6]
            if below:
                return min(below, key=lambda line: line.y).text
    return ""


def headword_page(now: Scene) -> bool:
    """Whether the page's title is in the question."""
    title = words(now.page.titles[0])
    said = words(now.question.text)
    return bool(title) and all(any(akin(word, other) for other in said) for word in title)


def _month(text: str) -> int:
    """202601 for "← January 2026", 0 for what names no month."""
    year, month = (len(text) < 30 and month_of(text)) or (0, 0)
    return 100 * year + month
