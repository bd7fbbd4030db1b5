"""The turns of phrase that stories are made of, and what makes them a story."""

import random
from datetime import date

from .records import Story, Team
from .squads import slugged

WRITERS = (
    "Perpetua Longstaff",
    "Idris Callowhill",
    "Noor van Asselberg",
    "Matthias Okonjo",
    "Clementine Dray",
    "Rui Tavarelli",
)
VERBS = {
    "close": (
        ("edge", "edged"),
        ("hold off", "held off"),
        ("outlast", "outlasted"),
        ("slip by", "slipped by"),
    ),
    "wide": (
        ("beat", "beat"),
        ("sweep aside", "swept aside"),
        ("overpower", "overpowered"),
        ("see off", "saw off"),
    ),
}
OPENERS = (
    "{hero} answered every question on {day} with {did}, and {won} {past} {lost} {score} {place}.",
    "With {did} from {hero}, {won} {past} {lost} {score} {place} on {day}.",
    "{won} {past} {lost} {score} {place} on {day}, and the name of the night was {hero}: {did}.",
    "It took {did} from {hero} for {won} to {verb} {lost} {score} {place} on {day}.",
)
QUOTES = (
    "We were not pretty, we were on time",
    "I told them at the break to trust the next pass",
    "The legs were heavy and the heads were clear",
    "You do not win a season in a night, but you can lose a good deal of it",
    "We have drawn that play on every napkin in town",
    "They ran, we ran a little longer",
    "I liked the last ten minutes better than the first ten",
    "Nobody in that room counts the table before spring",
)
CLOSERS = {
    "Numbers": ("The tables on the league's statistics page are brought up to date after every game.",),
    "Injuries": ("Clubs report to the league every morning; dates of return are estimates.",),
    "Form": ("The record of the league is a good deal longer, and nobody speaks of it in the dressing room.",),
}


def count(number: int, word: str) -> str:
    """A number with its noun: "1 goal", "3 goals"."""
    return f"{number} {word}{'' if number == 1 else 's'}"


def sentence(words: str) -> str:
    """Words as they begin a sentence."""
    return words[:1].upper() + words[1:]


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
    """A story with its address, its hour, its writer and, where its kind has one, a last sentence."""
    hours = range(22, 24) if kind == "Recap" else range(7, 13)
    time = f"{rng.choice(hours):02d}:{rng.randrange(60):02d}"
    slug = slugged(headline)[:70].strip("-") + (f"-{game}" if kind == "Recap" else "")
    blocks = [*blocks, *([rng.choice(CLOSERS[kind])] if kind in CLOSERS else [])]
    return Story(
        slug,
        league,
        kind,
        headline,
        standfirst,
        rng.choice(WRITERS),
        day,
        time,
        tuple(blocks),
        team.slug,
        game,
        players,
    )
