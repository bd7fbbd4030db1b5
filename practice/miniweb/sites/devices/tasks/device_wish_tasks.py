"""Wishes as people word them: one thing fits, several do, or none does."""

from itertools import product

from ....kit.answer_variants import none_variants
from ....kit.steps import choose_option, link
from ....kit.tasks import SiteTask, task
from ..records import Halden
from .device_steps import ADD, ask, choose, expect


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
    steps = [link("Laptops"), link("Compare laptops")]
    steps += [choose_option("First model", sold[3].name)]
    steps += [choose_option("Second model", sold[4].name)]
    rule = {"parts": best, "not": [model.name for model in sold if model.name not in best]}
    question = ask("laptop", weight=weight, hours=hours, price=price)
    return task(question, best[0], rule, steps)


def no_cork(halden: Halden) -> SiteTask:
    """A case that isn't made for this phone, though it is for its namesake."""
    near = [a for a in halden.accessories if "Quill Lite" in a.fits]
    rule = {"parts": [none_variants("cork case")], "not": [f"${a.price / 100:.2f}" for a in near]}
    steps = [link("Accessories"), choose_option("For", "Quill Lite")]
    steps += [choose_option("Kind", "Cork case")]
    return task(ask("no_cork"), "There is no cork case for the Quill Lite.", rule, steps)


def any_case(halden: Halden) -> SiteTask:
    """Any of the cases for one phone that are cheap enough."""
    phone = choose(halden, "any", halden.of("phones")).name
    cases = [a for a in halden.accessories if a.fits == phone and "case" in a.kind]
    cases.sort(key=lambda item: (item.price, item.name))
    limit = cases[2].price // 100
    fitting = [item for item in cases if item.price < limit * 100]
    rules = [{"parts": [[a.name, a.kind]], "state": expect("bag", item=a.slug)} for a in fitting]
    steps = [link("Accessories"), choose_option("For", phone)]
    steps += [choose_option("Order", "Price, low to high"), link(cases[0].name), ADD]
    question = ask("any_case", name=phone, limit=limit)
    return task(question, cases[0].name, {"any": rules}, steps)
