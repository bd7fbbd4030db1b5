"""A mini web is built from a seed and a date. The same two give the same bytes everywhere."""

import random
from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True)
class World:
    """The seed of prices, ratings, dates and orders, and today's date on every site."""

    seed: int = 42
    today: date = date(2026, 3, 14)

    def random(self, name: str) -> random.Random:
        """A separate generator for each purpose: one more draw here changes nothing there."""
        return random.Random(f"{self.seed}/{name}")
