"""Questions that a search with filters answers, some asked as wishes."""

from ....kit.answer_variants import none_variants
from ....kit.opening_hours import closes_at
from ....kit.tasks import SiteTask
from .map_chooser import Chooser, write


def best_of_evening(choose: Chooser) -> SiteTask:
    """The best bar of a district at an hour; if possible, one when a better one is closed."""
    areas = choose.areas()
    for strict, area in [(strict, area) for strict in (True, False) for area in areas]:
        words = f"Bars in {area}"
        every = choose.search(words)
        found = choose.search(words, open="at", day="Sunday", hour="22")
        fits = found[:1] != every[:1] or not strict
        if fits and len(found) > 1 and found[0].rating > found[1].rating:
            return write("best_of_evening", area=area, words=words, best=found[0].name)
    raise LookupError("no district has one best bar")


def dinner(choose: Chooser) -> SiteTask:
    """A cheap restaurant near a station, late on a Monday, without steps."""
    wish = {"price": "1", "has": "step-free", "open": "at", "day": "Monday", "hour": "21"}
    for station in choose.stations():
        words = f"Italian restaurants near {station}"
        found, every = choose.search(words, **wish), choose.search(words)
        if len(found) > 1 and found[0].rating > found[1].rating and found[0] != every[0]:
            return write("dinner", station=station, words=words, best=found[0].name)
    raise LookupError("no station has one best restaurant")


def laptop_cafe(choose: Chooser) -> SiteTask:
    """A café with two facilities, of which the list can be filtered by one."""
    for area in choose.areas():
        words = f"Cafés in {area}"
        quiet = choose.search(words, has="quiet", open="at", day="Sunday", hour="11")
        fits = [place for place in quiet if "sockets" in place.facilities]
        if len(quiet) > 2 and fits and fits[0] in quiet[:2]:
            best = [{"parts": [p.name]} for p in fits if p.rating == fits[0].rating]
            values = {"area": area, "words": words, "best": fits[0].name}
            return write("laptop_cafe", accepted=best, **values)
    raise LookupError("no district has a quiet café with sockets")


def none_at_night(choose: Chooser) -> SiteTask:
    """No petrol station in a town is open at night with a car wash."""
    for area in choose.areas():
        words = f"Petrol stations in {area}"
        others = [place.name for place in choose.search(words)]
        washes = choose.search(words, has="car-wash")
        if len(washes) > 1 and all(closes_at(p.hours, 6, 180) is None for p in washes):
            none = none_variants("petrol station")
            return write("none_at_night", area=area, words=words, none=none, others=others)
    raise LookupError("every district has a petrol station open at night")


def bank_now(choose: Chooser) -> SiteTask:
    """Any bank near a station that is open now."""
    for station in choose.stations():
        words = f"Banks near {station}"
        found, every = choose.search(words, open="now", sort="near"), choose.search(words)
        if 1 < len(found) < len(every):
            values = {"station": station, "words": words, "best": found[0].name}
            accepted = [{"parts": [place.name]} for place in found]
            return write("bank_now", accepted=accepted, **values)
    raise LookupError("no station has open and closed banks")
