"""Pergola as a Flask app: its filters and blueprints."""

from flask import Flask, g

from ...kit import formats
from ...kit.formats import day_format
from ...kit.site_app import site_app
from . import place_pages, stay_booking_pages
from .records import SERVICE, Coast
from .stay_catalogue import read
from .stay_search import SORTS, Party, party

SIGNS = {"EUR": "€", "GBP": "£", "USD": "$"}


def app(coast: Coast) -> Flask:
    """The site for one coast; the server provides the visitor's state in `flask.g.state`."""
    days = {"day": day_format("%a {} %b"), "long_day": day_format("%A {} %B %Y")}
    filters = {
        **days,
        "money": money,
        "plainly": converted,
        "cents": cents,
        "distance": write_distance,
    }
    names = {"FACILITIES": read("facilities.json"), "KINDS": read("kinds.json")}
    names |= {
        "SORTS": SORTS,
        "SERVICE": SERVICE,
        "SIGNS": SIGNS,
        "NOBODY": Party(),
        "wherever": list_destinations(coast),
    }
    names |= {"current_party": lambda args: party(args, coast)}
    shared = {"coast": coast}
    site = site_app(__name__, icon="pergola.svg", filters=filters, names=names, shared=shared)
    site.register_blueprint(place_pages.pages)
    site.register_blueprint(stay_booking_pages.pages)
    return site


def list_destinations(coast: Coast) -> list[list[str]]:
    """The suggestions for the destination: [name, what it is, the address of its page or ""]."""
    towns = [[town.name, "Town", ""] for town in coast.towns]
    districts = [
        [f"{name}, {town.name}", "District", ""] for town in coast.towns for name in town.districts
    ]
    return (
        towns
        + districts
        + [[p.name, f"{p.kind} in {p.town.name}", f"/p/{p.slug}"] for p in coast.properties]
    )


def currency() -> str:
    """The visitor's currency."""
    return g.state.get("currency", "EUR")


def converted(euros: float) -> int:
    """Convert euros to the visitor's currency, as a whole number."""
    return round(euros * g.coast.rates[currency()])


def money(euros: float) -> str:
    """Write euros in the visitor's currency: 1240 is "€1,240"."""
    return f"{SIGNS[currency()]}{converted(euros):,}"


def cents(amount: int) -> str:
    """Write euro cents, for amounts paid on the spot: 250 is "€2.50"."""
    return formats.money(amount, "€")


def write_distance(metres: int) -> str:
    """Write a distance: "350 m" or "1.2 km"."""
    return f"{metres} m" if metres < 1000 else f"{metres / 1000:.1f} km"
