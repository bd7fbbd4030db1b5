"""The site as a Flask app: what all its pages share. The pages themselves are in *_pages.py."""

from datetime import date, datetime

from flask import Flask, g, redirect, render_template, request
from werkzeug.wrappers import Response

from . import paper_pages, paper_search_pages, reading_list_pages
from .paper_index import FIELDS, Index
from .records import GROUPS, Data, day


def app(data: Data) -> Flask:
    """The preprint server's pages."""
    site = Flask(__name__)
    site.jinja_env.trim_blocks = site.jinja_env.lstrip_blocks = True
    site.jinja_env.filters.update(day=day, weekday=weekday, stamp=stamp, comma=lambda number: f"{number:,}")
    site.jinja_env.globals.update(data=data, groups=GROUPS, fields=FIELDS, code_name=lambda code: code_name(data, code))
    index = Index(data)
    for rooms in (paper_pages, paper_search_pages, reading_list_pages):
        rooms.add(site, data, index)
    _add_shared(site)
    return site


def _add_shared(site: Flask) -> None:
    @site.context_processor
    def shared() -> dict:
        return {"reading_list": g.state.get("reading_list", []), "noindex": bool(request.query_string)}

    @site.get("/favicon.ico")
    def favicon() -> Response:
        return redirect("/static/favicon.svg")

    @site.errorhandler(404)
    def missing(error: Exception) -> tuple[str, int]:
        return render_template("404.html", reason=getattr(error, "description", "")), 404


def weekday(when: date) -> str:
    """`Tue, 3 Mar 2026`."""
    return f"{when:%a}, {day(when)}"


def stamp(when: datetime) -> str:
    """`Tue, 3 Mar 2026 14:22:05 UTC`."""
    return f"{weekday(when)} {when:%H:%M:%S} UTC"


def code_name(data: Data, code: str) -> str:
    """The name of a category, a group, or of everything."""
    if code in data.subjects:
        return data.subjects[code].name
    return GROUPS.get(code, "All subjects")
