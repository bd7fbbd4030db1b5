"""Configurations: what a visitor chose for a model, read from an address, and what it costs."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ...kit.catalogue import find
from ...kit.lists import choice
from .records import Halden, Model, Option, read

MONTHS = {"full": 1, "m12": 12, "m24": 24}
ENGRAVED = 24  # characters
MOBILE = ("4G", "5G", "satellite", "eSIM")  # words of devices that are activated


@dataclass(frozen=True)
class Configuration:
    """A model with one option of each group, and further wishes; `role` is for education prices.

    `replaced` says which options were asked for and can't be combined with the others.
    """

    halden: Halden
    model: Model
    chosen: Mapping[str, Option]
    replaced: list[str]
    wishes: Mapping[str, str]
    role: str

    @property
    def key(self) -> str:
        """The options as one word, which stock is counted by."""
        return "/".join([self.model.slug, *(option.slug for option in self.chosen.values())])

    @property
    def words(self) -> str:
        """The options as people read them."""
        return ", ".join(option.name for option in self.chosen.values())

    @property
    def price(self) -> int:
        """The device alone, at the education price if the visitor has it."""
        full = self.model.price + sum(option.extra for option in self.chosen.values())
        return education_price(self.halden, self.model, full) if self.role else full

    @property
    def credit(self) -> int:
        """What the old device is worth, in steps of five dollars; 0 without one."""
        old = find(self.halden.models, self.wishes["trade"])
        share = read("support.json")["conditions"][self.wishes["condition"]][1]
        return (
            round((old.trade if old else 0) * share * (30 if self.wishes["powers"] else 100) / 5e6)
            * 500
        )

    @property
    def total(self) -> int:
        """What is due for the device, its plan and the old device."""
        return (
            self.price
            + self.halden.rates["care"][self.model.kind][self.wishes["care"]]
            - self.credit
        )

    def with_interest(self, pay: str) -> int:
        """The total when it is paid in this way; 24 months cost more."""
        return self.total * (100 + self.halden.rates["surcharge"] * (pay == "m24")) // 100

    def monthly(self, pay: str) -> int:
        """A month's rate, rounded up to a cent."""
        return -(-self.with_interest(pay) // MONTHS[pay])

    def pairs(self, **changes: object) -> dict[str, object]:
        """The address's pairs, without what is as it would be anyway, and with some changes."""
        first = {group.key: group.options[0].slug for group in self.model.groups}
        first |= {"care": "none", "pay": "full", "condition": "good"}
        pairs = {key: option.slug for key, option in self.chosen.items()}
        pairs |= self.wishes
        return {key: value for key, value in pairs.items() if value != first.get(key, "")} | changes

    def line(self) -> dict:
        """The line that is kept in a bag."""
        return {
            "item": self.model.slug,
            "name": self.model.name,
            "options": {key: option.name for key, option in self.chosen.items()},
            "colour": self.chosen["colour"].slug,
            "price": self.with_interest(self.wishes["pay"]),
            "recycling": self.halden.rates["recycling"][self.model.kind],
            "mobile": any(word in self.words for word in MOBILE),
        } | self.wishes


def configure(
    halden: Halden, model: Model, asked: Mapping[str, str], role: str = ""
) -> Configuration:
    """The configuration that an address asks for; what can't be had is replaced."""
    chosen, replaced, texts = {}, [], read("support.json")
    for group in model.groups:
        wanted = find(group.options, asked.get(group.key, "")) or group.options[0]
        if other := conflict(model, chosen.values(), wanted):
            replaced.append(f"{wanted.name} isn't made in {other}: this is the smallest choice.")
            wanted = group.options[0]
        chosen[group.key] = wanted
    text = " ".join(asked.get("engraving", "").split())[:ENGRAVED]
    wishes = {
        "care": choice(asked, "care", texts["care"], "none"),
        "pay": choice(asked, "pay", MONTHS, "full"),
        "engraving": text if model.family["engraving"] else "",
        "trade": choice(asked, "trade", [old.slug for old in halden.models if old.year < 2025]),
        "condition": choice(asked, "condition", texts["conditions"], "good"),
        "powers": choice(asked, "powers", ("no",)),
    }
    return Configuration(halden, model, chosen, replaced, wishes, role)


def education_price(halden: Halden, model: Model, price: int) -> int:
    """A price less the education discount of the family, in whole dollars."""
    return round(price * (100 - halden.rates["education"][model.kind]) / 10_000) * 100


def conflict(model: Model, chosen: Iterable[Option], option: Option) -> str:
    """The name of a chosen option that another can't be combined with; "" if there is none."""
    return next((other.name for other in chosen if (other.slug, option.slug) in model.barred), "")


def add_up(halden: Halden, lines: list[dict], delivery: str = "standard") -> dict[str, int]:
    """The sums of the lines of a bag: goods, fees and total."""
    sums = {
        "goods": sum(line["price"] for line in lines),
        "recycling": sum(line.get("recycling", 0) for line in lines),
        "delivery": halden.rates["deliveries"][delivery],
        "activation": halden.rates["activation"] * sum(line.get("mobile", 0) for line in lines),
    }
    return sums | {"total": sum(sums.values())}
