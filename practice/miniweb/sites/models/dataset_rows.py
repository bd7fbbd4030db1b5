"""The rows of datasets, drawn when they are shown, and the statistics of their columns."""

import random
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from ...kit.catalogue import draw
from ...kit.filled_texts import fill_all
from ...kit.people import draw_names
from .records import Dataset, Hub, read

Row = Sequence[Any]
BINS, SPEAKERS = 10, 60


def rows(hub: Hub, dataset: Dataset, split: str) -> Sequence[Row]:
    """The rows of a split; their columns are in datasets.json."""
    seed = hub.random("rows", dataset.id, split).random()
    return _draw_rows(seed, dataset.schema, dataset.splits[split])


@lru_cache(maxsize=8)
def _draw_rows(seed: float, schema: str, count: int) -> Sequence[Row]:
    rng, given = random.Random(seed), read("datasets.json")
    words = given["words"] | {"person": {"one_of": draw_names(rng, SPEAKERS)}}
    columns = list(given["schemas"][schema]["columns"].values())
    return [
        fill_all([draw(rng, plan) for plan in columns], draw(rng, words) | {"number": f"{at:05d}"})
        for at in range(count)
    ]


def find_rows(found: Sequence[Row], words: str) -> list[tuple[int, Row]]:
    """The rows with all the words, numbered from 0."""
    texts = (" ".join(map(str, row)).lower() for row in found)
    wanted = words.lower().split()
    return [(at, found[at]) for at, text in enumerate(texts) if all(w in text for w in wanted)]


def describe(values: Sequence[Any]) -> dict[str, Any]:
    """The statistics of a column: range, mean and histogram, or its most frequent values."""
    if isinstance(values[0], str):
        counts = Counter(values)
        return {"distinct": len(counts), "top": counts.most_common(int(len(counts) <= SPEAKERS))}
    low, high = min(values), max(values)
    bins = Counter(min(BINS - 1, int((value - low) / (high - low) * BINS)) for value in values)
    bars = [bins[n] / max(bins.values()) for n in range(BINS)]
    return {"low": low, "high": high, "mean": round(sum(values) / len(values), 2), "bars": bars}
