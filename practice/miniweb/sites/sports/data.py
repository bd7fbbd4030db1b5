"""The sports data in one world: games before today are simulated, tables counted from them."""

from dataclasses import replace
from functools import partial

from ...world import World
from . import basketball_games, careers, football_games, hockey_games, squads, story_writing
from .fixtures import fixtures
from .records import Game, Injury, Player, Sports, Team

PLAY = {"mbl": basketball_games.play, "hl": football_games.play, "bhl": hockey_games.play}


def make(world: World) -> Sports:
    """Make the data for a world by simulating the seasons; players are the same in all worlds."""
    leagues = {league.slug: league for league in squads.LEAGUES}
    teams = squads.teams()
    year = world.today.year - (world.today.month < 8)  # seasons begin in autumn
    people = squads.players(teams, year)
    rng = world.random("sports/injuries")
    hurt = careers.injuries(rng, list(teams.values()), people, world.today)
    games = [
        game for league in leagues for game in _play_season(world, league, teams, people, hurt)
    ]
    games = tuple(sorted(games, key=_sort_key))
    draw_careers = partial(_draw_careers, world, year)
    sports = Sports(world.today, leagues, teams, people, games, tuple(hurt), draw_careers)
    rng = world.random("sports/poll")
    return replace(
        sports,
        shooting=_draw_shooting(world, sports),
        poll=tuple(rng.randrange(400, 3000) for _ in range(4)),
        stories=story_writing.write(world, sports),
    )


def _sort_key(game: Game) -> tuple:
    return game.day, game.time, game.id


def _play_season(
    world: World, league: str, teams: dict[str, Team], people: dict[str, Player], hurt: list[Injury]
) -> list[Game]:
    """A league's games; a generator per game keeps them independent of each other."""
    ours = [team for team in teams.values() if team.league == league]
    rng = world.random(f"sports/form/{league}")
    spread = {"mbl": 2.1, "hl": 2.3, "bhl": 1.7}[league]
    form = {team.slug: rng.gauss(0, spread) for team in ours}
    skill = {
        p.slug: min(1.6, max(0.35, rng.gauss(1.18 - 0.12 * p.rank, 0.17))) for p in people.values()
    }
    roster = {team.slug: [p for p in people.values() if p.team == team.slug] for team in ours}
    out = {injury.player: injury for injury in hurt}
    drawn = fixtures(world.random(f"sports/fixtures/{league}"), league, ours, world.today)
    return [
        _play_game(world, game, teams, roster, out, form, skill) if game.day < world.today else game
        for game in drawn
    ]


def _play_game(
    world: World,
    game: Game,
    teams: dict,
    roster: dict,
    out: dict,
    form: dict[str, float],
    skill: dict[str, float],
) -> Game:
    rng = world.random(f"sports/{game.id}")
    fit = {
        side: [p for p in roster[side] if not careers.is_absent(out.get(p.slug), game)]
        for side in game.sides
    }
    crowd = round(teams[game.home].seats * min(1.0, rng.gauss(0.86 + form[game.home] / 60, 0.07)))
    return replace(game, crowd=crowd, **PLAY[game.league](rng, game, fit, form, skill))


def _draw_careers(world: World, year: int, sports: Sports) -> dict:
    clubs = {league: [team.slug for team in sports.teams_of(league)] for league in sports.leagues}
    rng = world.random("sports/careers")
    return {
        slug: careers.career(rng, player, sports.totals[slug], year, clubs[player.league])
        for slug, player in sports.players.items()
    }


def _draw_shooting(world: World, sports: Sports) -> dict:
    rng = world.random("sports/shooting")
    people = [player for player in sports.players.values() if player.league == "mbl"]
    return {player.slug: careers.shooting(rng, sports.totals[player.slug]) for player in people}
