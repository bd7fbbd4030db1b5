"""Simulates a basketball game play by play; points and assists are counted from the plays."""

import random
from collections import Counter

from .records import Column, Event, Game, Line, Player

COLUMNS = (
    Column("min", "MIN", "Minutes"),
    Column("pts", "PTS", "Points"),
    Column("fgm", "FGM", "Field goals made"),
    Column("fga", "FGA", "Field goals attempted"),
    Column("tpm", "3PM", "Three-pointers made"),
    Column("tpa", "3PA", "Three-pointers attempted"),
    Column("ftm", "FTM", "Free throws made"),
    Column("fta", "FTA", "Free throws attempted"),
    Column("reb", "REB", "Rebounds"),
    Column("ast", "AST", "Assists"),
    Column("stl", "STL", "Steals"),
    Column("blk", "BLK", "Blocked shots"),
    Column("tov", "TO", "Turnovers"),
    Column("pf", "PF", "Personal fouls"),
)
QUARTER, EXTRA = 720, 300
MINUTES = (35, 34, 32, 30, 27, 24, 20, 16, 12, 10)
THREE_POINT_SHARES = {"G": 0.36, "F": 0.27, "C": 0.06}
REBOUND_WEIGHTS = {"G": 3, "F": 6, "C": 9}
SHOTS = ("jump shot", "driving layup", "pull-up jumper", "floater", "hook shot", "dunk", "fadeaway")


def play(
    rng: random.Random,
    game: Game,
    squads: dict[str, list[Player]],
    form: dict[str, float],
    skill: dict,
) -> dict:
    """Play a game; return what it adds to its fixture: parts, ending, events and lines."""
    sides = {team: _choose_rotation(rng, squads[team], skill) for team in game.sides}
    plays = [
        _draw_plays(rng, team, sides[team], _draw_pace(rng, game, team, form))
        for team in game.sides
    ]
    made = sorted((play for side in plays for play in side), key=lambda play: play[:2])
    periods = 4
    while _count_points(made, game.away) == _count_points(made, game.home):
        periods += 1
        extra = [
            _draw_period(rng, team, sides[team], periods, EXTRA, rng.randrange(3, 8))
            for team in game.sides
        ]
        made += sorted(play for side in extra for play in side)
    events, parts = _make_events(made, game, periods)
    overtime = periods - 4
    ending = "" if not overtime else "OT" if overtime == 1 else f"{overtime}OT"
    lines = [
        line for team in game.sides for line in _make_lines(rng, game, team, sides, made, overtime)
    ]
    return {"parts": parts, "ending": ending, "events": tuple(events), "lines": tuple(lines)}


def _choose_rotation(
    rng: random.Random, squad: list[Player], skill: dict
) -> list[tuple[Player, float, int]]:
    """Choose who plays, as (player, weight for shots, minutes); better players play longer."""
    order = sorted(squad, key=lambda p: -skill[p.slug] + rng.gauss(0, 0.09))
    minutes = [max(4, base + rng.randrange(-4, 5)) for base, _ in zip(MINUTES, order, strict=False)]
    rest = 240 - sum(minutes)
    for index in range(abs(rest)):
        minutes[index % len(minutes)] += 1 if rest > 0 else -1
    return [(p, skill[p.slug] ** 2.2 * m, m) for p, m in zip(order, minutes, strict=True)]


def _draw_pace(rng: random.Random, game: Game, team: str, form: dict[str, float]) -> float:
    """Draw the number of baskets and trips to the free-throw line in regular time."""
    edge = form[team] - form[game.other(team)] + (1.1 if team == game.home else -1.1)
    return max(36, rng.gauss(50.5 + edge * 0.95, 3.4))


def _draw_plays(rng: random.Random, team: str, side: list, count: float) -> list[tuple]:
    shares = Counter(rng.choices(range(1, 5), k=round(count)))
    return [
        play
        for period in range(1, 5)
        for play in _draw_period(rng, team, side, period, QUARTER, shares[period])
    ]


