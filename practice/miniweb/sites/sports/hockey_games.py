"""Simulates an ice hockey game: goals and penalties by the second, player figures."""

import math
import random
from collections import Counter

from .football_games import poisson
from .records import Column, Event, Game, Line, Player

COLUMNS = (
    Column("toi", "TOI", "Minutes on the ice"),
    Column("g", "G", "Goals"),
    Column("a", "A", "Assists"),
    Column("pts", "PTS", "Points"),
    Column("pm", "+/-", "Plus-minus"),
    Column("pim", "PIM", "Penalty minutes"),
    Column("ppg", "PPG", "Power-play goals"),
    Column("sog", "SOG", "Shots on goal"),
    Column("hit", "HIT", "Hits"),
    Column("blk", "BLK", "Blocked shots"),
    Column("w", "W", "Wins", True),
    Column("ga", "GA", "Goals against", True),
    Column("sv", "SV", "Saves", True),
    Column("so", "SO", "Shutouts", True),
)
SCORERS = {"G": 0, "D": 1.2, "F": 4}
HELPERS = {"G": 0.02, "D": 2.4, "F": 3.2}
SHOTS = ("wrist shot", "slap shot", "backhand", "deflection", "rebound", "one-timer", "wraparound")
PENALTIES = (
    "hooking",
    "tripping",
    "slashing",
    "interference",
    "high-sticking",
    "roughing",
    "holding",
)


def play(
    rng: random.Random,
    game: Game,
    squads: dict[str, list[Player]],
    form: dict[str, float],
    skill: dict,
) -> dict:
    """Play a game; return what it adds to its fixture: parts, ending, events and lines."""
    sides = {team: _choose_lineup(rng, squads[team]) for team in game.sides}
    found: list[tuple] = []
    for team in game.sides:
        edge = form[team] - form[game.other(team)]
        goals = poisson(rng, math.exp(1.06 + 0.075 * edge + (0.09 if team == game.home else -0.05)))
        for _ in range(goals):
            period, second = rng.randrange(1, 4), rng.randrange(20, 1195)
            found.append(_draw_goal(rng, team, sides[team], skill, period, second))
        for _ in range(poisson(rng, 2.6)):
            who = rng.choice([p for p in sides[team] if p.position != "G"])
            words = f"two minutes for {rng.choice(PENALTIES)}"
            period, second = rng.randrange(1, 4), rng.randrange(20, 1195)
            found.append((period, second, team, who.slug, "penalty", words, ()))
    found.sort(key=lambda event: event[:2])
    ending, last = _draw_decider(rng, game, sides, skill, found)
    found += last
    events, parts = _make_events(found, game, ending)
    lines = [
        line for team in game.sides for line in _make_lines(rng, game, team, sides, found, ending)
    ]
    return {"parts": parts, "ending": ending, "events": tuple(events), "lines": tuple(lines)}


def _choose_lineup(rng: random.Random, squad: list[Player]) -> list[Player]:
    """All who can play, with one goaltender: the first choice in seven games of ten."""
    keepers = [p for p in squad if p.position == "G"]
    keeper = keepers[int(len(keepers) > 1 and rng.random() < 0.3)]
    return [p for p in squad if p.position != "G"] + [keeper]


def _draw_goal(
    rng: random.Random, team: str, side: list[Player], skill: dict, period: int, at: int
) -> tuple:
    scorer = rng.choices(side, [SCORERS[p.position] * skill[p.slug] ** 1.3 for p in side])[0]
    others = [p for p in side if p is not scorer]
    helpers = rng.choices(others, [HELPERS[p.position] * skill[p.slug] ** 1.6 for p in others], k=2)
    count = rng.choices((0, 1, 2), (1, 3, 6))[0]
    assists = tuple(dict.fromkeys(p.slug for p in helpers[:count]))
    power = period < 4 and rng.random() < 0.2
    words = f"scores, {rng.choice(SHOTS)}{' on the power play' if power else ''}"
    return period, at, team, scorer.slug, "ppg" if power else "goal", words, assists


def _draw_decider(
    rng: random.Random, game: Game, sides: dict, skill: dict, found: list
) -> tuple[str, list[tuple]]:
    """Draw overtime or a shootout if the score is level after three periods."""
    score = Counter(event[2] for event in found if event[4] != "penalty")
    if score[game.away] != score[game.home]:
        return "", []
    winner = rng.choice(game.sides)
    if rng.random() < 0.62:
        return "OT", [_draw_goal(rng, winner, sides[winner], skill, 4, rng.randrange(25, 295))]
    shooters = [p for p in sides[winner] if p.position == "F"]
    words = "scores the deciding goal of the shootout"
    return "SO", [(4, 300, winner, rng.choice(shooters).slug, "shootout", words, ())]


def _make_events(found: list[tuple], game: Game, ending: str) -> tuple[list[Event], tuple]:
    score, parts, events = [0, 0], [[0, 0] for _ in range(4 if ending else 3)], []
    for period, at, team, who, kind, words, assists in found:
        if kind != "penalty":
            side = int(team == game.home)
            score[side] += 1
            parts[period - 1][side] += 1
        events.append(
            Event(period, at, team, who, f"{kind}|{','.join(assists)}", words, (score[0], score[1]))
        )
    return events, tuple((away, home) for away, home in parts)


def _make_lines(
    rng: random.Random, game: Game, team: str, sides: dict, found: list, ending: str
) -> list[Line]:
    side = sides[team]
    skaters, keeper = side[:-1], side[-1]
    figures = {p.slug: Counter(toi=_draw_ice_time(rng, p)) for p in skaters} | {
        keeper.slug: Counter(toi=60)
    }
    for _, _, whose, who, kind, _, assists in found:
        _count_play(rng, figures, skaters, whose == team, who, kind, assists)
    shots, hits, blocks = rng.randrange(19, 33), rng.randrange(14, 30), rng.randrange(8, 20)
    for key, count in (("sog", shots), ("hit", hits), ("blk", blocks)):
        for who in rng.choices(skaters, k=count):
            figures[who.slug][key] += 1
    conceded = sum(1 for e in found if e[2] != team and e[4] in ("goal", "ppg"))
    won = sum(1 if e[2] == team else -1 for e in found if e[4] != "penalty") > 0
    figures[keeper.slug].update(
        w=int(won), ga=conceded, sv=rng.randrange(18, 36), so=int(not conceded)
    )
    keys = [column.key for column in COLUMNS]
    return [
        Line(p.slug, team, p.rank < 3, {key: figures[p.slug][key] for key in keys}) for p in side
    ]


def _draw_ice_time(rng: random.Random, player: Player) -> int:
    return rng.randrange(21, 30) if player.position == "D" else rng.randrange(15, 25)


def _count_play(
    rng: random.Random,
    figures: dict,
    skaters: list[Player],
    ours: bool,
    who: str,
    kind: str,
    assists: tuple,
) -> None:
    if kind == "penalty" and ours:
        figures[who]["pim"] += 2
    if kind not in ("goal", "ppg"):
        return
    if ours:
        figures[who].update(g=1, pts=1, sog=1, ppg=int(kind == "ppg"))
        for helper in assists:
            figures[helper].update(a=1, pts=1)
    if kind == "goal":  # power-play goals don't count for plus-minus
        there = {who, *assists} & figures.keys() if ours else set()
        there |= {p.slug for p in rng.sample(skaters, min(len(skaters), 5))[: 5 - len(there)]}
        for slug in there:
            figures[slug]["pm"] += 1 if ours else -1
