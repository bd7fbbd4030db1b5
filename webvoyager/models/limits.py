"""Limits that all callers of a model share: dollars, tokens, seconds, and calls a minute."""

from dataclasses import dataclass, fields
from math import inf
from pathlib import Path


@dataclass(frozen=True)
class Limits:
    """What all calls together may come to; None: no limit.

    `cost` (US dollars), `tokens` (sent and received) and `seconds` (since the first call) hold to
    within one call: near a limit, calls wait for each other, and after it they raise EpisodeError.
    `requests_per_minute` and `tokens_per_minute` only make calls wait. `file` is where workers in
    other processes, and on other machines with the same disk, keep count together; without it,
    the limits are for one Model and its copies in this process. Raises ValueError if a limit isn't
    a number from 0.
    """

    cost: float | None = None
    tokens: float | None = None
    seconds: float | None = None
    requests_per_minute: float | None = None
    tokens_per_minute: float | None = None
    file: str | Path | None = None

    def __post_init__(self) -> None:
        for name in (each.name for each in fields(self) if each.name != "file"):
            most = getattr(self, name)
            is_number = isinstance(most, int | float) and not isinstance(most, bool)
            if most is not None and not (is_number and 0 <= most < inf):
                raise ValueError(
                    f"{name} must be a finite number from 0, or None for no limit, not {most!r}."
                )

    def find_reached(self, cost: float, tokens: float, seconds: float) -> str:
        """The limit that is reached, in words; "" if none."""
        for most, spent, words in (
            (self.cost, cost, "{:.2f} dollars"),
            (self.tokens, tokens, "{:,.0f} tokens"),
            (self.seconds, seconds, "{:,.0f} seconds"),
        ):
            if most is not None and spent >= most:
                return f"The limit of {words.format(most)} is reached"
        return ""