def _draw_period(
    rng: random.Random, team: str, side: list, period: int, length: int, count: int
) -> list[tuple]:
    """Draw scoring plays as (period, at, team, player, points, words, assist)."""
    people, weights = [p for p, _, _ in side], [w for _, w, _ in side]
    scorers = rng.choices(people, weights, k=count)
    helpers = rng.choices(
        people, [w * (2.2 if p.position == "G" else 1) for p, w, _ in side], k=count
    )
    found = []
    for scorer, helper in zip(scorers, helpers, strict=True):
        at, dice = rng.randrange(8, length), rng.random()
        if dice < 0.16:
            helper = None
            if rng.random() < 0.62:
                points, words = 2, "makes both free throws"
            else:
                points, words = 1, "makes 1 of 2 free throws"
        elif dice < 0.16 + 0.84 * THREE_POINT_SHARES[scorer.position]:
            points, words = 3, f"makes {rng.randrange(23, 29)}-foot three-pointer"
        else:
            points, words = 2, f"makes {rng.choice(SHOTS)}"
        assist = helper.slug if helper and helper is not scorer and rng.random() < 0.68 else ""
        found.append((period, at, team, scorer.slug, points, words, assist))
    return found


def _count_points(made: list[tuple], team: str) -> int:
    return sum(play[4] for play in made if play[2] == team)


def _make_events(made: list[tuple], game: Game, periods: int) -> tuple[list[Event], tuple]:
    """The plays with the score after each, and the score by period."""
    score, parts, events = [0, 0], [[0, 0] for _ in range(periods)], []
    for period, at, team, scorer, points, words, assist in made:
        side = int(team == game.home)
        score[side] += points
        parts[period - 1][side] += points
        kind = f"{points}|{assist}"
        events.append(Event(period, at, team, scorer, kind, words, (score[0], score[1])))
    return events, tuple((away, home) for away, home in parts)


def _make_lines(
    rng: random.Random, game: Game, team: str, sides: dict, made: list[tuple], overtime: int
) -> list[Line]:
    side = sides[team]
    figures = {p.slug: Counter(min=m) for p, _, m in side}
    for index in range(25 * overtime):
        figures[side[index % 5][0].slug]["min"] += 1
    for _, _, whose, scorer, points, words, assist in made:
        if whose == team:
            _count_play(figures, scorer, points, words, assist)
    for player, _, minutes in side:
        _add_misses(rng, figures[player.slug], minutes)
    _distribute(
        rng, side, figures, "reb", rng.randrange(37, 51), lambda p: REBOUND_WEIGHTS[p.position]
    )
    _distribute(
        rng, side, figures, "stl", rng.randrange(4, 11), lambda p: 3 if p.position == "G" else 2
    )
    _distribute(
        rng, side, figures, "blk", rng.randrange(2, 8), lambda p: REBOUND_WEIGHTS[p.position]
    )
    _distribute(rng, side, figures, "tov", rng.randrange(8, 18), lambda p: 3)
    _distribute(rng, side, figures, "pf", rng.randrange(14, 23), lambda p: 2)
    keys = [column.key for column in COLUMNS]
    return [
        Line(p.slug, team, index < 5, {key: figures[p.slug][key] for key in keys})
        for index, (p, _, _) in enumerate(side)
    ]


def _count_play(
    figures: dict[str, Counter], scorer: str, points: int, words: str, assist: str
) -> None:
    own = figures[scorer]
    own["pts"] += points
    if "free throw" in words:
        own["ftm"] += points
        own["fta"] += 2
        return
    own["fgm"] += 1
    own["fga"] += 1
    if points == 3:
        own["tpm"] += 1
        own["tpa"] += 1
    if assist:
        figures[assist]["ast"] += 1


def _add_misses(rng: random.Random, own: Counter, minutes: int) -> None:
    """Add missed attempts, by how many shots and minutes the player had."""
    twos, threes = own["fgm"] - own["tpm"], own["tpm"]
    wide = max(0, round(rng.gauss(twos * 0.86 + minutes / 36, 1)))
    if threes or rng.random() < 0.3:
        far = max(0, round(rng.gauss(threes * 1.55 + minutes / 34, 0.9)))
    else:
        far = 0
    own.update(fga=wide + far, tpa=far)


def _distribute(
    rng: random.Random,
    side: list,
    figures: dict[str, Counter],
    key: str,
    count: int,
    weight: object,
) -> None:
    people = [p.slug for p, _, _ in side]
    for slug in rng.choices(people, [weight(p) * m for p, _, m in side], k=count):
        figures[slug][key] += 1
