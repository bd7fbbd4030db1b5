"""Choosing among the flights of a day: sorted lists, filters, details."""

from ....kit.answer_variants import duration_variants
from ....kit.formats import clock
from ....kit.steps import SCROLL_DOWN, press
from ....kit.tasks import SiteTask, task
from ..flight_search import Offer, Search, offers, ranked
from .trip_drawing import (
    LISTED,
    NONSTOP,
    Draw,
    details,
    has_one_lowest,
    nonstops,
    number_variants,
    sort,
)


def cheapest_nonstop(draw: Draw) -> SiteTask:
    """The cheapest flight of all has a stop, so that the filter matters."""

    def fits(search: Search, found: list[Offer]) -> bool:
        direct = [offer.price for offer in nonstops(found)]
        return (
            len(direct) > 2
            and has_one_lowest(direct)
            and min(offer.price for offer in found) < min(direct)
        )

    search = draw.trip(fits, far=False)
    best = min(nonstops(offers(draw.table, search)), key=lambda offer: offer.price)
    name = draw.data.airlines[best.journey.airline].name
    ques = (
        f"What does the cheapest nonstop one-way flight {draw.say(search)} cost for one adult in "
        "economy, and which airline flies it?"
    )
    oracle = [*draw.open_results(search), *NONSTOP, sort("Price")]
    rule = {"parts": [best.price, name]}
    return task(ques, f"${best.price}, {name}", rule, oracle)


def last_departure(draw: Draw) -> SiteTask:
    """The last nonstop flight of a day, by its number, which only the details show."""

    def fits(search: Search, found: list[Offer]) -> bool:
        direct = nonstops(found)
        latest_first = [-offer.journey.departs.timestamp() for offer in direct]
        return 2 < len(direct) < 9 and has_one_lowest(latest_first)

    search = draw.trip(fits, far=False)
    direct = nonstops(offers(draw.table, search))
    last = max(direct, key=lambda offer: offer.journey.departs).journey
    ques = (
        f"What is the flight number of the last nonstop flight of the day {draw.say(search)} "
        "(one way, one adult)?"
    )
    oracle = [*draw.open_results(search), *NONSTOP, sort("Departure time"), details(last)]
    return task(ques, last.numbers, {"parts": [number_variants(last)]}, oracle)


def quickest(draw: Draw) -> SiteTask:
    """The shortest journey to another continent, with its stop; it isn't the cheapest."""

    def fits(search: Search, found: list[Offer]) -> bool:
        quick = min(found, key=lambda o: o.journey.minutes, default=None)
        times = [offer.journey.minutes for offer in found]
        return (
            bool(quick)
            and quick.journey.stops == 1
            and has_one_lowest(times)
            and quick != ranked(found, "price")[0]
        )

    search = draw.trip(fits, far=True)
    best = min(offers(draw.table, search), key=lambda offer: offer.journey.minutes).journey
    via = draw.data.airports[best.via[0]]
    ques = (
        f"Which is the shortest one-way journey {draw.say(search)} for one adult? "
        "Answer with its duration and the city in which it stops."
    )
    rule = {"parts": [duration_variants(best.minutes), [via.city, via.code]]}
    oracle = [*draw.open_results(search), sort("Duration"), details(best)]
    return task(ques, f"{duration_variants(best.minutes)[0]}, stop in {via.city}", rule, oracle)


def cleanest(draw: Draw) -> SiteTask:
    """The lowest emissions back to the home airport: the agent has to swap the two places."""

    def fits(search: Search, found: list[Offer]) -> bool:
        back = offers(
            draw.table, Search(start=search.end, end=search.start, trip="one", out=search.out)
        )
        return len(back) > 4 and has_one_lowest([offer.co2 for offer in back])

    there = draw.trip(fits, far=False)
    search = Search(start=there.end, end=there.start, trip="one", out=there.out)
    best = min(offers(draw.table, search), key=lambda offer: offer.co2)
    name = draw.data.airlines[best.journey.airline].name
    ques = (
        f"Which one-way flight {draw.say(search)} emits the least CO2 for a traveller in "
        "economy? Answer with the airline, the departure time and the kilograms."
    )
    look = draw.open_results(there)
    oracle = [*look[:3], press("Swap origin and destination"), *look[3:], sort("Emissions")]
    leaves = clock(best.journey.departs)
    rule = {"parts": [name, leaves.lstrip("0") if leaves.startswith("0") else leaves, best.co2]}
    ans = f"{name} at {leaves}, {best.co2} kg"
    return task(ques, ans, rule, oracle)


def layover(draw: Draw) -> SiteTask:
    """How long a given journey's layover is, and which aircraft flies on from there."""

    def one_stop(found: list[Offer]) -> list[Offer]:
        names = [(o.journey.airline, o.journey.departs) for o in found]
        top = ranked(found, "duration")[:6]
        alone = [
            o
            for o in top
            if o.journey.stops == 1 and names.count((o.journey.airline, o.journey.departs)) == 1
        ]
        return [o for o in alone if len({leg.service.aircraft for leg in o.journey.legs}) == 2]

    search = draw.trip(lambda search, found: bool(one_stop(found)), far=True)
    journey = one_stop(offers(draw.table, search))[0].journey
    line, via = draw.data.airlines[journey.airline].name, draw.data.airports[journey.via[0]]
    second = journey.legs[1].service.aircraft
    ques = (
        f"{line} has a one-way journey {draw.say(search)} that leaves at "
        f"{clock(journey.departs)}. How long is the layover, and which aircraft flies the second "
        "part?"
    )
    rule = {"parts": [duration_variants(journey.waits[0]), [second, second.split(" ", 1)[1]]]}
    ans = f"{duration_variants(journey.waits[0])[0]} in {via.city}; {second}"
    return task(ques, ans, rule, [*draw.open_results(search), sort("Duration"), details(journey)])


def dearest(draw: Draw) -> SiteTask:
    """The dearest flight, at the end of a list that shows only its first part."""

    def fits(search: Search, found: list[Offer]) -> bool:
        return 9 < len(found) < 15 and has_one_lowest([-offer.price for offer in found])

    search = draw.trip(fits)
    found = ranked(offers(draw.table, search), "price")
    top = found[-1]
    name = draw.data.airlines[top.journey.airline].name
    ques = (
        f"Of all one-way flights {draw.say(search)} for one adult in economy, which costs most? "
        "Answer with airline, departure time and price."
    )
    rest = len(found) - 8
    more = press(f"Show {rest} more flight{'s' if rest > 1 else ''}")
    leaves = clock(top.journey.departs)
    rule = {"parts": [name, leaves.removeprefix("0"), top.price]}
    oracle = [*draw.open_results(search), sort("Price"), more, SCROLL_DOWN]
    return task(ques, f"{name} at {leaves}, ${top.price}", rule, oracle)


MAKERS = {  # each maker with the site features its task exercises
    cheapest_nonstop: f"{LISTED} popover sticky-header sorting",
    last_departure: f"{LISTED} popover expandable-details",
    quickest: f"{LISTED} sorting",
    cleanest: f"{LISTED} swap-button sorting",
    layover: f"{LISTED} expandable-details",
    dearest: f"{LISTED} load-more sorting",
}
