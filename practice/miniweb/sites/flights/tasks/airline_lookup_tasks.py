"""Looking things up: airlines, airports, the map, charts that need vision, rules."""

from calendar import month_abbr, month_name
from datetime import timedelta

from ....kit.answer_variants import day_variants
from ....kit.steps import SCROLL_DOWN, choose_option, link, press, tab
from ....kit.tasks import SiteTask, task
from ..destination_pages import BOARD_ROWS, months
from ..flight_search import Offer, Search, offers, ranked
from ..records import Airport
from .trip_drawing import Draw, details, has_one_lowest


def bag_fee(draw: Draw) -> SiteTask:
    line = draw.airline(lambda line: line.reach > 8000)
    fee = line.bag_fee["long"]
    ques = (
        f"What does {line.name} charge for the first checked bag beyond the fare on a long-haul "
        "flight?"
    )
    oracle = [link("Airlines"), link(f"{line.name} {line.code}")]
    return task(ques, f"${fee}", {"parts": [fee]}, oracle, golden=True)


def into_town(draw: Draw) -> SiteTask:
    airport = draw.rng.choice(
        [a for a in draw.data.airports.values() if a.transit_minutes != a.fare]
    )
    ques = (
        f"How long does it take from {airport.name} airport ({airport.code}) into town by "
        f"{airport.transit}, and what does a single ticket cost?"
    )
    minutes = [f"{airport.transit_minutes} min", f"{airport.transit_minutes} minutes"]
    oracle = [link("Airports"), link(f"{airport.code} {airport.name}")]
    rule = {"parts": [minutes, airport.fare]}
    return task(ques, f"{minutes[1]}, ${airport.fare}", rule, oracle, golden=True)


def moved_page(draw: Draw) -> SiteTask:
    """The task starts at an address that no longer exists."""

    def terminals(airport: Airport) -> set[str]:
        return {service.terminal for service in draw.data.services if service.start == airport.code}

    found = [
        a
        for a in draw.data.airports.values()
        if len(terminals(a)) > 1 and all(t.isdigit() for t in a.terminals)
    ]
    airport = draw.rng.choice(found)
    lines = {s.airline: s.terminal for s in draw.data.services if s.start == airport.code}
    code = draw.rng.choice(sorted(lines))
    line = draw.data.airlines[code]
    ques = f"From which terminal of {airport.name} airport ({airport.code}) does {line.name} leave?"
    oracle = [link("Airports"), link(f"{airport.code} {airport.name}"), *[SCROLL_DOWN] * 2]
    rule = {"parts": [[f"Terminal {lines[code]}", f"T{lines[code]}", int(lines[code])]]}
    start = f"/terminals/{airport.city.lower().replace(' ', '-')}"
    return task(ques, f"Terminal {lines[code]}", rule, oracle, golden=True, start=start)


