"""Pages about everything else: lists, search, datasets, apps, collections, owners, licences."""

from typing import Any

from flask import Blueprint, g, render_template, request

from ...kit.filled_texts import fill
from ...kit.lists import choice, page_of
from ...kit.text_search import fold
from . import dataset_rows
from .model_search import SORTS, chosen, search
from .records import Dataset, read

PER_PAGE, ROWS_PER_PAGE, PICKS = 30, 20, 8
pages = Blueprint("hub", __name__)


@pages.get("/")
def _show_home() -> str:
    kinds = (g.hub.models, g.hub.datasets)
    tops = [search(records.values(), {}, "trending")[:PICKS] for records in kinds]
    return render_template("home.html", tops=tops)


@pages.get("/<any(models, datasets):what>")
def _show_list(what: str) -> str:
    wanted, words = chosen(request.args, what), request.args.get("q", "").strip()
    sorts = list(SORTS)[: 4 if what == "datasets" else None]
    sort = choice(request.args, "sort", sorts, "trending")
    page = page_of(search(getattr(g.hub, what).values(), wanted, sort, words), PER_PAGE)
    shown = {"wanted": wanted, "words": words, "sort": sort, "sorts": sorts}
    return render_template("list.html", what=what, page=page, **shown)


@pages.get("/search")
def _show_results() -> str:
    words = request.args.get("q", "").strip()
    by_name = search(g.hub.models.values(), {}, "downloads", words)
    found = {
        "models": sorted(by_name, key=lambda one: words not in (one.id, one.name)),
        "datasets": search(g.hub.datasets.values(), {}, "downloads", words),
        "apps": [app for app in g.hub.apps.values() if fold(words) in fold(app["title"])],
    }
    return render_template("search.html", words=words, found=found)


@pages.get("/suggest")
def _suggest() -> list[dict[str, str]]:
    words = request.args.get("q", "").strip()
    found = search(g.hub.models.values(), {}, "downloads", words)[:6]
    return [{"text": one.id} for one in found if words]


@pages.get("/datasets/<dataset:data>")
def _show_dataset(data: Dataset) -> str:
    sample = dataset_rows.rows(g.hub, data, "train")[:5]
    return render_template("dataset.html", data=data, sample=sample)


@pages.get("/datasets/<dataset:data>/viewer")
def _show_rows(data: Dataset) -> str:
    words = request.args.get("q", "")
    split = choice(request.args, "split", data.splits, "train")
    rows = dataset_rows.rows(g.hub, data, split)
    page = page_of(dataset_rows.find_rows(rows, words), ROWS_PER_PAGE)
    told = [dataset_rows.describe(values) for values in zip(*rows, strict=True)]
    shown = {"split": split, "words": words, "statistics": told}
    return render_template("viewer.html", data=data, page=page, **shown)


@pages.get("/apps/<app:app>", defaults={"part": "app"})
@pages.get("/apps/<app:app>/<any(frame):part>")
def _show_app(app: dict[str, Any], part: str) -> str:
    return render_template(f"{part}.html", app=app)


@pages.get("/<any(apps, collections, leaderboard, licences, organisations):page>")
def _show_overview(page: str) -> str:
    return render_template(f"{page}.html")


@pages.get("/collections/<collection:title>")
def _show_collection(title: str) -> str:
    rng, notes = g.hub.random("collection", title), read("phrases.json")["notes"]
    picked = rng.sample(list(g.hub.models.values()), rng.randrange(5, 12))
    rows = [(one, fill(rng.choice(notes), {"number": rng.randrange(3, 90)})) for one in picked]
    return render_template("collection.html", title=title, rows=rows)


@pages.get("/licences/<licence:licence>")
def _show_licence(licence: dict[str, Any]) -> str:
    return render_template("licence.html", licence=licence)


@pages.get("/<owner:owner>")
def _show_owner(owner: dict[str, str]) -> str:
    models = [one for one in g.hub.models.values() if one.org == owner["handle"]]
    page = page_of(search(models, {}, "downloads"), PER_PAGE)
    return render_template("owner.html", owner=owner, page=page)
