"""The records of the site, and its catalogue. Money is in cents."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from ...kit.catalogue import catalogue
from ...world import World

read = catalogue(__file__)


@dataclass(frozen=True)
class Option:
    """One choice of a group; `extra` is what it adds to the price."""

    slug: str
    name: str
    extra: int


@dataclass(frozen=True)
class Group:
    """Choices of which a configuration has exactly one: storage, colour."""

    key: str
    label: str
    options: tuple[Option, ...]


@dataclass(frozen=True, eq=False)
class Model:
    """A model of a family, whose slug is `kind`; `sold` is false for earlier ones.

    The first group is its colours. `specs` has texts by section and name, `numbers` those that are
    numbers; `barred` lists pairs of option slugs that can't be combined; `battery` has hours by
    activity; `trade` and `service` are the value of an old one and the price of a new battery.
    """

    slug: str
    name: str
    kind: str
    line: str
    size: str
    year: int
    tier: int
    sold: bool
    price: int
    trade: int
    service: int
    speed: int
    key_colour: str
    family: Mapping[str, Any]
    groups: tuple[Group, ...]
    barred: tuple[tuple[str, str], ...]
    specs: Mapping[str, Mapping[str, str]]
    numbers: Mapping[str, float]
    battery: Mapping[str, int]
    prose: Mapping[str, str]


@dataclass(frozen=True)
class Accessory:
    """An accessory; `fits` names the model it is made for, "" if it fits several."""

    slug: str
    name: str
    kind: str
    fits: str
    price: int
    text: str


@dataclass(frozen=True)
class Store:
    """A store; `hours` are for Monday to Friday, Saturday and Sunday, `place` is in miles."""

    slug: str
    place: tuple[float, float]
    name: str
    city: str
    street: str
    zip: str
    hours: tuple[str, str, str]
    services: list[str]
    neighbours: list[str]
    level: int
    way: str
    minutes: int
    phone: int


@dataclass(frozen=True)
class Device:
    """A registered device, by its serial number; `care` is None without a care plan."""

    slug: str
    model: Model
    bought: date
    warranty: date
    care: date | None


@dataclass(frozen=True)
class Halden:
    """Everything the site sells and knows; `rates` are drawn from rates.json."""

    world: World
    rates: Mapping[str, Any]
    models: tuple[Model, ...]
    accessories: tuple[Accessory, ...]
    stores: tuple[Store, ...]
    devices: tuple[Device, ...]

    def of(self, family: str, sold: bool = True) -> list[Model]:
        """The models of a family that are sold, or those that no longer are."""
        return [model for model in self.models if model.kind == family and model.sold == sold]
