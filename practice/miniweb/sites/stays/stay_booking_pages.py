"""Pages that change a visitor's state: currency, wish list and bookings.

Each change is a POST, answered by a redirect.
"""

from collections.abc import Mapping

from flask import Blueprint, abort, g, jsonify, redirect, render_template, request
from werkzeug.wrappers import Response

from ...kit.forms import EMAIL, field_errors, read_fields, toggle, way_back
from .place_pages import place_page
from .records import Property
from .room_table import Line, chosen, problem
from .stay_search import Party, party

pages = Blueprint("stay_booking_pages", __name__)
ARRIVALS = ("I don't know yet", "Before 16:00", "16:00 to 18:00", "18:00 to 20:00", "After 20:00")
PATTERNS = {
    "name": (r"\S+(\s+\S+)+", "Enter your first and last name."),
    "email": EMAIL,
    "phone": (r"\+?[\d\s()-]{7,20}", "Enter a phone number of at least seven digits."),
}


@pages.route("/currency", methods=["GET", "POST"])
def currency() -> Response:
    """Switch to another currency, and go back to the page it was done on."""
    if request.form.get("currency") in g.coast.rates:
        g.state["currency"] = request.form["currency"]
    return redirect(way_back(request.form.get("back", "/"), "/"), 303)


@pages.get("/wishes")
def wishes() -> str:
    """The wish list."""
    return render_template(
        "wishes.html", places=[g.coast.by_slug[slug] for slug in g.state.get("wishes", [])]
    )


@pages.post("/wishes")
def wish() -> Response:
    """Put a place on the wish list or remove it; scripts get the new state."""
    place = _find_place()
    saved = toggle("wishes", place.slug)
    if request.headers.get("Accept") == "application/json":
        return jsonify({"saved": saved, "count": len(g.state["wishes"]), "name": place.name})
    return redirect("/wishes", 303)


@pages.route("/reserve", methods=["GET", "POST"])
def reserve() -> str | Response:
    """Start a booking with the rooms chosen in the table, or show the error on the place's page."""
    if request.method == "GET":
        return redirect("/", 303)
    place, who = _find_place(), party(request.form, g.coast)
    asked = {
        name: int(value)
        for name, value in request.form.items()
        if "/" in name and value.isdecimal()
    }
    wrong = problem(g.coast, place, who, chosen(g.coast, place, who, asked))
    if wrong:
        return place_page(place, wrong, asked)
    asked = {name: number for name, number in asked.items() if number}
    g.state["draft"] = {"place": place.slug, "chosen": asked, **who.pairs()}
    return redirect("/book", 303)


@pages.route("/book", methods=["GET", "POST"])
def book() -> str | Response:
    """The guest's details; each field shows its error and keeps the text typed."""
    draft = _read_draft()
    if not draft:
        return redirect("/", 303)
    if request.method == "GET":
        return render_template(
            "book.html", **draft, form=g.state.get("guest", {}), errors={}, arrivals=ARRIVALS
        )
    form, errors = check(request.form)
    if errors:
        return render_template("book.html", **draft, form=form, errors=errors, arrivals=ARRIVALS)
    g.state["guest"] = form
    return redirect("/book/review", 303)


def check(form: Mapping[str, str]) -> tuple[dict[str, str], dict[str, str]]:
    """The values entered and the errors, both by field."""
    entered = read_fields(form, (*PATTERNS, "arrival", "wishes"))
    entered["arrival"] = entered["arrival"] if entered["arrival"] in ARRIVALS else ARRIVALS[0]
    return entered, field_errors(entered, PATTERNS)


@pages.route("/book/review", methods=["GET", "POST"])
def review() -> str | Response:
    """The whole booking with its fees, to review; it is made only if its rules are accepted."""
    draft, guest = _read_draft(), g.state.get("guest")
    if not draft or not guest:
        return redirect("/book", 303)
    if request.method == "GET" or not request.form.get("accept"):
        return render_template(
            "review.html",
            **draft,
            fees=_find_fees(draft["place"], draft["lines"]),
            guest=guest,
            unaccepted=request.method == "POST",
        )
    bookings = g.state.setdefault("bookings", [])
    number = f"PG-{g.coast.first_booking + 13 * len(bookings)}"
    total = sum(line.total for line in draft["lines"])
    total += sum(_find_fees(draft["place"], draft["lines"]).values())
    bookings.append({"number": number, **g.state.pop("draft"), **guest, "total": total})
    return redirect(f"/bookings/{number}", 303)


@pages.get("/bookings")
def bookings() -> str:
    """The bookings made so far, latest first."""
    found = [(made, *_read_booking(made)) for made in reversed(g.state.get("bookings", []))]
    return render_template("bookings.html", bookings=found)


@pages.get("/bookings/<number>")
def booking(number: str) -> str:
    """The confirmation of one booking."""
    made = next(
        (made for made in g.state.get("bookings", []) if made["number"] == number), None
    ) or abort(404)
    place, who, lines = _read_booking(made)
    fees = _find_fees(place, lines)
    return render_template(
        "booking.html", made=made, place=place, party=who, lines=lines, fees=fees
    )


def _find_place() -> Property:
    return g.coast.by_slug.get(request.form.get("place", "")) or abort(400)


def _read_draft() -> dict | None:
    """The data that the booking's pages show; None if no rooms were chosen."""
    if "draft" not in g.state:
        return None
    place, who, lines = _read_booking(g.state["draft"])
    tax = place.town.tax * who.adults * who.nights
    return {"place": place, "party": who, "lines": lines, "tax": tax}


def _find_fees(place: Property, lines: list[Line]) -> dict[str, int]:
    return g.coast.fees(place, sum(line.total for line in lines))


def _read_booking(kept: dict) -> tuple[Property, Party, list[Line]]:
    place = g.coast.by_slug[kept["place"]]
    who = party({name: str(value) for name, value in kept.items()}, g.coast)
    return place, who, chosen(g.coast, place, who, kept["chosen"])
