"""What people say about a place: reviews with facts that only they tell, questions, answers."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from random import Random

from ...kit.formats import slug
from ...kit.opening_hours import ALWAYS, DAYS, at, closes_at
from ...kit.people import draw_names
from ...kit.review_wording import Wording
from .map_catalogue import read
from .records import Atlas, Place

EARLY, SHUTS, LATE = 450, 1050, 1200  # minutes of a day at which visitors notice the hours


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
    rng, drawn = atlas.world.random(f"maps/facts/{place.slug}"), {}
    for key, fact in read("voices.json")["facts"][place.about["group"]].items():
        values, minute = fact.get("kinds", {}).get(place.kind, fact["values"]), fact.get("minute")
        values = [v for v in values if not minute or closes_at(place.hours, DAYS.index(v), minute)]
        drawn[key] = rng.choice(values)
    return drawn


def write_reviews(atlas: Atlas, place: Place) -> Iterator[Review]:
    """Write nine to 26 reviews; those who liked the place tell the facts that others miss."""
    rng, words = (atlas.world.random(f"maps/{use}/{place.slug}") for use in ("reviews", "wording"))
    wording, shapes, phrases = Wording(words), read("reviews/general.json"), _list_phrases(place)
    names, known = draw_names(rng, rng.randrange(9, 27)), _place_facts(place)
    known |= dict.fromkeys(phrases["also"], "") | {"clerk": rng.choice(phrases["clerk"])}
    stars = [min(5, max(1, round(rng.gauss(place.rating, 1.0)))) for _ in names]
    tellers = sorted(rng.sample(range(len(names)), len(names)), key=lambda n: stars[n] < 3)
    told = dict(zip(tellers, draw_facts(atlas, place).items(), strict=False))
    for n, name in enumerate(names):
        day = atlas.world.today - timedelta(days=rng.randrange(3, 700))
        fact, value = told.get(n, ("", ""))
        facts = {**known, **_visit_facts(rng, place, day), "told": value}
        facts |= {slot: wording.deal(phrases[slot], {}) for slot in ("who", "staff", "thing")}
        shape = wording.choose(shapes["told" if fact else "shapes"][str(stars[n])])
        parts = [wording.deal(phrases[fact if part == "fact" else part], facts) for part in shape]
        yield Review(name, stars[n], day, wording.join(parts), rng.randrange(40))


def _list_phrases(place: Place) -> dict[str, list[str]]:
    """Phrases by the part of a review that they are for: general ones, the group's, the kind's."""
    group = place.about["group"]
    voices, facts = read(f"reviews/{group}.json"), read("voices.json")["facts"][group]
    phrases = read("reviews/general.json")["parts"] | {k: f["says"] for k, f in facts.items()}
    for part, more in [*voices["all"].items(), *voices["kinds"][place.kind].items()]:
        phrases[part] = [*phrases.get(part, ()), *more]
    return phrases


def _place_facts(place: Place) -> dict[str, str]:
    """What everybody can say of a place, by slot; "" for what is only a condition."""
    where, area = read("voices.json")["areas"][place.area]
    met = [f"is_{place.kind}", f"in_{where}"] + ["always"] * (place.hours == ALWAYS)
    met += [f"named_{word}" for word in slug(place.name).split("-")]
    met += [f"{'has' if c in place.facilities else 'no'}_{c}" for c in place.about["facilities"]]
    met += [f"{'open' if place.hours[n] else 'shut'}_{day}" for n, day in enumerate(DAYS)]
    met += [("unpriced", "cheap", "fair", "dear")[place.price]]
    facts = {"name": place.chain or place.name, "street": place.street, "area": area, where: area}
    facts |= {"chain" if place.chain else "single": place.chain}
    return {slot.replace("-", "_"): "" for slot in met} | facts


def _visit_facts(rng: Random, place: Place, day: date) -> dict[str, str]:
    """What one visitor can say: month and season, a weekday, hours on it that are worth a word."""
    weekday = rng.choice([n for n, span in enumerate(place.hours) if span])
    season = ("winter", "spring", "summer", "autumn")[day.month % 12 // 3]
    facts = dict.fromkeys((season, rng.choice(("new", "regular"))), "")
    facts |= {"day": DAYS[weekday], "month": f"{day:%B}"}
    opens, closes = place.hours[weekday]
    hours = {"early": opens} if opens <= EARLY else {}
    hours |= {"late": closes} if closes >= LATE else {"shuts": closes} if closes <= SHUTS else {}
    return facts | {slot: at(hours[slot]) for slot in hours if place.hours != ALWAYS}


def write_questions(atlas: Atlas, place: Place) -> Sequence[tuple[str, str, str, int]]:
    """Questions about a place: what is asked, who asks, the answer, the number that it gives."""
    rng = atlas.world.random(f"maps/questions/{place.slug}")
    asked = read("voices.json")["questions"][place.about["group"]]
    drawn = [(question, answer, rng.choice(values)) for question, answer, values in asked]
    names = draw_names(rng, len(drawn))
    return [(ask, name, say.format(n), n) for (ask, say, n), name in zip(drawn, names, strict=True)]
