"""The front page, the news, the rules, and pictures."""

from flask import Blueprint, Response, abort, g, render_template, request

from ...kit.lists import page_of
from ...kit.site_app import picture
from . import season, season_charts, team_art

pages = Blueprint("news_pages", __name__)
PER_PAGE = 9
POLL = (
    "Who will finish the winter on top?",
    (
        "A team with a great defence",
        "A team with a great scorer",
        "Whoever stays healthy",
        "The luckiest",
    ),
)


@pages.get("/")
def home() -> str:
    """The front page."""
    sports = g.sports
    lead, rest = sports.stories[0], sports.stories[1:]
    pictured = next((story for story in sports.stories if story.kind == "Recap"), lead)
    heads = [story for story in rest if story is not pictured][:14]
    tops = {league: season.standings(sports, league)[:5] for league in sports.leagues}
    coming = [game for game in sports.games if not game.played][:60]
    return render_template(
        "home.html", lead=pictured, heads=heads, tops=tops, coming=coming, poll=POLL, tally=tally()
    )


def tally() -> list[int]:
    """The votes for each answer, including the visitor's."""
    own = g.state.get("vote")
    return [votes + (own == index) for index, votes in enumerate(g.sports.poll)]


@pages.get("/news")
def news() -> str:
    """The stories, in pages; of one league or all, of one kind or all."""
    league, kind = request.args.get("league", ""), request.args.get("kind", "")
    found = [s for s in g.sports.stories if league in ("", s.league) and kind in ("", s.kind)]
    kinds = sorted({story.kind for story in g.sports.stories})
    return render_template(
        "news.html", page=page_of(found, PER_PAGE), chosen=league, kind=kind, kinds=kinds
    )


@pages.get("/news/<slug>")
def story(slug: str) -> str:
    """A story, with the game and the players it is about."""
    found = g.sports.story.get(slug) or abort(404)
    more = [
        other for other in g.sports.stories if other.league == found.league and other is not found
    ][:5]
    return render_template("story.html", story=found, more=more, game=g.sports.game.get(found.game))


@pages.get("/help")
def rules() -> str:
    """The rules, and how the tables are made."""
    return render_template("help.html")


@pages.get("/crest/<slug>.svg")
def crest(slug: str) -> Response:
    """A team's crest."""
    return picture(team_art.crest(g.sports.teams.get(slug) or abort(404)))


@pages.get("/portrait/<slug>.svg")
def portrait(slug: str) -> Response:
    """A player's portrait."""
    player = g.sports.players.get(slug) or abort(404)
    return picture(team_art.portrait(player, g.sports.teams[player.team]))


@pages.get("/scene/<slug>.svg")
def scene(slug: str) -> Response:
    """The picture of a story."""
    found = g.sports.story.get(slug) or abort(404)
    game = g.sports.game.get(found.game)
    other = g.sports.teams[game.other(found.team)] if game else None
    return picture(team_art.scene(found, g.sports.teams[found.team], other))


@pages.get("/shots/<slug>.png")
def shots(slug: str) -> Response:
    """A basketball player's shot chart."""
    player = g.sports.players.get(slug)
    if not player or player.league != "mbl":
        abort(404)
    return picture(season_charts.shot_chart(g.sports, player))


@pages.get("/season/<slug>.png")
def chart(slug: str) -> Response:
    """The chart of a team's place in the table, week by week."""
    return picture(season_charts.season_chart(g.sports, g.sports.teams.get(slug) or abort(404)))
