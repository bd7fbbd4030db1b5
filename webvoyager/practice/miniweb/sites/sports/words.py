"""The turns of phrase that stories are made of."""

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
