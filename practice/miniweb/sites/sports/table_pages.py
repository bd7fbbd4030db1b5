"""The tables of a league: standings, statistics, leaders, results grid, injuries."""

from flask import Blueprint, abort, g, render_template, request

from ...kit.lists import page_of
from . import season
from .records import League, Player

pages = Blueprint("table_pages", __name__)
PER_PAGE = 25
LEAGUE = "/<any(mbl, hl, bhl):slug>"


def league(slug: str) -> League:
    """A league by its slug."""
    return g.sports.leagues.get(slug) or abort(404)


@pages.get(LEAGUE)
def front(slug: str) -> str:
    """A league's front page."""
    stories = [story for story in g.sports.stories if story.league == slug]
    days = g.sports.days(slug)
    latest = max(day for day in days if day < g.sports.today)
    return render_template(
        "league.html",
        league=league(slug),
        stories=stories[:7],
        table=season.standings(g.sports, slug),
        latest=latest,
        results=g.sports.on(slug, latest),
        coming=[game for game in g.sports.games if game.league == slug and not game.played][:40],
        leaders=_find_leaders(slug, 3)[:3],
    )


@pages.get(f"{LEAGUE}/standings")
def standings(slug: str) -> str:
    """The standings of a league or one of its groups, sorted by any column."""
    rows = season.standings(g.sports, slug)
    group = request.args.get("group", "")
    rows = [row for row in rows if group in ("", row.team.group)]
    sort, down = request.args.get("sort", ""), request.args.get("dir", "desc") == "desc"
    if sort in {key for key, _, _ in season.STANDING[slug]}:
        rows.sort(key=lambda row: _sort_key(row.figures[sort]), reverse=down)
    elif sort == "team":
        rows.sort(key=lambda row: row.team.name, reverse=down)
    return render_template(
        "standings.html", league=league(slug), rows=rows, group=group, sort=sort, down=down
    )


def _sort_key(figure: float | int | str) -> tuple:
    """A sort key: records by wins, streaks from the longest winning to the longest losing one."""
    if not isinstance(figure, str):
        return (figure,)
    if figure[:1] in "WLD":
        return ({"W": 1, "D": 0, "L": -1}[figure[0]] * int(figure[1:]),)
    won, *others = [int(part) for part in figure.split("-")]
    return (won, *[-other for other in others])


@pages.get(f"{LEAGUE}/stats")
def stats(slug: str) -> str:
    """Players' statistics, sorted by any column; of one team, one position or goalkeepers."""
    keepers = request.args.get("view") == "keepers" and slug in season.KEEPING
    columns = season.KEEPING[slug] if keepers else season.STATS[slug]
    everybody = [player for player in g.sports.players.values() if player.league == slug]
    skaters = [player for player in everybody if not season.keeper(player)]
    team, position = request.args.get("team", ""), request.args.get("pos", "")
    people = [p for p in everybody if season.keeper(p) == keepers and team in ("", p.team)]
    people = [p for p in people if position in ("", p.position) and g.sports.totals[p.slug]["gp"]]
    keys = [column[0] for column in columns]
    sort = request.args.get("sort", "")
    sort = sort if sort in keys or sort == "name" else "sv" if keepers else season.LEADERS[slug][0]
    people = _sort_players(people, sort, request.args.get("dir", "desc") == "desc")
    return render_template(
        "stats.html",
        league=league(slug),
        columns=columns,
        page=page_of(people, PER_PAGE),
        sort=sort,
        down=request.args.get("dir", "desc") == "desc",
        team=team,
        position=position,
        keepers=keepers,
        positions=sorted({player.position for player in skaters}),
    )


def _sort_players(people: list[Player], sort: str, down: bool) -> list[Player]:
    """Sort by a figure, ties by name; players who don't qualify for a rate are left out."""
    people = sorted(people, key=lambda p: p.name)
    if sort == "name":
        return people[::-1] if not down else people
    if "%" in sort:
        fit = [player for player in people if season.is_qualified(g.sports, player, sort)]
    else:
        fit = people
    return sorted(
        fit, key=lambda p: season.value(g.sports.totals[p.slug], sort) * (-1 if down else 1)
    )


@pages.get(f"{LEAGUE}/leaders")
def leaders(slug: str) -> str:
    """The top five by each of the league's figures."""
    return render_template("leaders.html", league=league(slug), boards=_find_leaders(slug, 5))


def _find_leaders(slug: str, most: int) -> list[tuple]:
    """(column, players) for each of the league's boards."""
    by_key = {column[0]: column for column in season.STATS[slug]}
    return [
        (by_key[key], season.ranked(g.sports, slug, key)[:most]) for key in season.LEADERS[slug]
    ]


@pages.get(f"{LEAGUE}/teams")
def teams(slug: str) -> str:
    """All teams of a league."""
    return render_template("teams.html", league=league(slug), teams=g.sports.teams_of(slug))


@pages.get(f"{LEAGUE}/grid")
def grid(slug: str) -> str:
    """The results grid: the latest result of every home team against every visitor."""
    met: dict[tuple, list] = {}
    for game in g.sports.games:
        if game.league == slug and game.played:
            met.setdefault((game.home, game.away), []).append(game)
    return render_template("grid.html", league=league(slug), teams=g.sports.teams_of(slug), met=met)


@pages.get(f"{LEAGUE}/injuries")
def injuries(slug: str) -> str:
    """The injured players, by team."""
    found = sorted(
        (i for i in g.sports.injuries if g.sports.players[i.player].league == slug),
        key=lambda i: (i.team, i.since),
    )
    return render_template("injuries.html", league=league(slug), injuries=found)
