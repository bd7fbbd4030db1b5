"""The map with a search: its data, suggestions, results, districts and towns."""

from flask import Blueprint, Response, abort, g, jsonify, redirect, render_template, request
from werkzeug.wrappers import Response as Redirect

from ...kit.formats import slug
from ...kit.lists import address, page_of
from ...kit.text_search import fold
from .place_search import Query, read_query, search

pages = Blueprint("map", __name__)
PER_PAGE = 20


@pages.get("/")
def home() -> str:
    """The whole city, with what others search for."""
    loved = [place for place in g.atlas.places if place.about["group"] in ("eat", "sight")]
    best = sorted(loved, key=lambda place: (-place.rating, -place.count))[:6]
    return render_template("home.html", best=best, home=True)


@pages.get("/map.json")
def map_json() -> Response:
    """The vectors that the map is drawn from, with this world's lines."""
    region, lines = g.atlas.region, [line for line in g.atlas.lines if line.metro]
    drawn = ("nodes", "edges", "streets", "areas", "sea", "river", "lakes", "parks", "stations")
    metro = [{"color": line.color, "nodes": line.stops} for line in lines]
    reply = jsonify({name: region[name] for name in drawn} | {"metro": metro})
    reply.headers["Cache-Control"] = "public, max-age=86400"
    return reply


@pages.get("/suggest")
def suggest() -> Response:
    """Up to seven places, stations and districts whose names begin as typed."""
    typed = fold(request.args.get("q", ""))
    names = [name for name in g.atlas.spots if typed and name.startswith(typed)]
    found = dict.fromkeys(g.atlas.spots[name].name for name in sorted(names, key=len))
    return jsonify([{"text": name} for name in list(found)[:7]])


@pages.get("/search")
def results() -> str | Redirect:
    """A list of results, or the only place that is called exactly so."""
    query = read_query(request.args, g.atlas)
    named = [place for place in g.atlas.places if fold(place.name) == fold(query.q)]
    exact = named or [p for p in g.atlas.places if fold(p.label) == fold(query.q)]
    if len(exact) == 1 and not query.box:
        return redirect(f"/place/{exact[0].slug}", 303)
    return _show_results("search.html", query)


@pages.get("/results")
def more_results() -> str:
    """The next part of a list of results, without the page around it."""
    return _show_results("results.html", read_query(request.args, g.atlas))


def _show_results(template: str, query: Query) -> str:
    part = page_of(search(g.atlas, query), PER_PAGE)
    kept = query.pairs(filtered=not g.atlas.world.has("filters-reset"))
    more = address("/results", [*query.pairs(), ("page", part.at + 1)]) * (part.at < part.last)
    return render_template(template, query=query, part=part, kept=kept, more=more)


@pages.get("/areas")
@pages.get("/areas/<name>")
def areas(name: str = "") -> str:
    """All districts and towns, or one with its best rated places."""
    found = next((a for a in g.atlas.region["areas"] if slug(a["name"]) == name), None)
    if name and not found:
        abort(404)
    here = [place for place in g.atlas.places if found and place.area == found["name"]]
    best = sorted(here, key=lambda place: (-place.rating, -place.count))[:12]
    return render_template("areas.html", area=found, best=best, count=len(here))


@pages.get("/<any(help, lines):page>")
def text_page(page: str) -> str:
    """How the map is used; all lines."""
    return render_template(f"{page}.html")
