"""Pages about everything else: lists, search, datasets, apps, collections, owners, licences."""

from typing import Any

from flask import Flask, render_template, request

from ...kit.filled_texts import fill
from ...kit.lists import choice, page_of
from ...kit.text_search import fold
from . import dataset_rows
from .model_search import SORTS, chosen, search
from .records import Dataset, Hub, read

PER_PAGE, ROWS_PER_PAGE, PICKS = 30, 20, 8


def add(site: Flask, hub: Hub) -> None:
    """Add these pages to the site."""
    models, datasets = hub.models.values(), hub.datasets.values()
    apps = sorted(hub.apps.values(), key=lambda app: -app["likes"])

    @site.get("/")
    def home() -> str:
        top = (search(records, {}, "trending")[:PICKS] for records in (models, datasets))
        return render_template("home.html", tops=list(top))

    @site.get("/<any(models, datasets):what>")
    def listing(what: str) -> str:
        wanted, words = chosen(request.args, what), request.args.get("q", "").strip()
        sorts = list(SORTS)[: 4 if what == "datasets" else None]
        sort = choice(request.args, "sort", sorts, "trending")
        page = page_of(search(getattr(hub, what).values(), wanted, sort, words), PER_PAGE)
        shown = {"wanted": wanted, "words": words, "sort": sort, "sorts": sorts}
        return render_template("list.html", what=what, page=page, **shown)

    @site.get("/search")
    def find() -> str:
        words = request.args.get("q", "").strip()
        by_name = search(models, {}, "downloads", words)
        found = {
            "models": sorted(by_name, key=lambda one: words not in (one.id, one.name)),
            "datasets": search(datasets, {}, "downloads", words),
            "apps": [app for app in apps if fold(words) in fold(app["title"])],
        }
        return render_template("search.html", words=words, found=found)

    @site.get("/suggest")
    def suggest() -> list[dict[str, str]]:
        words = request.args.get("q", "").strip()
        return [{"text": one.id} for one in search(models, {}, "downloads", words)[:6] if words]

    @site.get("/datasets/<dataset:data>")
    def dataset(data: Dataset) -> str:
        sample = dataset_rows.rows(hub, data, "train")[:5]
        return render_template("dataset.html", data=data, sample=sample)

    @site.get("/datasets/<dataset:data>/viewer")
    def viewer(data: Dataset) -> str:
        words = request.args.get("q", "")
        split = choice(request.args, "split", data.splits, "train")
        rows = dataset_rows.rows(hub, data, split)
        page = page_of(dataset_rows.find_rows(rows, words), ROWS_PER_PAGE)
        told = [dataset_rows.describe(values) for values in zip(*rows, strict=True)]
        shown = {"split": split, "words": words, "statistics": told}
        return render_template("viewer.html", data=data, page=page, **shown)

    @site.get("/apps/<app:app>", defaults={"part": "app"})
    @site.get("/apps/<app:app>/<any(frame):part>")
    def app_page(app: dict[str, Any], part: str) -> str:
        return render_template(f"{part}.html", app=app)

    @site.get("/<any(apps, collections, leaderboard, licences, organisations):page>")
    def overview(page: str) -> str:
        return render_template(f"{page}.html")

    @site.get("/collections/<collection:title>")
    def collection(title: str) -> str:
        rng = hub.random("collection", title)
        picked = rng.sample(list(models), rng.randrange(5, 12))
        notes = read("phrases.json")["notes"]
        rows = [(one, fill(rng.choice(notes), {"number": rng.randrange(3, 90)})) for one in picked]
        return render_template("collection.html", title=title, rows=rows)

    @site.get("/licences/<licence:licence>")
    def licence_page(licence: dict[str, Any]) -> str:
        return render_template("licence.html", licence=licence)

    @site.get("/<owner:owner>")
    def owner_page(owner: dict[str, str]) -> str:
        def own(records: Any) -> list:
            mine = [one for one in records if one.org == owner["handle"]]
            return search(mine, {}, "downloads")

        made = [app for app in apps if app["org"] == owner["handle"]]
        shown = {"page": page_of(own(models), PER_PAGE), "datasets": own(datasets), "apps": made}
        return render_template("owner.html", owner=owner, **shown)
