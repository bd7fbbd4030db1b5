"""Klaxon's records: leagues, teams, players, games and news stories."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import cached_property


@dataclass(frozen=True)
class Column:
    """A column of a statistics table: its head, and what the head stands for."""

    key: str
    head: str
    words: str
    keeper: bool = False  # only for goalkeepers


@dataclass(frozen=True)
class League:
    """A league; `periods` names the parts of a game, `length` is the minutes of one part."""

    slug: str
    name: str
    sport: str
    periods: tuple[str, ...]
    length: int
    groups: tuple[str, ...]
    scores: str  # what is counted: points or goals
    glyph: str


@dataclass(frozen=True)
class Team:
    """A team and its home venue."""

    slug: str
    league: str
    abbr: str
    place: str
    nick: str
    color: str
    second: str
    venue: str
    seats: int
    founded: int
    coach: str
    group: str

    @property
    def name(self) -> str:
        return f"{self.place} {self.nick}"

    @property
    def called(self) -> str:
        """Its short name; football clubs have no article."""
        return self.nick if self.league == "hl" else f"the {self.nick}"


@dataclass(frozen=True)
class Player:
    """A player: facts that no seed changes."""

    slug: str
    name: str
    team: str
    league: str
    number: int
    position: str
    height: int  # cm
    weight: int  # kg
    born: date
    birthplace: str
    side: str  # the hand or foot he prefers
    debut: int  # the year his first season began
    before: str  # where he played before that
    rank: int  # his place in the order of his position, 0 is first choice

    @property
    def short(self) -> str:
        first, _, last = self.name.partition(" ")
        return f"{first[0]}. {last}"


@dataclass(frozen=True)
class Event:
    """Something that happens in a game; `at` is seconds since the period began.

    `score` is (away, home) after it.
    """

    period: int
    at: int
    team: str
    player: str
    kind: str
    words: str
    score: tuple[int, int]


@dataclass(frozen=True)
class Line:
    """A player's figures in one game, by column key."""

    player: str
    team: str
    starter: bool
    figures: dict[str, int]


@dataclass(frozen=True)
class Game:
    """A game, played or upcoming; `parts` is the score of each period as (away, home)."""

    id: str
    league: str
    day: date
    time: str
    home: str
    away: str
    number: int
    parts: tuple[tuple[int, int], ...] = ()
    ending: str = ""  # "OT", "2OT" or "SO" if it went beyond regular time
    events: tuple[Event, ...] = ()
    lines: tuple[Line, ...] = ()
    crowd: int = 0

    @property
    def played(self) -> bool:
        return bool(self.parts)

    @cached_property
    def score(self) -> tuple[int, int]:
        """The score as (away, home)."""
        return sum(part[0] for part in self.parts), sum(part[1] for part in self.parts)

    @property
    def sides(self) -> tuple[str, str]:
        return self.away, self.home

    @property
    def winner(self) -> str:
        """The slug of the team that won, "" for a draw or an upcoming game."""
        away, home = self.score
        return self.away if away > home else self.home if home > away else ""

    def of(self, team: str) -> tuple[int, int]:
        """The score as (ours, theirs)."""
        return self.score if team == self.away else self.score[::-1]

    def other(self, team: str) -> str:
        return self.home if team == self.away else self.away


@dataclass(frozen=True)
class Injury:
    """An injury: who is out, since when and until when."""

    player: str
    team: str
    what: str
    since: date
    back: date
    status: str


@dataclass(frozen=True)
class Season:
    """A season of a player's career, as the table on the player's page shows it."""

    label: str
    team: str
    figures: dict[str, int]


@dataclass(frozen=True)
class Story:
    """A story on the news pages; `blocks` are its paragraphs."""

    slug: str
    league: str
    kind: str
    headline: str
    standfirst: str
    author: str
    day: date
    time: str
    blocks: tuple[str, ...]
    team: str
    game: str = ""
    players: tuple[str, ...] = ()


@dataclass(frozen=True)
class Sports:
    """The site's data in one world."""

    today: date
    leagues: dict[str, League]
    teams: dict[str, Team]
    players: dict[str, Player]
    games: tuple[Game, ...]
    injuries: tuple[Injury, ...]
    draw_careers: Callable[["Sports"], dict[str, tuple[Season, ...]]]
    stories: tuple[Story, ...] = ()
    poll: tuple[int, ...] = ()  # votes so far
    # player: zone: (made, taken)
    shooting: dict[str, dict[str, tuple[int, int]]] = field(default_factory=dict)

    @cached_property
    def careers(self) -> dict[str, tuple[Season, ...]]:
        """The seasons of each player before this one, oldest first."""
        return self.draw_careers(self)  # only now: no page but a player's needs them

    @cached_property
    def game(self) -> dict[str, Game]:
        return {game.id: game for game in self.games}

    @cached_property
    def story(self) -> dict[str, Story]:
        return {story.slug: story for story in self.stories}

    @cached_property
    def schedule(self) -> dict[str, tuple[Game, ...]]:
        """The games of each team, by date."""
        found: dict[str, list[Game]] = {team: [] for team in self.teams}
        for game in self.games:
            for side in game.sides:
                found[side].append(game)
        return {team: tuple(games) for team, games in found.items()}

    @cached_property
    def roster(self) -> dict[str, tuple[Player, ...]]:
        found: dict[str, list[Player]] = {team: [] for team in self.teams}
        for player in self.players.values():
            found[player.team].append(player)
        return {team: tuple(players) for team, players in found.items()}

    @cached_property
    def log(self) -> dict[str, tuple[tuple[Game, Line], ...]]:
        """The games each player was in, by date."""
        found: dict[str, list[tuple[Game, Line]]] = {player: [] for player in self.players}
        for game in self.games:
            for line in game.lines:
                found[line.player].append((game, line))
        return {player: tuple(games) for player, games in found.items()}

    @cached_property
    def totals(self) -> dict[str, Counter]:
        """The season's figures of each player so far, summed, with "gp" for games played."""
        found: dict[str, Counter] = {}
        for player, games in self.log.items():
            total: Counter = Counter(gp=len(games))
            for _, line in games:
                for key, count in line.figures.items():  # several times faster than Counter.update
                    total[key] += count
            found[player] = total
        return found

    @cached_property
    def out(self) -> dict[str, Injury]:
        return {injury.player: injury for injury in self.injuries}

    def on(self, league: str, day: date) -> list[Game]:
        """The games of a league on a day, in the order they start."""
        return [game for game in self.by_day.get(day, ()) if game.league == league]

    @cached_property
    def by_day(self) -> dict[date, list[Game]]:
        found: dict[date, list[Game]] = {}
        for game in self.games:
            found.setdefault(game.day, []).append(game)
        return found

    def days(self, league: str) -> list[date]:
        """The days on which a league plays."""
        return [
            day
            for day, games in self.by_day.items()
            if any(game.league == league for game in games)
        ]

    def teams_of(self, league: str) -> list[Team]:
        return [team for team in self.teams.values() if team.league == league]

    @property
    def yesterday(self) -> date:
        return self.today - timedelta(days=1)
