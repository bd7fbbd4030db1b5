"""Picking up in a store: who has it, where it can be reserved, when it is back."""

from ....kit.answer_variants import clock_variants, day_variants
from ....kit.tasks import SiteTask
from ..configurations import Configuration
from ..pickup_stores import Offer, offers_near
from ..records import Halden, Store
from .device_chooser import choose, describe, set_up, write


def _list_sundays(wanted: Configuration, near: str, looks: int) -> list[Offer]:
    """The stores that have a configuration and open on Sundays, at a look at the list."""
    offers = offers_near(wanted.halden, wanted.key, near, looks)
    return [offer for offer in offers if offer.left and offer.sunday]


def _choose_home(wanted: Configuration, why: str) -> str:
    """A ZIP code near which the nearest store that fits has its last piece."""

    def fits(store: Store) -> bool:
        found = _list_sundays(wanted, store.zip, 1)
        return len(found) > 3 and found[0].left == 1 and found[1].left > 1

    return choose(wanted.halden, why, wanted.halden.stores, fits).zip


def reserve(halden: Halden) -> SiteTask:
    """A reservation in the nearest store that has the device by then and opens on Sundays."""
    wanted = set_up(halden, choose(halden, "reserve", halden.of("speakers")), "extra")
    home = _choose_home(wanted, "reserve near")
    store = _list_sundays(wanted, home, 3)[0].store
    return write("reserve", home=home, store=store.name, **describe(wanted))


def sunday(halden: Halden) -> SiteTask:
    """The nearest store that has a device and opens on Sundays; before or after the last piece."""
    wanted = set_up(halden, choose(halden, "sunday", halden.of("phones")))
    home = _choose_home(wanted, "sunday near")
    now, before = (_list_sundays(wanted, home, looks)[0].store for looks in (3, 1))
    rules = [
        {"parts": [one.name, clock_variants(one.hours[2][-5:])], "not": [other.name]}
        for one, other in ((now, before), (before, now))
    ]
    rule = {"any": rules} if now != before else {"parts": rules[0]["parts"]}
    slots = {"store": now.name, "close": now.hours[2][-5:], **describe(wanted)}
    return write("sunday", home=home, rule=rule, **slots)


def day_to_collect(halden: Halden) -> SiteTask:
    """The day on which a store has a device, by a list that has to be extended twice."""
    wanted = set_up(halden, choose(halden, "collect", halden.of("tablets")))

    def last_piece(store: Store, looks: int = 1) -> list[Offer]:
        offers = offers_near(halden, wanted.key, store.zip, looks)[10:14]
        return [offer for offer in offers if offer.left == 1 or offer.gone]

    home = choose(halden, "collect near", halden.stores, last_piece)
    offer = last_piece(home, 3)[0]
    day = halden.world.today if offer.left else offer.day
    days = [*day_variants(day), *(["today"] if offer.left else [])]
    slots = {"day": f"{day.day} {day:%B}", "days": days, **describe(wanted)}
    return write("day_to_collect", home=home.zip, store=offer.store.name, **slots)
