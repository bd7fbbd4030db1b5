"""Live pages: updates of one day, minute by minute, newest first."""

from collections import namedtuple
from functools import lru_cache
from typing import Any

from ...kit.people import draw_names
from .article_prose import write
from .news_catalogue import read
from .records import Newsroom

ROUNDS = 3  # how often each pattern comes, about different towns
SHOWN = 8  # updates that a page shows at a time
# `pattern` is the name of the update's script, `minute` counts from midnight.
Update = namedtuple("Update", "pattern town minute number title text")


@lru_cache(maxsize=4)
def live_pages(newsroom: Newsroom) -> dict[str, dict[str, Any]]:
    """The live pages by slug: the rows of live.json with their points and updates drawn."""
    return {row["slug"]: row | _draw_page(newsroom, row) for row in read("live.json")}


def _draw_page(newsroom: Newsroom, row: dict) -> dict[str, list]:
    rng = newsroom.world.random(f"news/live/{row['slug']}")
    towns, updates = list(newsroom.towns.values()), []
    turns = [(name, town) for name in row["updates"] for town in rng.sample(towns, ROUNDS)]
    rng.shuffle(turns)
    latest = newsroom.now.hour * 60 + newsroom.now.minute
    minutes = sorted(rng.sample(range(370, latest - 3), len(turns)), reverse=True)
    for (name, town), minute in zip(turns, minutes, strict=True):
        script = row["updates"][name]
        number = rng.randrange(*script["range"])
        facts = {**town.facts, "number": number, "local": draw_names(rng, 1)[0]}
        title, text = (write(script[part], facts, rng) for part in ("title", "text"))
        updates.append(Update(name, town, minute, number, title, text))
    facts = {"number": rng.randrange(12, 90)}
    return {"points": [write(text, facts, rng) for text in row["points"]], "updates": updates}
