"""The site as a Flask app: what all its pages share. The pages themselves are in *_pages.py."""

from datetime import date, datetime, timedelta

from flask import Flask, abort, g, render_template, request

from . import destination_pages, fare_pages, flight_search_pages
from .records import BRANDS, CABINS, DAYS, Data
from .timetable import Timetable
from .world_map import FRAMES, picture

FAVICON = "/static/tern.svg"


def app(data: Data) -> Flask:
    """The flight search's pages."""
    site = Flask(__name__)
    site.jinja_env.trim_blocks = site.jinja_env.lstrip_blocks = True
    site.jinja_env.filters.update(day=day, short=short, clock=clock, span=span, comma=comma, weekday=weekday)
    site.jinja_env.globals.update(
        data=data, airports=data.airports, airlines=data.airlines, cabins=CABINS, brands=BRANDS, ahead=DAYS
    )
    table = Timetable(data)
    for rooms in (flight_search_pages, fare_pages, destination_pages):
        rooms.add(site, table)
    _add_shared(site, table)
    return site


def _add_shared(site: Flask, table: Timetable) -> None:
    @site.context_processor
    def shared() -> dict:
        return {
            "toast": g.state.pop("toast", "") if request.method == "GET" and _is_page() else "",
            "tracked": g.state.get("tracked", []),
            "noindex": bool(request.query_string),
            "first": table.data.today,
            "last": table.last,
        }

    @site.get("/favicon.ico")
    def favicon() -> object:
        return site.send_static_file("tern.svg")

    @site.get("/map/<frame>.png")
    def world_map(frame: str) -> object:
        if frame not in FRAMES:
            abort(404)
        return site.response_class(picture(frame), mimetype="image/png", headers={"Cache-Control": "max-age=86400"})

    @site.errorhandler(404)
    def missing(error: Exception) -> tuple[str, int]:
        return render_template("missing.html"), 404


def _is_page() -> bool:
    return request.endpoint not in ("results", "prices", "suggest", "static")


def day(value: date) -> str:
    """`Friday, 20 March 2026`."""
    return f"{value:%A}, {value.day} {value:%B %Y}"


def short(value: date) -> str:
    """`Fri, 20 Mar`."""
    return f"{value:%a}, {value.day} {value:%b}"


def weekday(value: date) -> str:
    """`20 March`."""
    return f"{value.day} {value:%B}"


def clock(value: datetime | int) -> str:
    """`07:25`, from a time or from minutes of the day."""
    return f"{value // 60:02d}:{value % 60:02d}" if isinstance(value, int) else f"{value:%H:%M}"


def span(minutes: int | timedelta) -> str:
    """`2 h 35 min`."""
    hours, rest = divmod(int(minutes), 60)
    return " ".join(
        part for part in (f"{hours} h" if hours else "", f"{rest} min" if rest or not hours else "") if part
    )


def comma(number: int) -> str:
    """`1,299`."""
    return f"{number:,}"
