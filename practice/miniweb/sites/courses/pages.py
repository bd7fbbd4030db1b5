"""Lectern as a Flask app, with the pages outside courses: search, teachers, help, signing in."""

from random import Random

from flask import Blueprint, Flask, Response, g, jsonify, redirect, render_template, request

from ...kit import accounts
from ...kit.formats import comma, count, day_format
from ...kit.forms import way_back
from ...kit.lists import address, choice, page_of
from ...kit.record_addresses import name_records
from ...kit.reviews import star_shares
from ...kit.site_app import picture, site_app, toast
from ...kit.svg import shade
from ...kit.text_search import each_begins, fold
from . import catalogue_search as search
from . import course_pages, learner_pages, syllabus
from .course_reviews import write_reviews
from .course_texts import read
from .records import Catalogue, Instructor, Partner

pages = Blueprint("catalogue", __name__)


def app(data: Catalogue) -> Flask:
    """The site for one world; the server provides the visitor's state in `flask.g.state`."""
    filters = {"comma": comma, "count": count, "shares": star_shares, "shade": shade}
    filters |= {"day": day_format("{} %B %Y"), "weekday": day_format("%A {} %B %Y")}
    shared = {"data": data}
    names = {"read": read, "words": read("course_words.json"), "write_reviews": write_reviews}
    names |= {"search": search, "syllabus": syllabus, "Random": Random, "address": address}
    names |= shared
    site = site_app(__name__, icon="lectern.svg", filters=filters, names=names, shared=shared)
    site.context_processor(lambda: {"account": learner_pages.find_account()})
    kinds = {"course": data.courses, "partner": data.partners, "instructor": data.instructors}
    name_records(site, kinds | {"topic": read("help.json")})
    for part in (pages, course_pages.pages, learner_pages.pages):
        site.register_blueprint(part)
    return site


@pages.get("/")
def _show_home() -> str:
    popular = search.match_words(g.data.courses.values(), "")
    return render_template("home.html", popular=popular)


@pages.get("/browse")
def _browse() -> str:
    query = request.args.get("q", "").strip()[:80]
    sort = choice(request.args, "sort", search.SORTS)
    chosen = {name: request.args.getlist(name) for name in search.FILTERS}
    matching = search.match_words(g.data.courses.values(), query)
    found = sorted(search.narrow(matching, chosen), key=search.SORTS[sort][1])
    pairs = [("q", query), *((name, one) for name in chosen for one in chosen[name])]
    names = {"query": query, "sort": sort, "matching": matching, "chosen": chosen, "pairs": pairs}
    return render_template("browse.html", page=page_of(found, 12), **names)


@pages.get("/suggest")
def _suggest() -> Response:
    found = search.suggest(g.data.courses.values(), request.args.get("q", ""))
    pairs = [(f"{one.title} · {one.partner.short}", f"/courses/{one.slug}") for one in found]
    return jsonify([{"text": text, "href": href} for text, href in pairs])


@pages.get("/partners/<partner:partner>")
def _show_partner(partner: Partner) -> str:
    own = [one for one in g.data.courses.values() if one.partner is partner]
    return render_template("partner.html", partner=partner, page=page_of(own, 12))


@pages.get("/instructors")
def _list_instructors() -> str:
    asked = fold(request.args.get("q", "")).split()
    people = sorted(g.data.instructors.values(), key=lambda one: one.name.split()[::-1])
    found = [one for one in people if each_begins(asked, fold(one.name).split())]
    return render_template("instructors.html", page=page_of(found, 30))


@pages.get("/instructors/<instructor:person>")
def _show_instructor(person: Instructor) -> str:
    own = [one for one in g.data.courses.values() if person in one.instructors]
    return render_template("instructor.html", person=person, courses=own)


@pages.get("/<any(partners, help):name>")
def _show_index(name: str) -> str:
    return render_template(f"{name}_index.html", topics=read("help.json"))


@pages.get("/help/<topic:text>")
def _show_help(text: dict) -> str:
    return render_template("help.html", text=text)


@pages.get("/crests/<partner:one>.svg", defaults={"kind": "crests"})
@pages.get("/portraits/<instructor:one>.svg", defaults={"kind": "portraits"})
@pages.get("/covers/<course:one>.svg", defaults={"kind": "covers"})
def _draw_picture(kind: str, one: object) -> Response:
    return picture(render_template(f"pictures/{kind}.svg", one=one))


@pages.route("/login", methods=["GET", "POST"])
def _log_in() -> Response | str:
    passwords = {account.user: account.password for account in g.data.accounts.values()}
    error = accounts.sign_in(request.form, passwords) if request.form else ""
    if request.form and not error:
        return redirect(way_back(request.args.get("next", ""), "/my"), 303)
    return render_template("login.html", error=error)


@pages.post("/logout")
def _log_out() -> Response:
    accounts.sign_out()
    toast("You are signed out.")
    return redirect("/", 303)