def last_on_board(draw: Draw) -> SiteTask:
    """The last flight on a board of several pages."""

    def board(airport: Airport) -> list:
        weekday = draw.data.today.weekday()
        found = [s for s in draw.data.services if s.start == airport.code and weekday in s.weekdays]
        return sorted(found, key=lambda service: (service.leaves, service.name))

    boards = {code: board(airport) for code, airport in draw.data.airports.items()}
    long = [
        code for code, b in boards.items() if len(b) > BOARD_ROWS and b[-1].leaves > b[-2].leaves
    ]
    code = draw.rng.choice(long)
    airport, last = draw.data.airports[code], boards[code][-1]
    ques = (
        f"Which flight is the last on today's departures board of {airport.name} airport ({code})? "
        "Give number and destination."
    )
    pages = -(-len(boards[code]) // BOARD_ROWS)
    oracle = [link("Airports"), link(f"{code} {airport.name}"), link(f"Page {pages}"), SCROLL_DOWN]
    rule = {
        "parts": [
            [last.name, last.name.replace(" ", "")],
            [draw.data.airports[last.end].city, last.end],
        ]
    }
    return task(ques, f"{last.name} to {draw.data.airports[last.end].city}", rule, oracle)


def on_the_map(draw: Draw) -> SiteTask:
    """The cheapest destination of a week; the list has pages and starts in another order."""
    table, today = draw.table, draw.data.today
    monday = today - timedelta(today.weekday()) + timedelta(7 * draw.rng.choice((2, 4, 5, 6)))
    europe = [a for a in draw.data.airports.values() if a.region == "Europe"]

    def lows(start: str) -> list:
        found = [(table.week_low(start, a.code, monday), a.code) for a in europe if a.code != start]
        return sorted((low[0], code) for low, code in found if low)

    starts = [a.code for a in europe if a.city != "London" and a.code != draw.data.home]
    start = next(
        code
        for code in draw.rng.sample(starts, len(starts))
        if has_one_lowest([price for price, _ in lows(code)])
    )
    price, code = lows(start)[0]
    origin, end = draw.data.airports[start], draw.data.airports[code]
    ques = (
        f"On the map of Europe under Explore, in the week of {monday.day} {monday:%B}, to which "
        f"destination is the cheapest one-way fare from {origin.city}, and how much is it?"
    )
    oracle = [
        link("Explore"),
        choose_option("From", origin.city),
        choose_option("Week of", f"{monday.day} {monday:%B}"),
        link("Price"),
    ]
    return task(ques, f"{end.city}, ${price}", {"parts": [[end.city, code], price]}, oracle)


def price_history(draw: Draw) -> SiteTask:
    """The highest column of a chart, whose values are drawn and not page text."""
    search = draw.trip(lambda search, found: len(found) > 2)
    monday, price = max(draw.table.history(search.start, search.end), key=lambda pair: pair[1])
    ques = (
        f"Search for one-way flights {draw.say(search)} and open the price history of the route. "
        "In which of the weeks shown was the lowest fare highest (name the Monday), and how much "
        "was it?"
    )
    oracle = [*draw.open_results(search), press("Price history")]
    rule = {"parts": [day_variants(monday), price]}
    ans = f"The week of {monday.day} {monday:%B}, ${price}"
    return task(ques, ans, rule, oracle, needs_vision=True)


def punctuality(draw: Draw) -> SiteTask:
    line = draw.airline(lambda line: True)
    values = dict(zip(months(draw.data.today), line.punctuality, strict=True))
    month = min(values, key=lambda name: values[name])
    name = month_name[list(month_abbr).index(month)]
    ques = (
        f"In which of the last eight months was {line.name} least on time according to its chart, "
        "and what percentage of its flights was on time then?"
    )
    oracle = [link("Airlines"), link(f"{line.name} {line.code}"), tab("Punctuality")]
    rule = {"parts": [[month, name], [values[month], f"{values[month]}%"]]}
    return task(ques, f"{name}, {values[month]}%", rule, oracle, needs_vision=True)


def with_bag(draw: Draw) -> SiteTask:
    """A fare from the list and a fee from the airline's page, added up."""

    def good(found: list[Offer]) -> list[Offer]:
        names = [(o.journey.airline, o.journey.departs) for o in found]
        top = ranked(found, "best")[:3]
        plain = [o for o in top if not draw.data.airlines[o.journey.airline].checked_basic["short"]]
        return [o for o in plain if names.count((o.journey.airline, o.journey.departs)) == 1]

    search: Search = draw.trip(lambda search, found: bool(good(found)), far=False)
    offer = good(offers(draw.table, search))[0]
    line = draw.data.airlines[offer.journey.airline]
    total = offer.price + line.bag_fee["short"]
    ques = (
        f"{line.name} has a one-way flight {draw.say(search)} that leaves at "
        f"{offer.journey.departs:%H:%M}. What do I pay altogether, as one adult with the Basic "
        "fare and one checked bag (a short-haul flight)? Do not book anything."
    )
    oracle = [*draw.open_results(search), details(offer.journey), link(f"Bag rules of {line.name}")]
    return task(ques, f"${total}", {"parts": [total]}, oracle)


def on_laps(draw: Draw) -> SiteTask:
    """The form's error for more infants than laps."""
    ques = (
        "A couple wants to fly with infants, and with as many of them on their laps as Tern "
        "allows. How many may that be at most? Try it in the search form and answer with the "
        "number."
    )
    add = press("Add infant on a lap")
    people = [press("Travellers: 1"), press("Add adult"), add, add, add]
    rule = {"parts": [2]}
    return task(ques, "2 infants", rule, people, golden=True)


MAKERS = {  # each maker with the site features its task exercises
    bag_fee: "fee-tables tabs",
    into_town: "fact-sheet",
    moved_page: "outdated-link",
    last_on_board: "pagination",
    on_the_map: "map-pins pagination sorting",
    price_history: "canvas-chart dialog suggestions",
    punctuality: "canvas-chart tabs",
    with_bag: "suggestions price-calendar expandable-details fee-tables",
    on_laps: "stepper validation-error",
}
