"""What makes sentences a story: its address, hour, writer and, for some kinds, a last sentence."""

import random
from datetime import date

from ...kit.formats import slug as slug_of
from .phrases import PHRASES
from .records import Story, Team


def story(
    rng: random.Random,
    league: str,
    kind: str,
    *,
    headline: str,
    standfirst: str,
    day: date,
    blocks: list[str],
    team: Team,
    game: str = "",
    players: tuple[str, ...] = (),
) -> Story:
    """A story with its address, hour, writer and, if its kind has one, a last sentence."""
    hours = range(22, 24) if kind == "Recap" else range(7, 13)
    time = f"{rng.choice(hours):02d}:{rng.randrange(60):02d}"
    slug = slug_of(headline)[:70].strip("-") + (f"-{game}" if kind == "Recap" else "")
    blocks = [
        *blocks,
        *([rng.choice(PHRASES["closers"][kind])] if kind in PHRASES["closers"] else []),
    ]
    return Story(
        slug,
        league,
        kind,
        headline,
        standfirst,
        rng.choice(PHRASES["writers"]),
        day,
        time,
        tuple(blocks),
        team.slug,
        game,
        players,
    )
