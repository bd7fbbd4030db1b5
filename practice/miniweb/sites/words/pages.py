"""The site as a Flask app: what all pages share, search, suggestions, the not-found page."""

from flask import Flask, g, jsonify, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from ...kit.formats import comma, day_format, money
from ...kit.site_app import site_app
from . import entry_pages, word_list_pages, word_search
from .records import LEVELS, PARTS, TOPICS, Data, Entry

ENGLISH, THESAURUS = "english", "thesaurus"
day = day_format("{} %B %Y")


def app(data: Data) -> Flask:
    """The dictionary as a Flask app, for one world's data."""
    orders = {key: label for key, (label, _) in word_search.SORTS.items()}
    names = {"data": data, "TOPICS": TOPICS, "LEVELS": LEVELS, "PARTS": PARTS}
    names |= {"ORDERS": orders, "names": as_options}
    filters = {"day": day, "comma": comma, "pounds": pounds}
    site = site_app(__name__, icon="verbarium.svg", filters=filters, names=names)
    _add_search(site, data)
    _add_shared(site, data)
    entry_pages.add(site, data)
    word_list_pages.add(site, data)
    return site


def _add_search(site: Flask, data: Data) -> None:
    @site.get("/search")
    def search() -> str | Response:
        text, book = request.args.get("q", "").strip()[:60], request.args.get("in", ENGLISH)
        entry = word_search.find_exact(data, text)
        if entry and book in {language.slug for language in data.languages}:
            return redirect(url_for("language", slug=book, q=entry.word))
        if entry:
            page = "thesaurus" if book == THESAURUS else "dictionary"
            return redirect(url_for(page, word=entry.word))
        found = word_search.find_matches(data, text)
        near = word_search.find_similar(data, text) if not found else []
        return render_template("search.html", q=text, found=found, near=near)

    @site.get("/suggest")
    def suggest() -> Response:
        found = word_search.suggestions(data, request.args.get("q", ""))
        links = [(entry.word, url_for("dictionary", word=entry.word)) for entry in found]
        return jsonify([{"text": text, "href": href} for text, href in links])


def _add_shared(site: Flask, data: Data) -> None:
    @site.context_processor
    def shared() -> dict:
        seen = len(g.state.get("seen", []))
        return {
            "lists": g.state.get("lists", {}),
            "book": _find_book(data),
            "nag": request.endpoint == "dictionary"
            and seen >= word_list_pages.FREE_ENTRIES
            and "plus" not in g.state,
        }

    @site.template_global()
    def asked_word() -> str:
        """The word that an unknown address may have meant."""
        return request.path.rstrip("/").rpartition("/")[2].replace("-", " ")[:60]

    @site.template_global()
    def words_near(text: str) -> list[Entry]:
        return word_search.find_similar(data, text)


def _find_book(data: Data) -> str:
    """The dictionary that the search box searches: the one that the current page belongs to."""
    if request.endpoint == "thesaurus":
        return THESAURUS
    if request.endpoint == "language":
        return (request.view_args or {}).get("slug", ENGLISH)
    return ENGLISH


def as_options(values: tuple[str, ...]) -> dict[str, str]:
    """Options of a select whose labels are their values."""
    return {value: value for value in values}


def pounds(pence: int) -> str:
    """Pence as pounds: 499 is "£4.99"."""
    return money(pence, "£")
