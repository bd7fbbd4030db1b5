"""Tasks that change something; judged by the visitor's state."""

from itertools import product

from ....kit.steps import fill, link, press, radio, search_for
from ....kit.tasks import SiteTask, task
from ..data import DIETS, Data, Recipe
from .recipe_steps import (
    NO_LETTER,
    list_category,
    look_for_first,
    pick,
    ranked,
    section,
    sections,
    servings,
    set_filters,
    sort_by,
)


def _expect_saved(*recipes: Recipe) -> list[dict]:
    conditions = [{"path": "box", "contains": recipe.slug} for recipe in recipes]
    return [*conditions, {"path": "box", "length": len(recipes)}]


def _expect_listed(recipe: Recipe, count: int) -> list[dict]:
    return [{"path": f"shopping.{recipe.slug}", "equals": count}, {"path": "shopping", "length": 1}]


def save_one(data: Data) -> SiteTask:
    """Save a recipe by name."""
    recipe = pick(data, lambda r: r.category.slug == "vegetables", 1)
    return task(
        f'Save "{recipe.title}" to my recipe box.',
        f"{recipe.title} is in the recipe box, and nothing else.",
        {"state": _expect_saved(recipe)},
        [*look_for_first(recipe), press("Save recipe")],
        golden=True,
    )


def save_quickest(data: Data) -> SiteTask:
    """Save the quickest recipe in a section that suits a diet; no other is as quick."""
    for category, diet in product(sections(data), DIETS):
        quick = ranked((r for r in list_category(data, category) if diet in r.diets), "quickest")
        if len(quick) > 2 and quick[0].total < quick[1].total:
            break
    else:
        raise AssertionError("No section has one quickest recipe.")
    recipe = quick[0]
    return task(
        f'Find the {DIETS[diet].lower()} recipe in the "{category.title}" section with the '
        "shortest total time, and save it to my recipe box. Tell me its title.",
        f"{recipe.title} is in the recipe box, and nothing else.",
        {"parts": [recipe.title], "state": _expect_saved(recipe)},
        [section(category), *set_filters(diet), sort_by("quickest"), press(f"Save {recipe.title}")],
    )


def save_both(data: Data) -> SiteTask:
    """Save both recipes for the same dish."""
    breads = [recipe for recipe in data.recipes if "Banana Bread" in recipe.title]
    assert len(breads) == 2
    return task(
        "Plateful has two recipes for banana bread. Put both of them, and nothing else, in my "
        "recipe box.",
        " and ".join(recipe.title for recipe in breads) + " are in the recipe box.",
        {"state": _expect_saved(*breads)},
        [
            search_for("Search recipes", "banana bread"),
            *(press(f"Save {recipe.title}") for recipe in breads),
        ],
    )


def shop(data: Data) -> SiteTask:
    """Fill the shopping list for a number of servings other than the recipe's."""
    recipe = pick(data, lambda r: r.category.slug in ("meat", "fish") and r.servings > 3, 1)
    wanted = recipe.servings + 3
    return task(
        f'Put the ingredients of "{recipe.title}" on my shopping list, for {wanted} servings.',
        f"The shopping list has {recipe.title} for {wanted} servings.",
        {"state": _expect_listed(recipe, wanted)},
        [*look_for_first(recipe), servings(wanted), press("Add to shopping list")],
    )


def review(data: Data) -> SiteTask:
    """Fill in the review form."""
    recipe, text = pick(data, lambda r: r.category.slug == "breakfast", 2), "Quick, clear and good."
    wanted = {"stars": 4, "text": text}
    return task(
        f'Write a review of "{recipe.title}" on Plateful: {wanted["stars"]} stars, with the text '
        f'"{text}"',
        "A review with these stars and this text has been sent.",
        {
            "state": [
                {"path": f"reviews.{recipe.slug}.{key}", "equals": value}
                for key, value in wanted.items()
            ]
        },
        [
            *look_for_first(recipe),
            press("Write a review"),
            radio(f"{wanted['stars']} stars"),
            fill("Your review", text),
            press("Send review"),
        ],
    )


def letter(data: Data) -> SiteTask:
    """Subscribe to the newsletter."""
    wanted = {"status": "subscribed", "email": "marta.lind@example.com"}
    return task(
        f"Sign {wanted['email']} up for Plateful's Sunday letter.",
        f"{wanted['email']} is subscribed to the Sunday letter.",
        {
            "state": [
                {"path": f"newsletter.{key}", "equals": value} for key, value in wanted.items()
            ]
        },
        [fill("E-mail for the Sunday letter", wanted["email"])],
        golden=True,
        start="/newsletter",
    )


def plan(data: Data) -> SiteTask:
    """A long task: save the two best rated recipes of a section, shop for the quicker one."""
    for category in sections(data):
        best, second, third = ranked(list_category(data, category), "rating")[:3]
        if best.total != second.total and second.rating > third.rating:
            break
    else:
        raise AssertionError("No section has two clear winners.")
    quicker = min((best, second), key=lambda recipe: recipe.total)
    twice = quicker.servings * 2
    return task(
        f'Find the two highest rated recipes in the "{category.title}" section. Save both to my '
        "recipe box, and put the one with the shorter total time on my shopping list, for twice "
        "its usual servings. Which one is it?",
        f"{quicker.title}, for {twice} servings",
        {
            "parts": [quicker.title],
            "state": [*_expect_saved(best, second), *_expect_listed(quicker, twice)],
        },
        [
            section(category),
            sort_by("rating"),
            press(f"Save {best.title}"),
            press(f"Save {second.title}"),
            link(quicker.title),
            NO_LETTER,
            servings(twice),
            press("Add to shopping list"),
        ],
    )


MAKERS = {  # each maker with the site features its task exercises
    save_one: "popup save-button",
    save_quickest: "filters sorting save-button",
    save_both: "full-text-search save-button",
    shop: "popup rescaled-amounts",
    review: "popup form reviews",
    letter: "form",
    plan: "popup sorting save-button rescaled-amounts",
}
