"""Finding flights: the first page, suggestions, prices by day, results and the grid of dates."""

from calendar import FRIDAY
from datetime import date, timedelta

from flask import Flask, Response, g, jsonify, redirect, render_template, request
from werkzeug.datastructures import MultiDict

from ...kit.text_search import each_begins
from .flight_search import (
    BAGS,
    HOURS,
    MOST,
    SORTS,
    STOPS,
    Search,
    admits,
    chosen,
    offers,
    ranked,
    read,
)
from .records import Airport, Data
from .timetable import Timetable, quartile

BEST = 3  # offers in the section "Best flights"
SHOWN = 8  # offers shown before the visitor asks for more


def add(site: Flask, table: Timetable) -> None:
    """Add these pages to the site."""
    for part in (_add_front, _add_hints, _add_flights, _add_grid):
        part(site, table)


def _add_front(site: Flask, table: Timetable) -> None:
    data = table.data

    @site.get("/")
    def home() -> str:
        weekend = _find_friday(data.today)
        ideas = [_price_weekend(table, code, weekend) for code in data.picks]
        best = sorted((idea for idea in ideas if idea), key=lambda idea: idea["price"])[:6]
        recent = [read_again(fields) for fields in g.state.get("recent", [])]
        note = not g.state.get("note_read")
        trips = {"ideas": best, "recent": recent, "weekend": weekend}
        return render_template(
            "home.html", search=Search(start=data.home), note=note, most=MOST, **trips
        )

    @site.post("/note")
    def note() -> Response:
        g.state["note_read"] = True
        return redirect("/")


def _add_hints(site: Flask, table: Timetable) -> None:
    """Add the addresses that the search form calls while it is filled in."""
    data = table.data

    @site.get("/suggest")
    def suggest() -> Response:
        found = suggestions(data, request.args.get("q", ""))
        return jsonify(
            [{"code": a.code, "city": a.city, "name": a.name, "country": a.country} for a in found]
        )

    @site.get("/prices")
    def prices() -> Response:
        """Dollars per traveller by day out or, once that is chosen, for the trip by day back."""
        search = read(request.args)
        if not {search.start, search.end} <= data.airports.keys() or search.start == search.end:
            return jsonify({})
        ways = (search.end, search.start) if search.out else (search.start, search.end)
        if search.out:
            first = table.cheapest(search.start, search.end, search.out, search.cabin)
        else:
            first = 0
        found = {day: table.cheapest(*ways, day, search.cabin) for day in table.days()}
        known = {
            str(day): first + price for day, price in found.items() if price and first is not None
        }
        return jsonify(known)


def _add_flights(site: Flask, table: Timetable) -> None:
    data = table.data

    @site.get("/flights")
    def flights() -> str:
        search = read(request.args)
        problem = search.problem(table)
        if problem:
            return _show_problem(search, problem)
        _remember_search(search)
        everything = offers(table, search)
        out = chosen(table, search, search.go) if search.go else None
        lists = {"sorts": SORTS, "stops": STOPS, "hours": HOURS, "bags": BAGS, "most": MOST}
        asked = set(search.airlines) & data.airlines.keys()
        found = sorted({offer.journey.airline for offer in everything} | asked)
        prices = [offer.price for offer in everything]
        history = table.history(search.start, search.end)
        return render_template(
            "flights.html",
            search=search,
            out=out,
            found=found,
            prices=prices,
            history=history,
            **lists,
        )

    @site.get("/flights/list")
    def results() -> str:
        search = read(request.args)
        problem = search.problem(table)
        if problem:
            return render_template("_nothing.html", search=search, all=0), 400
        everything = offers(table, search)
        shown = ranked([offer for offer in everything if admits(data, search, offer)], search.sort)
        if not shown:
            return render_template("_nothing.html", search=search, all=len(everything))
        parts = _split_sections(shown, search.sort)
        low = min(offer.price for offer in everything) // search.seats
        return render_template(
            "_list.html",
            search=search,
            parts=parts,
            level=_rate_price(table, search, low),
            shown=SHOWN,
        )


