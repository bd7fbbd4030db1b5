"""Directions, and the lines of the metro and the buses."""

import re

from flask import Blueprint, abort, g, render_template, request

from ...kit.lists import address, choice
from ...kit.opening_hours import DAYS
from ...kit.text_search import fold
from .records import Spot
from .route_finder import RUSH, find_routes

pages = Blueprint("routes", __name__)
MODES = {"car": "Car", "transit": "Public transport", "bicycle": "Bicycle", "foot": "On foot"}


def find_spot(text: str) -> Spot | None:
    """What a visitor means: a place, a station, a district, or their own home or work."""
    text = g.state.get("labels", {}).get(fold(text), text)
    return g.atlas.spots.get(fold(text).removesuffix(" station"))


@pages.get("/directions")
def directions() -> str:
    """The form, up to three routes, and the steps of the one chosen."""
    args, names = request.args, ("from", "to", "at", "day", "when", "tolls", "fewer")
    asked = {name: " ".join(args.get(name, "").split())[:90] for name in names}
    asked["by"] = choice(args, "by", MODES, "car")
    asked["day"] = choice(args, "day", DAYS, DAYS[g.atlas.weekday])
    clock = re.fullmatch(r"([01]?\d|2[0-3]):([0-5]\d)", asked["at"])
    minute = int(clock[1]) * 60 + int(clock[2]) if clock else g.atlas.now
    ends = [find_spot(asked[name]) for name in ("from", "to")]
    known = [spot for spot in ends if spot]
    routes = []
    if len(known) == 2:
        rush = asked["by"] == "car" and DAYS.index(asked["day"]) < 5
        traffic = RUSH.get(minute // 60, 1.0) if rush else 1.0
        choices = (asked["tolls"] != "avoid", asked["fewer"] == "1", traffic)
        routes = find_routes(g.atlas, *known, asked["by"], *choices)
    at = min(max(0, args.get("route", 0, type=int)), max(0, len(routes) - 1))
    return render_template(
        "directions.html", asked=asked, ends=ends, routes=routes, at=at, minute=minute,
        MODES=MODES, address=address,
    )  # fmt: skip


@pages.get("/lines/<slug>")
def line(slug: str) -> str:
    """The stops of a line with the first and last departures both ways."""
    found = next((line for line in g.atlas.lines if line.slug == slug), None) or abort(404)
    return render_template("line.html", line=found)
