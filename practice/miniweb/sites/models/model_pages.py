"""Pages about models: cards, files, discussions, charts, comparing, the leaderboard."""

from flask import Flask, Response, abort, render_template, request

from ...kit.site_app import picture
from . import inference, model_cards, model_files
from .model_threads import threads
from .records import Hub, Model


def add(site: Flask, hub: Hub) -> None:
    """Add these pages to the site."""

    @site.get("/<model:model>")
    def model_card(model: Model) -> str:
        parts = (model_cards.config, model_cards.claimed, model_cards.training)
        details = {part.__name__: part(hub, model) for part in parts}
        return render_template("model.html", model=model, **details)

    @site.get("/<model:model>/<any(tree, commits):view>/<branch:branch>")
    def repository(model: Model, view: str, branch: str) -> str:
        list_rows = model_files.files if view == "tree" else model_files.commits
        rows = list_rows(hub, model, branch)
        return render_template(f"{view}.html", model=model, branch=branch, rows=rows)

    @site.get("/<model:model>/blob/<branch:branch>/<file>")
    def blob(model: Model, branch: str, file: str) -> str:
        shown = [each for each in model_files.files(hub, model, branch) if each.name == file]
        config = model_cards.config(hub, model) if file == "config.json" else None
        details = {"file": shown[0] if shown else abort(404), "config": config}
        return render_template("blob.html", model=model, branch=branch, **details)

    @site.get("/<model:model>/discussions")
    @site.get("/<model:model>/discussions/<int:number>")
    def discussions(model: Model, number: int = 0) -> str:
        found = threads(hub, model)
        if number > len(found):
            abort(404)
        thread = found[-number] if number else None
        return render_template("discussions.html", model=model, threads=found, thread=thread)

    @site.post("/<model:model>/infer")
    def infer(model: Model) -> dict:
        text, labels = request.form.get("text", "")[:600], request.form.get("labels", "")
        try:
            return {"results": inference.infer(hub, model, text, labels)}
        except ValueError as error:
            return {"error": str(error)}

    @site.get("/chart/<model:model>/downloads.svg")
    def downloads(model: Model) -> Response:
        counts = model_cards.monthly_downloads(hub, model)
        return picture(render_template("downloads.svg", counts=counts))

    @site.get("/chart/<model:model>/scores.svg")
    def scores(model: Model) -> Response:
        other = hub.models.get(request.args.get("with", ""), model)
        if other.task != model.task:
            abort(404)
        series = {one: model_cards.measured(hub, one) for one in (model, other)}
        return picture(render_template("scores.svg", model=model, series=series))

    @site.get("/compare")
    def compare() -> str:
        asked = [request.args.get(key, "").strip() for key in ("a", "b")]
        both = [hub.models.get(id) for id in asked]
        configs = [model_cards.config(hub, one) for one in both if one]
        return render_template("compare.html", asked=asked, both=both, configs=configs)

    @site.get("/leaderboard/rows")
    def leaderboard_rows() -> list[dict]:
        return rank(hub)


def rank(hub: Hub) -> list[dict]:
    """The rows of the leaderboard by column: all base models that write texts, the best first."""
    rows = []
    for model in hub.models.values():
        if model.task == "text-generation" and model.kind == "base":
            scores = model_cards.measured(hub, model)
            row = {"Model": model.id, "Average": round(sum(scores.values()) / len(scores), 2)}
            row |= {"Parameters": model.size, "Licence": hub.licences[model.licence]["name"]}
            rows.append(row | scores)
    return sorted(rows, key=lambda row: -row["Average"])
