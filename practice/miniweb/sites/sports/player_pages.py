"""Pages about teams and players."""

from flask import Blueprint, abort, g, render_template, request

from . import season
from .table_pages import LEAGUE, league

pages = Blueprint("player_pages", __name__)
TABS = {
    "": "Overview",
    "roster": "Roster",
    "schedule": "Schedule",
    "stats": "Statistics",
    "injuries": "Injuries",
}


@pages.get("/team/<slug>")
def team(slug: str) -> str:
    """A team: its overview, or one of its tables."""
    found = g.sports.teams.get(slug) or abort(404)
    tab = request.args.get("tab", "")
    tab = tab if tab in TABS else ""
    row = next(row for row in season.standings(g.sports, found.league) if row.team is found)
    games = g.sports.schedule[slug]
    return render_template(
        f"team_{tab or 'overview'}.html",
        team=found,
        league=league(found.league),
        tab=tab,
        tabs=TABS,
        row=row,
        games=games,
        played=[game for game in games if game.played],
        coming=[game for game in games if not game.played],
        squad=_sort_squad(slug),
        hurt=[injury for injury in g.sports.injuries if injury.team == slug],
        stories=[story for story in g.sports.stories if story.team == slug][:4],
    )


def _sort_squad(slug: str) -> list:
    """The roster in the order given in the address."""
    keys = {
        "number": lambda p: p.number,
        "name": lambda p: p.name,
        "position": lambda p: p.position,
        "age": lambda p: -p.born.toordinal(),
        "height": lambda p: p.height,
        "weight": lambda p: p.weight,
    }
    sort = request.args.get("sort", "number")
    squad = sorted(g.sports.roster[slug], key=keys.get(sort, keys["number"]))
    return squad[::-1] if request.args.get("dir") == "desc" else squad


@pages.get("/player/<slug>")
def player(slug: str) -> str:
    """A player: facts and career, games, or shot chart."""
    found = g.sports.players.get(slug) or abort(404)
    tab = request.args.get("tab", "")
    log = g.sports.log[slug][::-1]
    if tab == "log":
        template = "player_log.html"
    elif tab == "shots" and found.league == "mbl":
        template = "player_shots.html"
    else:
        template = "player.html"
    return render_template(
        template,
        player=found,
        team=g.sports.teams[found.team],
        league=league(found.league),
        tab=tab,
        log=log,
        age=_count_years(found.born),
        columns=season.columns(found),
        game_columns=season.game_columns(season.keeper(found), found.league),
        career=g.sports.careers[slug],
        total=_add_up_seasons(slug),
    )


def _count_years(born: object) -> int:
    today = g.sports.today
    return today.year - born.year - ((today.month, today.day) < (born.month, born.day))


def _add_up_seasons(slug: str) -> dict:
    """A player's totals over all seasons."""
    total = g.sports.totals[slug].copy()
    for each in g.sports.careers[slug]:
        total.update(each.figures)
    return total


@pages.get(f"{LEAGUE}/compare")
def compare(slug: str) -> str:
    """Two teams of a league side by side, and their games against each other."""
    ours = g.sports.teams_of(slug)
    pair = [g.sports.teams.get(request.args.get(name, "")) for name in ("a", "b")]
    first, second = (team if team in ours else ours[index] for index, team in enumerate(pair))
    rows = {row.team.slug: row for row in season.standings(g.sports, slug)}
    schedule = g.sports.schedule[first.slug]
    played = [game for game in schedule if game.played and first is not second]
    met = [game for game in played if second.slug in game.sides]
    page = {"league": league(slug), "teams": ours, "met": met}
    pair = {"first": rows[first.slug], "second": rows[second.slug]}
    return render_template("compare.html", **page, **pair)
