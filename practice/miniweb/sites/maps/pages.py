"""Compasso as a Flask app: its filters and blueprints."""

from flask import Flask

from ...kit.formats import comma, count, day_format, money
from ...kit.opening_hours import DAYS, at, hours_in_words, status
from ...kit.site_app import site_app
from . import keeping_pages, map_pages, place_panels, route_panels
from .map_catalogue import read
from .place_search import RATINGS, SORTS, distance
from .records import Atlas


def app(atlas: Atlas) -> Flask:
    """The site for one atlas; the server provides the visitor's state in `flask.g.state`."""
    filters = {"day": day_format("{} %B %Y"), "comma": comma, "count": count, "at": at}
    filters |= {"metres": _write_metres, "span": hours_in_words, "euros": lambda c: money(c, "€")}
    names = {"KINDS": read("kinds.json"), "FACILITIES": read("facilities.json"), "DAYS": DAYS}
    names |= {"SORTS": SORTS, "RATINGS": RATINGS, "distance": distance, "atlas": atlas}
    names["status"] = lambda place: status(place.hours, atlas.weekday, atlas.now)
    names["slow"] = lambda wait: wait if atlas.world.has("slow-parts") else 0
    names["saved_lists"] = keeping_pages.saved_lists
    shared = {"atlas": atlas}
    site = site_app(__name__, icon="compasso.svg", filters=filters, names=names, shared=shared)
    for part in (map_pages, place_panels, route_panels, keeping_pages):
        site.register_blueprint(part.pages)
    return site


def _write_metres(metres: float) -> str:
    return f"{round(metres / 10) * 10} m" if metres < 995 else f"{metres / 1000:.1f} km"
