"""The stories: written from the results, so that what they say is what the tables say."""

import random
from datetime import timedelta

from ...spoken import ordinal
from ...world import World
from . import season
from .records import Game, Player, Sports, Story, Team
from .squads import POSITIONS, slugged
from .words import CLOSERS, OPENERS, QUOTES, VERBS, WRITERS, count

RECAPS = 8  # a league


def write(world: World, sports: Sports) -> tuple[Story, ...]:
    """All stories, the newest first."""
    rng = world.random("sports/press")
    found = []
    for league in sports.leagues:
        found += [recap(rng, sports, game) for game in _telling(rng, sports, league)]
        found += [leader(rng, sports, league), run(rng, sports, league), injured(rng, sports, league)]
        found += [preview(rng, sports, league), race(rng, sports, league)]
    found.sort(key=lambda story: (story.day, story.time, story.slug), reverse=True)
    return tuple(found)


def _telling(rng: random.Random, sports: Sports, league: str) -> list[Game]:
    """The games of the last days that are worth a story: close, high or lopsided ones, of different teams first."""
    late = [g for g in sports.games if g.league == league and g.played and g.day >= sports.today - timedelta(days=15)]
    late.sort(key=lambda g: (g.day, rng.random()), reverse=True)
    chosen: list[Game] = []
    for game in late:
        busy = {side for other in chosen for side in other.sides}
        if game.winner and not busy & set(game.sides):
            chosen.append(game)
    return (chosen + [g for g in late if g.winner and g not in chosen])[:RECAPS]


def recap(rng: random.Random, sports: Sports, game: Game) -> Story:
    """What happened in a game, by its line score and its best men."""
    won, lost = sports.teams[game.winner], sports.teams[game.other(game.winner)]
    ours, theirs = game.of(won.slug)
    star = season.best(game, won.slug)[0]
    rival = season.best(game, lost.slug)[0]
    hero = sports.players[star.player]
    verb, past = rng.choice(VERBS["close" if ours - theirs <= (5 if game.league == "mbl" else 1) else "wide"])
    headline = (
        f"{hero.name.split(' ', 1)[1]} {rng.choice(('leads', 'lifts', 'carries', 'drives'))} "
        f"{won.called} past {lost.called}, {ours}-{theirs}"
    )
    place = f"at {sports.teams[game.home].venue}"
    opener = rng.choice(OPENERS).format(
        hero=hero.name,
        did=deed(sports, star),
        won=won.name,
        lost=lost.name,
        verb=verb,
        past=past,
        score=f"{ours}-{theirs}",
        place=place,
        day=f"{game.day:%A}",
    )
    blocks = [
        opener,
        course(sports, game, won),
        f"{sports.players[rival.player].name} {did(sports, rival)} for {lost.place}.",
    ]
    blocks.append(
        f"“{rng.choice(QUOTES)},” said {won.coach}, who coaches {won.called}. A crowd of {game.crowd:,} looked on."
    )
    blocks.append(_records(sports, game, won, lost))
    return _story(
        rng,
        sports,
        game.league,
        "Recap",
        headline,
        f"{won.name} {verb} {lost.name} {place}.",
        game.day,
        blocks,
        won,
        game.id,
        (hero.slug, rival.player),
    )


def _records(sports: Sports, game: Game, won: Team, lost: Team) -> str:
    """How the two stand after the game, and whom the winner meets next."""
    until = {t.slug: [g for g in sports.schedule[t.slug] if g.played and g.day <= game.day] for t in (won, lost)}
    coming = next((g for g in sports.schedule[won.slug] if g.day > game.day), None)
    words = (
        f"{won.name} are now {season.spoken(until[won.slug], won.slug)}, {lost.name} "
        f"{season.spoken(until[lost.slug], lost.slug)}."
    )
    if coming:
        where = "at home to" if coming.home == won.slug else "away to"
        words += (
            f" {sentence(won.called)} play next on {coming.day:%A, %B} {coming.day.day}, "
            f"{where} {sports.teams[coming.other(won.slug)].name}."
        )
    return words


def course(sports: Sports, game: Game, won: Team) -> str:
    """How the score went, period by period."""
    league, ours = sports.leagues[game.league], 1 if game.home == won.slug else 0
    if game.ending == "SO":
        decider = game.events[-1]
        return (
            f"It was level after overtime, and {sports.players[decider.player].name} scored the "
            "one that counted in the shootout."
        )
    if game.league == "mbl":
        half = [sum(part[side] for part in game.parts[:2]) for side in (ours, 1 - ours)]
        margin = [part[ours] - part[1 - ours] for part in game.parts]
        best = max(range(len(margin)), key=lambda i: margin[i])
        name = f"{league.periods[best]} quarter" if best < 4 else "overtime"
        stood = (
            f"led {half[0]}-{half[1]}"
            if half[0] > half[1]
            else f"trailed {half[0]}-{half[1]}"
            if half[0] < half[1]
            else f"were level at {half[0]}"
        )
        return (
            f"{sentence(won.called)} {stood} at half-time and won the {name} "
            f"{game.parts[best][ours]}-{game.parts[best][1 - ours]}."
        )
    goals = [event for event in game.events if event.kind.split("|")[0] in ("goal", "pen", "ppg")]
    first, last = goals[0], [event for event in goals if event.team == won.slug][-1]
    words = (
        f"{sports.players[first.player].name} of {sports.teams[first.team].place} scored first, "
        f"{moment(league.slug, first.period, first.at)}."
    )
    if last is not first:
        words += (
            f" {sports.players[last.player].name} had the last of {won.place}'s goals, "
            f"{moment(league.slug, last.period, last.at)}."
        )
    return words


