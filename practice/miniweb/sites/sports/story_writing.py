"""The stories, written from the results, so that they agree with the tables."""

import random
from datetime import timedelta

from ...kit.formats import capitalised, count
from ...world import World
from . import season
from .game_recaps import choose_games, recap, say_performance
from .phrases import PHRASES
from .records import Game, Sports, Story, Team
from .squads import POSITIONS
from .story_words import story


def write(world: World, sports: Sports) -> tuple[Story, ...]:
    """Write all stories, newest first."""
    rng = world.random("sports/press")
    found = []
    for league in sports.leagues:
        found += [recap(rng, sports, game) for game in choose_games(rng, sports, league)]
        found += [tell(rng, sports, league) for tell in (leader, run, injured, preview, race)]
    found.sort(key=lambda story: (story.day, story.time, story.slug), reverse=True)
    return tuple(found)


def leader(rng: random.Random, sports: Sports, league: str) -> Story:
    """Who leads the scoring, and by how much."""
    scoring = {"mbl": ("pts/gp", "points a game"), "hl": ("g", "goals"), "bhl": ("pts", "points")}
    key, what = scoring[league]
    first, second, third = season.ranked(sports, league, key)[:3]
    figures = [
        season.shown(season.value(sports.totals[p.slug], key), int(league == "mbl"))
        for p in (first, second, third)
    ]
    team, role = sports.teams[first.team], POSITIONS[league][first.position].lower()
    scored = "pts" if league == "mbl" else "g"
    log = sports.log[first.slug]
    game, line = max(log, key=lambda pair: (pair[1].figures[scored], pair[0].day))
    against = f"{sports.teams[game.other(first.team)].name} on {game.day:%B} {game.day.day}"
    blocks = [
        (
            f"No one in the {sports.leagues[league].name} scores like {first.name}. The "
            f"{team.nick} {role} leads the league with {figures[0]} {what}."
        ),
        (
            f"{second.name} of {sports.teams[second.team].name} is second with {figures[1]}, "
            f"{third.name} of {sports.teams[third.team].name} third with {figures[2]}."
        ),
        f"His best night came against {against}, when he {say_performance(sports, line)}.",
        f"{first.name} was born in {first.birthplace} and came to the league from {first.before}.",
    ]
    return story(
        rng,
        league,
        "Numbers",
        day=sports.today - timedelta(days=rng.randrange(0, 3)),
        headline=f"{first.name} sets the pace with {figures[0]} {what}",
        standfirst=f"Behind him the chase is on: {second.name} and {third.name}.",
        blocks=blocks,
        team=team,
        players=(first.slug, second.slug, third.slug),
    )


def run(rng: random.Random, sports: Sports, league: str) -> Story:
    """The team that has won the most games in a row."""

    def wins(team: Team) -> int:
        kind = season.streak([g for g in sports.schedule[team.slug] if g.played], team.slug)
        return int(kind[1:]) if kind[0] == "W" else 0

    def win_in_words(game: Game) -> str:
        mine, yours = game.of(team.slug)
        return f"{mine}-{yours} against {sports.teams[game.other(team.slug)].name}"

    team = max(sports.teams_of(league), key=lambda t: (wins(t), t.slug))
    games = [g for g in sports.schedule[team.slug] if g.played][-wins(team) :]
    began = f"{games[0].day:%B} {games[0].day.day}"
    blocks = [
        (
            f"Nobody in the {sports.leagues[league].name} is on a longer run than {team.name}: "
            f"{count(len(games), 'win')} on end, the first of them on {began}."
        ),
        f"The latest was a {win_in_words(games[-1])}."
        + (f" Before that came a {win_in_words(games[-2])}." if len(games) > 1 else ""),
        (
            f"{team.coach} has coached {team.called} through it all from {team.venue}, a house of "
            f"{team.seats:,} seats."
        ),
        f"“{rng.choice(PHRASES['quotes'])},” said {team.coach}.",
    ]
    return story(
        rng,
        league,
        "Form",
        headline=f"{team.name} have won {count(len(games), 'game')} in a row",
        standfirst=f"The run began on {began}.",
        day=sports.today - timedelta(days=rng.randrange(1, 3)),
        blocks=blocks,
        team=team,
    )


