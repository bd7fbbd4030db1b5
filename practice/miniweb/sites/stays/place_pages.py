"""Pages for browsing: towns, searches and results, places, reviews, help, pictures."""

from calendar import FRIDAY
from collections.abc import Sequence
from datetime import timedelta

from flask import Blueprint, Response, abort, g, jsonify, redirect, render_template, request

from ...kit.lists import page_of
from ...kit.site_app import picture
from . import pictures
from .records import TRAVELLERS, Property
from .room_table import rows
from .stay_search import (
    PER_PAGE,
    PRICES,
    SCORES,
    find_places,
    from_price,
    lowest,
    party,
    read,
    search,
)

pages = Blueprint("place_pages", __name__)
HELP = ("cancellation", "paying", "city-tax")
REVIEWS = 5
PIN_WIDTH, PIN_HEIGHT = 17, 6.5  # percent of the map


@pages.get("/")
def home() -> str:
    """The home page: the search, the towns, a weekend away."""
    friday = g.coast.today + timedelta(days=(FRIDAY - g.coast.today.weekday()) % 7 + 7)
    picked = sorted(g.coast.properties, key=lambda place: place.pick)
    weekend = [(place, price) for place in picked if (price := g.coast.lowest(place, friday))][:6]
    return render_template(
        "home.html", weekend=weekend, friday=friday, counts=_count_kinds(), loved=_find_loved()
    )


def _count_kinds() -> dict[str, int]:
    return {
        kind: sum(place.kind == kind for place in g.coast.properties)
        for kind in dict.fromkeys(p.kind for p in g.coast.properties)
    }


def _find_loved() -> list[Property]:
    return sorted(g.coast.properties, key=lambda place: (-place.score, place.pick))[:4]


@pages.get("/towns")
def towns() -> str:
    """All towns, on the map and side by side."""
    return render_template("towns.html")


@pages.get("/stays")
def stays() -> str:
    """All places, by name."""
    return render_template(
        "stays.html", places=sorted(g.coast.properties, key=lambda place: place.name)
    )


@pages.get("/towns/<slug>")
def town(slug: str) -> str:
    """A town: what it is like, what it costs, and every place in it."""
    found = g.coast.town.get(slug) or abort(404)
    places = [place for place in g.coast.properties if place.town is found]
    return render_template("town.html", town=found, places=places, from_price=from_price)


@pages.get("/search")
def results() -> str | Response:
    """The page that loads the results a little later; a place's exact name opens its page."""
    query = read(request.args, g.coast)
    found_town, places = find_places(g.coast, query.q)
    if len(places) == 1 and places[0].name.casefold() == query.q.casefold():
        return redirect(query.party.address(f"/p/{places[0].slug}"))
    return render_template(
        "search.html", query=query, town=found_town, places=places, prices=PRICES, scores=SCORES
    )


@pages.get("/results")
def fragment() -> str:
    """The results of a search: the cards of one page, and the pins on the map."""
    query = read(request.args, g.coast)
    found_town, _ = find_places(g.coast, query.q)
    found = search(g.coast, query)
    page = page_of(found, PER_PAGE)
    free = [stay for stay in found if stay.room]
    advert = free[-1] if query.sort == "picks" and page.at == 1 and len(free) > 4 else None
    return render_template(
        "results.html",
        query=query,
        town=found_town,
        found=found,
        page=page,
        advert=advert,
        pins=place_pins([stay.place.spot for stay in free]),
    )


def place_pins(spots: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """Where to draw the pins of these spots, in percent of the map; none covers another.

    A pin that would is moved down.
    """
    drawn: dict[int, tuple[float, float]] = {}
    for number in sorted(range(len(spots)), key=lambda number: spots[number][1]):
        x, y = spots[number]
        for there, other in sorted(drawn.values(), key=lambda spot: spot[1]):
            if abs(x - there) < PIN_WIDTH and abs(y - other) < PIN_HEIGHT:
                y = round(other + PIN_HEIGHT, 1)
        drawn[number] = (x, y)
    return [drawn[number] for number in range(len(spots))]


@pages.get("/nights")
def nights() -> Response:
    """The lowest price of each night, in one place or in all places that `q` names.

    Prices are in the visitor's currency.
    """
    place = g.coast.by_slug.get(request.args.get("place", ""))
    places = [place] if place else find_places(g.coast, request.args.get("q", ""))[1]
    rate = g.coast.rates[g.state.get("currency", "EUR")]
    return jsonify(
        {day: price and round(price * rate) for day, price in lowest(g.coast, places).items()}
    )


@pages.get("/p/<slug>")
def place(slug: str) -> str:
    """A place to stay."""
    found = g.coast.by_slug.get(slug) or abort(404)
    return place_page(found)


def place_page(found: Property, problem: str = "", chosen: dict | None = None) -> str:
    """The page of a place for the dates in the address or the form.

    `problem` is what is wrong with the rooms chosen.
    """
    who = party(request.values, g.coast)
    near = [
        other for other in g.coast.properties if other.town is found.town and other is not found
    ]
    return render_template(
        "place.html",
        place=found,
        party=who,
        rows=rows(g.coast, found, who),
        captions=pictures.captions(found),
        near=sorted(near, key=lambda other: other.pick)[:3],
        from_price=from_price,
        problem=problem,
        chosen=chosen or {},
    )


@pages.get("/p/<slug>/months")
def months(slug: str) -> Response:
    """The average weekday price of the smallest room, month by month; the page draws it."""
    found = g.coast.by_slug.get(slug) or abort(404)
    return jsonify([g.coast.month(found, month) for month in range(1, 13)])


@pages.get("/p/<slug>/reviews")
def reviews(slug: str) -> str:
    """The reviews of a place, by one type of traveller or all."""
    found = g.coast.by_slug.get(slug) or abort(404)
    only, sort = request.args.get("who", ""), request.args.get("sort", "newest")
    shown = [review for review in found.reviews if only in ("", review.traveller)]
    if sort in ("best", "worst"):
        shown.sort(key=lambda review: -review.score if sort == "best" else review.score)
    page = page_of(shown, REVIEWS)
    return render_template(
        "reviews.html", place=found, page=page, only=only, sort=sort, travellers=TRAVELLERS
    )


@pages.get("/help", defaults={"topic": "index"})
@pages.get("/help/<topic>")
def help_page(topic: str) -> str:
    """The help pages."""
    return render_template(f"help_{topic}.html") if topic in ("index", *HELP) else abort(404)


@pages.get("/photo/<slug>/<int:number>.svg")
def photo(slug: str, number: int) -> Response:
    """A photograph of a place."""
    found = g.coast.by_slug.get(slug) or abort(404)
    if number < len(pictures.captions(found)):
        return picture(pictures.photo(found, number))
    return abort(404)


@pages.get("/view/<slug>.svg")
def view(slug: str) -> Response:
    """A view of a town, or of the whole bay."""
    found = g.coast.town.get(slug)
    if not found and slug != "bay":
        abort(404)
    return picture(pictures.town_photo(found) if found else pictures.hero())


@pages.get("/map/<slug>.svg")
def chart(slug: str) -> Response:
    """The map of a town, or of the whole coast."""
    found = g.coast.town.get(slug)
    if not found and slug != "coast":
        abort(404)
    return picture(pictures.town_map(found) if found else pictures.coast_map(g.coast.towns))
