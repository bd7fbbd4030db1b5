"""Comparing days, prices and places: the calendar, the grid of dates, counts, two searches."""

from dataclasses import replace
from datetime import timedelta

from ....kit.answer_variants import day_variants
from ....kit.steps import choose_option, link, press, radio
from ....kit.tasks import SiteTask, task
from ..flight_search import Offer, Search, admits, offers
from ..pages import day
from .trip_drawing import LISTED, NONSTOP, Draw, has_one_lowest, nonstops, sort


def cheapest_day(draw: Draw) -> SiteTask:
    """The cheapest day of next month in the calendar."""
    first = (draw.data.today.replace(day=1) + timedelta(32)).replace(day=1)
    month = [
        each for each in draw.table.days() if (each.year, each.month) == (first.year, first.month)
    ]

    def prices(search: Search) -> list:
        found = [(draw.table.cheapest(search.start, search.end, each), each) for each in month]
        return sorted(pair for pair in found if pair[0])

    search = draw.trip(lambda search, found: has_one_lowest([price for price, _ in prices(search)]))
    price, when = prices(search)[0]
    ques = (
        f"According to the calendar with prices, on which day of {first:%B %Y} is a one-way flight "
        f"from {draw.city(search.start)} to {draw.city(search.end)} cheapest, and what does it "
        "cost for one adult?"
    )
    oracle = [
        choose_option("Trip", "One way"),
        *draw.choose_destination(search.end),
        press("Departure"),
    ]
    return task(ques, f"{day(when)}, ${price}", {"parts": [day_variants(when), price]}, oracle)


def date_grid(draw: Draw) -> SiteTask:
    """The cheapest pair of days in the grid around a round trip."""

    def best(search: Search) -> list:
        outs = [search.out + timedelta(n) for n in range(-3, 4)]
        backs = [search.out + timedelta(n) for n in range(5, 12)]
        go = {each: draw.table.cheapest(search.start, search.end, each) for each in outs}
        back = {each: draw.table.cheapest(search.end, search.start, each) for each in backs}
        return sorted(
            (go[a] + back[b], a, b) for a in outs for b in backs if a <= b and go[a] and back[b]
        )

    way = draw.trip(lambda search, found: has_one_lowest([price for price, *_ in best(search)]))
    search = Search(start=way.start, end=way.end, out=way.out, back=way.out + timedelta(8))
    price, out, back = best(way)[0]
    ques = (
        f"I want a round trip from {draw.city(way.start)} to {draw.city(way.end)}, about "
        f"{day(search.out)} to {day(search.back)}, but can shift both dates by up to three days. "
        "Which pair of dates does the date grid show as the cheapest, and at what price for one "
        "adult?"
    )
    oracle = [*draw.open_results(search), link("Date grid")]
    rule = {"parts": [day_variants(out), day_variants(back), price]}
    return task(ques, f"{day(out)} to {day(back)}, ${price}", rule, oracle)


def how_many(draw: Draw) -> SiteTask:
    """A count under two filters, one of them a slider."""

    def counts(search: Search, found: list[Offer]) -> tuple[int, int]:
        with_bag = [o for o in found if admits(draw.data, replace(search, bag="cabin"), o)]
        if len(with_bag) > 5:
            limit = sorted(o.price for o in with_bag)[len(with_bag) // 2] + 5
        else:
            limit = 0
        return sum(o.price <= limit for o in with_bag), limit // 5 * 5

    def fits(search: Search, found: list[Offer]) -> bool:
        count, limit = counts(search, found)
        with_bag = [o for o in found if draw.data.airlines[o.journey.airline].cabin_bag_basic]
        exact = sum(o.price <= limit for o in with_bag)
        return (
            2 < exact == count
            and exact != sum(o.price <= limit for o in found)
            and limit < max(o.price for o in found)
        )

    search = draw.trip(fits, far=False)
    count, limit = counts(search, offers(draw.table, search))
    ques = (
        f"How many one-way flights {draw.say(search)}, for one adult, cost ${limit} or less and "
        "include a cabin bag in their lowest fare? Answer with the number."
    )
    bags = [press("Bags"), radio("Cabin bag included"), press("Apply")]
    price = [press("Price"), ["Type", "slider", "Highest price", str(limit)], press("Apply")]
    rule = {"parts": [count]}
    return task(ques, f"{count} flights", rule, [*draw.open_results(search), *bags, *price])


def no_nonstop(draw: Draw) -> SiteTask:
    """A filter that no flight passes; the page shows how many flights there are without it."""

    def fits(search: Search, found: list[Offer]) -> bool:
        minutes = [offer.journey.minutes for offer in found]
        return len(found) > 3 and not nonstops(found) and has_one_lowest(minutes)

    search = draw.trip(fits, far=True)
    found = offers(draw.table, search)
    count = len(found)
    shortest = min(found, key=lambda offer: offer.journey.minutes).journey
    name = draw.data.airlines[shortest.airline].name
    ques = (
        f"Look for one-way flights {draw.say(search)} for one adult, nonstop only. Tern has "
        "none: how many flights does it say there would be without the filter, and which airline "
        "has the shortest journey of those?"
    )
    oracle = [*draw.open_results(search), *NONSTOP, link("Clear all filters"), sort("Duration")]
    rule = {"parts": [count, name]}
    return task(ques, f"{count} flights, {name}", rule, oracle)


def which_of_two(draw: Draw) -> SiteTask:
    """Two searches on the same day, compared."""
    search = draw.trip(lambda search, found: len(found) > 2, far=False)
    low = draw.table.cheapest(search.start, search.end, search.out)
    cities = {code: airport.city for code, airport in draw.data.airports.items()}
    names = list(cities.values())
    codes = [code for code in draw.data.picks if code != search.end]
    codes = [code for code in codes if names.count(cities[code]) == 1]
    if names.count(cities[search.end]) > 1:
        codes = [code for code in codes if cities[code] != cities[search.end]]
    prices = {code: draw.table.cheapest(search.start, code, search.out) for code in codes}
    apart = [code for code in codes if prices[code] and prices[code] != low]
    other = min(apart, key=lambda code: abs(prices[code] - low))
    cheap, dear = (search.end, other) if low < prices[other] else (other, search.end)
    ques = (
        f"Where is it cheaper to fly from {draw.city(search.start)} on {day(search.out)}, one way "
        f"with one adult, by the lowest price of all flights: to {draw.city(search.end)} or to "
        f"{draw.city(other)}? Answer with the city."
    )
    again = [*draw.choose_destination(other), press("Search")]
    oracle = [*draw.open_results(search), sort("Price"), *again, sort("Price")]
    city = [draw.data.airports[code].city for code in (cheap, dear)]
    rule = {"parts": [[city[0], cheap]], "not": [[city[1], dear]]}
    return task(ques, city[0], rule, oracle)


MAKERS = {  # each maker with the site features its task exercises
    cheapest_day: "suggestions price-calendar dialog",
    date_grid: f"{LISTED} calendar-range date-grid",
    how_many: f"{LISTED} popover slider",
    no_nonstop: f"{LISTED} empty-results sorting",
    which_of_two: f"{LISTED} sorting",
}
