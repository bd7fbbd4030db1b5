"""Questions with a little arithmetic, over one recipe or several."""

from ....kit.answer_variants import duration_variants
from ....kit.steps import SCROLL_DOWN, tab
from ....kit.tasks import SiteTask, task
from ..data import Data, Recipe
from ..ingredients import Ingredient
from .recipe_steps import look_for, look_for_first, pick, servings


def preparation_of_two(data: Data) -> SiteTask:
    """Two preparation times, which no list shows."""
    left = pick(data, lambda r: r.category.slug == "salads")
    right = pick(data, lambda r: r.category.slug == "fish", 1)
    total = left.prep + right.prep
    return task(
        f'I am making "{left.title}" and "{right.title}" tonight. How many minutes of preparation '
        "(not cooking) is that in all?",
        f"{total} minutes",
        {"parts": [[total, *duration_variants(total)]]},
        [*look_for_first(left), *look_for(right)],
    )


def _find_scalable(recipe: Recipe) -> list[Ingredient]:
    """The main ingredients whose amount times one and a half is a whole number of grams."""
    return [
        line
        for line in recipe.ingredients[:4]
        if line.unit == "g" and (line.amount * 3 / 2).is_integer()
    ]


def rescaled(data: Data) -> SiteTask:
    """An amount for one and a half times the servings."""
    places = ("soups", "breakfast", "breads")
    recipe = pick(
        data, lambda r: r.servings % 2 == 0 and r.category.slug in places and _find_scalable(r)
    )
    line, wanted = _find_scalable(recipe)[0], recipe.servings * 3 // 2
    measure = line.measure(wanted / recipe.servings)
    return task(
        f'I want to make "{recipe.title}" for {wanted} servings. How many grams of {line.name()} '
        "do I need?",
        measure,
        {"parts": [int(measure.removesuffix(" g"))]},
        [*look_for_first(recipe), servings(wanted)],
    )


def protein_of_two(data: Data) -> SiteTask:
    """The sum of two numbers, each on a tab of its recipe."""
    soup, main = (
        pick(data, lambda r, slug=slug: r.category.slug == slug, 1) for slug in ("soups", "meat")
    )
    total = round(soup.nutrition.protein + main.nutrition.protein, 1)
    return task(
        f'My menu is "{soup.title}" and then "{main.title}", one serving of each. How many grams '
        "of protein is that in all, to one decimal?",
        f"{total} g",
        {"parts": [{"number": total, "tolerance": 0.0005}]},
        [
            *(*look_for_first(soup), tab("Nutrition"), SCROLL_DOWN),
            *(*look_for(main), tab("Nutrition"), SCROLL_DOWN),
        ],
    )


MAKERS = {  # each maker with the site features its task exercises
    preparation_of_two: "popup suggestions",
    rescaled: "popup rescaled-amounts",
    protein_of_two: "popup tabs",
}
