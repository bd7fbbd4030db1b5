"""Reviews of a course, worded to fit it and their stars; a few facts that only a review tells."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache
from random import Random
from typing import Any

from ...kit.people import draw_names
from ...kit.review_wording import Wording
from ...kit.reviews import STARS
from ...world import World
from .course_texts import in_sentence, read
from .records import Course


@dataclass(frozen=True)
class Review:
    """A review; `fact` is the fact that it tells, with the number `told`, or {}."""

    author: str
    stars: int
    day: date
    text: str
    helpful: int
    fact: dict[str, Any]


@lru_cache(maxsize=64)
def write_reviews(world: World, course: Course) -> tuple[Review, ...]:
    """The written reviews, the newest first; three of a `Course` tell a fact, each another."""
    rng = world.random(f"courses/{course.slug}/reviews")
    wording = Wording(world.random(f"courses/{course.slug}/wording"))
    number = min(sum(course.stars), rng.randrange(24, 74))
    facts = rng.sample(read("reviews.json")["facts"], 3 if course.kind == "Course" else 0)
    told = [fact | {"told": rng.randrange(*fact["range"])} for fact in facts]
    tells = dict(zip(rng.sample(range(number), len(told)), told, strict=True))
    day, reviews = world.today, []
    for at, name in enumerate(draw_names(rng, number)):
        day -= timedelta(days=rng.randrange(14))
        [stars], fact = rng.choices(STARS, course.stars), tells.get(at, {})
        first, family = name.split(" ", 1)
        shown = rng.choice((name, f"{first} {family[0]}."))
        text = _word_review(rng, wording, course, stars, fact)
        reviews.append(Review(shown, stars, day, text, rng.randrange(60), fact))
    return tuple(reviews)


def _word_review(
    rng: Random, wording: Wording, course: Course, stars: int, fact: dict[str, Any]
) -> str:
    voices, topics = read("reviews.json"), read("topic_reviews.json")
    mood = voices[voices["moods"][str(stars)]]
    phrases = {**voices, **mood, **fact, "topic": topics.get(course.topic, [])}
    shape = wording.choose(mood["telling" if fact else "shapes"])
    parts = [
        wording.deal(phrases[part], known | fact, voices["then"].get(part, []))
        for part, known in zip(shape, _list_facts(rng, course), strict=False)
    ]
    return wording.join(parts)


def _list_facts(rng: Random, course: Course) -> Iterator[dict[str, str]]:
    """What each part of a review can say, by slot; no two of them are about the same week."""
    kinds, taught = read("reviews.json")["kinds"][course.kind], course.concepts[: len(course.hours)]
    terms = [name for name in ("certificate", "audit", "archived") if getattr(course, name)]
    known = dict.fromkeys([*kinds, course.level.lower(), *terms], "")  # conditions
    names = list(dict.fromkeys(one.name.split()[0] for one in course.instructors))
    known |= zip(("teacher", "other"), rng.sample(names, len(names)), strict=False)
    known |= {"kind": kinds[0], "topic": in_sentence(course.topic), "language": course.language}
    known |= {"partner": course.partner.short, "price": f"${course.price:,}"}
    known |= {"weeks": f"{len(taught)}", "first": taught[0], "last": taught[-1]}
    for at in rng.sample(range(len(taught)), len(taught)):
        yield known | {"week": f"{at + 1}", "concept": taught[at], "hours": f"{course.hours[at]}"}
    while True:
        yield known
