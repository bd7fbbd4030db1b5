"""Teams and players: the facts that no seed changes."""

import random
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

from ...kit.formats import slug as slug_of
from .phrases import PHRASES
from .records import League, Player, Team

HERE = Path(__file__).parent
LEAGUES = (
    League(
        "mbl", "Meridian Basketball League", "Basketball",
        ("1st", "2nd", "3rd", "4th"), 12, ("East", "West"), "points", "hoop",
    ),
    League(
        "hl", "Harbour League", "Football",
        ("1st half", "2nd half"), 45, (), "goals", "ball",
    ),
    League(
        "bhl", "Boreal Hockey League", "Ice hockey",
        ("1st", "2nd", "3rd"), 20, ("Taiga", "Tundra"), "goals", "puck",
    ),
)  # fmt: skip
# by league and position: the number of players, their mean height (cm) and weight (kg)
SHAPES = {
    "mbl": {"G": (4, 191, 88), "F": (4, 202, 99), "C": (2, 211, 112)},
    "hl": {"GK": (2, 190, 85), "D": (5, 185, 81), "M": (5, 178, 73), "F": (4, 181, 76)},
    "bhl": {"G": (2, 188, 87), "D": (4, 187, 92), "F": (6, 183, 87)},
}
POSITIONS = {
    "mbl": {"G": "Guard", "F": "Forward", "C": "Center"},
    "hl": {"GK": "Goalkeeper", "D": "Defender", "M": "Midfielder", "F": "Forward"},
    "bhl": {"G": "Goaltender", "D": "Defenseman", "F": "Forward"},
}


def teams() -> dict[str, Team]:
    """All teams by their slug, league by league."""
    found: dict[str, Team] = {}
    league = ""
    for row in _read_rows("clubs.txt"):
        if row.startswith("["):
            league = row.strip("[]")
            continue
        abbr, place, nick, color, second, venue, seats, founded, coach, group = (
            part.strip() for part in row.split("|")
        )
        slug = slug_of(f"{place} {nick}")
        names, house = (slug, league, abbr, place, nick), (venue, int(seats), int(founded))
        found[slug] = Team(*names, color, second, *house, coach, group)
    return found


def players(clubs: dict[str, Team], first_year: int) -> dict[str, Player]:
    """All players by slug.

    The generator has a fixed seed: names and facts don't depend on the world.
    """
    rng = random.Random("klaxon/players")
    pools = [row.split("|") for row in _read_rows("names.txt")]
    found: dict[str, Player] = {}
    for team in clubs.values():
        numbers = rng.sample(
            range(1, 56), sum(count for count, _, _ in SHAPES[team.league].values())
        )
        for position, (count, height, weight) in SHAPES[team.league].items():
            for rank in range(count):
                name, birthplace = _draw_name(rng, team.league, pools, found)
                age = min(38, max(19, round(rng.gauss(26.5, 4.2))))
                found[slug_of(name)] = Player(
                    slug=slug_of(name),
                    name=name,
                    team=team.slug,
                    league=team.league,
                    number=numbers.pop(),
                    position=position,
                    height=round(rng.gauss(height, 4)),
                    weight=round(rng.gauss(weight, 5)),
                    born=date(first_year - age, 1, 1) + timedelta(days=rng.randrange(365)),
                    birthplace=birthplace,
                    side=rng.choices(("Right", "Left"), (7, 3))[0],
                    debut=first_year - min(age - 18, max(0, round(rng.gauss(age - 21, 1)))),
                    before=rng.choice(PHRASES["before"][team.league]),
                    rank=rank,
                )
    return found


def _draw_name(
    rng: random.Random, league: str, pools: list[list[str]], taken: dict[str, Player]
) -> tuple[str, str]:
    """An unused name, and a birthplace that fits it."""
    fitting = [pool for pool in pools if league in pool[1].split()]
    while True:
        _, _, places, given, family = rng.choices(
            fitting, [len(pool[4].split()) for pool in fitting]
        )[0]
        name = f"{rng.choice(given.split())} {rng.choice(family.split())}"
        if slug_of(name) not in taken:
            return name, rng.choice(places.split(";")).strip()


def _read_rows(name: str) -> Iterator[str]:
    for row in (HERE / name).read_text("utf-8").splitlines():
        if row.strip() and not row.startswith("#"):
            yield row.strip()
