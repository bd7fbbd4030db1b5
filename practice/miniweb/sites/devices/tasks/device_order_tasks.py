"""Totals and orders: what a configuration costs with all fees, and ordering as a guest."""

from ....kit.steps import choose_option, fill, link, press, radio, search_for, tick
from ....kit.tasks import SiteTask, task
from ..configurations import add_up
from ..records import Halden, read
from .device_steps import ask, choose, choose_options, expect, in_words, set_up, to_last_page

GUEST = {"name": "Nora Bell", "email": "nora.bell@example.com", "street": "12 Larch Road"}
LABELS = ("First and last name", "Email", "Street and number")


def express_total(halden: Halden) -> SiteTask:
    """All that a device costs, fees included."""
    wanted = set_up(halden, choose(halden, "express", halden.of("phones")), "storage", "memory")
    total = add_up(halden, [wanted.line()], "express")["total"] / 100
    steps = [*choose_options(wanted), *to_last_page("Express", "60885")]
    question = ask("express_total", wanted=in_words(wanted))
    return task(question, f"${total:,.2f}", {"parts": [total]}, steps)


def order_case(halden: Halden) -> SiteTask:
    """An order that can't be undone, with a form that is checked."""
    item = choose(halden, "case", halden.accessories, lambda a: "case for Quill" in a.name)
    number = f"HA-{halden.rates['first_order']}"
    steps = [search_for("Search Halden", item.name), link(item.name)]
    steps += to_last_page("Evening, by appointment", "47210")
    steps += [fill(label, text) for label, text in zip(LABELS, GUEST.values(), strict=True)]
    steps += [tick("I accept the conditions of sale"), press("Place order")]
    state = expect("orders", **GUEST, zip="47210", delivery="evening")
    state += expect("orders.0.lines", item=item.slug)
    question = ask("order_case", item=item.name, **GUEST)
    rule = {"parts": [number], "state": state}
    return task(question, number, rule, steps, golden=True)


def engrave(halden: Halden) -> SiteTask:
    """An engraved device in the bag, and what it would cost with everything."""
    wishes, model = {"engraving": "Mira 26", "care": "care2"}, halden.of("earphones")
    wanted = set_up(halden, choose(halden, "engrave", model), "extra", **wishes)
    total = add_up(halden, [wanted.line()])["total"] / 100
    plan = read("support.json")["care"]["care2"]
    steps = [*choose_options(wanted), fill("Engraving", "Mira 26"), radio(plan)]
    state = expect("bag", item=wanted.model.slug, options=wanted.line()["options"], **wishes)
    question = ask("engrave", wanted=in_words(wanted), text="Mira 26", plan=plan)
    rule, last = {"parts": [total], "state": state}, to_last_page("Standard", "59876")
    return task(question, f"${total:,.2f}", rule, [*steps, *last])


def by_month(halden: Halden) -> SiteTask:
    """A month's rate with an old device traded in."""
    model = choose(halden, "month", halden.of("laptops"), lambda model: model.year > 2024)
    old = choose(halden, "old", halden.of("laptops", False))
    wanted = set_up(halden, model, colour="", trade=old.slug, condition="worn")
    rate = wanted.monthly("m24") / 100
    steps = [*choose_options(wanted), press("Trade in an old device")]
    steps += [choose_option("Your old device", old.name), radio("Worn, deep scratches")]
    question = ask("by_month", old=old.name, name=model.name)
    return task(question, f"${rate:,.2f}", {"parts": [rate]}, [*steps, radio("24 months")])