def injured(rng: random.Random, sports: Sports, league: str) -> Story:
    """Who is out, and since when."""
    hurt = [i for i in sports.injuries if sports.players[i.player].league == league]
    out = sorted(hurt, key=lambda i: (i.since, i.player), reverse=True)[:5]
    names = [sports.players[i.player].name for i in out]
    blocks = [
        f"{name}, {sports.teams[i.team].name}: {i.what.lower()}. Out since {i.since:%B} "
        f"{i.since.day}, expected back on {i.back:%B} {i.back.day}."
        for name, i in zip(names, out, strict=True)
    ]
    day = max(sports.today - timedelta(days=4), out[0].since + timedelta(days=1))
    return story(
        rng,
        league,
        "Injuries",
        headline=f"{sports.leagues[league].name} injury report: {names[0]} newest name on the list",
        standfirst="The five latest absences and when they should end.",
        day=min(day, sports.today),
        blocks=blocks,
        team=sports.teams[out[0].team],
        players=tuple(i.player for i in out),
    )


def preview(rng: random.Random, sports: Sports, league: str) -> Story:
    """The next game of the leaders, and the two teams' earlier meetings."""
    table = season.standings(sports, league)
    coming = [g for g in sports.games if g.league == league and not g.played]
    game = next(g for g in coming if table[0].team.slug in g.sides)
    home, away = sports.teams[game.home], sports.teams[game.away]
    met = [g for g in sports.schedule[home.slug] if g.played and away.slug in g.sides]
    place = {row.team.slug: row.place for row in table}
    blocks = [
        (
            f"{home.name} receive {away.name} at {home.venue} on {game.day:%A, %B} {game.day.day}; "
            f"it starts at {game.time}."
        ),
        (
            f"In the table {home.name} are number {place[home.slug]}, {away.name} number "
            f"{place[away.slug]}."
        ),
    ]
    for g in met[-2:]:
        mine, yours = g.of(home.slug)
        score = f"{home.place} {mine}, {away.place} {yours}"
        blocks.append(f"On {g.day:%B} {g.day.day} it was {score}, at {sports.teams[g.home].venue}.")
    often = f"They have met {count(len(met), 'time')} this season."
    return story(
        rng,
        league,
        "Preview",
        headline=f"Preview: {away.name} at {home.name}",
        standfirst=f"{game.day:%A}'s game of the leaders, and what came before.",
        day=sports.today,
        blocks=[*blocks, often if met else "It is the first meeting of the season."],
        team=home,
        game=game.id,
    )


def race(rng: random.Random, sports: Sports, league: str) -> Story:
    """The state of the table."""
    table = season.standings(sports, league)
    key, what = ("pts", "points") if league != "mbl" else ("w", "wins")
    first, second, third, last = *table[:3], table[-1]
    gap = first.figures[key] - second.figures[key]
    fewer = f"{abs(gap)} {'fewer' if gap > 0 else 'more'}, from {second.figures['gp']} games."
    blocks = [
        (
            f"{first.team.name} lead the {sports.leagues[league].name} with {first.figures[key]} "
            f"{what} from {first.figures['gp']} games."
        ),
        f"{second.team.name} have {second.figures[key]}, {fewer if gap else 'as many.'}",
        f"At the other end {last.team.name} have {last.figures[key]} {what}.",
        f"{third.team.name} are third with {third.figures[key]}.",
    ]
    return story(
        rng,
        league,
        "Table",
        headline=(
            f"{capitalised(first.team.called)} on top: where the {sports.leagues[league].name} "
            "stands"
        ),
        standfirst=f"{first.team.name}, {second.team.name} and the rest after the latest games.",
        day=sports.today,
        blocks=blocks,
        team=first.team,
    )
