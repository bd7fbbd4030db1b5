"""The magazine's read-only pages; `recipe_box_pages.py` has those that change a visitor's state."""

from flask import Flask, Response, abort, g, jsonify, render_template, request

from ...kit import site_app
from ...kit.formats import day_format
from ...kit.formats import duration as kit_duration
from ...kit.lists import choice, page_of
from . import recipe_box_pages
from .data import DIETS, Data, Recipe
from .pictures import picture
from .recipe_search import RATINGS, SORTS, TIMES, Index, Query

PER_PAGE = 12
FIRST_REVIEWS, MORE_REVIEWS = 4, 6
REVIEW_ORDERS = {
    "newest": ("Newest", lambda review: 0),
    "helpful": ("Most helpful", lambda review: -review.helpful),
    "lowest": ("Lowest rated", lambda review: review.stars),
}


def app(data: Data) -> Flask:
    """The site's Flask app; `flask.g.state` holds the visitor's state."""
    filters = {"duration": _unbroken_duration, "day": day_format("{} %B %Y")}
    names = {"data": data, "diets": DIETS, "notes": data.notes}
    site = site_app.site_app(__name__, icon="plate.svg", filters=filters, names=names)
    site.context_processor(lambda: {"box": g.state.get("box", [])})
    _add_front(site, data)
    _add_lists(site, data)
    _add_recipes(site, data)
    _add_help(site, data)
    recipe_box_pages.add(site, data)
    return site


def duration(minutes: int) -> str:
    """Minutes as a reader would say them: "1 hr 25 min"."""
    return kit_duration(minutes, hour="hr")


def _unbroken_duration(minutes: int) -> str:
    """The same on one line, whatever stands before it."""
    return duration(minutes).replace(" ", "\N{NO-BREAK SPACE}")


def find_recipe(data: Data, slug: str) -> Recipe:
    """The recipe at an address; aborts with 404 if there is none."""
    return data.by_slug.get(slug) or abort(404)


def _add_front(site: Flask, data: Data) -> None:
    newest = sorted(data.recipes, key=SORTS["newest"][1])
    loved = sorted(data.recipes, key=SORTS["rating"][1])
    hero, shown = data.recipes[0], {data.recipes[0]}
    sections = {}
    quick = [recipe for recipe in data.recipes if recipe.total <= 30]
    for name, order, count in (("fresh", newest, 3), ("loved", loved, 5), ("quick", quick, 4)):
        fits = [recipe for recipe in order if recipe not in shown]
        sections[name] = fits[:count]
        shown.update(sections[name])

    @site.get("/")
    def home() -> str:
        return render_template("home.html", hero=hero, **sections)

    @site.get("/pictures/<slug>.svg")
    def painting(slug: str) -> Response:
        recipe = find_recipe(data, slug)
        return site_app.picture(picture(recipe.picture, slug))


def _add_lists(site: Flask, data: Data) -> None:
    index = Index(data)
    categories = {category.slug: category for category in data.categories}

    @site.get("/search")
    def search() -> str:
        return _show_listing(index, Query.read(request.args))

    @site.get("/category/<slug>")
    def category(slug: str) -> str:
        chapter = categories.get(slug) or abort(404)
        return _show_listing(index, Query.read(request.args, slug), category=chapter)

    @site.get("/recipes")
    def index_of_recipes() -> str:
        return render_template(
            "index.html", recipes=sorted(data.recipes, key=lambda recipe: recipe.title)
        )

    @site.get("/suggest")
    def suggest() -> Response:
        words = request.args.get("q", "").strip()
        hits = index.find(Query(words=words))[:6] if len(words) > 1 else []
        return jsonify(
            [
                {"title": hit.title, "kind": hit.category.title, "address": f"/recipe/{hit.slug}"}
                for hit in hits
            ]
        )


def _show_listing(index: Index, query: Query, **more: object) -> str:
    """Show a page of the recipes that match the query."""
    page = page_of(index.find(query), PER_PAGE)
    choices = {"path": request.path, "sorts": SORTS, "times": TIMES, "least": RATINGS}
    return render_template("listing.html", query=query, page=page, **choices, **more)


def _add_recipes(site: Flask, data: Data) -> None:
    def ordered(recipe: Recipe) -> dict:
        order = choice(request.args, "reviews", REVIEW_ORDERS, "newest")
        in_order = sorted(recipe.reviews, key=REVIEW_ORDERS[order][1])
        return {"order": order, "orders": REVIEW_ORDERS, "reviews": in_order}

    @site.get("/recipe/<slug>")
    def recipe(slug: str) -> str:
        dish = find_recipe(data, slug)
        letter = "newsletter" not in g.state
        g.state.setdefault("newsletter", {"status": "shown"})
        return render_template(
            "recipe.html",
            recipe=dish,
            related=_find_related(data, dish),
            letter=letter,
            servings=recipe_box_pages.servings(request.args, dish),
            until=FIRST_REVIEWS,
            mine=g.state.get("reviews", {}).get(slug),
            **ordered(dish),
        )

    @site.get("/recipe/<slug>/ingredients")
    def ingredients(slug: str) -> str:
        dish = find_recipe(data, slug)
        return render_template(
            "_ingredients.html", recipe=dish, servings=recipe_box_pages.servings(request.args, dish)
        )

    @site.get("/recipe/<slug>/reviews")
    def reviews(slug: str) -> str:
        dish, start = find_recipe(data, slug), max(0, request.args.get("start", 0, type=int))
        return render_template(
            "_reviews.html", recipe=dish, start=start, until=start + MORE_REVIEWS, **ordered(dish)
        )


def _find_related(data: Data, dish: Recipe) -> list[Recipe]:
    """Find four other recipes, preferring the same category, then the same cuisine."""

    def measure_difference(other: Recipe) -> int:
        return -2 * (other.category == dish.category) - (other.cuisine == dish.cuisine)

    return sorted((other for other in data.recipes if other != dish), key=measure_difference)[:4]


def _add_help(site: Flask, data: Data) -> None:
    @site.get("/help")
    def help_index() -> str:
        return render_template("help.html")

    @site.get("/help/<name>")
    def note(name: str) -> str:
        return render_template("note.html", note=data.notes.get(name) or abort(404))

    @site.get("/about")
    def about() -> str:
        return render_template("about.html")

    @site.get("/cooks/<slug>")
    def cook(slug: str) -> str:
        who = next((cook for cook in data.cooks if cook.slug == slug), None) or abort(404)
        theirs = sorted(
            (recipe for recipe in data.recipes if recipe.author == who), key=SORTS["newest"][1]
        )
        return render_template("cook.html", cook=who, recipes=theirs)
