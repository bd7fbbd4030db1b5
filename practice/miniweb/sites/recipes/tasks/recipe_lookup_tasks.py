"""Questions answered by one page, once it is found."""

import re

from ....kit.steps import SCROLL_DOWN, link, press, search_for, tab
from ....kit.tasks import SiteTask, task
from ..data import Data, Recipe
from .recipe_steps import NO_LETTER, look_for_first, others, pick, ranked

RARE = (
    "saffron", "pearl barley", "tikka paste", "white miso", "dry cider", "mascarpone",
    "dried cranberries",
)  # fmt: skip


def _find_temperatures(recipe: Recipe) -> list[str]:
    """The temperatures in a recipe's steps."""
    return re.findall(r"(\d+) °C", " ".join(recipe.steps))


def core_temperature(data: Data) -> SiteTask:
    """A row of a help page."""
    note = data.notes["temperatures"]
    rows = note["tables"][0]["rows"]
    food, shown, _ = rows[data.recipes[0].ratings % len(rows)]
    celsius = re.search(r"\d+ °C", shown)[0]
    return task(
        "According to Plateful's kitchen notes, what is the safe core temperature (°C) for this: "
        f"{food}?",
        celsius,
        {"parts": [int(celsius.split()[0])]},
        [link(note["title"])],
        golden=True,
        start="/help",
    )


def oven_temperature(data: Data) -> SiteTask:
    """A number in the method of a recipe."""
    places = ("breads", "fish", "meat", "breakfast")
    recipe = pick(data, lambda r: len(_find_temperatures(r)) == 1 and r.category.slug in places)
    celsius = int(_find_temperatures(recipe)[0])
    return task(
        f'To what temperature in °C is the oven heated for "{recipe.title}"?',
        f"{celsius} °C",
        {"parts": [celsius]},
        [*look_for_first(recipe), tab("Method"), SCROLL_DOWN],
        golden=True,
    )


def gas_mark(data: Data) -> SiteTask:
    """An oven temperature, converted with a table of the site."""
    note = data.notes["conversions"]
    marks = {row[0].split()[0]: row[3] for row in note["tables"][0]["rows"]}
    places = ("cakes", "desserts", "vegetables")
    recipe = pick(
        data,
        lambda r: (
            len(_find_temperatures(r)) == 1
            and _find_temperatures(r)[0] in marks
            and r.category.slug in places
        ),
    )
    mark = marks[_find_temperatures(recipe)[0]]
    return task(
        "My oven only has gas marks. Going by Plateful's own conversion table, which gas mark do I "
        "need for "
        f'"{recipe.title}"?',
        f"Gas mark {mark}",
        {"parts": [int(mark)]},
        [*look_for_first(recipe), tab("Method"), SCROLL_DOWN, link(note["title"])],
        golden=True,
    )


def ratings_and_reviews(data: Data) -> SiteTask:
    """Two numbers that are easily confused."""
    recipe = pick(data, lambda r: r.ratings > 200 and r.category.slug in ("pasta", "salads"))
    given, written = recipe.ratings, len(recipe.reviews)
    return task(
        f'How many ratings has "{recipe.title}" had, and how many written reviews? Give both '
        "numbers.",
        f"{given} ratings, {written} reviews",
        {"parts": [given, written]},
        look_for_first(recipe),
    )


def swapped(data: Data) -> SiteTask:
    """What a reader used instead of a food, in a review shown only after "More reviews"."""
    places = ("cakes", "desserts", "pasta")
    recipe = pick(
        data,
        lambda r: r.category.slug in places and any(review.swap for review in r.reviews[4:8]),
        2,
    )
    review = next(review for review in recipe.reviews[4:8] if review.swap)
    left_out, used = review.swap
    return task(
        f'Among the reviews of "{recipe.title}" is one by {review.reader} What did this reader use '
        f"instead of the {left_out}?",
        used,
        {"parts": [used]},
        [*look_for_first(recipe), press("More reviews"), SCROLL_DOWN],
    )


def most_helpful(data: Data) -> SiteTask:
    """The first review in an order other than the one shown."""

    def fits(recipe: Recipe) -> bool:
        first, second = sorted((review.helpful for review in recipe.reviews), reverse=True)[:2]
        return first > second and first > recipe.reviews[0].helpful

    recipe = pick(data, fits, 5)
    best = max(recipe.reviews, key=lambda review: review.helpful)
    stars = f"{best.stars} star{'s' * (best.stars > 1)}"
    return task(
        f'Whose review of "{recipe.title}" did the most readers find helpful, and how many stars '
        "did that reviewer give?",
        f"{best.reader}, {stars}",
        {"parts": [best.reader, best.stars]},
        [*look_for_first(recipe), link("Most helpful")],
    )


def rare_ingredient(data: Data) -> SiteTask:
    """A food that occurs in one recipe only."""
    recipe = pick(data, lambda r: any(line.name() in RARE for line in r.ingredients))
    food = next(line.name() for line in recipe.ingredients if line.name() in RARE)
    assert [r for r in data.recipes if any(line.name() == food for line in r.ingredients)] == [
        recipe
    ]
    return task(
        f"Only one recipe on Plateful has {food} among its ingredients. Which one, and how many "
        "does it serve?",
        f"{recipe.title}, serves {recipe.servings}",
        {"parts": [recipe.title, recipe.servings]},
        [search_for("Search recipes", food), link(recipe.title), NO_LETTER],
    )


def cooks_newest(data: Data) -> SiteTask:
    """The recipes of one author."""
    cook = max(data.cooks, key=lambda cook: sum(recipe.author == cook for recipe in data.recipes))
    theirs = ranked((recipe for recipe in data.recipes if recipe.author == cook), "newest")
    return task(
        f"How many recipes by {cook.name} are there on Plateful, and which of them is the newest?",
        f"{len(theirs)} recipes; the newest is {theirs[0].title}",
        {"parts": [len(theirs), theirs[0].title], "not": others(theirs, theirs[:1])},
        [link(cook.name)],
        start="/about",
    )


MAKERS = {  # each maker with the site features its task exercises
    core_temperature: "reference-table",
    oven_temperature: "popup tabs",
    gas_mark: "popup tabs reference-table",
    ratings_and_reviews: "popup suggestions",
    swapped: "popup reviews load-more",
    most_helpful: "popup reviews sorting",
    rare_ingredient: "popup full-text-search",
    cooks_newest: "author-page",
}
