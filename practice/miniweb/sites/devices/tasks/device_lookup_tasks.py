"""Facts of a model, a device or a store: in tables, reviews, pictures and charts."""

from ....kit.answer_variants import clock_variants, date_variants
from ....kit.steps import SCROLL_DOWN, fill, link, press
from ....kit.tasks import SiteTask, task
from ..device_reviews import reviews_of
from ..records import Halden, read
from .device_steps import ask, choose, open_model


def side_key(halden: Halden) -> SiteTask:
    """A colour that only the picture of one side shows."""
    model = choose(halden, "key", halden.of("phones"))
    colour = model.key_colour
    rule = {"parts": [colour], "not": [name for name in read("keys.json") if name != colour]}
    steps = [*open_model(model.name), link("Gallery"), link("Side view")]
    question = ask("side_key", name=model.name)
    return task(question, colour, rule, steps, golden=True, needs_vision=True)


def pen_delay(halden: Halden) -> SiteTask:
    """A figure of a tablet that is no longer sold, in a section that has to be opened."""
    model = choose(halden, "pen", halden.of("tablets", False))
    delay = int(model.numbers["Pen delay"])
    steps = [*open_model(model.name), link("Tech specs"), press("Pen")]
    question = ask("pen_delay", name=model.name)
    return task(question, f"{delay} ms", {"parts": [delay]}, steps, golden=True)


def two_charts(halden: Halden) -> SiteTask:
    """Two charts of hours, from two pages."""
    new, old = choose(halden, "new", halden.of("watches")), halden.of("watches", False)[0]
    activity = next(a for a in ("Hiking", "Sleep", "Daily use") if new.battery[a] != old.battery[a])
    longer, shorter = sorted((new, old), key=lambda model: -model.battery[activity])
    hours = longer.battery[activity] - shorter.battery[activity]
    steps = [*open_model(new.name), SCROLL_DOWN, *open_model(old.name), SCROLL_DOWN]
    rule = {"parts": [longer.name, hours], "not": [shorter.name]}
    question = ask("two_charts", activity=activity, one=old.name, other=new.name)
    return task(question, f"{longer.name}, by {hours} hours", rule, steps, needs_vision=True)


def coverage(halden: Halden) -> SiteTask:
    """The end of a care plan by serial number, and the price of a battery for that model."""
    today = halden.world.today
    device = choose(halden, "serial", halden.devices, lambda d: d.care and d.care > today)
    day, price = device.care, device.model.service // 100
    steps = [link("Support"), link("Check your coverage"), fill("Serial number", device.slug)]
    rule = {"parts": [date_variants(day), price]}
    question, more = ask("coverage", serial=device.slug), link("What a new battery costs")
    return task(question, f"{day.day} {day:%B %Y}, ${price}", rule, [*steps, more])


def namesake(halden: Halden) -> SiteTask:
    """A number in the review of one of several owners with the same family name."""
    laptop = choose(halden, "review", halden.of("laptops"))
    reviews = reviews_of(halden.world, laptop)
    review = next(r for r in reviews[6:] if "Setting it up took" in r.text)
    minutes = int(review.text.split("Setting it up took ")[1].split()[0])
    alike = sum(other.stars == review.stars for other in reviews)
    stars = link(f"{review.stars} stars, {alike} reviews")
    steps = [*open_model(laptop.name), link("Reviews"), stars]
    question = ask("namesake", author=review.author, name=laptop.name, doing="setting it up")
    return task(question, f"{minutes} minutes", {"parts": [minutes]}, steps)


def store_plan(halden: Halden) -> SiteTask:
    """A neighbour on the plan of a store's level, and an hour."""
    store = choose(halden, "plan", halden.stores, lambda s: s.hours[1] != s.hours[0])
    (left, right), close = store.neighbours, store.hours[1][-5:]
    rule = {"parts": [clock_variants(close), left], "not": [right]}
    steps, question = [link("Stores"), link(store.name)], ask("store_plan", name=store.name)
    return task(question, f"{close}, {left}", rule, steps, needs_vision=True)
