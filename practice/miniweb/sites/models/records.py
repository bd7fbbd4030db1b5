"""The hub's records. Sizes are in millions of parameters, downloads are those of 30 days."""

import random
from dataclasses import dataclass
from datetime import date
from typing import Any

from ...kit.catalogue import catalogue
from ...world import World

read = catalogue(__file__)


@dataclass(frozen=True, kw_only=True)
class Owned:
    """Something that an organisation or a person published at the address `id`, "org/name"."""

    id: str
    licence: str
    downloads: int = 0
    likes: int = 0
    trend: float = 0
    updated: date

    @property
    def org(self) -> str:
        """The handle of the owner."""
        return self.id.partition("/")[0]

    @property
    def name(self) -> str:
        """The name without the owner."""
        return self.id.partition("/")[2]

    @property
    def commercial(self) -> bool:
        """Whether the licence allows use in products."""
        return read("licences.json")[self.licence]["commercial"]


@dataclass(frozen=True, kw_only=True)
class Model(Owned):
    """A model; `kind` is "base", "fine-tune" or "quantised", and `base` the id it was made from.

    `release` names the family, version and size that a model shares with what is made from it.
    `bits` is the precision of its weights.
    """

    release: str
    size: int
    kind: str = "base"
    base: str = ""
    task: str
    library: str
    languages: tuple[str, ...]
    bits: int = 16
    gated: bool
    created: date

    @property
    def size_label(self) -> str:
        """The number of parameters: "7B", "1.5B", "340M"."""
        return f"{self.size / 1000:g}B" if self.size >= 1000 else f"{self.size}M"


@dataclass(frozen=True, kw_only=True)
class Dataset(Owned):
    """A dataset; `splits` are the numbers of rows by split, and `rows` their sum.

    `schema` is its key in datasets.json; `modality` is "Text", "Speech", "Image" or "Table".
    """

    schema: str
    modality: str
    line: str
    languages: tuple[str, ...]
    splits: dict[str, int]
    rows: int


@dataclass(frozen=True)
class Hub:
    """Everything on the site in one world; details of a record are drawn when they are needed.

    `apps` have the keys slug, title, kind, org, model, likes, and the constants (from 0 to 1) by
    which apps of a kind differ; `licences` are those of licences.json with `users`, the most
    monthly users (0 for no limit), and `notice`, in days.
    """

    world: World
    models: dict[str, Model]
    datasets: dict[str, Dataset]
    apps: dict[str, dict[str, Any]]
    orgs: dict[str, dict[str, str]]
    licences: dict[str, dict[str, Any]]

    def random(self, *purpose: object) -> random.Random:
        """A generator for one detail of one record."""
        return self.world.random("/".join(("models", *map(str, purpose))))

    def made_from(self, model: Model) -> list[Model]:
        """The models made directly from a model."""
        return [other for other in self.models.values() if other.base == model.id]

    def root(self, model: Model) -> Model:
        """The base model at the top of a model's tree."""
        return self.root(self.models[model.base]) if model.base else model
