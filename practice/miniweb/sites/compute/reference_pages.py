"""Pages to look things up: examples by subject, calculators, tables of knowledge, articles."""

import re

from flask import Flask, Response, abort, redirect, render_template, request

from ...kit.chart_pictures import draw_chart
from ...kit.forms import field_errors, read_fields
from ...kit.lists import address, page_of
from ...kit.site_app import picture
from .data import list_charts
from .records import Data, Row, Table

PER_PAGE = 25
KINDS = {
    "number": (r"-?\d[\d,]*(\.\d+)?", "Enter a number, such as 12 or 3.5."),
    "date": (r"\d{4}-\d\d-\d\d", "Enter a date as YYYY-MM-DD."),
    "formula": (r"[A-Z][A-Za-z0-9()]*", "Enter a formula, such as H2O."),
    "options": (r".+", "Choose a unit."),
}


def add(site: Flask, data: Data) -> None:
    """Add these pages to the site."""
    for part in (_add_examples, _add_calculators, _add_tables):
        part(site, data)


def _add_examples(site: Flask, data: Data) -> None:
    subjects, articles = data.texts["examples"], data.texts["articles"]

    @site.get("/examples")
    def examples() -> str:
        return render_template("examples.html", subjects=subjects)

    @site.get("/examples/<subject>")
    def subject(subject: str) -> str:
        return render_template("subject.html", subject=subjects.get(subject) or abort(404))

    for path in articles:
        site.add_url_rule(f"/{path}", path, lambda path=path: _show_article(*articles[path]))


def _show_article(title: str, about: str, paragraphs: list[str]) -> str:
    return render_template("article.html", title=title, about=about, paragraphs=paragraphs)


def _add_calculators(site: Flask, data: Data) -> None:
    by_slug = {each["slug"]: each for each in data.texts["calculators"]}

    @site.get("/calculators")
    def calculators() -> str:
        return render_template("calculators.html", calculators=by_slug.values())

    @site.route("/calculators/<slug>", methods=["GET", "POST"])
    def calculator(slug: str) -> str | Response:
        given = by_slug.get(slug) or abort(404)
        fields = {field["name"]: field for field in given["fields"]}
        entered, errors = {}, {}
        if request.method == "POST":
            entered = read_fields(request.form, fields, 40)
            errors = field_errors(entered, {n: _pattern(field) for n, field in fields.items()})
            if not errors:
                asked = [("i", given["question"].format(**entered))]
                return redirect(address("/answer", asked), 303)
        return render_template("calculator.html", given=given, entered=entered, errors=errors)


def _pattern(field: dict) -> tuple[str, str]:
    return KINDS["options" if "options" in field else field.get("kind", "number")]


def _add_tables(site: Flask, data: Data) -> None:
    @site.get("/tables")
    def tables() -> str:
        return render_template("tables.html")

    @site.get("/tables/<slug>")
    def table(slug: str) -> str:
        table = data.tables.get(slug) or abort(404)
        rows = sort_rows(
            table, choose_rows(table, dict(request.args)), request.args.get("sort", "")
        )
        groups = sorted({row[table.group] for row in table.rows})
        page = page_of(rows, PER_PAGE)
        return render_template("table.html", table=table, page=page, groups=groups)

    @site.get("/tables/<slug>/<name>")
    def row(slug: str, name: str) -> str:
        table = data.tables.get(slug) or abort(404)
        row = next((row for row in table.rows if row.slug == name), None) or abort(404)
        namesakes = [each for each in table.named(row.name) if each is not row]
        return render_template(
            "row.html", table=table, row=row, namesakes=namesakes, charts=list_charts(row)
        )

    @site.get("/charts/<name>/<int:number>.png")
    def town_picture(name: str, number: int) -> Response:
        row = next((row for row in data.tables["towns"].rows if row.slug == name), None)
        charts = list(list_charts(row or abort(404)).values())[number - 1 : number]
        return picture(draw_chart(charts[0] if charts else abort(404)))


def choose_rows(table: Table, asked: dict[str, str]) -> list[Row]:
    """The rows of a group with a name and between limits: `min_rain`, `max_rain` and so on."""
    rows = [row for row in table.rows if asked.get("group", "") in ("", row[table.group])]
    words = asked.get("name", "").lower().strip()
    rows = [row for row in rows if words in row.name.lower()]
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
