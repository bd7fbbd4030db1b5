"""What a model's card and its config file say, and what Hatchery measured.

The scores on a card come from its authors; the charts and the leaderboard show Hatchery's own
measurements, which are worse.
"""

from math import log10
from typing import Any

from ...kit.catalogue import draw
from .records import Hub, Model, read

MONTHS = 12


def config(hub: Hub, model: Model) -> dict[str, Any]:
    """The config file: what is made from a model shares its sizes."""
    release = hub.root(model).release
    drawn = draw(hub.random("config", release), read("card.json")["config"])
    drawn["hidden_size"] = drawn["attention_heads"] * drawn.pop("head_size")
    return {"architecture": release.split("-")[0], **drawn, "weights": f"{model.bits}-bit"}


def measured(hub: Hub, model: Model) -> dict[str, float]:
    """Hatchery's measurements by benchmark; larger models do better, with exceptions.

    tasks.json has the unit of each task, and says whether lower is better.
    """
    task = read("tasks.json")[model.task]
    low, high = task["span"]
    rng = hub.random("measured", model.id)
    level = 0.1 + log10(model.size) / 9 + rng.uniform(-0.1, 0.3)
    scores = {}
    for metric in task["metrics"]:
        share = min(0.99, max(0.01, level + rng.uniform(-0.12, 0.12)))
        scores[metric] = round(low + (high - low) * (1 - share if task["down"] else share), 1)
    return scores


def claimed(hub: Hub, model: Model) -> dict[str, float]:
    """The scores that the authors state on the card."""
    better = -1 if read("tasks.json")[model.task]["down"] else 1
    rng = hub.random("claimed", model.id)
    return {
        metric: round(max(0.4, min(99.6, score + better * rng.uniform(0.4, 2.9))), 1)
        for metric, score in measured(hub, model).items()
    }


def training(hub: Hub, model: Model) -> dict[str, Any]:
    """How the model was trained: data, hyper-parameters, hardware, limitations."""
    rng = hub.random("training", model.id)
    drawn = draw(rng, read("card.json")["training"])
    drawn["data"] = [(name, rng.randrange(2, 640), rng.randrange(1, 100)) for name in drawn["data"]]
    return drawn


def monthly_downloads(hub: Hub, model: Model) -> list[int]:
    """Downloads in each of the last twelve months; one month is clearly the best."""
    rng = hub.random("downloads", model.id)
    counts = [int(model.downloads * rng.uniform(0.35, 1.1)) + 3 for _ in range(MONTHS)]
    counts[rng.randrange(MONTHS)] = int(max(counts) * rng.uniform(1.25, 1.5)) + 2
    return counts
