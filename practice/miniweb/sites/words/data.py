"""The dictionary's data in one world: levels, counts, dates and orders are drawn."""

import json
from collections.abc import Iterator
from datetime import date, timedelta
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any

from ...world import World
from . import lexicon, quizzes
from .records import DECADES, LEVELS, TOPICS, Data, Entry, Language, Lesson, Newcomer, Part

HERE = Path(__file__).parent
CHOICES = {"yes": "Yes, add it", "wait": "Not yet", "no": "No, never"}


def make(world: World) -> Data:
    """Make the dictionary's data for a world."""
    notices = _read_json("notices.json")
    languages = tuple(Language(**row) for row in _read_json("languages.json"))
    entries = tuple(
        sorted(_make_entries(world, languages, notices["editors"]), key=lambda entry: entry.word)
    )
    prices = world.random("words/prices")
    return Data(
        today=world.today,
        entries=entries,
        languages=languages,
        daily=dict(_choose_daily(world, entries)),
        quizzes=tuple(quizzes.quizzes(world, entries, notices["quizzes"])),
        newcomers=tuple(_draw_newcomers(world, notices["newcomers"])),
        lessons=tuple(_draw_lessons(world, notices["lessons"])),
        monthly=prices.randrange(299, 600, 50),
        yearly=prices.randrange(2499, 3500, 100),
    )


def _read_json(name: str) -> Any:
    return json.loads((HERE / name).read_text("utf-8"))


def _make_entries(
    world: World, languages: tuple[Language, ...], editors: list[str]
) -> Iterator[Entry]:
    """Make all entries; no two have the same number of look-ups or the same day of update."""
    drafts = [draft for topic in TOPICS for draft in lexicon.read(topic)]
    chance = world.random("words/counts")
    now = _draw_counts(chance, len(drafts))
    before = _draw_counts_before(chance, now)
    days = chance.sample(range(2, 400), len(drafts))
    for draft, count, earlier, age in zip(drafts, now, before, days, strict=True):
        own = world.random(f"words/{draft.word}")
        family = lexicon.listed(draft.lines["f"]) if "f" in draft.lines else ()
        yield Entry(
            word=draft.word,
            topic=draft.topic,
            parts=tuple(_make_part(draft.word, part, own) for part in draft.parts),
            family=tuple(tuple(pair.split(" ", 1)) for pair in family),
            translations=dict(
                zip([each.slug for each in languages], draft.lines["t"].split(" | "), strict=True)
            ),
            origin=draft.lines.get("o", ""),
            lookups=count,
            lookups_before=earlier,
            updated=world.today - timedelta(age),
            editor=own.choice(editors),
            uses=_draw_uses(own),
        )


def _draw_counts(chance: Random, count: int) -> list[int]:
    """Draw `count` different numbers, few large and many small, in random order."""
    counts = [int(41000 / (n + 1.6) ** 0.62) + chance.randrange(40) for n in range(count)]
    counts = [number - 3 * n for n, number in enumerate(counts)]
    while len(set(counts)) < count:
        counts = [number + chance.randrange(3) for number in counts]
    chance.shuffle(counts)
    return counts


def _draw_counts_before(chance: Random, now: list[int]) -> list[int]:
    """Draw last week's counts: a similar ranking, each word a few places higher or lower."""
    order = sorted(range(len(now)), key=lambda n: now[n], reverse=True)
    shaken = sorted(order, key=lambda n: order.index(n) + chance.gauss(0, 7))
    counts = sorted(_draw_counts(chance, len(now)), reverse=True)
    return [counts[shaken.index(n)] for n in range(len(now))]


def _make_part(word: str, drawn: dict[str, Any], own: Random) -> Part:
    level = own.choice(drawn["levels"])
    assert level in LEVELS
    lists = (lexicon.listed(drawn.get(key, "")) for key in "csa")
    spoken, senses = (drawn["uk"], drawn["us"]), tuple(drawn["senses"])
    return Part(word, drawn["name"], level, *spoken, drawn["forms"], senses, *lists)


def _draw_uses(own: Random) -> tuple[int, ...]:
    """Draw the uses per million words by decade: a slow random walk with one clear peak."""
    value, walk = own.uniform(20, 60), []
    for _ in DECADES:
        walk.append(value)
        value = min(max(value + own.uniform(-9, 9), 12), 78)
    peak = own.randrange(1, len(walk) - 1)
    walk[peak] = max(walk) + own.uniform(8, 14)
    return tuple(round(value) for value in walk)


def _choose_daily(world: World, entries: tuple[Entry, ...]) -> Iterator[tuple[date, Entry]]:
    """Choose the word of every day of the last two months and this one up to today, in order."""
    first = (world.today.replace(day=1) - timedelta(1)).replace(day=1)
    day = (first - timedelta(1)).replace(day=1)
    chosen = cycle(world.random("words/daily").sample(entries, len(entries)))
    while day <= world.today:
        yield day, next(chosen)
        day += timedelta(1)


def _draw_newcomers(world: World, rows: list[dict[str, str]]) -> Iterator[Newcomer]:
    """Draw the words that readers sent in, newest first, one for each Monday."""
    chance = world.random("words/newcomers")
    monday = world.today - timedelta(world.today.weekday())
    for weeks, row in enumerate(chance.sample(rows, len(rows))):
        votes = {choice: chance.randrange(180, 2400) for choice in CHOICES}
        yield Newcomer(**row, week=monday - timedelta(7 * weeks), votes=votes)


def _draw_lessons(world: World, rows: list[dict[str, str]]) -> Iterator[Lesson]:
    chance = world.random("words/lessons")
    shares, days = chance.sample(range(58, 98), len(rows)), chance.sample(range(5, 300), len(rows))
    for row, helpful, age in zip(rows, shares, days, strict=True):
        yield Lesson(
            **row,
            reviewed=world.today - timedelta(age),
            helpful=helpful,
            readers=chance.randrange(400, 9000),
        )
