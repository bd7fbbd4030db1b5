"""Pages to look at devices: families, models, gallery, reviews, comparison, search."""

import re

from flask import Blueprint, Response, abort, g, render_template, request

from ...kit.catalogue import find
from ...kit.lists import choice, page_of
from ...kit.reviews import STARS
from ...kit.site_app import picture
from ...kit.text_search import each_begins, fold
from .device_reviews import reviews_of
from .records import Model, read

pages = Blueprint("device_pages", __name__)
VIEWS = {"front": "Front view", "back": "Back view", "side": "Side view"}


@pages.get("/models/<slug>")
@pages.get("/models/<slug>/<any(specs, gallery, reviews):here>")
def model(slug: str, here: str = "model") -> str:
    """A page of a model: its own, specifications, pictures by side and colour, or reviews."""
    found, stars = find_model(slug), request.args.get("stars", 0, type=int)
    colours = [colour.slug for colour in found.groups[0].options]
    names = {"colour": choice(request.args, "colour", colours, colours[0]), "views": VIEWS}
    names |= {"view": choice(request.args, "view", VIEWS, "front"), "here": here, "model": found}
    reviews = reviews_of(g.halden.world, found)
    counts = {number: sum(review.stars == number for review in reviews) for number in STARS}
    page = page_of([review for review in reviews if stars in (0, review.stars)], 6)
    names |= {"reviews": reviews, "stars": stars, "counts": counts, "page": page}
    return render_template(f"{here}.html", **names)


@pages.get("/compare")
def compare() -> str:
    """Up to three models side by side, in one long table; "–" where a model has no such line."""
    chosen = {name: find(g.halden.models, request.args.get(name, "")) for name in "abc"}
    if not any(chosen.values()):
        chosen |= zip("ab", g.halden.of("phones"), strict=False)
    models = [model for model in chosen.values() if model]
    sections: dict[str, dict[str, list[str]]] = {}
    for section, name in [(s, n) for model in models for s in model.specs for n in model.specs[s]]:
        values = [model.specs.get(section, {}).get(name, "–") for model in models]
        sections.setdefault(section, {})[name] = values
    return render_template("compare.html", chosen=chosen, models=models, sections=sections)


@pages.get("/search")
def search() -> str:
    """Models, accessories and stores whose names have all words searched for."""
    asked = " ".join(request.args.get("q", "").split())[:60]
    words, found = re.findall(r"\w+", fold(asked)), {}
    for kind in ("models", "accessories", "stores"):
        named = [(item, re.findall(r"\w+", fold(item.name))) for item in getattr(g.halden, kind)]
        found[kind] = [item for item, names in named if words and each_begins(words, names)]
    return render_template("search.html", q=asked, page=page_of(found["accessories"], 12), **found)


@pages.get("/pictures/<slug>/<colour>-<any(front, back, side):view>.svg")
def drawing(slug: str, colour: str, view: str) -> Response:
    """A model in one of its colours from one side."""
    found = find_model(slug)
    made = find(found.groups[0].options, colour) or abort(404)
    names = {"model": found, "paint": read("colours.json")[made.name], "view": view}
    return picture(render_template(f"drawings/{found.kind}.svg", **names))


@pages.get("/pictures/<any(accessories, stores):what>/<slug>.svg")
def other_drawing(what: str, slug: str) -> Response:
    """An accessory, or the plan of a store's level."""
    item = find(getattr(g.halden, what), slug) or abort(404)
    return picture(render_template(f"drawings/{what}.svg", item=item))


@pages.get("/charts/<slug>/<any(battery, speed):what>.svg")
def chart(slug: str, what: str) -> Response:
    """The hours of a battery, or the speed beside the family's other models."""
    found = find_model(slug)
    rivals = sorted((m for m in g.halden.models if m.kind == found.kind), key=lambda m: m.speed)
    bars = found.battery if what == "battery" else {m.name: m.speed for m in rivals}
    return picture(render_template("drawings/chart.svg", bars=bars, what=what, model=found))


def find_model(slug: str) -> Model:
    """The model with this slug, or the page for unknown addresses."""
    return find(g.halden.models, slug) or abort(404)
