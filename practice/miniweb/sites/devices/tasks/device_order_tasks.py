"""Totals and orders: what a configuration costs with all fees, and ordering as a guest."""

from ....kit.tasks import SiteTask
from ..configurations import add_up
from ..records import Halden, read
from .device_chooser import choose, describe, set_up, write


def express_total(halden: Halden) -> SiteTask:
    """All that a device costs, fees included."""
    wanted = set_up(halden, choose(halden, "express", halden.of("phones")), "storage", "memory")
    total = add_up(halden, [wanted.line()], "express")["total"] / 100
    return write("express_total", total=total, price=f"${total:,.2f}", **describe(wanted))


def order_case(halden: Halden) -> SiteTask:
    """An order that can't be undone, with a form that is checked."""
    item = choose(halden, "case", halden.accessories, lambda a: "case for Quill" in a.name)
    number = f"HA-{halden.rates['first_order']}"
    return write("order_case", name=item.name, slug=item.slug, number=number)


def engrave(halden: Halden) -> SiteTask:
    """An engraved device in the bag, and what it would cost with everything."""
    wishes, model = {"engraving": "Mira 26", "care": "care2"}, halden.of("earphones")
    wanted = set_up(halden, choose(halden, "engrave", model), "extra", **wishes)
    total = add_up(halden, [wanted.line()])["total"] / 100
    slots = {"plan": read("support.json")["care"]["care2"], **wishes, **describe(wanted)}
    return write("engrave", total=total, price=f"${total:,.2f}", **slots)


def by_month(halden: Halden) -> SiteTask:
    """A month's rate with an old device traded in."""
    model = choose(halden, "month", halden.of("laptops"), lambda model: model.year > 2024)
    old = choose(halden, "old", halden.of("laptops", False))
    wanted = set_up(halden, model, colour="", trade=old.slug, condition="worn")
    rate = wanted.monthly("m24") / 100
    return write("by_month", old=old.name, rate=rate, price=f"${rate:,.2f}", **describe(wanted))
