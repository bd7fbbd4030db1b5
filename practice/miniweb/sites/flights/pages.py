"""The site as a Flask app: what all its pages share. The pages themselves are in *_pages.py."""

from flask import Flask, Response, abort, g

from ...kit.formats import clock, comma, day_format, duration
from ...kit.site_app import picture, site_app
from . import destination_pages, fare_pages, flight_search_pages, world_map
from .records import BRANDS, CABINS, DAYS, Data
from .timetable import Timetable

day = day_format("%A, {} %B %Y")
FILTERS = {"day": day, "short": day_format("%a, {} %b"), "weekday": day_format("{} %B")}
FILTERS |= {"clock": clock, "span": duration, "comma": comma}


def app(data: Data) -> Flask:
    """The flight search's pages."""
    table = Timetable(data)
    names = {
        "data": data,
        "airports": data.airports,
        "airlines": data.airlines,
        "first": data.today,
    }
    names |= {"last": table.last, "cabins": CABINS, "brands": BRANDS, "ahead": DAYS}
    site = site_app(__name__, icon="tern.svg", filters=FILTERS, names=names)
    site.context_processor(lambda: {"tracked": g.state.get("tracked", [])})
    for part in (flight_search_pages, fare_pages, destination_pages):
        part.add(site, table)

    @site.get("/map/<frame>.png")
    def map_picture(frame: str) -> Response:
        return picture(world_map.picture(frame) if frame in world_map.FRAMES else abort(404))

    return site
