"""Makes a story of its paragraphs: adds address, time, writer and, for some kinds, a closing."""

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
    """Make a story, with address, time, writer and, if its kind has one, a closing sentence."""
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
