"""The figures behind the charts, which readers see only as pictures."""

from functools import lru_cache
from typing import Any

from .news_catalogue import read
from .records import Newsroom


@lru_cache(maxsize=4)
def charts(newsroom: Newsroom) -> dict[str, dict[str, Any]]:
    """The charts by slug: the rows of charts.json with a value for each label, no two alike."""
    rng = newsroom.world.random("news/charts")
    found = {}
    for row in read("charts.json"):
        drawn = rng.sample(range(row["low"], row["high"]), len(row["labels"]))
        values = [each / row["divisor"] if row["divisor"] > 1 else each for each in drawn]
        found[row["slug"]] = row | {"figures": values}
    return found
