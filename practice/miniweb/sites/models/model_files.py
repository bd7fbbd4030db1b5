"""A model's repository: the files of each branch, and the commits that led to them."""

from datetime import date, timedelta
from random import Random
from typing import NamedTuple

from ...kit.people import draw_names
from .records import Hub, Model, read

SHARD = 5000  # the most megabytes in one file of weights; parameters have two bytes
SMALL = {"README.md": 9, "config.json": 1, "generation.json": 0.3, "tokenizer.json": 4100}


class Commit(NamedTuple):
    """A commit; `code` is its short hash."""

    code: str
    title: str
    author: str
    day: date


class File(NamedTuple):
    """A file; `kilobytes` is its size, `commit` the last one that changed it."""

    name: str
    kilobytes: float
    commit: Commit

    @property
    def size(self) -> str:
        """The size as listed: "4.97 GB", "812 MB", "2.1 kB"."""
        for unit, name, places in ((1e6, "GB", 2), (1e3, "MB", 0)):
            if self.kilobytes >= unit:
                return f"{self.kilobytes / unit:.{places}f} {name}"
        return f"{self.kilobytes:.1f} kB"


def commits(hub: Hub, model: Model, branch: str) -> list[Commit]:
    """The commits of a branch, the newest first."""
    rng = hub.random("commits", model.id, branch)
    titles = ["First commit", *rng.sample(read("phrases.json")["commits"], rng.randrange(5, 12))]
    authors = draw_names(hub.random("authors", model.id), 4)
    age = (model.updated - model.created).days
    ages = [0, *sorted(rng.randrange(age + 1) for _ in titles[2:]), age]
    made = [
        Commit(f"{rng.getrandbits(28):07x}", title, rng.choice(authors), model.created + later)
        for title, later in zip(titles, map(timedelta, ages), strict=True)
    ]
    return made[::-1]


def files(hub: Hub, model: Model, branch: str) -> list[File]:
    """The files of a branch, in the order of their names."""
    rng = hub.random("files", model.id, branch)
    history = commits(hub, model, branch)
    sizes = {name: size * rng.uniform(0.6, 1.5) for name, size in SMALL.items()}
    sizes |= _draw_weights(rng, model, branch)
    return [File(name, sizes[name], rng.choice(history)) for name in sorted(sizes)]


def _draw_weights(rng: Random, model: Model, branch: str) -> dict[str, float]:
    """Files of weights of at most five gigabytes, in kilobytes by name."""
    if model.kind == "quantised":
        megabytes = model.size * model.bits / 8 * rng.uniform(1.04, 1.2)
        return {f"{model.name}.eggq": round(megabytes) * 1e3}
    megabytes = model.size * (1 if branch == "compact" else 2) * rng.uniform(1, 1.06)
    count = -(-int(megabytes) // SHARD)
    if count == 1:
        return {"weights.safepack": round(megabytes) * 1e3}
    sizes = [SHARD * rng.uniform(0.9, 1) for _ in range(count - 1)] + [rng.uniform(400, 4000)]
    return {
        f"weights-{n:02d}-of-{count:02d}.safepack": round(size / 10) * 1e4
        for n, size in enumerate(sizes, 1)
    }
