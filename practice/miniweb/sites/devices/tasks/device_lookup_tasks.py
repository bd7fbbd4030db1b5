"""Facts of a model, a device or a store: in tables, reviews, pictures and charts."""

from ....kit.answer_variants import clock_variants, date_variants
from ....kit.tasks import SiteTask
from ..device_reviews import reviews_of
from ..records import Halden, read
from .device_chooser import choose, write


def side_key(halden: Halden) -> SiteTask:
    """A colour that only the picture of one side shows."""
    model = choose(halden, "key", halden.of("phones"))
    others = [name for name in read("keys.json") if name != model.key_colour]
    return write("side_key", name=model.name, colour=model.key_colour, others=others)


def pen_delay(halden: Halden) -> SiteTask:
    """A figure of a tablet that is no longer sold, in a section that has to be opened."""
    model = choose(halden, "pen", halden.of("tablets", False))
    return write("pen_delay", name=model.name, delay=int(model.numbers["Pen delay"]))


def two_charts(halden: Halden) -> SiteTask:
    """Two charts of hours, from two pages."""
    new, old = choose(halden, "new", halden.of("watches")), halden.of("watches", False)[0]
    activity = next(a for a in ("Hiking", "Sleep", "Daily use") if new.battery[a] != old.battery[a])
    longer, shorter = sorted((new, old), key=lambda model: -model.battery[activity])
    hours = longer.battery[activity] - shorter.battery[activity]
    names = {"new": new.name, "old": old.name, "longer": longer.name, "shorter": shorter.name}
    return write("two_charts", activity=activity, hours=hours, **names)


def coverage(halden: Halden) -> SiteTask:
    """The end of a care plan by serial number, and the price of a battery for that model."""
    today = halden.world.today
    device = choose(halden, "serial", halden.devices, lambda d: d.care and d.care > today)
    day, price = device.care, device.model.service // 100
    days = {"day": f"{day.day} {day:%B %Y}", "days": date_variants(day)}
    return write("coverage", serial=device.slug, price=price, **days)


def namesake(halden: Halden) -> SiteTask:
    """A number in the review of one of several owners with the same family name."""
    laptop = choose(halden, "review", halden.of("laptops"))
    reviews = reviews_of(halden.world, laptop)
    given = [review.stars for review in reviews]
    review = min((r for r in reviews[6:] if r.minutes), key=lambda r: given.count(r.stars))
    slots = {"stars": review.stars, "alike": given.count(review.stars), "minutes": review.minutes}
    return write("namesake", name=laptop.name, author=review.author, **slots)


def store_plan(halden: Halden) -> SiteTask:
    """A neighbour on the plan of a store's level, and an hour."""
    store = choose(halden, "plan", halden.stores, lambda s: s.hours[1] != s.hours[0])
    (left, right), close = store.neighbours, store.hours[1][-5:]
    times = {"close": close, "times": clock_variants(close)}
    return write("store_plan", name=store.name, left=left, right=right, **times)
