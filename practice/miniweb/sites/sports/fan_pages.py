"""Pages where visitors search, follow teams, vote, and pick winners."""

import re
from collections.abc import Mapping

from flask import Blueprint, Response, abort, g, jsonify, redirect, render_template, request

from ...kit.formats import slug as slug_of
from ...kit.text_search import each_begins
from .news_pages import POLL, tally
from .records import Game

pages = Blueprint("fan_pages", __name__)
PICKS = 3


@pages.get("/search")
def search() -> str | Response:
    """Teams, players and stories that match the words."""
    words = " ".join(request.args.get("q", "").split())
    teams, players, stories = _find_matches(words)
    return render_template(
        "search.html",
        words=words,
        teams=teams,
        players=players[:40],
        stories=stories[:15],
        count=len(players),
    )


def _find_matches(words: str) -> tuple[list, list, list]:
    """All teams, players and stories in whose name or headline each word begins a word."""
    parts = slug_of(words).split("-")

    def fits(slug: str) -> bool:
        return bool(words) and each_begins(parts, slug.split("-"))

    sports = g.sports
    return (
        [team for team in sports.teams.values() if fits(f"{team.slug}-{team.abbr.lower()}")],
        [player for player in sports.players.values() if fits(player.slug)],
        [story for story in sports.stories if fits(slug_of(story.headline))],
    )


@pages.get("/suggest")
def suggest() -> Response:
    """Suggestions for the search box: [{text, more, href}]."""
    teams, players, _ = _find_matches(request.args.get("q", ""))
    found = [
        {"text": t.name, "more": g.sports.leagues[t.league].name, "href": f"/team/{t.slug}"}
        for t in teams[:4]
    ]
    found += [
        {"text": p.name, "more": g.sports.teams[p.team].name, "href": f"/player/{p.slug}"}
        for p in players[:6]
    ]
    return jsonify(found)


@pages.post("/follow/<slug>")
def follow(slug: str) -> Response:
    """Follow or unfollow a team; scripts get the new state, others go to the team's page."""
    team = g.sports.teams.get(slug) or abort(404)
    following = g.state.setdefault("following", [])
    following.remove(slug) if slug in following else following.append(slug)
    if request.headers.get("Accept") == "application/json":
        return jsonify(following=slug in following, name=team.name, count=len(following))
    return redirect(f"/team/{slug}", 303)


@pages.get("/my")
def mine() -> str:
    """The teams a visitor follows."""
    return render_template(
        "my.html", teams=[g.sports.teams[slug] for slug in g.state.get("following", [])]
    )


@pages.post("/poll")
def vote() -> Response:
    """Record the visitor's vote; only the first one counts."""
    choice = request.form.get("choice", -1, type=int)
    if 0 <= choice < len(POLL[1]):
        g.state.setdefault("vote", choice)
    return redirect("/poll", 303)


@pages.get("/poll")
def poll() -> str:
    """The votes so far."""
    return render_template("poll.html", poll=POLL, tally=tally())


@pages.get("/pickem")
def pickem() -> str:
    """The form for today's games, or the entry already submitted."""
    if "entry" in g.state and request.args.get("change") is None:
        return render_template("picked.html", entry=g.state["entry"], games=slate())
    return render_template("pickem.html", games=slate(), entered={}, wrong={}, PICKS=PICKS)


@pages.post("/pickem")
def hand_in() -> str | Response:
    """Store the entry, or show its errors."""
    entered, wrong = check(request.form, slate())
    if wrong:
        return render_template(
            "pickem.html", games=slate(), entered=entered, wrong=wrong, PICKS=PICKS
        ), 422
    g.state["entry"] = {key: entered[key] for key in ("name", "picks", "total")}
    return redirect("/pickem", 303)


def slate() -> list[Game]:
    """Today's games, or those of the next day with games."""
    day = min(game.day for game in g.sports.games if not game.played)
    return g.sports.by_day[day]


def check(form: Mapping[str, str], games: list[Game]) -> tuple[dict, dict[str, str]]:
    """The values entered and the errors, both by field."""
    picks = {
        game.id: form.get(game.id, "") for game in games if form.get(game.id, "") in game.sides
    }
    entered = {
        "name": " ".join(form.get("name", "").split()),
        "total": form.get("total", "").strip(),
        "picks": picks,
    }
    entered["rules"] = bool(form.get("rules"))
    wrong = {}
    if len(picks) != PICKS:
        wrong["picks"] = f"Pick the winners of exactly {PICKS} games. You have picked {len(picks)}."
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9 ]{2,19}", entered["name"]):
        wrong["name"] = (
            "A team name has 3 to 20 letters, digits or spaces and begins with a letter."
        )
    if not re.fullmatch(r"\d{1,3}", entered["total"]) or not 20 <= int(entered["total"]) <= 400:
        wrong["total"] = "Give a whole number from 20 to 400."
    if not entered["rules"]:
        wrong["rules"] = "Please accept the rules."
    return entered, wrong
