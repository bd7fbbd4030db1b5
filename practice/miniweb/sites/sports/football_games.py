"""Simulates a football match: goals, cards and substitutions by the minute, player figures."""

import math
import random
from collections import Counter

from .records import Column, Event, Game, Line, Player

COLUMNS = (
    Column("min", "MIN", "Minutes"),
    Column("gs", "GS", "Games started"),
    Column("g", "G", "Goals"),
    Column("a", "A", "Assists"),
    Column("sh", "SH", "Shots"),
    Column("sot", "SOT", "Shots on target"),
    Column("pen", "PEN", "Goals from the penalty spot"),
    Column("fls", "FLS", "Fouls committed"),
    Column("yc", "YC", "Yellow cards"),
    Column("rc", "RC", "Red cards"),
    Column("sv", "SV", "Saves", True),
    Column("ga", "GA", "Goals conceded", True),
    Column("cs", "CS", "Clean sheets", True),
)
ELEVEN = {"GK": 1, "D": 4, "M": 4, "F": 2}
SCORERS = {"GK": 0.01, "D": 0.6, "M": 2, "F": 5.5}
HELPERS = {"GK": 0.05, "D": 1.5, "M": 4, "F": 2.5}
FOULS = {"GK": 0.1, "D": 3, "M": 3, "F": 1.5}
SHOTS = (
    "left-footed shot", "right-footed shot", "header", "shot from outside the box", "tap-in",
    "volley", "free kick",
)  # fmt: skip


def play(
    rng: random.Random,
    game: Game,
    squads: dict[str, list[Player]],
    form: dict[str, float],
    skill: dict,
) -> dict:
    """Play a match; return what it adds to its fixture: parts, events and lines."""
    sides, found = {}, []
    for team in game.sides:
        edge = form[team] - form[game.other(team)]
        goals = poisson(rng, math.exp(0.26 + 0.115 * edge + (0.16 if team == game.home else -0.12)))
        eleven, bench = _choose_eleven(rng, squads[team], skill)
        sides[team] = _draw_minutes(rng, team, eleven, bench, found)
        _draw_goals(rng, team, sides[team], goals, skill, found)
        _draw_cards(rng, team, sides[team], found)
    found.sort(key=lambda event: event[:2])
    events, parts = _make_events(found, game)
    lines = [line for team in game.sides for line in _make_lines(rng, game, team, sides, found)]
    return {"parts": parts, "events": tuple(events), "lines": tuple(lines)}


def poisson(rng: random.Random, mean: float) -> int:
    """Draw from a Poisson distribution with this mean; at most 8."""
    count, product, limit = 0, rng.random(), math.exp(-mean)
    while product > limit:
        count, product = count + 1, product * rng.random()
    return min(count, 8)


def _choose_eleven(
    rng: random.Random, squad: list[Player], skill: dict
) -> tuple[list[Player], list[Player]]:
    """Choose the starting eleven, the best of each position, and the bench."""
    first = int(rng.random() < 0.15)  # now and then the second goalkeeper plays
    worth = {
        p.slug: skill[p.slug] + rng.gauss(0, 0.13) + 9 * (p.position == "GK" and p.rank == first)
        for p in squad
    }
    order = sorted(squad, key=lambda p: -worth[p.slug])
    eleven = []
    for position, count in ELEVEN.items():
        eleven += [player for player in order if player.position == position][:count]
    spare = [p for p in order if p not in eleven]
    while len(eleven) < 11:
        eleven.append(spare.pop(next(i for i, p in enumerate(spare) if p.position != "GK")))
    return eleven, [p for p in spare if p.position != "GK"]


def _draw_minutes(
    rng: random.Random, team: str, eleven: list[Player], bench: list[Player], found: list
) -> list[list]:
    """Draw [player, from, to, starter] for all who play; each substitution is an event."""
    side = [[p, 0, 90, True] for p in eleven]
    for fresh in bench[: rng.randrange(2, 4)]:
        tired = rng.choice(
            [each for each in side if each[3] and each[2] == 90 and each[0].position != "GK"]
        )
        tired[2] = rng.randrange(55, 86)
        side.append([fresh, tired[2], 90, False])
        found.append(
            (2, (tired[2] - 45) * 60, team, fresh.slug, "sub", f"comes on for {tired[0].name}", "")
        )
    return side


def _list_on_pitch(side: list[list], minute: int) -> list[Player]:
    return [p for p, begin, end, _ in side if begin < minute <= end]


