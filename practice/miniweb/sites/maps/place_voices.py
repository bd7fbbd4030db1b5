"""What people say about a place: reviews with facts that only they tell, questions, answers."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from ...kit.people import draw_names
from .map_catalogue import read
from .records import Atlas, Place


@dataclass(frozen=True)
class Review:
    """A review; `useful` is how many readers found it so."""

    author: str
    stars: int
    day: date
    text: str
    useful: int


def draw_facts(atlas: Atlas, place: Place) -> dict[str, str]:
    """The facts about a place that only a review tells, by their keys in voices.json."""
    rng = atlas.world.random(f"maps/facts/{place.slug}")
    told = read("voices.json")["facts"][place.about["group"]]
    return {key: rng.choice(fact["values"]) for key, fact in told.items()}


def write_reviews(atlas: Atlas, place: Place) -> Iterator[Review]:
    """Write nine to 26 reviews; no two have the same sentence."""
    rng, voices = atlas.world.random(f"maps/reviews/{place.slug}"), read("voices.json")
    group, number = place.about["group"], rng.randrange(9, 27)
    pools = [voices["praise"][group], voices["grumble"][group], voices["general"]]
    good, bad, remarks = (rng.sample(pool, len(pool)) for pool in pools)
    told = voices["facts"][group]
    facts = [
        rng.choice(told[key]["says"]).format(value)
        for key, value in draw_facts(atlas, place).items()
    ]
    places = rng.sample(range(5), len(facts))
    for at, name in enumerate(draw_names(rng, number)):
        stars = min(5, max(1, round(rng.gauss(place.rating, 1.0))))
        fitting = good if stars > 3 else bad
        words = [fitting.pop()] if fitting else []
        words += [fact for fact, where in zip(facts, places, strict=True) if where == at]
        if remarks and (not words or rng.random() < 0.4):
            words.append(remarks.pop())
        day = atlas.world.today - timedelta(days=rng.randrange(3, 700))
        yield Review(name, stars, day, " ".join(words), rng.randrange(40))


def write_questions(atlas: Atlas, place: Place) -> Sequence[tuple[str, str, str, int]]:
    """Questions about a place: what is asked, who asks, the answer, the number that it gives."""
    rng = atlas.world.random(f"maps/questions/{place.slug}")
    asked = read("voices.json")["questions"][place.about["group"]]
    drawn = [(question, answer, rng.choice(values)) for question, answer, values in asked]
    names = draw_names(rng, len(drawn))
    return [
        (row[0], name, row[1].format(row[2]), row[2])
        for row, name in zip(drawn, names, strict=True)
    ]
