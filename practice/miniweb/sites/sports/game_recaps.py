"""Game recaps: which games get one, and how it reports scores and players."""

import random
from datetime import timedelta

from ...kit.answer_variants import ordinal
from ...kit.formats import capitalised, count
from . import season
from .phrases import PHRASES
from .records import Event, Game, Line, Sports, Story, Team
from .story_words import story

RECAPS = 8  # per league
PERIODS = ("the first period", "the second period", "the third period", "overtime")


def choose_games(rng: random.Random, sports: Sports, league: str) -> list[Game]:
    """The latest games with a winner, of different teams first."""
    late = [
        g
        for g in sports.games
        if g.league == league and g.played and g.day >= sports.today - timedelta(days=15)
    ]
    late.sort(key=lambda g: (g.day, rng.random()), reverse=True)
    chosen: list[Game] = []
    for game in late:
        recapped = {side for other in chosen for side in other.sides}
        if game.winner and not recapped & set(game.sides):
            chosen.append(game)
    return (chosen + [g for g in late if g.winner and g not in chosen])[:RECAPS]


def recap(rng: random.Random, sports: Sports, game: Game) -> Story:
    """Write a game's recap from its scores and its best players."""
    won, lost = sports.teams[game.winner], sports.teams[game.other(game.winner)]
    star, rival = season.best(game, won.slug)[0], season.best(game, lost.slug)[0]
    hero, score = sports.players[star.player], "{}-{}".format(*game.of(won.slug))
    verb, past = rng.choice(PHRASES["verbs"]["close" if _is_close(game, won) else "wide"])
    lifts = rng.choice(("leads", "lifts", "carries", "drives"))
    place = f"at {sports.teams[game.home].venue}"
    words = {
        "hero": hero.name,
        "did": say_performance_as_noun(sports, star),
        "won": won.name,
        "lost": lost.name,
        "verb": verb,
    }
    words |= {"past": past, "score": score, "place": place, "day": f"{game.day:%A}"}
    blocks = [
        rng.choice(PHRASES["openers"]).format(**words),
        describe_course(sports, game, won),
        f"{sports.players[rival.player].name} {say_performance(sports, rival)} for {lost.place}.",
        (
            f"“{rng.choice(PHRASES['quotes'])},” said {won.coach}, who coaches {won.called}. "
            f"A crowd of {game.crowd:,} looked on."
        ),
        _describe_records(sports, game, won, lost),
    ]
    return story(
        rng,
        game.league,
        "Recap",
        headline=f"{hero.name.split(' ', 1)[1]} {lifts} {won.called} past {lost.called}, {score}",
        standfirst=f"{won.name} {verb} {lost.name} {place}.",
        day=game.day,
        blocks=blocks,
        team=won,
        game=game.id,
        players=(hero.slug, rival.player),
    )


def _is_close(game: Game, won: Team) -> bool:
    ours, theirs = game.of(won.slug)
    return ours - theirs <= (5 if game.league == "mbl" else 1)


def _describe_records(sports: Sports, game: Game, won: Team, lost: Team) -> str:
    """Both teams' records after the game, and the winner's next opponent."""
    until = {
        t.slug: [g for g in sports.schedule[t.slug] if g.played and g.day <= game.day]
        for t in (won, lost)
    }
    coming = next((g for g in sports.schedule[won.slug] if g.day > game.day), None)
    words = (
        f"{won.name} are now {season.record_text(until[won.slug], won.slug)}, {lost.name} "
        f"{season.record_text(until[lost.slug], lost.slug)}."
    )
    if coming:
        where = "at home to" if coming.home == won.slug else "away to"
        words += (
            f" {capitalised(won.called)} play next on {coming.day:%A, %B} {coming.day.day}, "
            f"{where} {sports.teams[coming.other(won.slug)].name}."
        )
    return words


def describe_course(sports: Sports, game: Game, won: Team) -> str:
    """How the score developed."""
    if game.ending == "SO":
        decider = sports.players[game.events[-1].player]
        return (
            f"It was level after overtime, and {decider.name} scored the one that counted in the "
            "shootout."
        )
    return (
        _describe_quarters(sports, game, won)
        if game.league == "mbl"
        else _describe_goals(sports, game, won)
    )


def _describe_quarters(sports: Sports, game: Game, won: Team) -> str:
    """The score at half-time, and the winner's best quarter."""
    ours = 1 if game.home == won.slug else 0
    mine, yours = (sum(part[side] for part in game.parts[:2]) for side in (ours, 1 - ours))
    if mine == yours:
        standing = f"were level at {mine}"
    else:
        standing = f"{'led' if mine > yours else 'trailed'} {mine}-{yours}"
    margin = [part[ours] - part[1 - ours] for part in game.parts]
    best = max(range(len(margin)), key=lambda i: margin[i])
    name = f"{sports.leagues[game.league].periods[best]} quarter" if best < 4 else "overtime"
    won_it = f"{game.parts[best][ours]}-{game.parts[best][1 - ours]}"
    return f"{capitalised(won.called)} {standing} at half-time and won the {name} {won_it}."


def _describe_goals(sports: Sports, game: Game, won: Team) -> str:
    """The first goal, and the winner's last."""

    def scorer(goal: Event) -> str:
        return sports.players[goal.player].name

    goals = [event for event in game.events if event.kind.split("|")[0] in ("goal", "pen", "ppg")]
    first, last = goals[0], [event for event in goals if event.team == won.slug][-1]
    words = (
        f"{scorer(first)} of {sports.teams[first.team].place} scored first, "
        f"{say_moment(game.league, first)}."
    )
    if last is not first:
        words += (
            f" {scorer(last)} had the last of {won.place}'s goals, {say_moment(game.league, last)}."
        )
    return words


def say_moment(league: str, goal: Event) -> str:
    """When a goal was scored, in words."""
    if league == "hl":
        minute = goal.at // 60 + 45 * (goal.period - 1)
        return f"in the {minute}{ordinal(minute)} minute"
    return f"{goal.at // 60}:{goal.at % 60:02d} into {PERIODS[goal.period - 1]}"


def say_performance(sports: Sports, line: Line) -> str:
    """What a player did in a game, as the verb of a sentence."""
    f, player = line.figures, sports.players[line.player]
    if player.league == "mbl":
        more = [
            f"{f[key]} {words}"
            for key, words in (("reb", "rebounds"), ("ast", "assists"))
            if f[key] >= 5
        ]
        *first, last = [count(f["pts"], "point"), *more]
        return f"had {', '.join(first)} and {last}" if first else f"had {last}"
    if season.keeper(player):
        return f"made {count(f['sv'], 'save')}"
    if f["g"] or f["a"]:
        parts = [count(f[key], word) for key, word in (("g", "goal"), ("a", "assist")) if f[key]]
        return f"had {' and '.join(parts)}"
    return "worked hard without reward"


def say_performance_as_noun(sports: Sports, line: Line) -> str:
    """The same, to follow "with"."""
    deed_words = say_performance(sports, line).removeprefix("had ").removeprefix("made ")
    return deed_words.replace("worked hard without reward", "a tireless game")
