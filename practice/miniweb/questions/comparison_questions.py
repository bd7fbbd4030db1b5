"""Level 2: comparisons across pages, some of them in units that have to be converted first."""

import re

from ..kit.answer_variants import count_variants, date_variants
from ..kit.formats import comma, day_format
from ..kit.steps import SCROLL_DOWN, tab
from ..sites.recipes.data import Recipe
from ..sites.search.tasks.record_asker import NO_LETTER
from ..sites.shop.records import Product
from .question import Question, ask
from .seeker import BACK_TO_SEARCH, Seeker

day, brief_day = day_format("{} %B %Y"), day_format("{} %b %Y")
american_day = day_format("%B {}, %Y")
POUNDS = re.compile(r"([\d.]+) lb")
CONVERSIONS = ("Plateful weights cups oven marks", "recipes", "/help/conversions")


def cheapest_into_town(seek: Seeker) -> Question:
    """The cheapest of three ways into town."""
    airports = seek.sites["flights"].airports.values()
    cities = [airport.city for airport in airports]
    three: list = []
    while len(three) < 3:
        fares = [airport.fare for airport in three]
        three.append(
            seek.pick(
                airports, lambda a, fares=fares: cities.count(a.city) == 1 and a.fare not in fares
            )
        )
    best, *others = sorted(three, key=lambda airport: airport.fare)
    names = [f"{airport.name} ({airport.code})" for airport in three]
    steps = [step for airport in three for step in (BACK_TO_SEARCH, *seek.open(airport))][1:]
    return ask(
        2,
        f"Of the airports {names[0]}, {names[1]} and {names[2]}, which has the cheapest single "
        "ticket into town by Tern's airport pages, and how many dollars does that ticket cost?",
        f"{best.name}, ${best.fare}",
        [[best.name, best.code, best.city], best.fare],
        steps,
        facts=[f"${airport.fare}" for airport in three],
        wrong=[f"{other.name}, ${other.fare}" for other in others]
        + [f"{others[0].name}, ${best.fare}", f"{best.name}, ${others[0].fare}"],
        others=[name for other in others for name in (other.name, other.code)],
    )


def how_many_fit(seek: Seeker) -> Question:
    """How many things may go into a bag by weight: kilograms on one site, pounds on another."""
    airlines, products = seek.sites["flights"].airlines.values(), seek.sites["shop"].products

    def count(kilograms: int, product: Product, pound: float = 0.45359237) -> int:
        return int(kilograms / (float(POUNDS.fullmatch(product.specs["Weight"])[1]) * pound))

    def fits(product: Product) -> bool:
        if not POUNDS.fullmatch(product.specs.get("Weight", "")):
            return False
        limit = airline.checked_kg
        close = {count(limit, product, pound) for pound in (0.45, 0.454, 0.46)}
        return len(close) == 1 and 2 < count(limit, product) < 13

    airline = seek.pick(airlines)
    product = seek.pick(products, fits)
    number = count(airline.checked_kg, product)
    return ask(
        2,
        f"By weight alone, how many pieces of the {product.title} may I put into one checked bag "
        f"when I fly with {airline.name}? Take the weight of a piece from its specifications at "
        "Bigbarrow, and the most that a checked bag may weigh from Tern.",
        f"{number}",
        [count_variants(number)],
        [
            *seek.open(product),
            SCROLL_DOWN,
            BACK_TO_SEARCH,
            *seek.open(airline),
            SCROLL_DOWN,
        ],
        facts=[product.specs["Weight"], f"up to {airline.checked_kg} kg"],
        wrong=[f"{number + 1}", f"{number - 1}", f"{number * 2}"],
    )


def oven_and_fryer(seek: Seeker) -> Question:
    """An oven in degrees Celsius, a fryer in degrees Fahrenheit, and a conversion table."""
    recipes, products = seek.sites["recipes"].recipes, seek.sites["shop"].products
    rows = seek.sites["recipes"].notes["conversions"]["tables"][0]["rows"]
    fahrenheit = {row[0].split()[0]: int(row[2].split()[0]) for row in rows}

    def find_temperatures(recipe: Recipe) -> list[str]:
        return re.findall(r"(\d+) °C", " ".join(recipe.steps))

    def highest(product: Product) -> int:
        return int(re.search(r"to (\d+) °F", product.specs["Temperature range"])[1])

    recipe = seek.pick(
        recipes, lambda r: len(find_temperatures(r)) == 1 and find_temperatures(r)[0] in fahrenheit
    )
    wanted = fahrenheit[find_temperatures(recipe)[0]]
    fryers = [p for p in products if "Temperature range" in p.specs]
    fryer = seek.pick(fryers, lambda p: highest(p) != wanted)
    gap = abs(wanted - highest(fryer))
    return ask(
        2,
        f"How many degrees Fahrenheit lie between the oven temperature of Plateful's recipe "
        f"“{recipe.title}”, taken from Plateful's own conversion table, and the highest "
        f"temperature of the {fryer.title} that Bigbarrow sells?",
        f"{gap} °F",
        [gap],
        [
            *seek.open(recipe),
            NO_LETTER,
            tab("Method"),
            BACK_TO_SEARCH,
            *seek.open_page(*CONVERSIONS),
            BACK_TO_SEARCH,
            *seek.open(fryer),
        ],
        facts=[f"{find_temperatures(recipe)[0]} °C", f"{wanted} °F", f"{highest(fryer)} °F"],
        wrong=[
            f"{abs(int(find_temperatures(recipe)[0]) - highest(fryer))} °F",
            f"{wanted} °F",
            f"{highest(fryer)} °F",
            f"{gap + 25} °F",
        ],
    )


