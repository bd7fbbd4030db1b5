"""The panel of a place: overview, reviews, questions, details, and suggesting an edit."""

from flask import Blueprint, Response, abort, g, redirect, render_template, request
from werkzeug.wrappers import Response as Redirect

from ...kit.forms import EMAIL, field_errors, read_fields
from ...kit.lists import choice
from ...kit.opening_hours import DAYS
from ...kit.reviews import star_shares
from ...kit.site_app import picture
from .map_catalogue import for_kind
from .place_charts import draw_busy, draw_prices
from .place_voices import write_questions, write_reviews
from .records import Place

pages = Blueprint("place", __name__)
WRONG = ("Phone number", "Name", "House number", "It has closed for good")


def find_place(slug: str) -> Place:
    """The place with this slug; a 404 if there is none."""
    return g.atlas.by_slug.get(slug) or abort(404)


@pages.get("/place/<slug>")
@pages.get("/place/<slug>/<any(reviews, questions, about):tab>")
def show(slug: str, tab: str = "") -> str:
    """A tab of the panel."""
    place = find_place(slug)
    others = [p for p in g.atlas.places if p.chain == place.chain and p is not place]
    names = {"place": place, "tab": tab, "questions": write_questions(g.atlas, place)}
    names["others"] = others[:4] if place.chain else []
    return render_template("place.html", **names)


@pages.get("/place/<slug>/part/<any(live, reviews):part>")
def late_part(slug: str, part: str) -> str:
    """What arrives after the panel: popular times, or the reviews in the order asked for."""
    place, reviews = find_place(slug), list(write_reviews(g.atlas, find_place(slug)))
    counts = [sum(review.stars == stars for review in reviews) for stars in (5, 4, 3, 2, 1)]
    stars, find = choice(request.args, "stars", "12345"), request.args.get("find", "").strip()
    shown = [r for r in reviews if stars in ("", str(r.stars)) and find.lower() in r.text.lower()]
    names = {"place": place, "reviews": shown, "shares": star_shares(counts), "find": find}
    return render_template(f"{part}.html", stars=stars, **names)


@pages.get("/place/<slug>/times/<any(%s):day>.svg" % ", ".join(DAYS))  # noqa: UP031
def times(slug: str, day: str) -> Response:
    """The chart of the popular times of a day."""
    busy = draw_busy(g.atlas, find_place(slug), DAYS.index(day))
    return picture(render_template("times.svg", busy=busy, day=day))


@pages.get("/place/<slug>/photo/<any(front, inside, board):scene>.svg")
def photo(slug: str, scene: str) -> Response:
    """A photograph."""
    place, prices = find_place(slug), draw_prices(g.atlas, find_place(slug))
    names = {"draw": g.atlas.world.random(f"maps/photo/{slug}"), "prices": prices}
    title = for_kind("boards.json", place.kind)["title"]
    return picture(render_template(f"{scene}.svg", place=place, title=title, **names))


@pages.route("/place/<slug>/edit", methods=["GET", "POST"])
def edit(slug: str) -> str | Redirect:
    """The form that suggests an edit; what is sent can't be taken back."""
    place, entered, errors = find_place(slug), {}, {}
    if request.method == "POST":
        entered = read_fields(request.form, ("wrong", "value", "email", "sure"))
        shape = {"Phone number": r"0\d\d 555 \d{4}", "House number": r"\d{1,4}"}
        words = "Write it like 031 555 0142." if "Phone" in entered["wrong"] else "Enter the value."
        fitting = shape.get(entered["wrong"], r".*" if "closed" in entered["wrong"] else r".{3,}")
        errors = field_errors(
            entered,
            {"value": (fitting, words), "email": EMAIL},
            {"wrong": (WRONG, "Choose what is wrong."), "sure": (["on"], "Confirm this first.")},
        )
        if not errors:
            sent = {name: entered[name] for name in ("wrong", "value", "email")}
            g.state.setdefault("edits", []).append(sent | {"place": slug})
            return redirect("/saved#edits", 303)
    names = {"place": place, "entered": entered, "errors": errors, "WRONG": WRONG}
    return render_template("edit.html", **names)
