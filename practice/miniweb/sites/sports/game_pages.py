"""Pages about games: the scores of a day, the schedule, and single games."""

from datetime import date, timedelta
from typing import Any

from flask import Blueprint, abort, g, render_template, request

from . import season
from .records import Game
from .table_pages import LEAGUE, league

pages = Blueprint("game_pages", __name__)
MORE = 15  # plays shown at a time


@pages.get("/scores")
def all_scores() -> str:
    """The scores of all leagues on a day."""
    day = _read_day()
    found = {slug: g.sports.on(slug, day) for slug in g.sports.leagues}
    return render_template(
        "scores.html", league=None, day=day, strip=_list_days(day), found=found, address="/scores"
    )


@pages.get(f"{LEAGUE}/scores")
def scores(slug: str) -> str:
    """The scores of a league on a day; by default, the last day before today with games."""
    days = g.sports.days(slug)
    day = _read_day(max(each for each in days if each < g.sports.today))
    near = (
        max((d for d in days if d < day), default=None),
        min((d for d in days if d > day), default=None),
    )
    found = {slug: g.sports.on(slug, day)}
    return render_template(
        "scores.html",
        league=league(slug),
        day=day,
        strip=_list_days(day),
        found=found,
        near=near,
        address=f"/{slug}/scores",
    )


def _read_day(default: date | None = None) -> date:
    """Read the day from the address; by default, `default` or yesterday."""
    try:
        return date.fromisoformat(request.args.get("date", ""))
    except ValueError:
        return default or g.sports.yesterday


def _list_days(day: date) -> list[date]:
    return [day + timedelta(days=offset) for offset in range(-3, 4)]


@pages.get(f"{LEAGUE}/schedule")
def schedule(slug: str) -> str:
    """All upcoming games of the league, or of one team, in a box that scrolls on its own."""
    team = request.args.get("team", "")
    coming = [
        game
        for game in g.sports.games
        if game.league == slug and not game.played and team in ("", *game.sides)
    ]
    return render_template("schedule.html", league=league(slug), coming=coming, team=team)


@pages.get("/game")
def game() -> str:
    """A game: its summary, box score or plays; an upcoming one with the teams' earlier games."""
    found = g.sports.game.get(request.args.get("id", "")) or abort(404)
    tab = request.args.get("tab", "summary")
    page: dict[str, Any] = {"game": found, "league": league(found.league), "tab": tab}
    if not found.played:
        table = season.standings(g.sports, found.league)
        return render_template("coming.html", met=_find_meetings(found), table=table, **page)
    if tab == "box":
        return render_template("box.html", **page)
    if tab == "plays":
        period = request.args.get("period", 0, type=int)
        plays = _cut_plays(found, period, 0)
        return render_template("plays.html", plays=plays, period=period, **page)
    recaps = [story for story in g.sports.stories if story.kind == "Recap"]
    page["story"] = next((story for story in recaps if story.game == found.id), None)
    page["top"] = {team: season.best(found, team)[:3] for team in found.sides}
    totals, margin = _add_up_teams(found), _trace_lead(found)
    return render_template("game.html", totals=totals, margin=margin, **page)


@pages.get("/game/plays")
def more_plays() -> str:
    """The next plays, as rows of a table."""
    found = g.sports.game.get(request.args.get("id", "")) or abort(404)
    period, begin = request.args.get("period", 0, type=int), request.args.get("from", 0, type=int)
    return render_template("_plays.html", game=found, plays=_cut_plays(found, period, begin))


def _cut_plays(game: Game, period: int, begin: int) -> dict:
    """Some of a game's plays in order; `next` is where the rest begins (0 if there is none)."""
    found = [event for event in game.events if period in (0, event.period)]
    end = begin + MORE
    return {"shown": found[begin:end], "next": end if end < len(found) else 0, "count": len(found)}


def _find_meetings(game: Game) -> list[Game]:
    return [g_ for g_ in g.sports.schedule[game.home] if g_.played and game.away in g_.sides]


def _add_up_teams(game: Game) -> list[tuple[str, int, int]]:
    """The totals of the two teams, as (words, away, home)."""
    skip = {"min", "toi", "gs", "pts", "g", "pm", "w", "ga", "so", "cs", "pen"}
    rows = []
    for column in season.COLUMNS[game.league]:
        if column.key not in skip:
            sums = [
                sum(line.figures[column.key] for line in game.lines if line.team == side)
                for side in game.sides
            ]
            rows.append((column.words, *sums))
    return rows


def _trace_lead(game: Game) -> list[list[float]]:
    """The home team's lead over time, as [share of the game, lead]."""
    length = {"mbl": 720, "hl": 2700, "bhl": 1200}[game.league]
    whole = sum(
        300 if game.league != "hl" and i >= (4 if game.league == "mbl" else 3) else length
        for i in range(len(game.parts))
    )
    found: list[list[float]] = [[0, 0]]
    for event in game.events:
        at = (event.period - 1) * length + event.at
        found.append([round(min(1, at / whole), 4), event.score[1] - event.score[0]])
    return [*found, [1, game.score[1] - game.score[0]]]
