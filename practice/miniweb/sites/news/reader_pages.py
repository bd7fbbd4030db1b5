"""What readers do: privacy choices, saved stories, newsletters, comments, the quiz."""

from flask import Blueprint, abort, g, redirect, render_template, request
from werkzeug.wrappers import Response

from ...kit.forms import EMAIL, field_errors, read_fields, toggle, way_back
from ...kit.site_app import toast
from .article_prose import article
from .news_catalogue import read
from .section_pages import show_story
from .weekly_quiz import quiz

pages = Blueprint("reader_pages", __name__)
COMMENT = {
    "name": (r".{2,40}", "Enter the name to show, with 2 to 40 letters."),
    "text": (r".{15,400}", "Write between 15 and 400 characters."),
}
ORDER = {"email": EMAIL, "terms": ("on", "Please confirm that you are 16 or over.")}


@pages.post("/consent")
def consent() -> Response:
    """Remember the choice made on the wall."""
    made, purposes = request.form.get("choice", ""), read("choices.json")["purposes"]
    ticked = [name for name in purposes if name in request.form]
    allowed = {"accept": list(purposes), "save": ticked}.get(made, [])
    g.state["consent"] = {"choice": made, "allowed": allowed}
    return redirect(way_back(request.form.get("back", ""), "/"), 303)


@pages.post("/saved")
def save() -> Response:
    """Save a story for later, or remove it."""
    story = g.newsroom.by_slug.get(request.form.get("story", "")) or abort(404)
    kept = toggle("saved", story.slug)
    toast("Saved for later." if kept else "Removed from your saved stories.")
    return redirect(way_back(request.form.get("back", ""), f"/news/{story.slug}"), 303)


@pages.get("/newsletters")
def newsletters() -> str:
    """The newsletters and the form to order them."""
    return render_template("newsletters.html", entered={}, errors={}, chosen=[])


@pages.post("/newsletters")
def subscribe() -> str:
    """Order newsletters: at least one, with an address and the terms accepted."""
    entered = read_fields(request.form, ("email", "often", "terms"))
    chosen = [slug for slug in g.newsroom.letters if slug in request.form]
    often = (read("choices.json")["often"], "Choose how often we may write.")
    errors = field_errors(entered, ORDER, {"often": often})
    if not chosen:
        errors["letters"] = "Choose at least one newsletter."
    if errors:
        return render_template("newsletters.html", entered=entered, errors=errors, chosen=chosen)
    g.state["newsletters"] = entered | {"letters": chosen}
    return render_template("subscribed.html", order=g.state["newsletters"])


@pages.post("/news/<slug>")
def comment(slug: str) -> str | Response:
    """Publish a comment, for good."""
    story = g.newsroom.by_slug.get(slug) or abort(404)
    if not article(g.newsroom, slug).comments:
        abort(404)
    entered = read_fields(request.form, ("name", "text"), 500)
    if errors := field_errors(entered, COMMENT):
        return show_story(story, errors, entered)
    g.state.setdefault("comments", {}).setdefault(slug, []).append(entered)
    toast("Your comment has been published.")
    return redirect(f"/news/{slug}", 303)


@pages.route("/quiz", methods=["GET", "POST"])
def weekly_quiz() -> str:
    """The quiz of the week; after it, the visitor's score and the stories to read again."""
    questions, given = quiz(g.newsroom), []
    if request.method == "POST" and "quiz" not in g.state:
        given = [request.form.get(f"q{n}", type=int) for n in range(len(questions))]
        right = sum(q.right == answer for q, answer in zip(questions, given, strict=True))
        if None not in given:
            g.state["quiz"] = {"answers": given, "score": right}
    done = g.state.get("quiz")
    return render_template("quiz.html", questions=questions, done=done, given=given)
