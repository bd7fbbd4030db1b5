"""What visitors keep: lists of places, their home and work, suggested edits, shared links."""

from flask import Blueprint, abort, g, redirect, render_template, request
from werkzeug.wrappers import Response

from ...kit.forms import read_fields
from ...kit.site_app import toast
from ...kit.text_search import fold
from .place_panels import find_place

pages = Blueprint("keeping", __name__)
LISTS = ("Favourites", "Want to go", "Places to avoid")


def saved_lists() -> dict[str, list[str]]:
    """The visitor's lists of places, by their names."""
    return g.state.setdefault("lists", {name: [] for name in LISTS})


@pages.post("/place/<slug>/save")
def save(slug: str) -> Response:
    """Put a place on a list, or take it off."""
    place, name = find_place(slug), read_fields(request.form, ["list"], 40)["list"]
    kept = saved_lists().setdefault(name or LISTS[0], [])
    if slug in kept:
        kept.remove(slug)
    else:
        kept.append(slug)
    words = "added to" if slug in kept else "removed from"
    toast(f"{place.name} was {words} {name or LISTS[0]}.")
    return redirect(f"/place/{slug}", 303)


@pages.get("/at/<int:code>")
def shared(code: int) -> Response:
    """The place that a shared link leads to."""
    found = (place.slug for place in g.atlas.places if int(place.pick * 1_000_000) == code)
    return redirect(f"/place/{next(found, None) or abort(404)}", 303)


@pages.get("/saved")
def saved() -> str:
    """All lists, labels and suggested edits."""
    return render_template("saved.html", errors={}, typed={}, noindex=True)


@pages.post("/saved")
def label() -> str | Response:
    """Set home and work to places that the map knows."""
    typed = read_fields(request.form, ("home", "work"))
    errors = {key: text for key, text in typed.items() if text and fold(text) not in g.atlas.spots}
    if errors:
        return render_template("saved.html", errors=errors, typed=typed)
    g.state["labels"] = {key: g.atlas.spots[fold(text)].name for key, text in typed.items() if text}
    toast("Your labels were saved.")
    return redirect("/saved", 303)
