"""Wishes as people word them: one thing fits, several do, or none does."""

from itertools import product

from ....kit.answer_variants import none_variants
from ....kit.tasks import SiteTask
from ..records import Halden
from .device_chooser import choose, write


def laptop(halden: Halden) -> SiteTask:
    """The only laptop that is light, lasts, and isn't dear."""
    sold = halden.of("laptops")
    weights = sorted(model.numbers["Weight"] for model in sold)[2:]
    for weight, hours, price in product(weights, range(12, 25), range(1500, 2600, 100)):
        light = [model for model in sold if model.numbers["Weight"] < weight]
        cheap = [model for model in light if model.price < price * 100]
        best = [model.name for model in cheap if model.numbers["battery"] >= hours]
        if len(best) == 1:
            break
    limits = {"weight": f"{weight:.0f}", "hours": hours, "price": f"{price:,}"}
    names = [model.name for model in sold]
    others = [name for name in names if name not in best]
    pair = {"first": names[3], "second": names[4]}
    return write("laptop", best=best[0], others=others, **limits, **pair)


def no_cork(halden: Halden) -> SiteTask:
    """A case that isn't made for this phone, though it is for its namesake."""
    near = [a for a in halden.accessories if "Quill Lite" in a.fits]
    prices = [f"${a.price / 100:.2f}" for a in near]
    return write("no_cork", none=none_variants("cork case"), prices=prices)


def any_case(halden: Halden) -> SiteTask:
    """Any of the cases for one phone that are cheap enough."""
    phone = choose(halden, "any", halden.of("phones")).name
    cases = [a for a in halden.accessories if a.fits == phone and "case" in a.kind]
    cases.sort(key=lambda item: (item.price, item.name))
    limit = cases[2].price // 100
    rules = [
        {"parts": [[item.name, item.kind]], "state": _expect_in_bag(item.slug)}
        for item in cases
        if item.price < limit * 100
    ]
    return write("any_case", name=phone, limit=limit, first=cases[0].name, rules=rules)


def _expect_in_bag(slug: str) -> list[dict]:
    """The conditions that the bag has this accessory and nothing else."""
    return [{"path": "bag", "length": 1}, {"path": "bag.0.item", "equals": slug}]
