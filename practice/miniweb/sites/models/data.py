"""The hub in one world: names are fixed; numbers, dates, licences and offspring are drawn."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from ...kit.formats import slug
from ...world import World
from .model_lines import make_models
from .records import Dataset, Hub, read

DATASETS, FIRST_LANGUAGES = 300, 6


def make(world: World) -> Hub:
    """Make the hub for a world; the same world gives the same hub."""
    models = make_models(world)
    orgs = {row["handle"]: row for row in read("orgs.csv")}
    datasets, apps = _draw_datasets(world), _draw_apps(world, list(models))
    return Hub(world, models, datasets, apps, orgs, _draw_licences(world))


def _draw_licences(world: World) -> dict[str, dict[str, Any]]:
    rng, licences = world.random("models/licences"), {}
    for code, given in read("licences.json").items():
        users = rng.randrange(20, 900, 10) * 1000 if given["share"] == "limited" else 0
        licences[code] = given | {"users": users, "notice": rng.randrange(10, 95, 5)}
    return licences


def _draw_datasets(world: World) -> dict[str, Dataset]:
    """Each topic in some languages, then other languages and endings until there are enough."""
    rng, given = world.random("models/datasets"), read("datasets.json")
    codes = list(read("terms.json")["languages"])
    named = [
        (f"{org}/{topic}-{code.upper()}{ending}", schema, line, code)
        for ending in given["endings"]
        for code in codes
        for topic, org, schema, line in given["topics"]
    ]
    sure = len(given["topics"]) * FIRST_LANGUAGES
    datasets = {}
    for name, schema, line, code in named[:sure] + rng.sample(named[sure:], DATASETS - sure):
        rows = rng.randrange(300, 2600)
        splits = {"train": rows, "validation": rows // 5, "test": rows // 8}
        datasets[name] = Dataset(
            id=name,
            licence=rng.choice(list(read("licences.json"))),
            downloads=int(10 ** rng.uniform(1.2, 5.2)),
            likes=int(10 ** rng.uniform(0, 2.9)),
            trend=rng.random(),
            updated=world.today - timedelta(days=rng.randrange(1, 500)),
            schema=schema,
            modality=given["schemas"][schema]["modality"],
            line=line,
            languages=(code,),
            splits=splits,
            rows=sum(splits.values()),
        )
    return datasets


def _draw_apps(world: World, models: Sequence[str]) -> dict[str, dict[str, Any]]:
    rng, apps = world.random("models/apps"), {}
    people = [row["handle"] for row in read("orgs.csv") if row["kind"] == "person"]
    for kind, given in read("apps.json")["kinds"].items():
        for name in given["names"]:
            app = {"slug": slug(name), "title": name.replace("-", " "), "kind": kind}
            app |= {"org": rng.choice(people), "model": rng.choice(models)}
            constants, likes = [rng.random() for _ in range(12)], int(10 ** rng.uniform(0.5, 3.2))
            apps[slug(name)] = app | {"constants": constants, "likes": likes}
    return apps
