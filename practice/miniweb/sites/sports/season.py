"""What is computed from the results: standings, streaks, rates and leaders."""

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from . import basketball_games, football_games, hockey_games
from .records import Column, Game, Player, Sports, Team

COLUMNS = {
    "mbl": basketball_games.COLUMNS,
    "hl": football_games.COLUMNS,
    "bhl": hockey_games.COLUMNS,
}


@dataclass(frozen=True)
class Row:
    """A team's row of the standings; `last` are its latest games, the newest first."""

    place: int
    team: Team
    figures: dict[str, float | int | str]
    last: tuple[Game, ...]
    next: Game | None


# By league, the columns of the standings (key, head, words), and those of players and of
# goalkeepers (with decimals too); "/gp" in a key means per game, other keys are sums or rates.
STANDING, STATS, KEEPING = json.loads(
    (Path(__file__).parent / "columns.json").read_text("utf-8")
).values()


def outcome(game: Game, team: str) -> str:
    """W, L or D; OTL for a hockey game lost after regular time."""
    if not game.winner:
        return "D"
    if game.winner == team:
        return "W"
    return "OTL" if game.league == "bhl" and game.ending else "L"


def streak(games: Sequence[Game], team: str) -> str:
    """A team's current streak, such as "W4"."""
    if not games:
        return "-"
    results = [
        outcome(game, team)[0] if outcome(game, team) != "OTL" else "L" for game in reversed(games)
    ]
    run = next((n for n, result in enumerate(results) if result != results[0]), len(results))
    return f"{results[0]}{run}"


def record(games: Iterable[Game], team: str) -> tuple[int, int, int]:
    """A record as (won, lost, drawn or lost in overtime)."""
    results = [outcome(game, team) for game in games]
    return results.count("W"), results.count("L"), results.count("D") + results.count("OTL")


def record_text(games: Iterable[Game], team: str) -> str:
    """A record as text: 20-12, or with a third figure if the league has one."""
    games = list(games)
    won, lost, other = record(games, team)
    if games and games[0].league == "hl":
        return f"{won}-{other}-{lost}"
    return f"{won}-{lost}-{other}" if games and games[0].league == "bhl" else f"{won}-{lost}"


def standings(sports: Sports, league: str) -> list[Row]:
    """A league's table, best team first."""
    rows = [(team, figures(sports, team)) for team in sports.teams_of(league)]
    rows.sort(key=lambda row: ORDER[league](row[1]), reverse=True)
    best = rows[0][1]
    found = []
    for place, (team, totals) in enumerate(rows, 1):
        games = [game for game in sports.schedule[team.slug] if game.played]
        coming = next((game for game in sports.schedule[team.slug] if not game.played), None)
        totals["gb"] = ((best["w"] - totals["w"]) + (totals["l"] - best["l"])) / 2
        found.append(Row(place, team, totals, tuple(games[:-6:-1]), coming))
    return found


ORDER: dict[str, Callable[[dict], tuple]] = {
    "mbl": lambda f: (f["pct"], f["diff"], f["pf"]),
    "hl": lambda f: (f["pts"], f["gd"], f["gf"], f["w"]),
    "bhl": lambda f: (f["pts"], f["w"], f["gd"], f["gf"]),
}


def figures(sports: Sports, team: Team) -> dict:
    """All figures of a team that any standings show."""
    games = [game for game in sports.schedule[team.slug] if game.played]
    home = [g for g in games if g.home == team.slug]
    away = [g for g in games if g.away == team.slug]
    won, lost, other = record(games, team.slug)
    scored = sum(game.of(team.slug)[0] for game in games)
    allowed = sum(game.of(team.slug)[1] for game in games)
    count = max(1, len(games))
    totals = {"gp": len(games), "w": won, "l": lost, "d": other, "otl": other, "pct": won / count}
    totals |= {
        "gf": scored,
        "ga": allowed,
        "gd": scored - allowed,
        "strk": streak(games, team.slug),
    }
    totals |= {"pf": scored / count, "pa": allowed / count, "diff": (scored - allowed) / count}
    totals |= {"cs": sum(game.of(team.slug)[1] == 0 for game in games)}
    totals["pts"] = 3 * won + other if team.league == "hl" else 2 * won + other
    if team.league == "hl":
        totals |= {"home": _count_points(home, team.slug), "away": _count_points(away, team.slug)}
    else:
        totals |= {"home": record_text(home, team.slug), "away": record_text(away, team.slug)}
    ended = [game for game in games if game.ending == "SO"]
    totals["so"] = f"{record(ended, team.slug)[0]}-{record(ended, team.slug)[2]}"
    return totals


