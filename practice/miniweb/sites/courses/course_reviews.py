"""Reviews of a course: varied voices, and a few facts that only a review tells."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache
from random import Random
from typing import Any

from ...kit.people import draw_names
from ...kit.reviews import STARS
from ...world import World
from .course_texts import read, slots
from .records import Course


@dataclass(frozen=True)
class Review:
    """A review; `fact` is the fact that it tells, {} if none, with its number `told`."""

    author: str
    stars: int
    day: date
    text: str
    helpful: int
    fact: Mapping[str, Any]
    told: int


@lru_cache(maxsize=64)
def write_reviews(world: World, course: Course) -> tuple[Review, ...]:
    """The written reviews, the newest first; three tell a fact, each another."""
    rng = world.random(f"courses/{course.slug}/reviews")
    number = min(sum(course.stars), rng.randrange(24, 74))
    told_by, facts = rng.sample(range(number), 3), rng.sample(read("reviews.json")["facts"], 3)
    tells = dict(zip(told_by, facts, strict=True))
    day, reviews = world.today, []
    for at, name in enumerate(draw_names(rng, number)):
        day, fact = day - timedelta(days=rng.randrange(14)), tells.get(at, {})
        stars, told = rng.choices(STARS, course.stars)[0], rng.randrange(*fact.get("range", [9]))
        text = _write(rng, course, stars, fact.get("text", "").replace("{n}", str(told)))
        first, family = name.split(" ", 1)
        shown = rng.choice((name, f"{first} {family[0]}."))
        reviews.append(Review(shown, stars, day, text, rng.randrange(60), fact, told))
    return tuple(reviews)


def _write(rng: Random, course: Course, stars: int, fact: str) -> str:
    voices, weeks = read("reviews.json"), min(7, len(course.hours))
    opening, middle, ending = voices["by_stars"][str(stars)]
    parts = [rng.choice(voices[opening]), rng.choice(voices[middle]), fact]
    fill = slots(
        course.topic,
        rng.choice(course.concepts[:weeks]),
        week=rng.randrange(1, weeks + 1),
        teacher=rng.choice(course.instructors).name.split()[0],
    )
    return " ".join(filter(None, [*parts, rng.choice(voices[ending])])).format(**fill)
