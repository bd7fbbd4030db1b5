"""Level 2: two sources say different things about one matter; by how much do they differ?"""

import re

from ..kit.formats import money
from ..kit.steps import SCROLL_DOWN, link, tab
from ..sites.models.model_cards import claimed, measured
from ..sites.models.records import Model, read
from ..sites.recipes.data import Recipe
from ..sites.search.tasks.record_asker import NO_LETTER
from .comparison_questions import CONVERSIONS
from .money_questions import RATES
from .question import Question, ask
from .seeker import BACK_TO_SEARCH, Seeker
from .site_visits import ask_reckon, open_model

ABOUT_RECKON = ("About Reckon exchange rates", "compute", "/about")
ROUND_RATE = 1.25  # dollars to the euro, as Reckon's page says


def two_ovens(seek: Seeker) -> Question:
    """An oven temperature by a rounded table, and by a formula."""
    recipes = seek.sites["recipes"].recipes
    rows = seek.sites["recipes"].notes["conversions"]["tables"][0]["rows"]
    rounded = {int(row[0].split()[0]): int(row[2].split()[0]) for row in rows}

    def find_temperatures(recipe: Recipe) -> list[int]:
        return [int(found) for found in re.findall(r"(\d+) °C", " ".join(recipe.steps))]

    def fits(recipe: Recipe) -> bool:
        found = find_temperatures(recipe)
        return len(found) == 1 and found[0] in rounded and gap(found[0]) > 1

    def gap(celsius: int) -> int:
        return abs(rounded[celsius] - (celsius * 9 // 5 + 32))

    recipe = seek.pick(recipes, fits)
    [celsius] = find_temperatures(recipe)
    exact = celsius * 9 // 5 + 32
    return ask(
        2,
        "Plateful's own conversion table and Reckon don't quite agree on degrees Fahrenheit. By "
        "how many do they differ for the oven temperature in degrees Celsius that the method of "
        f"“{recipe.title}” names?",
        f"{gap(celsius)} °F",
        [gap(celsius)],
        [
            *seek.open(recipe),
            NO_LETTER,
            tab("Method"),
            BACK_TO_SEARCH,
            *seek.open_page(*CONVERSIONS),
            BACK_TO_SEARCH,
            *ask_reckon(seek, f"{celsius} celsius to fahrenheit", "Result"),
        ],
        facts=[f"{celsius} °C", f"{rounded[celsius]} °F", f"{exact}.0 °F"],
        wrong=[
            *(f"{gap(other)} °F" for other in rounded if gap(other) != gap(celsius)),
            f"{exact - celsius} °F",
        ],
    )


def two_rates(seek: Seeker) -> Question:
    """A deposit by two rates of exchange."""
    coast = seek.sites["stays"]
    rate = coast.rates["USD"]
    place = seek.pick(coast.properties, lambda each: each.house.deposit)
    deposit = place.house.deposit
    gap = round(deposit * abs(ROUND_RATE - rate) * 100)
    return ask(
        2,
        "Reckon's page “About Reckon” and Pergola's page about paying name different rates of the "
        f"euro in US dollars. How many dollars is the deposit for {place.name} in "
        f"{place.town.name} worth more at one of them than at the other?",
        money(gap),
        [gap / 100],
        [
            *seek.open(place),
            link("Good to know"),
            BACK_TO_SEARCH,
            *seek.open_page(*RATES),
            BACK_TO_SEARCH,
            *seek.open_page(*ABOUT_RECKON),
        ],
        facts=[f"€{deposit}", f"USD {rate:.2f}", f"{ROUND_RATE} US dollars"],
        wrong=[
            money(round(deposit * rate * 100)),
            money(round(deposit * ROUND_RATE * 100)),
            money(round(deposit * abs(1 / ROUND_RATE - 1 / rate) * 100)),
            money(round(deposit * abs(rate - 1) * 100)),
        ],
    )


def claims_and_measurements(seek: Seeker) -> Question:
    """What the authors of a model claim, and what the site measured itself."""
    hub = seek.sites["models"]
    tasks = read("tasks.json")

    def fits(model: Model) -> bool:
        """Whether scores are percentages, and measured ones are only on its chart."""
        return tasks[model.task]["unit"] == "%" and model.task != "text-generation"

    def gap(metric: str) -> float:
        return round(abs(claimed(hub, model)[metric] - measured(hub, model)[metric]), 1)

    model = seek.pick(hub.models.values(), fits)
    metrics = tasks[model.task]["metrics"]
    metric = seek.random.choice(metrics)
    right = gap(metric)
    return ask(
        2,
        f"The authors of {model.id} state a score for the benchmark “{metric}” on its card at "
        "Hatchery, and Hatchery has measured the model itself. How many percentage points lie "
        "between the two scores?",
        f"{right} percentage points",
        [right],
        [*open_model(seek, model), SCROLL_DOWN, SCROLL_DOWN],
        facts=[metric, f"{claimed(hub, model)[metric]:.1f}"],
        wrong=[
            *(f"{gap(other)} percentage points" for other in metrics if gap(other) != right),
            f"{claimed(hub, model)[metric]} percentage points",
            f"{measured(hub, model)[metric]} percentage points",
        ],
        needs_vision=True,
    )


MAKERS = {  # each with the sites that its question leads to
    two_ovens: "recipes compute",
    two_rates: "stays compute",
    claims_and_measurements: "models",
}
