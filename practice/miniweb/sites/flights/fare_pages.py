"""Comparing and choosing fares, continuing to the airline, and tracking prices."""

from dataclasses import dataclass, replace
from zlib import crc32

from flask import Flask, abort, g, redirect, render_template, request
from werkzeug.wrappers import Response

from ...kit.forms import toggle
from ...kit.site_app import toast
from .flight_search import Search, chosen, haul, read
from .flight_search_pages import read_again
from .records import BRANDS, Data, Journey
from .timetable import Timetable

LETTERS = "BCDFGHJKLMNPQRSTVWXZ"


@dataclass(frozen=True)
class Fare:
    """A brand as offered for a trip; `price` is in dollars for all travellers."""

    brand: str
    price: int
    cabin_bag: bool
    bags: int
    changes: str
    refund: bool
    seat: str


def add(site: Flask, table: Timetable) -> None:
    """Add these pages to the site."""
    for part in (_add_fares, _add_trips, _add_tracking):
        part(site, table)


def _add_fares(site: Flask, table: Timetable) -> None:
    data = table.data

    @site.get("/book")
    def book() -> str:
        search, ways = _read_trip(table)
        lines = [data.airlines[code] for code in dict.fromkeys(way.airline for way in ways)]
        return render_template(
            "book.html", search=search, ways=ways, lines=lines, fares=fares(table, search, ways)
        )

    @site.post("/select")
    def select() -> Response:
        search, ways = _read_trip(table)
        fare = next(
            (f for f in fares(table, search, ways) if f.brand == request.args.get("brand")), None
        ) or abort(404)
        g.state["selected"] = {
            "flights": [way.numbers for way in ways],
            "fare": fare.brand,
            "price": price_chosen(data, fare, ways),
            "was": fare.price,
            "search": dict(search.tracked) | {"cabin": search.cabin, "people": search.people},
            "address": request.full_path.replace("/select", "/book"),
            "handed": "",
        }
        toast(f"{fare.brand} fare selected.")
        return redirect("/trip")


def _add_trips(site: Flask, table: Timetable) -> None:
    @site.get("/trip")
    def trip() -> str:
        selected = g.state.get("selected")
        if not selected:
            return render_template("trip.html", selected=None)
        return render_template("trip.html", selected=selected, **_describe_trip(table, selected))

    @site.post("/trip")
    def hand_on() -> Response:
        selected = g.state.get("selected") or abort(404)
        if request.form.get("remove"):
            del g.state["selected"]
            toast("Selection removed.")
        else:
            g.state["selected"] = selected | {"handed": reference(table.data, selected)}
        return redirect("/trip")


def _add_tracking(site: Flask, table: Timetable) -> None:
    data = table.data

    @site.get("/tracked")
    def tracked_prices() -> str:
        rows = [(entry, read_again(_list_fields(entry))) for entry in g.state.get("tracked", [])]
        return render_template("tracked.html", rows=[(e, s, _price_now(table, s)) for e, s in rows])

    @site.post("/track")
    def track() -> Response:
        search = read(request.args)
        if search.problem(table):
            abort(404)
        on = toggle("tracked", search.tracked)
        route = f"{data.airports[search.start].city} to {data.airports[search.end].city}"
        toast(f"Now tracking {route}." if on else f"No longer tracking {route}.")
        return redirect("/tracked" if request.form.get("stay") else search.address())


def fares(table: Timetable, search: Search, ways: list[Journey]) -> list[Fare]:
    """A trip's fares in the three brands."""
    kind = haul(table.data, search)
    base = sum(table.price(way, search.cabin) for way in ways)
    lines = [table.data.airlines[way.airline] for way in ways]
    offered = []
    for n, brand in enumerate(BRANDS):
        extra = sum(((0, *line.steps[kind])[n]) for line in lines)
        fee = max(line.change_fee for line in lines)
        offered.append(
            Fare(
                brand=brand,
                price=(base + extra) * search.seats,
                cabin_bag=n > 0 or all(line.cabin_bag_basic for line in lines),
                bags=min(line.bags(brand, kind) for line in lines),
                changes=("Not allowed", f"${fee} fee", "Free")[n],
                refund=n == 2,
                seat=("Seat choice for a fee", "Standard seats free", "Any seat free")[n],
            )
        )
    return offered


def price_chosen(data: Data, fare: Fare, ways: list[Journey]) -> int:
    """The price of a fare once it is chosen: by then the airline has raised it by some dollars."""
    trip = "/".join(way.id for way in ways)
    rise = 4 + crc32(f"{data.salt}/{trip}/{fare.brand}".encode()) % 23
    return fare.price + rise * data.rises


def reference(data: Data, selected: dict) -> str:
    """The six-letter reference under which the airline finds the selected fare."""
    number = crc32(
        f"{data.salt}/{selected['flights']}/{selected['fare']}/{selected['search']}".encode()
    )
    return "".join(LETTERS[number // len(LETTERS) ** n % len(LETTERS)] for n in range(6))


def _read_trip(table: Timetable) -> tuple[Search, list[Journey]]:
    """Read the search and its journeys from the address; 404 if they aren't on sale."""
    search = read(request.args)
    if search.problem(table):
        abort(404)
    out = chosen(table, search, search.go) or abort(404)
    if search.round:
        back = chosen(table, search, request.args.get("return", ""), back=True)
    else:
        back = None
    if search.round and back is None:
        abort(404)
    ways = [way for way in (out, back) if way]
    if any(table.price(way, search.cabin) is None for way in ways):
        abort(404)
    return search, ways


def _list_fields(entry: dict) -> list[list[str]]:
    pairs = [["from", entry["from"]], ["to", entry["to"]], ["out", entry["out"]]]
    if entry["back"]:
        return [*pairs, ["trip", "round"], ["back", entry["back"]]]
    return [*pairs, ["trip", "one"]]


def _price_now(table: Timetable, search: Search) -> int | None:
    """The lowest price of a tracked trip for one traveller, or None if there is no such trip."""
    out = table.cheapest(search.start, search.end, search.out)
    back = table.cheapest(search.end, search.start, search.back) if search.round else 0
    return None if out is None or back is None else out + back


def _describe_trip(table: Timetable, selected: dict) -> dict:
    """The search and the journeys of the selected trip, for its page."""
    search = read_again(_list_fields(selected["search"]))
    search = replace(search, cabin=selected["search"]["cabin"])
    named = [table.journeys(search.start, search.end, search.out)]
    named += [table.journeys(search.end, search.start, search.back)] if search.round else []
    pairs = zip(selected["flights"], named, strict=True)
    return {
        "search": search,
        "ways": [next(w for w in found if w.numbers == name) for name, found in pairs],
    }
