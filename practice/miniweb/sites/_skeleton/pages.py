"""The site as a Flask app.

When it grows, move pages into separate files: `bell_pages.py`, `visitor_pages.py`.
"""

from flask import Flask, abort, g, redirect, render_template, request
from werkzeug.wrappers import Response

from ...kit.formats import comma, day_format
from ...kit.forms import toggle
from ...kit.lists import choice, page_of
from ...kit.site_app import site_app, toast
from .data import Data

PER_PAGE = 4
SORTS = {"tower": lambda bell: bell.tower, "weight": lambda bell: -bell.weight}


def app(data: Data) -> Flask:
    """The pages for one world's data; what a visitor does is kept in `flask.g.state`."""
    filters = {"day": day_format("{} %B %Y"), "comma": comma}
    site = site_app(__name__, icon="bell.svg", filters=filters, names={"data": data})
    by_slug = {bell.slug: bell for bell in data.bells}

    @site.get("/")
    def home() -> str:
        sort = choice(request.args, "sort", SORTS, "tower")
        page = page_of(sorted(data.bells, key=SORTS[sort]), PER_PAGE)
        return render_template("home.html", page=page, sort=sort, sorts=SORTS)

    @site.get("/bells/<slug>")
    def bell(slug: str) -> str:
        kept = slug in g.state.get("kept", [])
        return render_template("bell.html", bell=by_slug.get(slug) or abort(404), kept=kept)

    @site.post("/bells/<slug>")
    def keep(slug: str) -> Response:
        bell = by_slug.get(slug) or abort(404)
        toast(f"{bell.tower} is {'kept' if toggle('kept', slug) else 'no longer kept'}.")
        return redirect(f"/bells/{slug}", 303)

    return site
