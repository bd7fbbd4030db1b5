"""The models: base models of each family, what others made of them, and quantised copies."""

import random
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta

from ...world import World
from .records import Model, read

FINE_TUNES = 2.2  # for each base model, on average
MILLIONS = {"M": 1, "B": 1000}
QUANTISED = 0.32  # the share of all possible copies that exists
MOST_DOWNLOADS = {"base": 6.3, "fine-tune": 4.4, "quantised": 5.2}  # powers of ten


def make_models(world: World) -> dict[str, Model]:
    """About 2,000 models by id."""
    models: dict[str, Model] = {}
    for row in read("families.csv"):
        rng = world.random(f"models/family/{row['family']}")
        for base in _draw_bases(world, rng, row):
            quantised = _draw_quantised(rng, base) if base.task == "text-generation" else []
            for model in (base, *_draw_fine_tunes(rng, base), *quantised):
                models[model.id] = _draw_numbers(world, rng, model)
    return models


def _draw_bases(world: World, rng: random.Random, row: dict[str, str]) -> Iterator[Model]:
    """One base model for each version, size and variant; all of a version came out on one day."""
    licence = rng.choice(list(read("licences.json")))
    age = rng.randrange(700, 1100)
    for version in row["versions"].split("|"):
        age -= rng.randrange(120, 300)
        created = world.today - timedelta(days=max(age, 40))
        gated = row["task"] == "text-generation" and rng.random() < 0.4
        for size in row["sizes"].split("|"):
            release = "-".join((row["family"], version, size))
            for variant in row["variants"].split("|"):
                yield Model(
                    id=f"{row['org']}/{release}" + f"-{variant}" * bool(variant),
                    licence=licence,
                    updated=created,
                    release=release,
                    size=round(float(size[:-1]) * MILLIONS[size[-1]]),
                    task=row["task"],
                    library=row["library"],
                    languages=tuple(row["languages"].split("|")),
                    gated=gated,
                    created=created,
                )


def _draw_fine_tunes(rng: random.Random, base: Model) -> Iterator[Model]:
    """What people made of a base model for their own subject or language."""
    topics = read("terms.json")["topics" if base.task == "text-generation" else "narrow"]
    people = [row["handle"] for row in read("orgs.csv") if row["kind"] in ("person", "non-profit")]
    for topic in rng.sample(topics, min(len(topics), int(rng.expovariate(1 / FINE_TUNES) + 0.4))):
        code = rng.choice(base.languages)
        ending = f"-{code.upper()}" if code not in ("en", "multi") else ""
        name = f"{rng.choice(people)}/{base.name}-{topic}{ending}"
        licence = base.licence if rng.random() < 0.7 else rng.choice(list(read("licences.json")))
        own = {"id": name, "base": base.id, "languages": (code,), "licence": licence}
        yield replace(base, kind="fine-tune", gated=False, **own)


def _draw_quantised(rng: random.Random, base: Model) -> Iterator[Model]:
    """Copies with fewer bits; few quantisers offer each of them."""
    for org in read("terms.json")["quantisers"]:
        for bits in (4, 5, 8):
            if rng.random() < QUANTISED:
                own = {"id": f"{org}/{base.name}-Q{bits}", "base": base.id, "bits": bits}
                yield replace(base, kind="quantised", library="brood.cpp", gated=False, **own)


def _draw_numbers(world: World, rng: random.Random, model: Model) -> Model:
    """The model with its downloads, likes and dates."""
    downloads = int(10 ** rng.uniform(1.3, MOST_DOWNLOADS[model.kind]))
    created = model.created + timedelta(days=rng.randrange(2, 30) * bool(model.base))
    return replace(
        model,
        downloads=downloads,
        likes=int(downloads ** rng.uniform(0.3, 0.62)),
        trend=rng.random() * downloads**0.3,
        created=created,
        updated=created + timedelta(days=int((world.today - created).days * rng.random() ** 2)),
    )
