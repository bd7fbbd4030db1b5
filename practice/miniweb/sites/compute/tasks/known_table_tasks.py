"""Questions about towns and foods: charts, comparisons, and wishes that one row meets."""

from calendar import month_name
from collections import Counter

from ....kit.steps import SCROLL_DOWN, WAIT, choose_option, fill, link, press
from ....kit.tasks import SiteTask, task
from ..data import MONTHS, YEARS
from ..records import Data, Row
from ..reference_pages import choose_rows, sort_rows
from .calculation_tasks import ask, draw, read


def _unique_towns(data: Data) -> list[Row]:
    """The towns without namesakes."""
    towns = data.tables["towns"].rows
    counts = Counter(town.name for town in towns)
    return [town for town in towns if counts[town.name] == 1]


def peak_year(data: Data) -> SiteTask:
    """A year read off the chart of a town that isn't the first of its name."""
    chance, table = draw(data, "peak"), data.tables["towns"]
    pairs = [table.named(town.name) for town in table.rows]
    town = min(
        chance.choice([pair for pair in pairs if len(pair) == 3]), key=lambda t: t["population"]
    )
    year = YEARS[max(range(len(YEARS)), key=lambda n: town["people_by_year"][n])]
    return task(
        f"{town.name} in {town['country']} used to be bigger than it is now. In which of the years "
        "on Reckon's chart did most people live there?",
        str(year),
        {"parts": [year]},
        [*ask(town.name), link(f"{town.name} in {town['country']}"), WAIT, WAIT, SCROLL_DOWN],
        golden=True,
        needs_vision=True,
    )


def driest_month(data: Data) -> SiteTask:
    """A month read off a bar chart."""
    town = draw(data, "driest").choice(_unique_towns(data))
    n = min(range(12), key=lambda n: town["rain_by_month"][n])
    return task(
        f"When should I visit {town.name} if I want to stay dry: which month has the least rain "
        "there on Reckon's chart?",
        month_name[n + 1],
        {"parts": [[month_name[n + 1], MONTHS[n]]]},
        [
            link("Tables"),
            link("Towns Three"),
            fill("Name has", town.name),
            link(town.name),
            SCROLL_DOWN,
        ],
        needs_vision=True,
    )


def most_crowded(data: Data) -> SiteTask:
    """The densest of three towns, whose people and areas have to be divided."""
    chance = draw(data, "crowded")

    def density(town: Row) -> float:
        return town["population"] / town["area"]

    while True:
        towns = chance.sample(_unique_towns(data), 3)
        best, second, _ = sorted(towns, key=density, reverse=True)
        largest = max(towns, key=lambda town: town["population"])
        if density(best) > 1.15 * density(second) and best is not largest:
            break
    names = [town.name for town in towns]
    return task(
        f"Which of {names[0]}, {names[1]} and {names[2]} is the most crowded, counted in people "
        "per square kilometre?",
        best.name,
        {"parts": [best.name], "not": [name for name in names if name != best.name]},
        [*ask(f"compare {names[0]} and {names[1]} and {names[2]}"), read("Comparison")],
    )


def near_the_sea(data: Data) -> SiteTask:
    """A wish that one town of a country meets."""
    chance, table = draw(data, "sea"), data.tables["towns"]
    while True:
        country = chance.choice(sorted({town["country"] for town in table.rows}))
        summer, people = chance.randrange(15, 24), chance.randrange(20, 200, 10) * 1000
        asked = {
            "group": country,
            "max_sea": "10",
            "min_july": str(summer),
            "min_population": str(people),
        }
        found = choose_rows(table, asked)
        looser = choose_rows(table, asked | {"min_july": ""})
        if len(found) == 1 < len(looser):
            break
    return task(
        f"We would like to move to a town in {country} of at least {people:,} people, no more than "
        f"10 km from the sea, where July averages {summer} °C or more. Which one would suit us?",
        found[0].name,
        {"parts": [found[0].name], "not": [town.name for town in looser if town is not found[0]]},
        [
            link("Tables"),
            link("Towns Three"),
            choose_option("Country", country),
            press("Limits"),
            fill("Population at least", str(people)),
            fill("July mean at least", str(summer)),
            fill("Distance to the sea at most", "10"),
        ],
    )


def snack(data: Data) -> SiteTask:
    """A wish that one food meets."""
    chance, table = draw(data, "snack"), data.tables["foods"]
    while True:
        asked = {
            "min_protein": str(chance.randrange(8, 22)),
            "max_energy": str(chance.randrange(90, 400, 10)),
        }
        asked |= {"min_fibre": str(chance.randrange(2, 9))}
        found = choose_rows(table, asked)
        others = choose_rows(table, asked | {"min_fibre": ""})
        if len(found) == 1 and 2 < len(others) < 12:
            break
    names = [food.name for food in others if food is not found[0]]
    return task(
        f"I look for a food with {asked['min_protein']} g of protein or more in 100 g, "
        f"{asked['min_fibre']} g of fibre or more, and at most {asked['max_energy']} kcal. What do "
        "Reckon's tables offer?",
        found[0].name,
        {"parts": [found[0].name], "not": names},
        [
            link("Tables"),
            link("Foods What"),
            press("Limits"),
            fill("Energy at most", asked["max_energy"]),
            fill("Protein at least", asked["min_protein"]),
            fill("Fibre at least", asked["min_fibre"]),
        ],
    )


def old_town(data: Data) -> SiteTask:
    """Any of several towns; the list can be sorted by their age."""
    chance, table = draw(data, "old"), data.tables["towns"]
    counts = Counter(town.name for town in table.rows)
    while True:
        country, year = chance.choice(table.rows)["country"], chance.randrange(900, 1250, 50)
        rows = choose_rows(table, {"group": country, "max_founded": str(year)})
        if 2 <= len(rows) <= 4 and all(counts[row.name] == 1 for row in rows[:1]):
            break
    oldest = sort_rows(table, rows, "-founded")[0]
    return task(
        f"Tell me a town in {country} that is older than the year {year}, that is, first mentioned "
        "before it.",
        oldest.name,
        {"parts": [[row.name for row in rows]]},
        [
            link("Tables"),
            link("Towns Three"),
            choose_option("Country", country),
            choose_option("Sort by", "First mentioned, smallest first"),
            press("Show rows"),
        ],
    )