def moment(league: str, period: int, at: int) -> str:
    """When a goal fell, in words."""
    if league == "hl":
        minute = at // 60 + 45 * (period - 1)
        return f"in the {minute}{ordinal(minute)} minute"
    return (
        f"{at // 60}:{at % 60:02d} into "
        f"{('the first period', 'the second period', 'the third period', 'overtime')[period - 1]}"
    )


def did(sports: Sports, line: object) -> str:
    """What a man did in a game, as the verb of a sentence."""
    f, player = line.figures, sports.players[line.player]
    if player.league == "mbl":
        more = [f"{f[key]} {words}" for key, words in (("reb", "rebounds"), ("ast", "assists")) if f[key] >= 5]
        *first, last = [count(f["pts"], "point"), *more]
        return f"had {', '.join(first)} and {last}" if first else f"had {last}"
    if season.keeper(player):
        return f"made {count(f['sv'], 'save')}"
    if f["g"] or f["a"]:
        parts = [count(f[key], word) for key, word in (("g", "goal"), ("a", "assist")) if f[key]]
        return f"had {' and '.join(parts)}"
    return "worked hard without reward"


def deed(sports: Sports, line: object) -> str:
    """The same after "with"."""
    return (
        did(sports, line)
        .removeprefix("had ")
        .replace("made ", "")
        .replace("worked hard without reward", "a tireless game")
    )


def leader(rng: random.Random, sports: Sports, league: str) -> Story:
    """Who leads the scoring, and by how much."""
    key, what = {"mbl": ("pts/gp", "points a game"), "hl": ("g", "goals"), "bhl": ("pts", "points")}[league]
    digits = int(league == "mbl")
    first, second, third = season.ranked(sports, league, key)[:3]
    held = [season.shown(season.value(sports.totals[p.slug], key), digits) for p in (first, second, third)]
    team = sports.teams[first.team]
    headline = f"{first.name} sets the pace with {held[0]} {what}"
    log = sports.log[first.slug]
    game, line = max(log, key=lambda pair: (pair[1].figures["pts" if league == "mbl" else "g"], pair[0].day))
    other = sports.teams[game.other(first.team)]
    blocks = [
        (
            f"No one in the {sports.leagues[league].name} scores like {first.name}. The {team.nick} "
            f"{_role(first)} leads the league with {held[0]} {what}."
        ),
        (
            f"{second.name} of {sports.teams[second.team].name} is second with {held[1]}, {third.name} "
            f"of {sports.teams[third.team].name} third with {held[2]}."
        ),
        f"His best night came against {other.name} on {game.day:%B} {game.day.day}, when he {did(sports, line)}.",
        f"{first.name} was born in {first.birthplace} and came to the league from {first.before}.",
    ]
    day = sports.today - timedelta(days=rng.randrange(0, 3))
    return _story(
        rng,
        sports,
        league,
        "Numbers",
        headline,
        f"Behind him the chase is on: {second.name} and {third.name}.",
        day,
        blocks,
        team,
        "",
        (first.slug, second.slug, third.slug),
    )


def run(rng: random.Random, sports: Sports, league: str) -> Story:
    """The team that has won the most games in a row."""

    def wins(team: Team) -> int:
        kind = season.streak([g for g in sports.schedule[team.slug] if g.played], team.slug)
        return int(kind[1:]) if kind[0] == "W" else 0

    team = max(sports.teams_of(league), key=lambda t: (wins(t), t.slug))
    games = [g for g in sports.schedule[team.slug] if g.played][-wins(team) :]
    told = [
        f"{g.of(team.slug)[0]}-{g.of(team.slug)[1]} against {sports.teams[g.other(team.slug)].name}"
        for g in reversed(games)
    ]
    headline = f"{team.name} have won {count(len(games), 'game')} in a row"
    blocks = [
        (
            f"Nobody in the {sports.leagues[league].name} is on a longer run than {team.name}: "
            f"{count(len(games), 'win')} on end, the first of them on {games[0].day:%B} {games[0].day.day}."
        ),
        f"The latest was a {told[0]}." + (f" Before that came a {told[1]}." if len(told) > 1 else ""),
        f"{team.coach} has coached {team.called} through it all from {team.venue}, a house of {team.seats:,} seats.",
        f"“{rng.choice(QUOTES)},” said {team.coach}.",
    ]
    return _story(
        rng,
        sports,
        league,
        "Form",
        headline,
        f"The run began on {games[0].day:%B} {games[0].day.day}.",
        sports.today - timedelta(days=rng.randrange(1, 3)),
        blocks,
        team,
    )


