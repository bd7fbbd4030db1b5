"""Written reviews, with titles that fit their scores."""

import random
from datetime import date, timedelta

from .records import TRAVELLERS, Review
from .stay_catalogue import read


def write(
    rng: random.Random, kind: str, scores: dict[str, float], today: date
) -> tuple[Review, ...]:
    """Write nine to fourteen reviews, newest first; no two share a day or a title."""
    voices = read("voices.json")
    level = sum(scores.values()) / len(scores)
    days = sorted(rng.sample(range(2, 420), rng.randrange(9, 15)))
    names = rng.sample(voices["names"], len(days))
    titles = {mood: rng.sample(words, len(words)) for mood, words in voices["titles"].items()}
    reviews = []
    for back, name in zip(days, names, strict=True):
        score = round(min(10, max(4, rng.gauss(level, 1.0))), 1)
        mood = "high" if score >= 8.3 else "middle" if score >= 6.5 else "low"
        mood = next(m for m in (mood, "middle", "high", "low") if titles[m])
        reviews.append(
            _draw_review(
                rng, voices, kind, score, titles[mood].pop(), name, today - timedelta(days=back)
            )
        )
    return tuple(reviews)


def _draw_review(
    rng: random.Random, voices: dict, kind: str, score: float, title: str, name: str, day: date
) -> Review:
    return Review(
        score=score,
        title=title,
        good=rng.choice(voices["good"][kind]),
        bad=rng.choice(voices["bad"]),
        author=name,
        country=rng.choice(voices["countries"]),
        traveller=rng.choice(TRAVELLERS),
        nights=rng.randrange(1, 8),
        day=day,
    )
