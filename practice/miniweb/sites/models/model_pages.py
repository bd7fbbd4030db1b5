"""Pages about models: cards, files, discussions, charts, comparing, the leaderboard."""

from flask import Blueprint, Response, abort, g, render_template, request

from ...kit.site_app import picture
from . import inference, model_cards, model_files
from .model_threads import threads
from .records import Hub, Model

pages = Blueprint("models", __name__)


@pages.get("/<model:model>")
def _show_card(model: Model) -> str:
    parts = (model_cards.config, model_cards.claimed, model_cards.training)
    details = {part.__name__: part(g.hub, model) for part in parts}
    return render_template("model.html", model=model, **details)


@pages.get("/<model:model>/<any(tree, commits):view>/<branch:branch>")
def _show_repository(model: Model, view: str, branch: str) -> str:
    list_rows = model_files.files if view == "tree" else model_files.commits
    rows = list_rows(g.hub, model, branch)
    return render_template(f"{view}.html", model=model, branch=branch, rows=rows)


@pages.get("/<model:model>/blob/<branch:branch>/<file>")
def _show_file(model: Model, branch: str, file: str) -> str:
    files = {each.name: each for each in model_files.files(g.hub, model, branch)}
    shown = files.get(file) or abort(404)
    config = model_cards.config(g.hub, model) if file == "config.json" else None
    return render_template("blob.html", model=model, branch=branch, file=shown, config=config)


@pages.get("/<model:model>/discussions")
@pages.get("/<model:model>/discussions/<int:number>")
def _show_discussions(model: Model, number: int = 0) -> str:
    found = threads(g.hub, model)
    if number > len(found):
        abort(404)
    thread = found[-number] if number else None
    return render_template("discussions.html", model=model, threads=found, thread=thread)


@pages.post("/<model:model>/infer")
def _infer(model: Model) -> dict:
    text, labels = request.form.get("text", "")[:600], request.form.get("labels", "")
    try:
        return {"results": inference.infer(g.hub, model, text, labels)}
    except ValueError as error:
        return {"error": str(error)}


@pages.get("/chart/<model:model>/downloads.svg")
def _draw_downloads(model: Model) -> Response:
    counts = model_cards.monthly_downloads(g.hub, model)
    return picture(render_template("downloads.svg", counts=counts))


@pages.get("/chart/<model:model>/scores.svg")
def _draw_scores(model: Model) -> Response:
    other = g.hub.models.get(request.args.get("with", ""), model)
    if other.task != model.task:
        abort(404)
    series = {one: model_cards.measured(g.hub, one) for one in (model, other)}
    return picture(render_template("scores.svg", model=model, series=series))


@pages.get("/compare")
def _compare() -> str:
    asked = [request.args.get(key, "").strip() for key in ("a", "b")]
    both = [g.hub.models.get(id) for id in asked]
    configs = [model_cards.config(g.hub, one) for one in both if one]
    return render_template("compare.html", asked=asked, both=both, configs=configs)


@pages.get("/leaderboard/rows")
def _list_leaderboard() -> list[dict]:
    return rank(g.hub)


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
