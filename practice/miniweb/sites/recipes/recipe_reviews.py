"""Readers' reviews, worded from stock phrases, with stars, dates and helpful votes."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import cycle
from pathlib import Path
from random import Random

from ...kit.review_wording import Wording
from .cookbook import Draft
from .ingredients import Ingredient

HERE = Path(__file__).parent
VOICES = json.loads((HERE / "voices.json").read_text(encoding="utf-8"))
DISHES = json.loads((HERE / "dish_reviews.json").read_text(encoding="utf-8"))
TOPICS = ("details", "grumbles", "closers")
TONES = {5: "glad", 4: "glad", 3: "mixed", 2: "cross", 1: "cross"}


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
    random: Random, stars: list[int], draft: Draft, since: date, today: date, wording: Wording
) -> tuple[Review, ...]:
    """Write one review for each of `stars`, newest first; no reader or day occurs twice.

    `random` decides who says what about which topic, `wording` the words.
    """
    readers, topics = _draw_readers(random, len(stars)), _shuffle_topics(random, draft)
    ages = sorted(random.sample(range(1, max((today - since).days, len(stars) + 2)), len(stars)))
    reviews = []
    for i, (reader, given, age) in enumerate(zip(readers, stars, ages, strict=True)):
        swap = _draw_swap(random, draft.ingredients) if i % 3 == 2 else None
        written, helpful = today - timedelta(days=age), int(random.expovariate(0.12))
        text = _word_review(wording, draft, {**topics, "openers": topics[str(given)]}, given, swap)
        reviews.append(Review(reader, given, written, text, helpful, swap))
    return tuple(reviews)


def _shuffle_topics(random: Random, draft: Draft) -> dict[str, Iterator]:
    """The topics for one recipe; none is repeated before all of its kind are used."""
    kinds = {**VOICES["openers"], **{name: VOICES[name] for name in TOPICS}}
    measured = [line for line in draft.ingredients if line.amount is not None]
    kinds["foods"] = [line.name() for line in measured if line.food.kcal and line.grams > 9]
    return {kind: cycle(random.sample(topics, len(topics))) for kind, topics in kinds.items()}


def _word_review(
    wording: Wording,
    draft: Draft,
    topics: Mapping[str, Iterator],
    stars: int,
    swap: tuple[str, str] | None,
) -> str:
    """Word a review whose tone fits its stars, and which says clearly what was swapped."""
    dish = DISHES["dishes"][draft.title]
    facts = {"cuisine": draft.cuisine, "dish": dish["dish"], dish["taste"]: ""}
    facts["food"] = next(topics["foods"])
    facts |= {"left": swap[0], "used": swap[1]} if swap else {}
    phrases = {**VOICES, **dish, **{name: next(topics[name]) for name in ("openers", *TOPICS)}}
    shape = wording.choose(VOICES["shapes"]["swap" if swap else TONES[stars]])
    chapter = DISHES["chapters"][dish["chapter"]]
    parts = [wording.deal(phrases[part], facts, chapter.get(part, ())) for part in shape]
    return wording.join(parts)


def _draw_readers(random: Random, count: int) -> list[str]:
    everyone = [f"{name} {initial}." for name in VOICES["names"] for initial in VOICES["initials"]]
    return random.sample(everyone, count)


def _draw_swap(random: Random, ingredients: tuple[Ingredient, ...]) -> tuple[str, str] | None:
    known = [line for line in ingredients if line.food.name in VOICES["swaps"]]
    if not known:
        return None
    line = random.choice(known)
    return line.name(), VOICES["swaps"][line.food.name]
