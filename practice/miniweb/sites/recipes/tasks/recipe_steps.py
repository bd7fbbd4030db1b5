"""Building blocks of the questions: the choice of a recipe, oracle steps, wrong answers."""

from collections.abc import Callable, Iterable

from ....kit.steps import Step, choose_option, link, press, radio, search_for, tick
from ..cookbook import Category
from ..data import DIETS, Data, Recipe
from ..recipe_search import SORTS

Steps = list[Step]
Part = str | float | list[str | float]

NO_LETTER = press("No thanks")


def pick(data: Data, fits: Callable[[Recipe], object], skip: int = 0) -> Recipe:
    """Pick the first recipe that fits, in the editors' order, after skipping `skip` of them."""
    found = [recipe for recipe in data.recipes if fits(recipe)]
    assert len(found) > skip, "No recipe fits this question."
    return found[skip]


def list_category(data: Data, category: Category) -> list[Recipe]:
    """A category's recipes in the editors' order."""
    return [recipe for recipe in data.recipes if recipe.category == category]


def sections(data: Data) -> list[Category]:
    """The categories, in an order that differs between worlds."""
    return list(dict.fromkeys(recipe.category for recipe in data.recipes))


def ranked(recipes: Iterable[Recipe], sort: str) -> list[Recipe]:
    """Sort recipes as the site does."""
    return sorted(recipes, key=SORTS[sort][1])


def section(category: Category) -> Step:
    """Open a category from the navigation, which shows only the first half of its title."""
    return link(category.title.split(" & ")[0])


def look_for(recipe: Recipe) -> Steps:
    """Search for a recipe by its title and open it."""
    return [search_for("Search recipes", recipe.title), link(recipe.title)]


def look_for_first(recipe: Recipe) -> Steps:
    """The same for a visitor's first recipe, which shows the newsletter to decline."""
    return [*look_for(recipe), NO_LETTER]


def all_recipes() -> Steps:
    """Open the list of everything, with its filters, sorting and pages."""
    return [link("A–Z"), link("Browse them page by page")]


def set_filters(diet: str, time: int = 0, rating: float = 0) -> Steps:
    """Set filters in a list and apply them."""
    times = [radio(f"Up to {time} min")] if time else []
    ratings = [radio(f"{rating} and up")] if rating else []
    return [*times, tick(DIETS[diet]), *ratings, press("Apply filters")]


def sort_by(sort: str) -> Step:
    """Choose an order in a list."""
    return choose_option("Sort by", SORTS[sort][0])


def servings(count: int) -> Step:
    """Set how many servings the ingredients are for."""
    return ["Type", "spinbutton", "Servings", str(count)]


def others(recipes: list[Recipe], right: list[Recipe], most: int = 6) -> list[str]:
    """Titles that a right answer must not name; titles contained in a right one are left out."""
    wrong = [recipe.title for recipe in recipes if recipe not in right]
    return [title for title in wrong if not any(title in good.title for good in right)][:most]
