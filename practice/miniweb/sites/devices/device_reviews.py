"""Reviews by owners, drawn and worded for one model at a time."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from random import Random

from ...kit.formats import slug
from ...kit.people import draw_names, draw_namesakes
from ...kit.review_wording import Wording
from ...world import World
from .records import Model, read

SHARES = (5, 5, 5, 5, 4, 4, 4, 3, 2, 1)
MOODS = {5: "delighted", 4: "pleased", 3: "torn", 2: "cross", 1: "cross"}
TIMES = (("weeks", 14, 60, 7), ("months", 60, 730, 31), ("years", 730, 1001, 365))  # in days


@dataclass(frozen=True)
class Review:
    """A review by the owner of a model in a colour; `minutes` is 0 if it says nothing of setup."""

    author: str
    stars: int
    day: date
    colour: str
    minutes: int
    title: str
    text: str


@cache
def reviews_of(world: World, model: Model) -> tuple[Review, ...]:
    """A model's reviews, latest first; some authors share a family name.

    Every third author says how long setup took.
    """
    rng = world.random(f"devices/reviews/{model.slug}")
    wording = Wording(world.random(f"devices/review wording/{model.slug}"))
    names = draw_names(rng, rng.randint(14, 34))
    for name in names[:3]:
        names += [other for other in draw_namesakes(rng, name, 2) if other not in names]
    written = [
        _write(rng, wording, model, name, world.today, i % 3 == 0) for i, name in enumerate(names)
    ]
    return tuple(sorted(written, key=lambda review: (review.day, review.author), reverse=True))


def _write(
    rng: Random, wording: Wording, model: Model, author: str, today: date, timed: bool
) -> Review:
    stars, colour = rng.choice(SHARES), rng.choice(model.groups[0].options).name
    mood, released = read("reviews.json")["moods"][MOODS[stars]], date(model.year, 1, 20)
    day = today - timedelta(days=rng.randint(1, max(1, min(420, (today - released).days - 7))))
    least = 7 if model.sold else 200  # days of owning it
    owned = rng.randint(least, max(least, min(1000, (day - released).days)))
    minutes, held = rng.randint(6, 75) if timed else 0, rng.randint(*mood["held"])
    facts = _model_facts(model) | _owner_facts(stars, colour, owned, minutes, held)
    title, text = _word_review(rng, wording, model, mood, facts)
    return Review(author, stars, day, colour, minutes, title, text)


@cache
def _model_facts(model: Model) -> dict[str, str]:
    """What reviews can say of a model, by slot; "" for what is only a condition."""
    kind = read(f"reviews/{model.kind}.json")
    specs = [(_slot(name), text) for part in model.specs.values() for name, text in part.items()]
    return {
        **dict(specs),
        **{f"{name}_{_slot(text)}": "" for name, text in specs},
        **{trait: "" for trait, slugs in kind["traits"].items() if model.slug in slugs},
        **kind["words"],
        "model": model.name.split(" (")[0],
        "single": model.family["single"],
        "size": model.size,
    }


def _owner_facts(stars: int, colour: str, owned: int, minutes: int, held: int) -> dict[str, str]:
    """What only some owners can say; `owned` is in days, `held` a battery's percentage."""
    spelt = dict(enumerate(read("reviews.json")["numbers"]))
    conditions = {f"stars_{stars}": True, "happy": stars > 3, "new": owned < 30, "old": owned > 365}
    conditions |= {"quick": minutes <= 20, "slow": minutes >= 45}
    facts = {name: "" for name, holds in conditions.items() if holds} | {_slot(colour): ""}
    for unit, first, last, days in TIMES:
        if first <= owned < last:
            facts[unit] = spelt.get(owned // days, str(owned // days))
    facts |= {"held": str(held)} if owned > 200 else {}
    facts |= {"minutes": str(minutes)} if minutes else {}
    return facts | {"colour": colour, "paint": colour.lower()}


def _word_review(
    rng: Random, wording: Wording, model: Model, mood: Mapping, facts: Mapping[str, str]
) -> tuple[str, str]:
    """Word the title and the text of a review; no two of its sentences share a topic."""
    kind, anyone = read(f"reviews/{model.kind}.json"), read("reviews.json")["anyone"]
    topics, parts = rng.sample(list(kind["topics"].values()), len(kind["topics"])), []
    for part in wording.choose(mood["timed shapes" if "minutes" in facts else "shapes"]):
        phrases = [phrase for source in (mood, kind, anyone) for phrase in source.get(part, ())]
        if part in topics[0]:  # a title, or a sentence, after which the next topic follows
            phrases = (topics[0] if part.endswith("title") else topics.pop(0))[part]
        parts.append(wording.deal(phrases, facts))
    return parts[0], wording.join(parts[1:])


def _slot(name: str) -> str:
    return slug(name).replace("-", "_")
