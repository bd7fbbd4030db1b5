"""The map of fares, and the pages of airports, airlines and help."""

from calendar import month_abbr
from datetime import date, timedelta
from urllib.parse import urlencode

from flask import Flask, abort, render_template, request

from ...kit.lists import choice, page_of
from .data import distance
from .flight_search import Search
from .local_time import offset
from .map_pins import place_pins
from .records import LONG, Airline, Airport, Data
from .timetable import Timetable
from .world_map import FRAMES, place

PER_PAGE = 9
BOARD_ROWS = 12
ORDERS = {"picked": "Our picks", "price": "Price", "name": "Name"}


def add(site: Flask, table: Timetable) -> None:
    """Add these pages to the site."""
    _add_map(site, table)
    _add_airports(site, table.data)
    _add_airlines(site, table.data)


def _add_map(site: Flask, table: Timetable) -> None:
    data = table.data

    @site.get("/explore")
    def explore() -> str:
        view = _read_view(table)
        fares = _find_fares(table, view)
        pins = place_pins(fares, view["frame"])
        if view["order"] != "picked":
            fares.sort(key=lambda f: f["price"] if view["order"] == "price" else f["airport"].city)

        def link(**changes: object) -> str:
            return f"/explore?{urlencode(view | {'page': 1} | changes)}"

        a = data.airports[view["from"]]
        origin = [round(100 * part, 2) for part in place(a.lon, a.lat, view["frame"])]
        inside = all(0 <= part <= 100 for part in origin)
        mondays = [_find_monday(data.today) + timedelta(7 * n) for n in range(8)]
        return render_template(
            "explore.html", view=view, pins=pins, page=page_of(fares, PER_PAGE), link=link,
            mondays=mondays, origin=origin if inside else None, frames=FRAMES, orders=ORDERS,
            size=FRAMES[view["frame"]].size,
        )  # fmt: skip


def _add_airports(site: Flask, data: Data) -> None:
    @site.get("/airports")
    def all_airports() -> str:
        regions = dict.fromkeys(airport.region for airport in data.airports.values())
        return render_template("airports.html", regions=list(regions))

    @site.get("/airports/<code>")
    def airport(code: str) -> str:
        found = data.airports.get(code) or abort(404)
        board = [s for s in data.services if s.start == code and data.today.weekday() in s.weekdays]
        board.sort(key=lambda service: (service.leaves, service.name))
        return render_template(
            "airport.html",
            airport=found,
            page=page_of(board, BOARD_ROWS),
            zone=_describe_zone(found, data.today),
            lines=_find_airlines(data, found),
            direct=_find_direct(data, found),
        )


def _add_airlines(site: Flask, data: Data) -> None:
    @site.get("/airlines")
    def all_airlines() -> str:
        return render_template("airlines.html")

    @site.get("/airlines/<slug>")
    def airline(slug: str) -> str:
        found = next((line for line in data.airlines.values() if line.slug == slug), None) or abort(
            404
        )
        chart = list(zip(months(data.today), found.punctuality, strict=True))
        return render_template("airline.html", airline=found, long=LONG, chart=chart)

    @site.get("/help")
    def help_index() -> str:
        return render_template("help.html")


def _read_view(table: Timetable) -> dict:
    """Read from the address what the map shows: origin, frame, week and order."""
    data, asked = table.data, request.args
    monday = asked.get("week", type=date.fromisoformat) or _find_monday(data.today) + timedelta(21)
    return {
        "from": choice(asked, "from", data.airports, data.home),
        "frame": choice(asked, "frame", FRAMES, "europe"),
        "week": monday - timedelta(monday.weekday()),
        "order": choice(asked, "order", ORDERS, "picked"),
    }


def _find_fares(table: Timetable, view: dict) -> list[dict]:
    """The cheapest one-way fare of the week to each destination in the frame."""
    fares = []
    for code in (table.data.home, *table.data.picks):
        airport = table.data.airports[code]
        inside = view["frame"] == "world" or airport.region == "Europe"
        if not inside or code == view["from"]:
            continue
        if low := table.week_low(view["from"], code, view["week"]):
            price, day = low
            search = Search(start=view["from"], end=code, trip="one", out=day)
            journeys = table.journeys(search.start, code, day)
            journey = next(journey for journey in journeys if journey.fare == price)
            fare = {"airport": airport, "price": price, "day": day}
            fares.append(fare | {"search": search, "journey": journey})
    return fares


def _find_airlines(data: Data, airport: Airport) -> list[tuple[Airline, list[str]]]:
    """The airlines that fly from here, with their terminals."""
    found = []
    for line in data.airlines.values():
        terminals = {
            s.terminal for s in data.services if s.airline == line.code and s.start == airport.code
        }
        if terminals:
            found.append((line, sorted(terminals)))
    return found


def _find_direct(data: Data, airport: Airport) -> list[dict]:
    """The direct destinations of an airport: distance, shortest flight, flights per week."""
    found = []
    for end in data.airports.values():
        services = [s for s in data.services if (s.start, s.end) == (airport.code, end.code)]
        if services:
            weekly = sum(len(service.weekdays) for service in services)
            minutes = min(service.minutes for service in services)
            found.append(
                {"end": end, "km": distance(airport, end), "minutes": minutes, "weekly": weekly}
            )
    return sorted(found, key=lambda row: row["end"].city)


def _describe_zone(airport: Airport, today: date) -> str:
    """The time zone in words, such as `UTC+1, from 29 March 2026 UTC+2`."""
    now = _write_utc(offset(airport, today))
    for n in range(1, 200):
        day = today + timedelta(n)
        if offset(airport, day) != offset(airport, today):
            return f"{now}, from {day.day} {day:%B %Y} {_write_utc(offset(airport, day))}"
    return f"{now} all year"


def _write_utc(minutes: int) -> str:
    return f"UTC{minutes // 60:+d}" if minutes else "UTC"


def _find_monday(day: date) -> date:
    return day - timedelta(day.weekday())


def months(today: date) -> list[str]:
    """The abbreviated names of the last eight full months, oldest first."""
    return [month_abbr[(today.month - back - 1) % 12 + 1] for back in range(8, 0, -1)]
