"""Cairn as a Flask app, with the pages outside projects: search, topics, people, signing in."""

from flask import Blueprint, Flask, Response, abort, g, redirect, render_template, request
from werkzeug.wrappers import Response as Reply

from ...kit import accounts, formats
from ...kit.forms import way_back
from ...kit.lists import address, choice, page_of
from ...kit.qualifiers import parse_query, set_qualifier
from ...kit.site_app import picture, site_app, toast
from . import issue_pages, project_figures, project_pages
from .code_catalogue import read
from .hub_search import search
from .issue_threads import conversation, threads
from .project_history import history
from .project_pages import FILE_VIEWS
from .project_releases import list_stable, releases
from .records import Hub
from .source_files import choose_needs

PER_PAGE = 15
TOOLS = (choose_needs, conversation, history, list_stable, releases, threads)
pages = Blueprint("hub", __name__)


def app(hub: Hub) -> Flask:
    """The site for one world; the server provides the visitor's state in `flask.g.state`."""
    filters = {"day": formats.day_format("{} %b %Y"), "comma": formats.comma}
    filters |= {"count": formats.count, "set_term": set_qualifier}
    names = {tool.__name__: tool for tool in TOOLS} | {"catalogue": read, "address": address}
    names |= {"figures": project_figures, "signed_in": accounts.signed_in, "FILE_VIEWS": FILE_VIEWS}
    site = site_app(__name__, icon="cairn.svg", filters=filters, names=names, shared={"hub": hub})
    for part in (pages, project_pages.pages, issue_pages.pages):
        site.register_blueprint(part)
    return site


@pages.get("/")
def _show_home() -> str:
    popular = search(g.hub, "projects", "is:source", "Most stars")
    return render_template("home.html", popular=popular)


@pages.get("/search")
def _show_results() -> str:
    kind = choice(request.args, "kind", read("sorts.json"), "projects")
    sorts, text = read("sorts.json")[kind], request.args.get("q", "")
    sort = choice(request.args, "sort", sorts, next(iter(sorts)))
    known = read("qualifiers.json")[kind]
    unknown = [key for key, *_ in parse_query(text).terms if key not in known]
    page = page_of(search(g.hub, kind, text, sort), PER_PAGE)
    names = {"text": text, "kind": kind, "sort": sort, "sorts": sorts, "unknown": unknown}
    return render_template("results.html", page=page, **names)


@pages.get("/search/advanced")
def _show_advanced() -> str | Reply:
    if not request.args:
        return render_template("advanced.html", licenses=sorted({*read("people.json")["licenses"]}))
    given = {key: value.strip() for key, value in request.args.items() if value.strip()}
    words, sort = given.pop("words", ""), given.pop("sort", "")
    terms = [words, *(f"{key}:{value}" for key, value in given.items())]
    return redirect(address("/search", [("q", " ".join(terms).strip()), ("sort", sort)]), 303)


@pages.get("/topics/<topic>")
def _show_topic(topic: str) -> str:
    found = search(g.hub, "projects", f"topic:{topic} is:source", "Most stars")
    return render_template("topic.html", topic=topic, found=found or abort(404))


@pages.get("/people/<login>")
def _show_person(login: str) -> str:
    person = g.hub.people.get(login) or abort(404)
    works_on = [project for project in g.hub.projects.values() if login in project.team[:5]]
    return render_template("person.html", person=person, works_on=works_on)


@pages.get("/people/<login>/year.svg")
def _draw_year(login: str) -> Response:
    return picture(render_template("year.svg", person=g.hub.people.get(login) or abort(404)))


@pages.route("/login", methods=["GET", "POST"])
def _log_in() -> str | Reply:
    posted = request.method == "POST"
    error = accounts.sign_in(request.form, {g.hub.user: g.hub.password}) if posted else ""
    if error or not posted:
        return render_template("login.html", error=error)
    toast(f"You are signed in as {g.hub.user}.")
    return redirect(way_back(request.form.get("next", ""), "/"), 303)
