"""Fixtures: rounds in which every team plays once, spread over the days of a week."""

import random
from datetime import date, timedelta

from .records import Game, Team

# the days of the week a round is played on (0 is Monday) with their weights, and the times games
# start
ROUNDS = {
    "mbl": (({0: 2, 1: 3, 2: 2}, {4: 3, 5: 2, 6: 2}), ("18:30", "19:00", "19:30", "20:30")),
    "hl": (({4: 1, 5: 4, 6: 2},), ("17:30", "17:30", "19:45")),
    "bhl": (({1: 3, 3: 4}, {4: 2, 5: 3, 6: 2}), ("18:00", "19:00", "19:30", "21:00")),
}
WEEKS = {"mbl": (17, 4), "hl": (23, 6), "bhl": (16, 4)}  # weeks before this one, and after it


def fixtures(rng: random.Random, league: str, teams: list[Team], today: date) -> list[Game]:
    """Draw all games of a league's season, by day and time, none of them played yet."""
    rounds, times = ROUNDS[league]
    before, after = WEEKS[league]
    monday = today - timedelta(days=today.weekday())
    order = [team.slug for team in rng.sample(teams, len(teams))]
    games, number = [], 0
    for week in range(-before, after + 1):
        for days in rounds:
            for home, away in _pair_teams(order, number):
                weekday = rng.choices(list(days), list(days.values()))[0]
                day = monday + timedelta(weeks=week, days=weekday)
                games.append((day, rng.choice(times), home, away, number + 1))
            number += 1
    games.sort()
    return [
        Game(f"{league}{1001 + index}", league, day, time, home, away, round_)
        for index, (day, time, home, away, round_) in enumerate(games)
    ]


def _pair_teams(order: list[str], number: int) -> list[tuple[str, str]]:
    """Round `number` of a round robin, as (home, away).

    When all teams have met, it starts over with home and away swapped. One team keeps its place in
    the row and the others rotate, so a team's place changes by one each round. Since the place
    decides between home and away, teams are rarely at home twice in a row.
    """
    count = len(order)
    cycle, turn = divmod(number, count - 1)
    row = [order[0], *order[1 + turn :], *order[1 : 1 + turn]]
    pairs = [(row[i], row[count - 1 - i]) for i in range(count // 2)]
    return [pair if ((i or turn) + cycle) % 2 else pair[::-1] for i, pair in enumerate(pairs)]
