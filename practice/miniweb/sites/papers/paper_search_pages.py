"""Simple and advanced search: GET forms that lead to /search, so every result has an address."""

import re
from datetime import date, timedelta

from flask import Flask, redirect, render_template, request
from markupsafe import Markup, escape
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from ...kit.lists import choice
from .paper_index import FIELDS, SORTS, Index, Query, words
from .paper_pages import window
from .records import Data

SIZES = (10, 25, 50)


def add(site: Flask, data: Data, index: Index) -> None:
    """Add the pages to the site."""

    @site.get("/search")
    def search() -> str | Response:
        if not request.args:
            return redirect("/search/advanced")
        paper = data.by_id.get(request.args.get("q", "").strip().lower().removeprefix("quire:"))
        if paper:
            return redirect(f"/abs/{paper.id}")
        try:
            query = read(request.args, data.today)
        except ValueError as error:
            return _show_form(str(error))
        if not (query.text or query.since or query.until or query.subject != "all"):
            return _show_form("Give at least one search term, a category or a date.")
        return _show_results(index, query)

    @site.get("/search/advanced")
    def advanced() -> str:
        return _show_form("")

    @site.template_filter("marked")
    def marked(text: str, query: Query) -> Markup:
        return highlight(text, {word for term, _ in query.terms for word in words(term)})


def read(args: MultiDict, today: date) -> Query:
    """The request's query; raises ValueError, with a sentence for the page, on an invalid date."""
    terms = tuple(
        (args.get(f"q{n}", "").strip(), choice(args, f"field{n}", FIELDS, "all")) for n in ("", "2")
    )
    since, until = _read_dates(args, today)
    return Query(
        terms, args.get("subject", "all"), since, until, choice(args, "sort", SORTS, "relevance")
    )


def _read_dates(args: MultiDict, today: date) -> tuple[date | None, date | None]:
    """First and last day; a year or dates filled in without choosing their button still count."""
    year, since, until = (args.get(name, "").strip() for name in ("year", "from", "to"))
    kind = args.get("dates", "all")
    if kind == "past12":
        return today - timedelta(days=365), today
    if kind == "year" or (kind == "all" and year):
        if not re.fullmatch(r"(19|20)\d\d", year):
            raise ValueError("Give the year with four digits, for example 2025.")
        return date(int(year), 1, 1), date(int(year), 12, 31)
    if kind == "range" or since or until:
        return _read_range(since, until)
    return None, None


def _read_range(since: str, until: str) -> tuple[date | None, date | None]:
    try:
        first, last = (date.fromisoformat(text) if text else None for text in (since, until))
    except ValueError as error:
        raise ValueError("Give dates as year-month-day, for example 2025-03-01.") from error
    if first and last and first > last:
        raise ValueError("The first date lies after the last one.")
    return first, last


def _show_form(error: str) -> str:
    return render_template(
        "advanced.html", error=error, sorts=SORTS, sizes=SIZES, args=request.args
    )


def _show_results(index: Index, query: Query) -> str:
    found = index.find(query)
    part = window(len(found), SIZES)
    shown = found[part.skip : part.skip + part.show]
    kept = {
        key: value for key, value in request.args.items() if key not in ("skip", "show", "sort")
    }
    return render_template(
        "results.html",
        query=query,
        found=shown,
        part=part,
        sorts=SORTS,
        sizes=SIZES,
        kept=kept,
        args=request.args,
    )


def highlight(text: str, wanted: set[str]) -> Markup:
    """Mark the words of `text` that were searched for."""
    pieces = re.split(r"([A-Za-z0-9]+)", text)
    marked = (
        f"<mark>{piece}</mark>" if set(words(piece)) & wanted else str(escape(piece))
        for piece in pieces
    )
    return Markup("".join(marked))
