"""Reviews by owners, drawn for one model at a time."""

from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache

from ...kit.people import draw_names, draw_namesakes
from ...world import World
from .records import Model, read

SHARES = (5, 5, 5, 5, 4, 4, 4, 3, 2, 1)
RANGES = {"a": (2, 9), "b": (78, 99), "c": (2, 19), "d": (6, 75)}  # of the numbers in the texts


@dataclass(frozen=True)
class Review:
    """A review by the owner of a model in a colour."""

    author: str
    stars: int
    day: date
    colour: str
    title: str
    text: str


@cache
def reviews_of(world: World, model: Model) -> tuple[Review, ...]:
    """A model's reviews, latest first; some authors share a family name."""
    texts, rng = read("reviews.json"), world.random(f"devices/reviews/{model.slug}")
    names = draw_names(rng, rng.randint(14, 34))
    for name in names[:3]:
        names += [other for other in draw_namesakes(rng, name, 2) if other not in names]
    written = []
    for name in names:
        stars, facts = (
            rng.choice(SHARES),
            {key: rng.randint(*limits) for key, limits in RANGES.items()},
        )
        sentences = [*rng.sample(texts["facts"][model.kind], 2), rng.choice(texts["closings"])]
        title, text = rng.choice(texts["openings"][str(stars)]), " ".join(sentences).format(**facts)
        day = world.today - timedelta(days=rng.randint(1, 420))
        written.append(
            Review(name, stars, day, rng.choice(model.groups[0].options).name, title, text)
        )
    return tuple(sorted(written, key=lambda review: (review.day, review.author), reverse=True))