def days_between(seek: Seeker) -> Question:
    """The days between a recipe and a preprint."""
    recipe = seek.pick(seek.sites["recipes"].recipes)
    paper = seek.pick(
        seek.sites["papers"].papers,
        lambda p: len(p.versions) > 1 and not p.withdrawn and p.submitted > recipe.published,
    )
    days = (paper.submitted - recipe.published).days
    last = paper.versions[-1].when.date()
    return ask(
        2,
        f"How many days after Plateful published “{recipe.title}” was the first version of the "
        f"preprint “{paper.title}” submitted to Quire?",
        f"{days} days",
        [days],
        [*seek.open(recipe), NO_LETTER, BACK_TO_SEARCH, *seek.open(paper)],
        facts=[day(recipe.published), brief_day(paper.submitted)],
        wrong=[f"{(last - recipe.published).days} days", f"{days + 1} days", f"{days - 1} days"],
    )


def first_of_three(seek: Seeker) -> Question:
    """The earliest of three dates on three sites."""
    recipe = seek.pick(seek.sites["recipes"].recipes)
    product = seek.pick(seek.sites["shop"].products, lambda p: p.listed != recipe.published)
    paper = seek.pick(
        seek.sites["papers"].papers,
        lambda p: not p.withdrawn and p.submitted not in (recipe.published, product.listed),
    )
    dates = [recipe.published, product.listed, paper.submitted]
    earliest = min(dates)
    return ask(
        2,
        f"Put these in order: the day on which Plateful published the recipe “{recipe.title}”, the "
        f"day on which the {product.title} was first available at Bigbarrow, and the day on which "
        f"the preprint “{paper.title}” was first submitted to Quire. What is the earliest of the "
        "three dates?",
        day(earliest),
        [date_variants(earliest)],
        [
            *seek.open(recipe),
            NO_LETTER,
            BACK_TO_SEARCH,
            *seek.open(product),
            SCROLL_DOWN,
            BACK_TO_SEARCH,
            *seek.open(paper),
        ],
        facts=[day(recipe.published), american_day(product.listed), brief_day(paper.submitted)],
        wrong=[day(other) for other in dates],
    )


def most_rated(seek: Seeker) -> Question:
    """Which of three things on three sites the most people have rated."""
    counts: dict[str, int] = {}

    def is_distinct(count: int) -> bool:
        return all(not 0.8 < count / other < 1.25 for other in counts.values())

    place = seek.pick(seek.sites["stays"].properties)
    counts[place.name] = place.count
    recipe = seek.pick(seek.sites["recipes"].recipes, lambda r: is_distinct(r.ratings))
    counts[recipe.title] = recipe.ratings
    product = seek.pick(seek.sites["shop"].products, lambda p: is_distinct(p.ratings))
    counts[product.title] = product.ratings
    best, *others = sorted(counts, key=lambda name: -counts[name])
    return ask(
        2,
        f"Which of these has been rated or reviewed by the most people: {place.name} on Pergola, "
        f"the recipe “{recipe.title}” on Plateful, or the {product.title} at Bigbarrow? Give the "
        "name and the number.",
        f"{best}, {comma(counts[best])}",
        [[best, product.name] if best == product.title else best, counts[best]],
        [
            *seek.open(place),
            BACK_TO_SEARCH,
            *seek.open(recipe),
            NO_LETTER,
            BACK_TO_SEARCH,
            *seek.open(product),
        ],
        facts=[best, *map(comma, counts.values())],
        wrong=[f"{name}, {comma(counts[name])}" for name in others]
        + [f"{others[0]}, {comma(counts[best])}", f"{best}, {comma(counts[others[0]])}"],
        others=[name for name in others if name not in best],
    )


MAKERS = {  # each with the sites that its question leads to
    cheapest_into_town: "flights",
    how_many_fit: "shop flights",
    oven_and_fryer: "recipes shop",
    days_between: "recipes papers",
    first_of_three: "recipes shop papers",
    most_rated: "stays recipes shop",
}
