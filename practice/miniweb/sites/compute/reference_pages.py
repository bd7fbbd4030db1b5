"""Pages to look things up: examples by subject, calculators, tables of knowledge, articles."""

import re
from collections.abc import Mapping
from typing import Any

from flask import Flask, Response, abort, redirect, render_template, request

from ...kit.chart_pictures import draw_chart
from ...kit.forms import field_errors, read_fields
from ...kit.lists import address, page_of
from ...kit.site_app import picture
from .data import list_charts
from .records import Data, Row, Table

PER_PAGE = 25
PLAIN = ("examples", "calculators", "tables", "practice", "notebook", "favourites", "history")
PLAIN += ("settings",)  # pages that need nothing but their templates


def add(site: Flask, data: Data) -> None:
    """Add these pages to the site."""

    @site.get("/", defaults={"name": "home"})
    @site.get(f"/<any({', '.join(PLAIN)}):name>")
    def plain_page(name: str) -> str:
        return render_template(f"{name}.html")

    @site.get("/examples/<subject:subject>")
    def subject(subject: Mapping[str, Any]) -> str:
        return render_template("subject.html", subject=subject)

    @site.get("/<article:article>")
    def article(article: list[Any]) -> str:
        return render_template("article.html", article=article)

    @site.route("/calculators/<calculators:given>", methods=["GET", "POST"])
    def calculator(given: Mapping[str, Any]) -> str | Response:
        kinds = data.texts["entries"]
        patterns = {each["name"]: kinds[each.get("kind", "number")] for each in given["fields"]}
        entered, errors = read_fields(request.form, patterns, 40), {}
        if request.method == "POST":
            errors = field_errors(entered, patterns)
        if request.method == "GET" or errors:
            return render_template("calculator.html", given=given, entered=entered, errors=errors)
        question = given["question"].format(**entered)
        return redirect(address("/answer", [("i", question)]), 303)

    _add_tables(site, data)


def _add_tables(site: Flask, data: Data) -> None:
    @site.get("/tables/<table:table>")
    def table(table: Table) -> str:
        rows = choose_rows(table, request.args)
        page = page_of(sort_rows(table, rows, request.args.get("sort", "")), PER_PAGE)
        groups = sorted({row[table.group] for row in table.rows})
        return render_template("table.html", table=table, page=page, groups=groups)

    @site.get("/tables/<table:table>/<name>")
    def row(table: Table, name: str) -> str:
        row = _find_row(table, name)
        namesakes = [each for each in table.named(row["name"]) if each is not row]
        charts = list_charts(row)
        return render_template("row.html", table=table, row=row, namesakes=namesakes, charts=charts)

    @site.get("/charts/<name>/<int:number>.png")
    def town_picture(name: str, number: int) -> Response:
        charts = list(list_charts(_find_row(data.tables["towns"], name)).values())
        return picture(draw_chart(charts[number - 1] if 0 < number <= len(charts) else abort(404)))


def _find_row(table: Table, slug: str) -> Row:
    return next((row for row in table.rows if row["slug"] == slug), None) or abort(404)


def choose_rows(table: Table, asked: Mapping[str, str]) -> list[Row]:
    """The rows of a group with a name and between limits: `min_rain`, `max_rain` and so on."""
    rows = [row for row in table.rows if asked.get("group", "") in ("", row[table.group])]
    words = asked.get("name", "").lower().strip()
    rows = [row for row in rows if words in row["name"].lower()]
    for column in table.columns:
        for way, sign in (("min_", 1), ("max_", -1)):
            limit = asked.get(way + column.key, "").replace(",", "")
            if column.shape and re.fullmatch(r"-?\d+(\.\d+)?", limit):
                rows = [row for row in rows if sign * row[column.key] >= sign * float(limit)]
    return rows


def sort_rows(table: Table, rows: list[Row], order: str) -> list[Row]:
    """The rows by a column, largest first, or with "-" before its name smallest first."""
    key = order.removeprefix("-")
    if key not in {column.key for column in table.columns if column.shape}:
        return rows
    return sorted(rows, key=lambda row: row[key], reverse=order == key)
