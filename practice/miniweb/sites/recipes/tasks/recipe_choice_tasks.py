"""Questions that ask for one recipe out of many: filters, orders, comparisons."""

from itertools import combinations, product

from ....kit.answer_variants import duration_variants
from ....kit.steps import SCROLL_DOWN, link
from ....kit.tasks import SiteTask, task
from ..data import DIETS, Data, Recipe
from ..pages import PER_PAGE, duration
from ..recipe_search import RATINGS, TIMES
from .recipe_steps import (
    all_recipes,
    list_category,
    look_for,
    look_for_first,
    others,
    ranked,
    section,
    sections,
    set_filters,
    sort_by,
)


def only_one_fits(data: Data) -> SiteTask:
    """A category, a diet and a time that leave one recipe; each alone leaves more."""
    for category, diet, time in product(sections(data), reversed(DIETS), TIMES):
        here = list_category(data, category)
        suits, quick = [r for r in here if diet in r.diets], [r for r in here if r.total <= time]
        both = [r for r in suits if r in quick]
        if len(both) == 1 and 1 < len(suits) < len(here) and len(quick) > 1:
            return _make_only_one_task(both[0], diet, time, here)
    raise AssertionError("No pair of filters leaves exactly one recipe.")


def _make_only_one_task(recipe: Recipe, diet: str, time: int, here: list[Recipe]) -> SiteTask:
    return task(
        f'In Plateful\'s "{recipe.category.title}" section, which recipe is {DIETS[diet].lower()} '
        f"and takes {time} minutes or less in total? There is only one.",
        recipe.title,
        {"parts": [recipe.title], "not": others(here, [recipe])},
        [section(recipe.category), *set_filters(diet, time)],
    )


def well_rated(data: Data) -> SiteTask:
    """Any of the few recipes of a diet that are both quick and well rated."""
    least = RATINGS[-1]
    for diet, time in product(DIETS, TIMES[1:]):
        quick = [r for r in data.recipes if diet in r.diets and r.total <= time]
        right = [r for r in quick if r.rating >= least]
        if 2 <= len(right) <= 5 and len(right) < len(quick):
            break
    else:
        raise AssertionError("No diet has a few quick, well rated recipes.")

    def timed(recipe: Recipe) -> str:
        return f"{recipe.title}, {duration(recipe.total)}"

    return task(
        f"Suggest one {DIETS[diet].lower()} recipe on Plateful that takes {time} minutes or less "
        f"in total and is rated {least} or higher. Give its title and its total time.",
        " / ".join(map(timed, right)),
        {
            "any": [
                {
                    "parts": [r.title, [r.total, *duration_variants(r.total)]],
                    "not": others(quick, right),
                }
                for r in right
            ]
        },
        [*all_recipes(), *set_filters(diet, time, least)],
        oracle_answer=timed(right[0]),
    )


def fewer_calories(data: Data) -> SiteTask:
    """A comparison of two recipes, each on its page."""
    pairs = combinations([r for r in data.recipes if r.category.slug in ("pasta", "meat")], 2)
    left, right = next(
        pair for pair in pairs if abs(pair[0].nutrition.calories - pair[1].nutrition.calories) > 40
    )
    less, more = sorted((left, right), key=lambda recipe: recipe.nutrition.calories)
    return task(
        f'Which has fewer calories per serving, "{left.title}" or "{right.title}"?',
        less.title,
        {"parts": [less.title], "not": [more.title]},
        [*look_for_first(left), *look_for(right)],
    )


def most_ratings(data: Data) -> SiteTask:
    """A section's recipe with the most ratings, neither shown first nor best rated."""
    for category in sections(data):
        here = list_category(data, category)
        top, second = ranked(here, "ratings")[:2]
        if top not in (here[0], ranked(here, "rating")[0]) and top.ratings > second.ratings:
            break
    else:
        raise AssertionError("No section's most rated recipe is neither first nor best rated.")
    return task(
        f'Which recipe in Plateful\'s "{category.title}" section has been rated by the most '
        "readers, however well it did?",
        top.title,
        {"parts": [top.title], "not": others(here, [top])},
        [section(category), sort_by("ratings")],
    )


def oldest(data: Data) -> SiteTask:
    """The last recipe on the last page of the list."""
    by_age = ranked(data.recipes, "newest")
    last = by_age[-1]
    return task(
        "Which of all the recipes on Plateful was published first, that is, longest ago? Give its "
        "title.",
        last.title,
        {"parts": [last.title], "not": others(by_age[::-1], [last])},
        [
            *all_recipes(),
            sort_by("newest"),
            link(f"Page {-(-len(by_age) // PER_PAGE)}"),
            SCROLL_DOWN,
        ],
    )


def best_of_diet(data: Data) -> SiteTask:
    """The best rated recipe of a diet within a time.

    Ties are broken as on the site, by the number of ratings.
    """
    for diet, time in product(reversed(DIETS), reversed(TIMES)):
        best, *rest = ranked(
            (r for r in data.recipes if diet in r.diets and r.total <= time), "rating"
        ) or [None]
        if len(rest) > 1 and (best.rating, best.ratings) > (rest[0].rating, rest[0].ratings):
            break
    else:
        raise AssertionError("No diet has a single best recipe.")
    return task(
        f"Of Plateful's {DIETS[diet].lower()} recipes that take {time} minutes or less in total, "
        "which has the highest rating (the one with more ratings, if two share it), and what is "
        "its rating?",
        f"{best.title}, {best.rating}",
        {"parts": [best.title, best.rating], "not": others(rest, [best])},
        [*all_recipes(), *set_filters(diet, time), sort_by("rating")],
    )


MAKERS = {  # each maker with the site features its task exercises
    only_one_fits: "filters",
    well_rated: "filters long-list",
    fewer_calories: "popup suggestions",
    most_ratings: "sorting",
    oldest: "sorting pagination",
    best_of_diet: "filters sorting",
}
