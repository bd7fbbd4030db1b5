"""A mini web is built from a seed and a date. The same two give the same bytes everywhere."""

import random
from dataclasses import dataclass
from datetime import date

OBSTACLES = {
    "late-fees": "prices are shown without fees that the last page before paying adds",
    "filters-reset": "changing the order of a list clears its filters",
    "stock-changes": "what was available is gone, or dearer, by the time it is chosen",
    "slow-parts": "parts of a page arrive seconds after the rest",
    "session-timeout": "a visitor is signed out after some pages and has to sign in again",
    "moving-consent": "a request for consent arrives late and moves the page under the pointer",
}


@dataclass(frozen=True)
class World:
    """The seed of prices, ratings, dates and orders, and today's date on every site.

    `without` names the obstacles that sites leave out: `World(without=("late-fees",))`, or all of
    them with `World(without=tuple(OBSTACLES))`. Raises ValueError for an unknown name.
    """

    seed: int = 42
    today: date = date(2026, 3, 14)
    without: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if unknown := sorted(set(self.without) - set(OBSTACLES)):
            raise ValueError(f"There is no obstacle {unknown[0]!r}: choose from {list(OBSTACLES)}.")

    def random(self, name: str) -> random.Random:
        """A separate generator for each purpose: one more draw here changes nothing there."""
        return random.Random(f"{self.seed}/{name}")

    def about(self) -> dict:
        """What a task says of the world that it is made for, beside the date."""
        left_out = {"web_without": list(self.without)} if self.without else {}
        return {"web_seed": self.seed} | left_out

    def has(self, obstacle: str) -> bool:
        """Whether sites put this obstacle in a visitor's way."""
        if obstacle not in OBSTACLES:
            raise ValueError(f"There is no obstacle {obstacle!r}: choose from {list(OBSTACLES)}.")
        return obstacle not in self.without
