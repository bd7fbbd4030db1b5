"""Pages to buy from: the configurator, pickup near a ZIP code, accessories."""

import re

from flask import Blueprint, abort, g, redirect, render_template, request
from werkzeug.wrappers import Response

from ...kit.catalogue import find
from ...kit.lists import address, choice, page_of
from ...kit.site_app import toast
from .configurations import Configuration, configure
from .device_pages import find_model
from .pickup_stores import ZIP, offers_near

pages = Blueprint("buy_pages", __name__)
STORES_SHOWN = 5
SORTS = {
    "name": ("Name", lambda item: item.name),
    "low": ("Price, low to high", lambda item: (item.price, item.name)),
    "high": ("Price, high to low", lambda item: (-item.price, item.name)),
}


@pages.get("/buy/<slug>")
def buy(slug: str) -> str:
    """The configurator; its script asks for the part that changes only, with the same address."""
    part = request.headers.get("X-Part") == "configurator"
    wanted = read_configuration(slug)
    return render_template("_configurator.html" if part else "buy.html", wanted=wanted, here="buy")


def read_configuration(slug: str) -> Configuration:
    """The configuration that the request asks for; a model that isn't sold has none."""
    model = find_model(slug)
    if not model.sold:
        abort(404)
    return configure(g.halden, model, request.values, g.state.get("education", ""))


@pages.get("/pickup/<slug>")
def pickup(slug: str) -> str:
    """The stores near a ZIP code and what they have of a configuration; each look is counted."""
    wanted, near = read_configuration(slug), request.args.get("zip", "").strip()
    asked = {name: choice(request.args, name, ("1",)) for name in ("today", "sunday")}

    def again(**changes: object) -> str:
        """This page with other filters."""
        return address(f"/pickup/{slug}", wanted.pairs(zip=near, **asked | changes).items())

    offers, valid = [], re.fullmatch(ZIP, near)
    if valid:
        looks = g.state.setdefault("looks", {})
        looks[wanted.key] = looks.get(wanted.key, 0) + 1
        offers = offers_near(g.halden, wanted.key, near, looks[wanted.key])
    offers = [offer for offer in offers if offer.left or not asked["today"]]
    offers = [offer for offer in offers if offer.sunday or not asked["sunday"]]
    most = request.args.get("show", STORES_SHOWN, type=int)
    names = {"near": near, "valid": valid, "asked": asked, "again": again}
    names |= {"wanted": wanted, "offers": offers, "most": most, "more": most + STORES_SHOWN}
    return render_template("pickup.html", **names)


@pages.post("/pickup/<slug>")
def reserve(slug: str) -> Response:
    """Reserve a piece in a store that has one; the shop notes how many nearer stores had one."""
    wanted, near = read_configuration(slug), request.form.get("zip", "")
    if not re.fullmatch(ZIP, near):
        abort(400)
    looks = g.state.get("looks", {}).get(wanted.key, 0)
    offers = [offer for offer in offers_near(g.halden, wanted.key, near, looks) if offer.left]
    here = next((o for o in offers if o.store.slug == request.form.get("store")), None)
    if not here:
        toast("That store has just sold its last piece.")
        return redirect(address(f"/pickup/{slug}", wanted.pairs(zip=near).items()), 303)
    nearer = sum(offer.sunday for offer in offers if offer.miles < here.miles)
    where = {"store": here.store.slug, "zip": near, "sunday": here.sunday, "nearer": nearer}
    g.state.setdefault("reservations", []).append(wanted.line() | where)
    toast(f"Reserved at {here.store.name} until tomorrow evening.")
    return redirect("/reservations", 303)


@pages.get("/accessories")
def accessories() -> str:
    """Accessories, for any device or for one model."""
    items = g.halden.accessories
    fits = choice(request.args, "fits", {item.fits for item in items})
    kind = choice(request.args, "kind", {item.kind for item in items})
    sort = choice(request.args, "sort", SORTS, "name")
    found = [a for a in items if fits in ("", a.fits) and kind in ("", a.kind)]
    page = page_of(sorted(found, key=SORTS[sort][1]), 12)
    asked = {"fits": fits, "kind": kind, "sort": sort}
    return render_template("accessories.html", page=page, asked=asked, sorts=SORTS)


@pages.get("/<any(accessories, stores):kind>/<slug>")
def other_page(kind: str, slug: str) -> str:
    """An accessory, or a store: hours, services, the way, and a plan of its level."""
    item = find(getattr(g.halden, kind), slug) or abort(404)
    return render_template("store.html" if kind == "stores" else "accessory.html", item=item)
