"""The visitor's reading list and alerts, both kept in the visitor's state."""

from flask import Flask, abort, g, redirect, render_template, request
from werkzeug.wrappers import Response

from .paper_index import Index
from .records import GROUPS, Data

FREQUENCIES = ("daily", "weekly", "monthly")


def add(site: Flask, data: Data, index: Index) -> None:
    """Add the pages to the site."""
    _add_reading_list(site, data)
    _add_alerts(site, data)


def _add_reading_list(site: Flask, data: Data) -> None:
    @site.get("/reading-list")
    def reading_list() -> str:
        saved = [data.by_id[paper_id] for paper_id in g.state.get("reading_list", [])]
        return render_template("reading_list.html", saved=saved)

    @site.post("/reading-list/<action>")
    def change(action: str) -> Response:
        paper = data.by_id.get(request.form.get("id", "")) or abort(404)
        kept = [paper_id for paper_id in g.state.get("reading_list", []) if paper_id != paper.id]
        g.state["reading_list"] = [*kept, paper.id] if action == "add" else kept
        back = "/reading-list" if request.form.get("from") == "list" else f"/abs/{paper.id}"
        return redirect(back, 303)


def _add_alerts(site: Flask, data: Data) -> None:
    @site.get("/alerts")
    def alerts() -> str:
        kept = g.state.get("alerts", [])
        return render_template(
            "alerts.html", alerts=kept, frequencies=FREQUENCIES, chosen=request.args.get("category")
        )

    @site.post("/alerts")
    def create() -> Response:
        names = ("category", "keyword", "frequency")
        alert = {name: request.form.get(name, "").strip() for name in names}
        known = alert["category"] in {"all", *GROUPS, *data.subjects}
        if not known or alert["frequency"] not in FREQUENCIES:
            abort(404, "An alert needs a category and a frequency.")
        kept = [other for other in g.state.get("alerts", []) if other != alert]
        g.state["alerts"] = [*kept, alert]
        return redirect("/alerts", 303)

    @site.post("/alerts/delete")
    def delete() -> Response:
        number = request.form.get("number", -1, type=int)
        kept = enumerate(g.state.get("alerts", []))
        g.state["alerts"] = [alert for at, alert in kept if at != number]
        return redirect("/alerts", 303)