def _draw_goals(
    rng: random.Random, team: str, side: list[list], goals: int, skill: dict, found: list
) -> None:
    for minute in sorted(rng.sample(range(2, 90), goals)):
        there = _list_on_pitch(side, minute)
        scorer = rng.choices(there, [SCORERS[p.position] * skill[p.slug] ** 2 for p in there])[0]
        helper = rng.choices(there, [HELPERS[p.position] * skill[p.slug] for p in there])[0]
        penalty = rng.random() < 0.08
        assist = helper.slug if not penalty and helper is not scorer and rng.random() < 0.8 else ""
        if penalty:
            kind, words = "pen", "scores from the penalty spot"
        else:
            kind, words = "goal", f"scores, {rng.choice(SHOTS)}"
        found.append((*_split_minute(minute), team, scorer.slug, kind, words, assist))


def _draw_cards(rng: random.Random, team: str, side: list[list], found: list) -> None:
    booked: set[str] = set()
    for minute in sorted(rng.sample(range(8, 90), poisson(rng, 1.7))):
        there = [p for p in _list_on_pitch(side, minute) if p.slug not in booked]
        who = rng.choices(there, [FOULS[p.position] for p in there])[0]
        booked.add(who.slug)
        found.append(
            (*_split_minute(minute), team, who.slug, "yellow", "is shown the yellow card", "")
        )
    if rng.random() < 0.05:
        # Late, and only for players without an event, so that nobody scores or comes off after it.
        minute = rng.randrange(80, 90)
        there = [
            p
            for p in _list_on_pitch(side, 90)
            if p.slug not in booked and not any(e[3] == p.slug for e in found)
        ]
        if there:
            who = rng.choice(there)
            next(each for each in side if each[0] is who)[2] = minute
            found.append((*_split_minute(minute), team, who.slug, "red", "is sent off", ""))


def _split_minute(minute: int) -> tuple[int, int]:
    return (1, minute * 60) if minute <= 45 else (2, (minute - 45) * 60)


def _make_events(found: list[tuple], game: Game) -> tuple[list[Event], tuple]:
    score, parts, events = [0, 0], [[0, 0], [0, 0]], []
    for period, at, team, who, kind, words, assist in found:
        if kind in ("goal", "pen"):
            side = int(team == game.home)
            score[side] += 1
            parts[period - 1][side] += 1
        events.append(Event(period, at, team, who, f"{kind}|{assist}", words, (score[0], score[1])))
    return events, tuple((away, home) for away, home in parts)


def _make_lines(rng: random.Random, game: Game, team: str, sides: dict, found: list) -> list[Line]:
    side = sides[team]
    figures = {p.slug: Counter(min=end - begin, gs=int(starter)) for p, begin, end, starter in side}
    for _, _, whose, who, kind, _, assist in found:
        if whose == team:
            _count_play(figures, who, kind, assist)
    field = [p for p, *_ in side if p.position != "GK"]
    weights = [SCORERS[p.position] * figures[p.slug]["min"] for p in field]
    for who in rng.choices(field, weights, k=rng.randrange(5, 13)):
        figures[who.slug].update(sh=1, sot=int(rng.random() < 0.34))
    for who in rng.choices(field, [FOULS[p.position] for p in field], k=rng.randrange(6, 15)):
        figures[who.slug]["fls"] += 1
    _add_keeper_figures(
        rng, side, figures, [e for e in found if e[2] != team and e[4] in ("goal", "pen")]
    )
    keys = [column.key for column in COLUMNS]
    return [
        Line(p.slug, team, starter, {key: figures[p.slug][key] for key in keys})
        for p, _, _, starter in side
    ]


def _count_play(figures: dict[str, Counter], who: str, kind: str, assist: str) -> None:
    if kind in ("goal", "pen"):
        figures[who].update(g=1, sh=1, sot=1, pen=int(kind == "pen"))
    if kind in ("yellow", "red"):
        figures[who].update({"yc" if kind == "yellow" else "rc": 1, "fls": 1})
    if assist:
        figures[assist]["a"] += 1


def _add_keeper_figures(
    rng: random.Random, side: list[list], figures: dict[str, Counter], conceded: list[tuple]
) -> None:
    keeper = next(p.slug for p, *_ in side if p.position == "GK")
    figures[keeper].update(sv=rng.randrange(1, 8), ga=len(conceded), cs=int(not conceded))
