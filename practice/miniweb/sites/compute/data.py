"""The engine's knowledge in one world: names are fixed; people, heights and weather are drawn."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

from ...kit.catalogue import catalogue
from ...kit.chart_pictures import Chart
from ...kit.formats import slug
from ...kit.people import draw_names, user_name
from ...world import World
from .records import Column, Data, Row, Table

CATALOGUE = Path(__file__).parent / "catalogue"
_read = catalogue(__file__)
YEARS = tuple(range(1900, 2021, 10))
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def make(world: World) -> Data:
    """Make the site's data for a world."""
    texts = {path.stem: _read(path.name) for path in sorted(CATALOGUE.glob("*.json"))}
    tables = {key: _make_table(world, key, texts) for key in texts["tables"]}
    return Data(world, tables, _draw_passwords(world, texts["atlas"]["beginnings"]), texts)


def _make_table(world: World, key: str, texts: Mapping[str, Any]) -> Table:
    given = texts["tables"][key]
    rows = _draw_towns(world, texts["atlas"]) if key == "towns" else _read_rows(f"{key}.csv")
    columns = [Column(*column) for column in given["columns"]]
    in_order = sorted(rows, key=lambda row: (row["name"], row["slug"]))
    return Table(slug=key, rows=in_order, **{**given, "columns": columns})


def _read_rows(file: str) -> Iterator[Row]:
    for given in _read(file):
        values = {key: _read_value(text) for key, text in given.items()}
        yield {"slug": slug(given.get("symbol", given["name"])), **values}


def _read_value(text: str) -> float | int | str:
    try:
        return float(text) if "." in text else int(text)
    except ValueError:
        return text


def _draw_passwords(world: World, words: Sequence[str]) -> dict[str, str]:
    people = draw_names(world.random("compute/accounts"), 4)
    drawn = world.random("compute/passwords").sample(words, 4)
    pairs = zip(people, drawn, strict=True)
    return {user_name(name): f"{word.lower()}-{37 * len(name)}" for name, word in pairs}


def _draw_towns(world: World, atlas: Mapping[str, Any]) -> Iterator[Row]:
    """Draw 13 towns for each country; names are the same in every world, and many come twice."""
    names = [begin + end for begin in atlas["beginnings"] for end in atlas["endings"]]
    fixed, chance = Random("compute/town names"), world.random("compute/towns")
    pool = fixed.sample(names, 210)
    for country in sorted(name for names in atlas["continents"].values() for name in names):
        for name in fixed.sample(pool, 13):
            named = {"slug": slug(f"{name}-{country}"), "name": name, "country": country}
            yield named | _draw_town(chance)


def _draw_town(chance: Random) -> dict[str, Any]:
    near = chance.random() < 0.35
    people, january = round(10 ** chance.uniform(3.6, 6.1)), round(chance.uniform(-9, 11), 1)
    return {
        "population": people,
        "altitude": chance.randrange(1, 60) if near else chance.randrange(40, 1400),
        "area": round(people / chance.uniform(700, 3600), 1),
        "founded": chance.randrange(690, 1840),
        "rain": chance.randrange(320, 1700),
        "january": january,
        "july": round(january + chance.uniform(9, 24), 1),
        "sea": chance.randrange(0, 3) if near else chance.randrange(8, 420),
        "people_by_year": _draw_history(chance, people),
        "rain_by_month": _draw_months(chance),
    }


def _draw_history(chance: Random, people: int) -> list[int]:
    """Draw the people in each of YEARS: up to one clear peak, then down to today's number."""
    peak, top = chance.randrange(4, len(YEARS) - 2), people * chance.uniform(1.2, 1.5)
    low, after = top * chance.uniform(0.25, 0.5), len(YEARS) - peak - 1
    rise = [low + (top - low) * (n / peak) ** 1.6 * 0.92 for n in range(peak)]
    fall = [top * 0.93 + (people - top * 0.93) * n / after for n in range(1, after + 1)]
    return [round(value) for value in (*rise, top, *fall)]


def _draw_months(chance: Random) -> list[int]:
    """Draw the rain of each month in mm; one month is clearly the wettest, one the driest."""
    months = [chance.randrange(35, 105) for _ in MONTHS]
    wet, dry = chance.sample(range(12), 2)
    months[wet], months[dry] = chance.randrange(125, 160), chance.randrange(8, 22)
    return months


def list_charts(town: Row) -> dict[str, Chart]:
    """The charts of a town by title, whose figures are given only there; none for other rows."""
    if "people_by_year" not in town:
        return {}
    people = [number / 1000 for number in town["people_by_year"]]
    return {
        "Population history": Chart("line", ("thousand people",), YEARS, [people]),
        "Rain by month": Chart("bars", ("mm of rain",), MONTHS, [town["rain_by_month"]]),
    }