def _add_grid(site: Flask, table: Timetable) -> None:
    @site.get("/grid")
    def grid() -> str:
        search = read(request.args)
        problem = search.problem(table)
        if problem:
            return _show_problem(search, problem)
        outs = _list_week(table, search.out)
        backs = _list_week(table, search.back) if search.round else [None]
        cells = {
            (out, back): _price_trip(table, search, out, back) for out in outs for back in backs
        }
        low = min((price for price in cells.values() if price), default=0)
        return render_template(
            "grid.html", search=search, outs=outs, backs=backs, cells=cells, low=low
        )


def _show_problem(search: Search, problem: str) -> str:
    """Show the form again, with the error of the search."""
    return render_template(
        "home.html", search=search, problem=problem, ideas=[], recent=[], most=MOST
    )


def suggestions(data: Data, words: str) -> list[Airport]:
    """At most six airports that match the typed words.

    Each typed word begins the code or a word of the name or place.
    """
    asked = words.lower().replace(",", " ").split()

    def fits(airport: Airport) -> bool:
        known = f"{airport.code} {airport.name} {airport.place}".lower().replace("-", " ").split()
        return each_begins(asked, known)

    found = [airport for airport in data.airports.values() if asked and fits(airport)]
    return sorted(
        found, key=lambda a: (a.code.lower() != asked[0], not a.city.lower().startswith(asked[0]))
    )[:6]


def read_again(fields: list[list[str]]) -> Search:
    """Rebuild a search from its stored pairs."""
    return read(MultiDict([tuple(pair) for pair in fields]))


def _find_friday(today: date) -> date:
    """The first Friday that is at least three weeks away."""
    day = today + timedelta(21)
    return day + timedelta((FRIDAY - day.weekday()) % 7)


def _price_weekend(table: Timetable, code: str, friday: date) -> dict | None:
    """Price a long weekend, out on Friday and back on Monday; None if there is none on sale."""
    search = Search(start=table.data.home, end=code, out=friday, back=friday + timedelta(3))
    price = _price_trip(table, search, search.out, search.back)
    if price:
        return {"search": search, "airport": table.data.airports[code], "price": price}
    return None


def _remember_search(search: Search) -> None:
    """Keep the last four searches, without filters."""
    plain = search.without("stops", "airlines", "leave", "arrive", "bag", "most", "sort", "go")
    fields = [list(pair) for pair in plain.fields()]
    g.state["recent"] = [fields, *(old for old in g.state.get("recent", []) if old != fields)][:4]


def _split_sections(shown: list, sort: str) -> list[tuple[str, list]]:
    """Split the list into titled sections."""
    if sort != "best" or len(shown) <= BEST:
        return [("All flights" if sort != "best" else "Best flights", shown)]
    rest = sorted(shown[BEST:], key=lambda offer: offer.journey.departs)
    return [("Best flights", shown[:BEST]), ("Other flights", rest)]


def _rate_price(table: Timetable, search: Search, low: int) -> str:
    """Whether the day's lowest price is low, typical or high among the days on sale."""
    if search.round or search.cabin != "economy":
        return ""
    prices = [table.cheapest(search.start, search.end, day) for day in table.days()]
    return quartile([price for price in prices if price], low)


def _list_week(table: Timetable, middle: date) -> list[date]:
    """Seven days around a day, all on sale."""
    first = max(table.data.today, min(middle - timedelta(3), table.last - timedelta(6)))
    return [first + timedelta(n) for n in range(7)]


def _price_trip(table: Timetable, search: Search, out: date, back: date | None) -> int | None:
    """The lowest price for all travellers if the trip is on these days; None if there is none."""
    if back is None:
        way = table.cheapest(search.start, search.end, out, search.cabin)
        return way * search.seats if way else None
    if back < out:
        return None
    ways = [
        table.cheapest(search.start, search.end, out, search.cabin),
        table.cheapest(search.end, search.start, back, search.cabin),
    ]
    return sum(ways) * search.seats if all(ways) else None
