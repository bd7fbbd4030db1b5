"""Earlier seasons, injuries, and basketball players' shots by zone of the court."""

import random
from collections import Counter
from datetime import date, timedelta

from . import season
from .phrases import PHRASES
from .records import Game, Injury, Player, Season, Team

ZONES = (
    "Rim", "Paint", "Mid-range left", "Mid-range right", "Left corner 3", "Right corner 3",
    "Above the break 3",
)  # fmt: skip


def injuries(
    rng: random.Random, clubs: list[Team], people: dict[str, Player], today: date
) -> list[Injury]:
    """Draw who is injured in each team now: none to three players, never a goalkeeper."""
    found = []
    for team in clubs:
        members = [player for player in people.values() if player.team == team.slug]
        squad = [p for p in members if p.position not in ("GK", season.KEEPERS.get(p.league))]
        for player in rng.sample(squad, rng.choices((0, 1, 2, 3), (2, 5, 4, 2))[0]):
            since = today - timedelta(days=rng.randrange(2, 38))
            back = today + timedelta(days=rng.randrange(2, 60))
            if (back - today).days < 6:
                status = "Day-to-day"
            elif (back - today).days < 40:
                status = "Out"
            else:
                status = "Injured reserve"
            what = rng.choice(PHRASES["injuries"][player.league])
            found.append(Injury(player.slug, team.slug, what, since, back, status))
    return found


def career(
    rng: random.Random, player: Player, total: Counter, year: int, clubs: list[str]
) -> tuple[Season, ...]:
    """Draw earlier seasons: this season's figures per game, varied, over full seasons."""
    games = {"mbl": 60, "hl": 34, "bhl": 56}[player.league]
    team, rows = player.team, []
    if not total["gp"]:
        return ()
    for first in range(year - 1, max(player.debut, year - 9) - 1, -1):
        if rng.random() < 0.2:
            team = rng.choice(clubs)
        peak = 1.04 - 0.016 * abs(player_age(player, first) - 27) + rng.gauss(0, 0.07)
        played = max(6, min(games, round(rng.gauss(games * 0.84, games * 0.12))))
        scale = played / max(1, total["gp"]) * max(0.3, peak)
        rows.append(
            Season(
                f"{first}-{(first + 1) % 100:02d}", team, _scale_figures(rng, total, scale, played)
            )
        )
    return tuple(reversed(rows))


def player_age(player: Player, year: int) -> int:
    """The age that a player reaches in a year."""
    return year - player.born.year


def _scale_figures(rng: random.Random, total: Counter, scale: float, played: int) -> Counter:
    """Scale this season's totals; a part, such as shots made, never exceeds its whole."""
    scaled = Counter(
        {key: max(0, round(count * scale * rng.uniform(0.9, 1.1))) for key, count in total.items()}
    )
    scaled["gp"] = played
    for part, whole in (
        ("tpm", "tpa"),
        ("fgm", "fga"),
        ("ftm", "fta"),
        ("gs", "gp"),
        ("sot", "sh"),
        ("g", "sot"),
        ("g", "sog"),
        ("pen", "g"),
        ("ppg", "g"),
    ):
        if part in scaled and whole in scaled:
            scaled[part] = min(scaled[part], scaled[whole])
    if "fgm" in scaled:
        scaled["tpm"] = min(scaled["tpm"], scaled["fgm"])
        scaled["pts"] = 2 * scaled["fgm"] + scaled["tpm"] + scaled["ftm"]
    elif "pts" in scaled:
        scaled["pts"] = scaled["g"] + scaled["a"]
    if "min" in scaled and "gs" in scaled:
        scaled["min"] = min(scaled["min"], 90 * played)
    return scaled


def shooting(rng: random.Random, total: Counter) -> dict[str, tuple[int, int]]:
    """Draw field goals by zone, as (made, taken), that add up to a basketball player's totals."""
    inside = Counter(
        rng.choices(ZONES[:4], [rng.uniform(1, 4) for _ in range(4)], k=total["fga"] - total["tpa"])
    )
    outside = Counter(
        rng.choices(ZONES[4:], [rng.uniform(1, 2), rng.uniform(1, 2), 4], k=total["tpa"])
    )
    shots = [zone for zone in ZONES[:4] for _ in range(inside[zone])]
    hits = Counter(rng.sample(shots, total["fgm"] - total["tpm"]))
    far = [zone for zone in ZONES[4:] for _ in range(outside[zone])]
    hits += Counter(rng.sample(far, total["tpm"]))
    return {zone: (hits[zone], (inside + outside)[zone]) for zone in ZONES}


def is_absent(injury: Injury | None, game: Game) -> bool:
    """Whether an injury kept the player out of a game."""
    return injury is not None and game.day > injury.since
