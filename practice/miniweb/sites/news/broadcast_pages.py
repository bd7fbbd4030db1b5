"""Pages for looking: live pages, videos, pictures, forecasts, charts."""

from flask import Blueprint, Response, abort, g, render_template, request

from ...kit.lists import choice, page_of
from ...kit.site_app import picture
from .island_weather import forecasts
from .live_updates import SHOWN, live_pages
from .news_catalogue import kinds, read, sections
from .news_charts import charts

pages = Blueprint("broadcast_pages", __name__)
VIEWS = 5  # the points from which a scene can be seen


@pages.get("/live/<slug>")
def live_page(slug: str) -> str:
    """A live page, or only some of its updates, from number `first` on."""
    live = live_pages(g.newsroom).get(slug) or abort(404)
    first = max(0, request.args.get("first", 0, type=int))
    name = "live_updates.html" if "first" in request.args else "live_page.html"
    updates = live["updates"][first : first + SHOWN]
    return render_template(name, live=live, updates=updates, first=first)


@pages.get("/video")
def videos() -> str:
    """All videos, by section and length."""
    lengths = read("choices.json")["lengths"]
    length = choice(request.args, "length", lengths)
    _, least, most = lengths[length]
    section = choice(request.args, "section", sections())
    found = [
        video
        for video in g.newsroom.videos.values()
        if section in ("", kinds()[video.chain.kind]["section"]) and least <= video.length <= most
    ]
    page = page_of(found, 12)
    return render_template("videos.html", page=page, length=length, section=section)


@pages.get("/video/<slug>")
def video(slug: str) -> str:
    """A video and its transcript."""
    found = g.newsroom.videos.get(slug) or abort(404)
    others = [other for other in g.newsroom.videos.values() if other is not found][:3]
    return render_template("video.html", video=found, others=others)


@pages.get("/pictures/<key>")
def gallery(key: str) -> str:
    """A picture story: the captions of a film but for the one with the figure."""
    film = g.newsroom.videos.get(f"{key}-video") or abort(404)
    captions = [text for text in film.captions if str(film.figure) not in text][:VIEWS]
    return render_template("gallery.html", chain=film.chain, captions=captions)


@pages.get("/scene/<key>/<int:view>.svg")
def scene(key: str, view: int) -> Response:
    """The picture of a chain of events or of a live page, seen from one of several points."""
    chain, live = g.newsroom.chains.get(key), live_pages(g.newsroom).get(key)
    if not (chain or live) or view >= VIEWS:
        abort(404)
    name = kinds()[chain.kind]["scene"] if chain else live["scene"]
    rng = g.newsroom.world.random(f"news/scene/{key}")
    shapes = {letter: rng.randrange(0, 100) for letter in "abcdef"}
    drawn = {"shade": rng.randrange(100), "view": view, "facts": chain.facts if chain else {}}
    return picture(render_template(f"scenes/{name}.svg", **drawn, **shapes))


@pages.get("/weather")
def weather() -> str:
    """The forecast for all towns, or those of a region, on one of five days."""
    days = [each.day for each in forecasts(g.newsroom)["havnmoor"]]
    names = [day.isoformat() for day in days]
    at = names.index(choice(request.args, "day", names, names[0]))
    regions = dict.fromkeys(town.region for town in g.newsroom.towns.values())
    shown = {"days": days, "at": at, "regions": regions}
    return render_template("weather.html", region=choice(request.args, "region", regions), **shown)


@pages.get("/forecast/<slug>")
def forecast(slug: str) -> str:
    """The forecast for a town, hour by hour on demand, or only its days."""
    town = g.newsroom.towns.get(slug) or abort(404)
    near = [t for t in g.newsroom.towns.values() if t.region == town.region and t is not town]
    days = forecasts(g.newsroom)[slug]
    name = "forecast_days.html" if "part" in request.args else "forecast.html"
    return render_template(name, town=town, days=days, near=near)


@pages.get("/charts/<slug>.svg")
def chart(slug: str) -> Response:
    """A chart as a picture."""
    found = charts(g.newsroom).get(slug) or abort(404)
    return picture(render_template(f"scenes/chart_{found['kind']}.svg", chart=found))
