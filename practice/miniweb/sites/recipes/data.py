"""The site's records: a world fixes each draft's times, servings, author, date and ratings."""

import json
import re
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cached_property
from pathlib import Path
from random import Random

from ...kit.formats import slug
from ...kit.review_wording import Wording
from ...kit.reviews import mean_stars
from ...world import World
from . import cookbook, recipe_reviews
from .cookbook import Category, Draft
from .ingredients import Ingredient, Nutrition, nutrition
from .recipe_reviews import Review

DIETS = {
    "vegetarian": "Vegetarian",
    "vegan": "Vegan",
    "gluten-free": "Gluten-free",
    "dairy-free": "Dairy-free",
    "nut-free": "Nut-free",
    "high-protein": "High-protein",
}
FORBIDDEN = {
    "vegetarian": {"meat", "fish"},
    "vegan": {"meat", "fish", "dairy", "egg"},
    "gluten-free": {"gluten"},
    "dairy-free": {"dairy"},
    "nut-free": {"nut"},
}
HIGH_PROTEIN = 25  # grams per serving


@dataclass(frozen=True)
class Cook:
    """An author of recipes."""

    slug: str
    name: str
    about: str


@dataclass(frozen=True)
class Recipe:
    """A recipe; times are in minutes, `stars` counts the ratings with 5, 4, 3, 2 and 1 stars."""

    slug: str
    title: str
    lead: str
    category: Category
    cuisine: str
    author: Cook
    published: date
    prep: int
    cook: int
    rest: int
    servings: int
    ingredients: tuple[Ingredient, ...]
    steps: tuple[str, ...]
    tip: str
    picture: str
    stars: tuple[int, ...]
    reviews: tuple[Review, ...]

    @property
    def total(self) -> int:
        """The minutes of preparation, cooking and resting together."""
        return self.prep + self.cook + self.rest

    @cached_property
    def ratings(self) -> int:
        """The number of star ratings."""
        return sum(self.stars)

    @cached_property
    def rating(self) -> float:
        """The mean of the stars to one decimal, as the site shows it."""
        return mean_stars(self.stars)

    @cached_property
    def nutrition(self) -> Nutrition:
        """The nutrition of one serving."""
        return nutrition(self.ingredients, self.servings)

    @cached_property
    def diets(self) -> tuple[str, ...]:
        """The diets it suits, derived from its ingredients."""
        flags = frozenset().union(*(line.food.flags for line in self.ingredients))
        fits = {diet for diet, forbidden in FORBIDDEN.items() if not flags & forbidden}
        rich = {"high-protein"} if self.nutrition.protein >= HIGH_PROTEIN else set()
        return tuple(diet for diet in DIETS if diet in fits | rich)


@dataclass(frozen=True)
class Data:
    """The site's data.

    `recipes` are in the editors' order; `notes` are the help pages, as in `notes.json`.
    """

    today: date
    categories: tuple[Category, ...]
    cooks: tuple[Cook, ...]
    recipes: tuple[Recipe, ...]
    notes: dict[str, dict]

    @cached_property
    def by_slug(self) -> dict[str, Recipe]:
        """Recipes by the slug in their address."""
        return {recipe.slug: recipe for recipe in self.recipes}

    @cached_property
    def by_title(self) -> dict[str, Recipe]:
        """Recipes by their title; titles are unique."""
        return {recipe.title: recipe for recipe in self.recipes}


def make(world: World) -> Data:
    """Make the site's data for a world."""
    categories, drafts = cookbook.read()
    cooks = tuple(Cook(slug(name), name, about) for name, about in recipe_reviews.VOICES["cooks"])
    ages = world.random("recipes/dates").sample(range(40, 1500), len(drafts))
    wording = Wording(world.random("recipes/review wording"))
    recipes = [
        _settle_recipe(draft, cooks, age, world, wording)
        for draft, age in zip(drafts, ages, strict=True)
    ]
    world.random("recipes/order").shuffle(recipes)
    notes = json.loads((Path(__file__).parent / "notes.json").read_text(encoding="utf-8"))
    data = Data(world.today, categories, cooks, tuple(recipes), notes)
    assert len(data.by_title) == len(data.by_slug) == len(recipes), "Titles must be unique."
    return data


def _settle_recipe(
    draft: Draft, cooks: tuple[Cook, ...], age: int, world: World, wording: Wording
) -> Recipe:
    random = world.random(f"recipes/{slug(draft.title)}")
    steps, timed = _settle_times(draft.steps, random)
    published = world.today - timedelta(days=age)
    stars = _draw_stars(random)
    written = random.choices((5, 4, 3, 2, 1), weights=stars, k=random.randint(7, 26))
    return Recipe(
        slug=slug(draft.title),
        title=draft.title,
        lead=draft.lead,
        category=draft.category,
        cuisine=draft.cuisine,
        author=random.choice(cooks),
        published=published,
        prep=max(5, draft.prep + random.choice((-5, 0, 0, 5, 10))),
        cook=draft.cook + timed,
        rest=draft.rest,
        servings=random.choice(draft.serves),
        ingredients=draft.ingredients,
        steps=steps,
        tip=draft.tip,
        picture=draft.picture,
        stars=stars,
        reviews=recipe_reviews.write(random, written, draft, published, world.today, wording),
    )


def _settle_times(steps: tuple[str, ...], random: Random) -> tuple[tuple[str, ...], int]:
    """Choose the times in the steps; return the steps and the sum of these times."""
    chosen: list[int] = []

    def choose(match: re.Match[str]) -> str:
        minutes = int(match[1])
        leeway = 10 if minutes >= 60 else 5 if minutes >= 20 else 2 if minutes >= 8 else 0
        chosen.append(minutes + random.choice((-leeway, 0, leeway)))
        return str(chosen[-1])

    settled = tuple(re.sub(r"\{(\d+)\}", choose, step) for step in steps)
    return settled, sum(chosen)


def _draw_stars(random: Random) -> tuple[int, ...]:
    """Draw how many readers gave 5, 4, 3, 2 and 1 stars; most ratings are high."""
    count, liking = int(40 * 60 ** random.random()), random.triangular(0.2, 0.92, 0.66)
    weights = (
        liking,
        (1 - liking) * 0.55,
        (1 - liking) * 0.25,
        (1 - liking) * 0.12,
        (1 - liking) * 0.08,
    )
    noisy = [weight * random.uniform(0.8, 1.25) for weight in weights]
    return tuple(max(0, round(count * weight / sum(noisy))) for weight in noisy)