def _count_points(games: list[Game], team: str) -> int:
    won, _, drawn = record(games, team)
    return 3 * won + drawn


# --- players ---

LEADERS = {
    "mbl": ("pts/gp", "reb/gp", "ast/gp", "stl/gp", "blk/gp", "tpm"),
    "hl": ("g", "a", "sot", "yc", "fls", "min"),
    "bhl": ("pts", "g", "a", "pim", "hit", "ppg"),
}
KEEPERS = {"hl": "GK", "bhl": "G"}


def keeper(player: Player) -> bool:
    """Whether a player is a goalkeeper."""
    return KEEPERS.get(player.league) == player.position


def columns(player: Player) -> tuple:
    """The statistics columns for a player."""
    return KEEPING[player.league] if keeper(player) else STATS[player.league]


def game_columns(player_keeps: bool, league: str) -> tuple[Column, ...]:
    """The columns of a box score for goalkeepers, or for all others."""
    shared = {"min", "toi"}
    if player_keeps:
        return tuple(c for c in COLUMNS[league] if c.keeper or c.key in shared)
    return tuple(c for c in COLUMNS[league] if not c.keeper)


def value(total: dict, key: str) -> float:
    """The figure for a key, computed from sums: "pts", "pts/gp", "g+a", "fgm%fga"."""
    if "%" in key:
        part, whole = key.split("%")
        return 100 * total[part] / max(1, value(total, whole))
    if "/" in key:
        part, whole = key.split("/")
        return total[part] / max(1, total[whole])
    return sum(total[part] for part in key.split("+")) if key.strip("+") else 0


def shown(figure: float | int | str, decimals: int = 0) -> str:
    """A figure as the tables print it."""
    return figure if isinstance(figure, str) else f"{figure:.{decimals}f}"


def is_qualified(sports: Sports, player: Player, key: str) -> bool:
    """Whether a player has enough games or attempts to be ranked by this figure."""
    total = sports.totals[player.slug]
    if "%" in key:
        return value(total, key.split("%")[1]) >= QUALIFY.get(key, 0)
    return total["gp"] >= 12 if "/" in key else total["gp"] > 0


QUALIFY = {"fgm%fga": 120, "tpm%tpa": 50, "ftm%fta": 40, "g%sh": 20, "g%sog": 40, "sv%sv+ga": 150}


def ranked(
    sports: Sports, league: str, key: str, people: Iterable[Player] | None = None
) -> list[Player]:
    """Players by a figure, highest first; ties are in order of name."""
    people = people or [p for p in sports.players.values() if p.league == league and not keeper(p)]
    people = [player for player in people if is_qualified(sports, player, key)]
    return sorted(people, key=lambda p: (-value(sports.totals[p.slug], key), p.name))


def best(game: Game, team: str) -> list:
    """The lines of a team in a game, best performance first."""
    weigh = {
        "mbl": lambda f: f["pts"] + 0.7 * f["reb"] + 0.9 * f["ast"] + f["stl"] + f["blk"],
        "hl": lambda f: 10 * f["g"] + 6 * f["a"] + f["sot"] + 0.4 * f["sv"] + f["min"] / 300,
        "bhl": lambda f: 5 * f["g"] + 4 * f["a"] + f["sog"] * 0.2 + f["sv"] * 0.22 - f["ga"] * 1.2,
    }[game.league]
    return sorted(
        (line for line in game.lines if line.team == team), key=lambda line: -weigh(line.figures)
    )
