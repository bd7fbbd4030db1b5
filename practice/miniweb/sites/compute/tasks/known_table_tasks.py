"""Questions about towns and foods: charts, comparisons, and wishes that one row meets."""

from calendar import month_name
from collections import Counter
from random import Random
from typing import Any

from ..data import MONTHS, YEARS
from ..records import Data, Row
from ..reference_pages import choose_rows, sort_rows


def _list_unique_towns(data: Data) -> list[Row]:
    """The towns without namesakes."""
    towns = data.tables["towns"].rows
    counts = Counter(town["name"] for town in towns)
    return [town for town in towns if counts[town["name"]] == 1]


def peak(data: Data, chance: Random) -> dict[str, Any]:
    """A year read off the chart of a town that isn't the first of its name."""
    table = data.tables["towns"]
    namesakes = [table.named(town["name"]) for town in table.rows]
    three = chance.choice([towns for towns in namesakes if len(towns) == 3])
    town = min(three, key=lambda town: town["population"])
    people = town["people_by_year"]
    return {**town, "year": YEARS[people.index(max(people))]}


def driest(data: Data, chance: Random) -> dict[str, Any]:
    """A month read off a bar chart."""
    town = chance.choice(_list_unique_towns(data))
    n = town["rain_by_month"].index(min(town["rain_by_month"]))
    return {"name": town["name"], "month": month_name[n + 1], "brief": MONTHS[n]}


def crowded(data: Data, chance: Random) -> dict[str, Any]:
    """The densest of three towns, whose people and areas have to be divided."""

    def density(town: Row) -> float:
        return town["population"] / town["area"]

    while True:
        towns = chance.sample(_list_unique_towns(data), 3)
        best, next_best, _ = sorted(towns, key=density, reverse=True)
        largest = max(towns, key=lambda town: town["population"])
        if density(best) > 1.15 * density(next_best) and best is not largest:
            break
    first, second, third = (town["name"] for town in towns)
    return {"first": first, "second": second, "third": third, **_name_best(best, towns)}


def sea(data: Data, chance: Random) -> dict[str, Any]:
    """A wish that one town of a country meets."""
    table = data.tables["towns"]
    countries = sorted({town["country"] for town in table.rows})
    while True:
        country = chance.choice(countries)
        july, people = chance.randrange(15, 24), chance.randrange(20, 200, 10) * 1000
        limits = {"group": country, "max_sea": "10", "min_population": str(people)}
        looser = choose_rows(table, limits)
        found = choose_rows(table, limits | {"min_july": str(july)})
        if len(found) == 1 < len(looser):
            break
    values = {"country": country, "july": july, "people": people, "many": f"{people:,}"}
    return values | _name_best(found[0], looser)


def snack(data: Data, chance: Random) -> dict[str, Any]:
    """A wish that one food meets."""
    table = data.tables["foods"]
    while True:
        protein, energy = chance.randrange(8, 22), chance.randrange(90, 400, 10)
        fibre = chance.randrange(2, 9)
        limits = {"min_protein": str(protein), "max_energy": str(energy)}
        looser = choose_rows(table, limits)
        found = choose_rows(table, limits | {"min_fibre": str(fibre)})
        if len(found) == 1 and 2 < len(looser) < 12:
            break
    values = {"protein": protein, "energy": energy, "fibre": fibre}
    return values | _name_best(found[0], looser)


def _name_best(best: Row, rows: list[Row]) -> dict[str, Any]:
    return {"best": best["name"], "others": [row["name"] for row in rows if row is not best]}


def old(data: Data, chance: Random) -> dict[str, Any]:
    """Any of several towns; the list can be sorted by their age."""
    table, unique = data.tables["towns"], _list_unique_towns(data)
    while True:
        country, year = chance.choice(table.rows)["country"], chance.randrange(900, 1250, 50)
        rows = choose_rows(table, {"group": country, "max_founded": str(year)})
        if 2 <= len(rows) <= 4 and rows[0] in unique:
            break
    oldest = sort_rows(table, rows, "-founded")[0]["name"]
    names = [row["name"] for row in rows]
    return {"country": country, "year": year, "oldest": oldest, "towns": names}
