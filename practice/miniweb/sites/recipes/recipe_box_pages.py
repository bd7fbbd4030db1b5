"""Pages that change a visitor's state: the recipe box, shopping list, reviews and newsletter.

The state is in `flask.g.state`:

    "box": [slug]
    "shopping": {slug: servings}
    "reviews": {slug: {"stars", "text"}}
    "newsletter": {"status": "shown" | "dismissed" | "subscribed", "email"}
"""

from flask import Flask, Response, abort, g, jsonify, redirect, render_template, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as Answer

from ...kit.forms import toggle
from .data import Data, Recipe

MOST_SERVINGS = 48


def servings(given: MultiDict[str, str], recipe: Recipe) -> int:
    """The number of servings asked for, between 1 and 48; by default the recipe's own."""
    return min(max(given.get("servings", recipe.servings, type=int), 1), MOST_SERVINGS)


def add(site: Flask, data: Data) -> None:
    """Add the routes that read and change a visitor's state."""
    _add_box(site, data)
    _add_shopping(site, data)
    _add_reviews(site, data)
    _add_newsletter(site)
    _redirect_actions(site)


def _redirect_actions(site: Flask) -> None:
    """Redirect visitors who open an action's address to the recipe's page, which offers it."""
    for address in (
        "/box/<slug>",
        "/shopping/<slug>",
        "/shopping/<slug>/remove",
        "/recipe/<slug>/review",
    ):
        site.add_url_rule(
            address, f"look {address}", lambda slug: redirect(url_for("recipe", slug=slug))
        )


def _find_recipe(data: Data, slug: str) -> Recipe:
    return data.by_slug.get(slug) or abort(404)


def _is_script_request() -> bool:
    return request.headers.get("X-Requested-With") == "fetch"


def _add_box(site: Flask, data: Data) -> None:
    @site.get("/box")
    def box() -> str:
        return render_template(
            "box.html", recipes=[data.by_slug[slug] for slug in g.state.get("box", [])]
        )

    @site.post("/box/<slug>")
    def save(slug: str) -> Response | Answer:
        saved = toggle("box", _find_recipe(data, slug).slug)
        if _is_script_request():
            return jsonify(saved=saved, count=len(g.state["box"]))
        return redirect(request.referrer or url_for("box"), 303)


def _add_shopping(site: Flask, data: Data) -> None:
    @site.get("/shopping")
    def shopping() -> str:
        chosen = g.state.get("shopping", {})
        return render_template(
            "shopping.html", dishes=[(data.by_slug[slug], count) for slug, count in chosen.items()]
        )

    @site.post("/shopping/<slug>")
    def shop(slug: str) -> Answer:
        recipe = _find_recipe(data, slug)
        g.state.setdefault("shopping", {})[slug] = servings(request.form, recipe)
        return redirect(url_for("shopping"), 303)

    @site.post("/shopping/<slug>/remove")
    def unshop(slug: str) -> Answer:
        g.state.get("shopping", {}).pop(slug, None)
        return redirect(url_for("shopping"), 303)


def _add_reviews(site: Flask, data: Data) -> None:
    @site.post("/recipe/<slug>/review")
    def write(slug: str) -> Answer:
        _find_recipe(data, slug)
        stars = request.form.get("stars", 0, type=int)
        text = request.form.get("text", "").strip()[:600]
        if 1 <= stars <= 5 and text:
            g.state.setdefault("reviews", {})[slug] = {"stars": stars, "text": text}
        return redirect(url_for("recipe", slug=slug) + "#reviews", 303)


def _add_newsletter(site: Flask) -> None:
    @site.post("/newsletter")
    def newsletter() -> Response | Answer:
        email = request.form.get("email", "").strip()[:120]
        if "@" in email:
            g.state["newsletter"] = {"status": "subscribed", "email": email}
        elif g.state.get("newsletter", {}).get("status") != "subscribed":
            g.state["newsletter"] = {"status": "dismissed"}
        if _is_script_request():
            return jsonify(g.state["newsletter"])
        return redirect(url_for("thanks"), 303)

    @site.get("/newsletter")
    def thanks() -> str:
        return render_template("newsletter.html", letter=g.state.get("newsletter", {}))
