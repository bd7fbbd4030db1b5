"""Building blocks of the tasks: choosing records, comparing figures, oracle steps."""

from collections.abc import Callable, Iterable
from typing import Any

from ....kit.formats import day_format
from ....kit.steps import Step, choose_option, fill, link
from .. import season
from ..records import Game, Player, Sports

LINKS = {"mbl": "MBL", "hl": "Harbour", "bhl": "BHL"}
long_day = day_format("%A, %B {}")  # "Friday, March 13", in a question
brief_day = day_format("%a, %b {}")  # "Fri, Mar 13", on a page


def search(name: str) -> list[Step]:
    """Search for a team or a player and open the page of that name."""
    return [choose_option("Search Klaxon", name), link(name)]


def title(sports: Sports, game: Game) -> str:
    """The title of a game: "A at B"."""
    return f"{sports.teams[game.away].name} at {sports.teams[game.home].name}"


def open_game(sports: Sports, game: Game, part: str) -> list[Step]:
    """The steps from the front page to a game's "Summary", "Box score" or "Plays"."""
    go = [link("Scores"), fill("Go to date", str(game.day))]
    return [*go, link(f"{part} of {title(sports, game)}")]


def draw(sports: Sports, name: str, records: Iterable, fits: Callable[[Any], bool]) -> Any:
    """A record that fits; which one depends on the world. There must be at least one."""
    found = [record for record in records if fits(record)]
    assert found, f"nothing fits the question {name}"
    return found[(sum(sports.poll) + len(name) * 7) % len(found)]


def played(sports: Sports, league: str) -> list[Game]:
    """The latest 60 games of a league, newest first."""
    return [game for game in reversed(sports.games) if game.league == league and game.played][:60]


def has_unique_name(people: list[Player]) -> Callable[[Player], bool]:
    """A test whether no other name contains a player's, so that a search finds only him."""
    return lambda player: sum(player.slug in other.slug for other in people) == 1


def shown(sports: Sports, player: Player, column: tuple) -> str:
    """A player's figure as tables print it."""
    return season.shown(season.value(sports.totals[player.slug], column[0]), column[3])
