"""Readers' reviews, built from stock phrases, with stars, dates and helpful votes."""

import itertools
import json
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from random import Random

from .ingredients import Ingredient

VOICES = json.loads((Path(__file__).parent / "voices.json").read_text(encoding="utf-8"))


@dataclass(frozen=True)
class Review:
    """A reader's review of a recipe; `swap` is (food left out, food used instead) or None."""

    reader: str
    stars: int
    written: date
    text: str
    helpful: int
    swap: tuple[str, str] | None


def write(
    random: Random, stars: list[int], ingredients: tuple[Ingredient, ...], since: date, today: date
) -> tuple[Review, ...]:
    """Write one review for each of `stars`, newest first; no reader or day occurs twice."""
    readers, phrases = _draw_readers(random, len(stars)), _Phrases(random, ingredients)
    ages = sorted(random.sample(range(1, max((today - since).days, len(stars) + 2)), len(stars)))
    reviews = []
    for i, (reader, given, age) in enumerate(zip(readers, stars, ages, strict=True)):
        swap = _draw_swap(random, ingredients) if i % 3 == 2 else None
        written, helpful = today - timedelta(days=age), int(random.expovariate(0.12))
        reviews.append(Review(reader, given, written, phrases.text(given, swap), helpful, swap))
    return tuple(reviews)


class _Phrases:
    """The phrases for one recipe, shuffled; none is repeated before all of its kind are used."""

    def __init__(self, random: Random, ingredients: tuple[Ingredient, ...]) -> None:
        kinds = {int(given): turns for given, turns in VOICES["openers"].items()}
        kinds |= {name: VOICES[name] for name in ("details", "grumbles", "closers")}
        self._phrases = {
            kind: itertools.cycle(random.sample(turns, len(turns))) for kind, turns in kinds.items()
        }
        measured = [line for line in ingredients if line.amount is not None]
        foods = [line.name() for line in measured if line.food.kcal and line.grams > 9]
        self._foods = itertools.cycle(random.sample(foods, len(foods)))

    def text(self, stars: int, swap: tuple[str, str] | None) -> str:
        """Write a review whose tone fits its stars."""
        detail = next(self._phrases["details" if stars > 3 else "grumbles"])
        if swap:
            middle = f"I used {swap[1]} instead of the {swap[0]}."
        else:
            middle = detail.format(food=next(self._foods))
        closing = next(self._phrases["closers"]) if stars > 3 else ""
        return f"{next(self._phrases[stars])} {middle} {closing}".strip()


def _draw_readers(random: Random, count: int) -> list[str]:
    everyone = [f"{name} {initial}." for name in VOICES["names"] for initial in VOICES["initials"]]
    return random.sample(everyone, count)


def _draw_swap(random: Random, ingredients: tuple[Ingredient, ...]) -> tuple[str, str] | None:
    known = [line for line in ingredients if line.food.name in VOICES["swaps"]]
    if not known:
        return None
    line = random.choice(known)
    return line.name(), VOICES["swaps"][line.food.name]
