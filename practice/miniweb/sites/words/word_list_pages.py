"""Pages that change a visitor's state: word lists, quizzes, votes, the subscription offer.

The state is in `flask.g.state`:

    "lists": {slug: {"name", "words": [word]}}
    "quizzes": {slug: {"answers": [option], "score": None until all are given}}
    "votes": {slug: choice}
    "played": ["word part UK | US"]
    "plus": "later"
    "seen": [word]
    "toast": text
    "cookies": "needed" | "all"
"""

from flask import Flask, abort, g, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from ...kit.formats import slug
from ...kit.forms import way_back
from ...kit.site_app import toast
from .data import CHOICES
from .entry_pages import find_entry
from .records import Data, Newcomer, Quiz

FREE_ENTRIES = 3  # from this entry on the subscription offer covers the page, until postponed
LONGEST_NAME = 24
MOST_LISTS = 6


def add(site: Flask, data: Data) -> None:
    """Add the routes that read and change a visitor's state."""
    _add_lists(site, data)
    _add_list_words(site, data)
    _add_quizzes(site, data)
    _add_newcomers(site, data)
    _add_plus(site, data)
    _add_cookies(site, data)


def _add_lists(site: Flask, data: Data) -> None:
    @site.get("/lists")
    def lists() -> str:
        return render_template("lists.html", name="", problem="")

    @site.post("/lists")
    def make_list() -> str | Response:
        name = " ".join(request.form.get("name", "").split())
        problem = _find_problem(name)
        if problem:
            return render_template("lists.html", name=name, problem=problem)
        g.state.setdefault("lists", {})[slug(name)] = {"name": name, "words": []}
        toast(f"List “{name}” made")
        return redirect(url_for("lists"), 303)

    @site.get("/lists/<slug>")
    def word_list(slug: str) -> str:
        kept = g.state.get("lists", {}).get(slug) or abort(404)
        return render_template(
            "list.html",
            slug=slug,
            kept=kept,
            entries=[data.by_word[word] for word in kept["words"]],
        )

    @site.post("/lists/<slug>/delete")
    def delete_list(slug: str) -> Response:
        g.state.get("lists", {}).pop(slug, None)
        return redirect(url_for("lists"), 303)


def _find_problem(name: str) -> str:
    """What is wrong with the name of a new list, or ""."""
    kept = g.state.get("lists", {})
    if not slug(name):
        return "Give your list a name first."
    if len(name) > LONGEST_NAME:
        return (
            f"That name is too long: at most {LONGEST_NAME} characters, please (yours has "
            f"{len(name)})."
        )
    if slug(name) in kept:
        return "You already have a list with this name."
    return f"You can keep {MOST_LISTS} lists; delete one first." if len(kept) >= MOST_LISTS else ""


def _add_list_words(site: Flask, data: Data) -> None:
    @site.post("/dictionary/<word>/add")
    def add_word(word: str) -> Response:
        find_entry(data, word)
        kept = g.state.get("lists", {}).get(request.form.get("list", ""))
        if kept and word not in kept["words"]:
            kept["words"].append(word)
            toast(f"“{word}” added to {kept['name']}")
        elif kept:
            toast(f"“{word}” was in {kept['name']} already")
        return redirect(url_for("dictionary", word=word), 303)

    @site.post("/dictionary/<word>/played")
    def played(word: str) -> tuple[str, int]:
        find_entry(data, word)
        what = f"{word} {request.form.get('part', '')} {request.form.get('accent', '')}"
        g.state["played"] = [*g.state.get("played", []), what][-20:]
        return "", 204

    @site.post("/lists/<slug>/remove/<word>")
    def remove_word(slug: str, word: str) -> Response:
        kept = g.state.get("lists", {}).get(slug) or abort(404)
        kept["words"] = [each for each in kept["words"] if each != word]
        return redirect(url_for("word_list", slug=slug), 303)


def _add_quizzes(site: Flask, data: Data) -> None:
    by_slug = {quiz.slug: quiz for quiz in data.quizzes}

    @site.get("/quizzes")
    def quizzes() -> str:
        return render_template("quizzes.html")

    @site.get("/quizzes/<slug>")
    def quiz(slug: str) -> str:
        chosen = by_slug.get(slug) or abort(404)
        given = g.state.get("quizzes", {}).get(slug, {}).get("answers", [])
        return render_template(
            "quiz.html", quiz=chosen, given=given, problem="problem" in request.args
        )

    @site.post("/quizzes/<slug>")
    def give(slug: str) -> Response:
        chosen = by_slug.get(slug) or abort(404)
        problem = not _take_answer(chosen, request.form.get("option", ""))
        return redirect(
            url_for("quiz", slug=slug, problem=1) if problem else url_for("quiz", slug=slug), 303
        )

    @site.post("/quizzes/<slug>/again")
    def again(slug: str) -> Response:
        g.state.get("quizzes", {}).pop(slug, None)
        return redirect(url_for("quiz", slug=slug), 303)


def _take_answer(quiz: Quiz, option: str) -> bool:
    """Record an answer; False if it isn't an option of the current question."""
    kept = g.state.setdefault("quizzes", {}).setdefault(quiz.slug, {"answers": [], "score": None})
    at = len(kept["answers"])
    if at < len(quiz.questions) and option not in quiz.questions[at].options:
        return False
    kept["answers"] = [*kept["answers"], option][: len(quiz.questions)]
    if len(kept["answers"]) == len(quiz.questions):
        kept["score"] = sum(map(lambda q, given: q.right == given, quiz.questions, kept["answers"]))
    return True


def _add_newcomers(site: Flask, data: Data) -> None:
    @site.get("/new-words")
    def newcomers() -> str:
        return render_template("newcomers.html", choices=CHOICES, tally=tally)

    @site.post("/new-words/<slug>")
    def vote(slug: str) -> Response:
        newcomer = next((each for each in data.newcomers if each.slug == slug), None) or abort(404)
        if request.form.get("vote") in CHOICES:
            g.state.setdefault("votes", {})[newcomer.slug] = request.form["vote"]
        return redirect(url_for("newcomers", _anchor=slug), 303)


def tally(newcomer: Newcomer) -> dict[str, int]:
    """The votes for a new word, including this visitor's."""
    return tally_with(newcomer, g.state.get("votes", {}).get(newcomer.slug, ""))


def tally_with(newcomer: Newcomer, own: str) -> dict[str, int]:
    """The votes for a new word, with one more for the choice `own`."""
    return {choice: count + (choice == own) for choice, count in newcomer.votes.items()}


def _add_cookies(site: Flask, data: Data) -> None:
    @site.post("/cookies")
    def cookies() -> Response:
        choice, back = request.form.get("choice"), request.form.get("back", "")
        g.state["cookies"] = choice if choice in ("needed", "all") else abort(400)
        return redirect(way_back(back, url_for("home")), 303)


def _add_plus(site: Flask, data: Data) -> None:
    @site.get("/plus")
    def plus() -> str:
        return render_template("plus.html")

    @site.post("/plus/later")
    def later() -> Response:
        g.state["plus"] = "later"
        return redirect(request.referrer or url_for("home"), 303)

    @site.get("/login")
    def login() -> str:
        return render_template("login.html", email="", problem="")

    @site.post("/login")
    def try_login() -> str:
        email = request.form.get("email", "").strip()[:80]
        if "@" in email:
            problem = "Nobody is registered with this e-mail address."
        else:
            problem = "That is not an e-mail address."
        return render_template("login.html", email=email, problem=problem)
