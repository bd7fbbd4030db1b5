"""Written reviews, worded from the catalogue's phrases to fit their scores and their guests."""

import random
from collections.abc import Mapping, Sequence
from datetime import date, timedelta

from ...kit.review_wording import Wording
from .records import TRAVELLERS, Review, Town
from .stay_catalogue import read

LONG = 4  # nights
SUMMER = range(6, 10)  # months


def write(
    rng: random.Random,
    kind: str,
    scores: dict[str, float],
    today: date,
    wording: Wording,
    facts: Mapping[str, str],
) -> tuple[Review, ...]:
    """Write nine to fourteen reviews, newest first; no two share a day or a title.

    `rng` decides who says what about which topic, `wording` the words; `facts` are the place's.
    """
    voices = read("voices.json")
    level = sum(scores.values()) / len(scores)
    days = sorted(rng.sample(range(2, 420), rng.randrange(9, 15)))
    names = rng.sample(voices["names"], len(days))
    titles = {mood: rng.sample(topics, len(topics)) for mood, topics in voices["titles"].items()}
    reviews = []
    for back, name in zip(days, names, strict=True):
        score = round(min(10, max(4, rng.gauss(level, 1.0))), 1)
        mood = "high" if score >= 8.3 else "middle" if score >= 6.5 else "low"
        title = titles[next(m for m in (mood, "middle", "high", "low") if titles[m])].pop()
        good, bad = rng.choice(voices["good"][kind]), rng.choice(voices["bad"])
        country, traveller = rng.choice(voices["countries"]), rng.choice(TRAVELLERS)
        nights, day = rng.randrange(1, 8), today - timedelta(days=back)
        known = {**facts, "country": country, **_guest_facts(traveller, nights, day)}
        words = _word_review(wording, mood, {"title": title, "good": good, "bad": bad}, known)
        reviews.append(Review(score, *words, name, country, traveller, nights, day))
    return tuple(reviews)


def place_facts(
    rng: random.Random, town: Town, district: str, facilities: Sequence[str]
) -> dict[str, str]:
    """What reviews can say of a place, by slot; `rng` draws its host."""
    voices = read("voices.json")
    named = [word for name, word in voices["facilities"].items() if name in facilities]
    return {
        "town": town.name,
        "district": district,
        "landmark": rng.choice(town.landmarks).lower(),
        "host": rng.choice(voices["hosts"]),
        **({} if "parking" in facilities else {"street": ""}),
        **{word.replace(" ", "_"): word for word in named},
    }


def _guest_facts(traveller: str, nights: int, day: date) -> dict[str, str]:
    """What only some guests can say; "" for what is only a condition."""
    voices = read("voices.json")
    conditions = {"summer": day.month in SUMMER, "several": nights > 1, "long": nights >= LONG}
    met = [*voices["company"][traveller], *(name for name, holds in conditions.items() if holds)]
    counted = {"nights": voices["numbers"][nights]} if nights > 1 else {}
    return {**dict.fromkeys(met, ""), **counted, "month": f"{day:%B}", "traveller": traveller}


def _word_review(
    wording: Wording, mood: str, topics: Mapping[str, Sequence[str]], facts: Mapping[str, str]
) -> list[str]:
    """Word the title, the praise and the complaint of a review on these topics."""
    voices = read("voices.json")
    phrases = {**voices, **topics, "why": voices["why"][facts["traveller"]]}
    phrases["town"] = voices["town"][facts["town"]]
    moods = {"good": mood, "bad": mood}
    if topics["bad"] is voices["bad"][-1]:  # the topic of those who have nothing to complain about
        moods["bad"] = "furious" if mood == "low" else "content"
    shapes = [["title"]]
    shapes += [wording.choose(voices["shapes"][half][mood]) for half, mood in moods.items()]
    parts = [[wording.deal(phrases[part], facts) for part in shape] for shape in shapes]
    return ["".join(parts[0]), *(wording.join(texts) for texts in parts[1:])]