def injured(rng: random.Random, sports: Sports, league: str) -> Story:
    """Who is out, and since when."""
    out = sorted(
        (i for i in sports.injuries if sports.players[i.player].league == league),
        key=lambda i: (i.since, i.player),
        reverse=True,
    )[:5]
    blocks = [
        (
            f"{sports.players[i.player].name}, {sports.teams[i.team].name}: {i.what.lower()}. Out since "
            f"{i.since:%B} {i.since.day}, expected back on {i.back:%B} {i.back.day}."
        )
        for i in out
    ]
    team = sports.teams[out[0].team]
    headline = (
        f"{sports.leagues[league].name} injury report: {sports.players[out[0].player].name} newest name on the list"
    )
    day = max(sports.today - timedelta(days=4), out[0].since + timedelta(days=1))
    return _story(
        rng,
        sports,
        league,
        "Injuries",
        headline,
        "The five latest absences and when they should end.",
        min(day, sports.today),
        blocks,
        team,
        "",
        tuple(i.player for i in out),
    )


def preview(rng: random.Random, sports: Sports, league: str) -> Story:
    """The next game of the leaders, and how the two met before."""
    table = season.standings(sports, league)
    game = next(g for g in sports.games if g.league == league and not g.played and table[0].team.slug in g.sides)
    home, away = sports.teams[game.home], sports.teams[game.away]
    met = [g for g in sports.schedule[home.slug] if g.played and away.slug in g.sides]
    place = {row.team.slug: row.place for row in table}
    blocks = [
        (
            f"{home.name} receive {away.name} at {home.venue} on {game.day:%A, %B} {game.day.day}; it "
            f"starts at {game.time}."
        ),
        f"In the table {home.name} are number {place[home.slug]}, {away.name} number {place[away.slug]}.",
    ]
    for g in met[-2:]:
        mine, yours = g.of(home.slug)
        blocks.append(
            f"On {g.day:%B} {g.day.day} it was {home.place} {mine}, {away.place} {yours}, at "
            f"{sports.teams[g.home].venue}."
        )
    blocks.append(
        "It is the first meeting of the season." if not met else f"They have met {count(len(met), 'time')} this season."
    )
    headline = f"Preview: {away.name} at {home.name}"
    return _story(
        rng,
        sports,
        league,
        "Preview",
        headline,
        f"{game.day:%A}'s game of the leaders, and what came before.",
        sports.today,
        blocks,
        home,
        game.id,
    )


def race(rng: random.Random, sports: Sports, league: str) -> Story:
    """The state of the table."""
    table = season.standings(sports, league)
    key, what = ("pts", "points") if league != "mbl" else ("w", "wins")
    first, second, last = table[0], table[1], table[-1]
    gap = first.figures[key] - second.figures[key]
    blocks = [
        (
            f"{first.team.name} lead the {sports.leagues[league].name} with {first.figures[key]} {what} "
            f"from {first.figures['gp']} games."
        ),
        f"{second.team.name} have {second.figures[key]}, "
        + (
            "as many."
            if not gap
            else f"{abs(gap)} {'fewer' if gap > 0 else 'more'}, from {second.figures['gp']} games."
        ),
        f"At the other end {last.team.name} have {last.figures[key]} {what}.",
        f"{third.team.name} are third with {third.figures[key]}." if (third := table[2]) else "",
    ]
    headline = f"{sentence(first.team.called)} on top: where the {sports.leagues[league].name} stands"
    return _story(
        rng,
        sports,
        league,
        "Table",
        headline,
        f"{first.team.name}, {second.team.name} and the rest after the latest games.",
        sports.today,
        blocks,
        first.team,
    )


def sentence(words: str) -> str:
    """Words as they begin a sentence."""
    return words[:1].upper() + words[1:]


def _role(player: Player) -> str:

    return POSITIONS[player.league][player.position].lower()


def _story(
    rng: random.Random,
    sports: Sports,
    league: str,
    kind: str,
    headline: str,
    standfirst: str,
    day: object,
    blocks: list[str],
    team: Team,
    game: str = "",
    players: tuple[str, ...] = (),
) -> Story:
    hours = range(22, 24) if kind == "Recap" else range(7, 13)
    time = f"{rng.choice(hours):02d}:{rng.randrange(60):02d}"
    slug = slugged(headline)[:70].strip("-") + (f"-{game}" if kind == "Recap" else "")
    closer = rng.choice(CLOSERS[kind]) if kind in CLOSERS else ""
    return Story(
        slug,
        league,
        kind,
        headline,
        standfirst,
        rng.choice(WRITERS),
        day,
        time,
        tuple(b for b in (*blocks, closer) if b),
        team.slug,
        game,
        players,
    )
