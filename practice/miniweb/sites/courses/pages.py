"""The site as a Flask app: the first page, the catalogue, and the smaller pages."""

from random import Random

from flask import Flask, Response, abort, jsonify, render_template, request

from ...kit.formats import comma, count, day_format
from ...kit.lists import address, page_of
from ...kit.reviews import star_shares
from ...kit.site_app import picture, site_app
from ...kit.svg import shade
from ...kit.text_search import each_begins, fold
from . import catalogue_search as search
from . import course_pages, learner_pages
from .course_texts import words
from .records import KINDS, Catalogue


def app(data: Catalogue) -> Flask:
    """The pages for one world's data; what a visitor does is kept in `flask.g.state`."""
    days = {"day": day_format("{} %B %Y"), "weekday": day_format("%A {} %B %Y")}
    names = {"data": data, "Random": Random, "words": words("course_words")}
    names |= {name: words(name) for name in ("emblems", "readings")}
    filters = {"comma": comma, "count": count, "shares": star_shares, "shade": shade, **days}
    site = site_app(__name__, icon="lectern.svg", filters=filters, names=names)
    _add_catalogue(site, data)
    _add_small_pages(site, data)
    _add_pictures(site, data)
    course_pages.add(site, data)
    learner_pages.add(site, data)
    return site


def _add_catalogue(site: Flask, data: Catalogue) -> None:
    courses = list(data.courses.values())

    @site.get("/")
    def home() -> str:
        popular = search.match_words(courses, "")
        by_kind = {kind: [one for one in popular if one.kind == kind][:4] for kind in KINDS}
        return render_template("home.html", by_kind=by_kind)

    @site.get("/browse")
    def browse() -> str:
        query, sort = request.args.get("q", "").strip()[:80], request.args.get("sort", "")
        sort = sort if sort in search.SORTS else ""
        chosen = {name: request.args.getlist(name) for name in search.FILTERS}
        matching = search.match_words(courses, query)
        found = sorted(search.narrow(matching, chosen), key=search.SORTS[sort][1])
        pairs = [("q", query), *((name, one) for name in chosen for one in chosen[name])]

        def without(*pair: str) -> str:
            """The address of this list without one of the chosen values."""
            return address("/browse", [*(one for one in pairs if one != pair), ("sort", sort)])

        return render_template(
            "browse.html",
            page=page_of(found, 12),
            facets=[
                (name, one, search.count_values(name, matching, chosen))
                for name, one in search.FILTERS.items()
            ],
            chosen=chosen,
            query=query,
            sort=sort,
            sorts=search.SORTS,
            pairs=pairs,
            without=without,
            link=lambda page: address("/browse", [*pairs, ("sort", sort), ("page", page)]),
        )

    @site.get("/suggest")
    def suggest() -> Response:
        found = search.suggest(courses, request.args.get("q", ""))
        pairs = [(f"{one.title} · {one.partner.short}", f"/courses/{one.slug}") for one in found]
        return jsonify([{"text": text, "href": href} for text, href in pairs])


def _add_small_pages(site: Flask, data: Catalogue) -> None:
    @site.get("/partners/<slug>")
    def partner(slug: str) -> str:
        found = data.partners.get(slug) or abort(404)
        own = [one for one in data.courses.values() if one.partner is found]
        staff = [one for one in data.instructors.values() if one.partner is found]
        return render_template("partner.html", partner=found, page=page_of(own, 12), staff=staff)

    @site.get("/instructors")
    def instructors() -> str:
        asked = fold(request.args.get("q", "")).split()
        people = sorted(data.instructors.values(), key=lambda one: one.name.split()[::-1])
        found = [one for one in people if each_begins(asked, fold(one.name).split())]
        return render_template("instructors.html", page=page_of(found, 30))

    @site.get("/instructors/<slug>")
    def instructor(slug: str) -> str:
        found = data.instructors.get(slug) or abort(404)
        own = [one for one in data.courses.values() if found in one.instructors]
        return render_template("instructor.html", person=found, courses=own)

    @site.get("/<any(partners, help):name>")
    def index(name: str) -> str:
        return render_template(f"{name}_index.html", topics=words("help"))

    @site.get("/help/<topic>")
    def help_page(topic: str) -> str:
        text = words("help").get(topic) or abort(404)
        return render_template("help.html", text=text)


def _add_pictures(site: Flask, data: Catalogue) -> None:
    drawn = {"crests": data.partners, "portraits": data.instructors, "covers": data.courses}

    @site.get("/<any(crests, portraits, covers):kind>/<slug>.svg")
    def small_picture(kind: str, slug: str) -> Response:
        one = drawn[kind].get(slug) or abort(404)
        return picture(render_template(f"pictures/{kind}.svg", one=one))
