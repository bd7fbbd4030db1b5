"""What tokens cost, by data/prices.csv: a price is for one model at one host."""

import csv
import re
from pathlib import Path
from typing import Any, NamedTuple

PRICES = Path(__file__).parents[2] / "data" / "prices.csv"
LOOPBACK = ("127.0.0.1", "localhost", "::1")


class Rate(NamedTuple):
    """US dollars for a million tokens: those that are sent, and those that come back."""

    input: float
    output: float

    def cost(self, usage: dict[str, int]) -> float:
        """US dollars for so many prompt_tokens and completion_tokens."""
        return (
            usage["prompt_tokens"] * self.input + usage["completion_tokens"] * self.output
        ) / 1e6


def rate(name: str, host: str | None, file: Path = PRICES) -> Rate | None:
    """The model's price at that host; None where no row has it.

    ValueError where a row has no numbers.
    """
    rows = _read_rows(file)
    undated = re.sub(r"-\d{4}-\d{2}-\d{2}$", "", name)  # a dated version of a listed model
    return rows.get((name, _unify_host(host))) or rows.get((undated, _unify_host(host)))


def require_price(model: Any, instead: str) -> None:
    """ValueError where the price of a model is not known, with what to do `instead`."""
    if model.rate is None:
        raise ValueError(
            f"The price of {model} is not known: add it to data/prices.csv, or {instead}."
        )


def _read_rows(file: Path) -> dict[tuple[str, str | None], Rate]:
    if not file.exists():
        return {}
    found = {}
    with file.open(newline="", encoding="utf-8") as opened:
        for row in csv.DictReader(opened):
            try:
                found[row["model"], _unify_host(row["host"])] = Rate(
                    float(row["input"]), float(row["output"])
                )
            except (KeyError, TypeError, ValueError):
                form = "model, host, input, output (US dollars for a million tokens), seen, source"
                raise ValueError(
                    f"A row of {file.name} cannot be read: {row}. It holds {form}."
                ) from None
    return found


def _unify_host(host: str | None) -> str | None:
    """This machine has one name here, whichever of its names was given."""
    return "localhost" if host in LOOPBACK else host
