"""The price of tokens, from data/prices.csv: each is for one model at one host."""

import csv
import io
import re
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import msgspec

from ..data_files import DATA
from .stand_ins import is_simulated
from .text_files import read_text

PRICES = DATA / "prices.csv"
COLUMNS = ("model", "host", "input", "output")
HIGHEST = 1_000_000  # US dollars per million tokens
LOOPBACK = ("127.0.0.1", "localhost", "::1")


class Rate(NamedTuple):
    """US dollars per million tokens, sent (input) and received (output)."""

    input: float
    output: float

    def cost(self, usage: dict[str, int]) -> float:
        """US dollars for this number of prompt_tokens and completion_tokens."""
        return (
            usage["prompt_tokens"] * self.input + usage["completion_tokens"] * self.output
        ) / 1e6


def rate(name: str, host: str | None, file: Path = PRICES) -> Rate | None:
    """The model's price at that host; None if no row has it.

    Simulated agents on this machine cost nothing, whatever their skill. Raises a ValueError that
    names the file, the row and the column that cannot be read.
    """
    rows = _read_rows(file)
    if is_simulated(name) and _unify_host(host) == "localhost":
        return Rate(0.0, 0.0)
    undated = re.sub(r"-\d{4}-\d{2}-\d{2}$", "", name)  # a dated version of a listed model
    return rows.get((name, _unify_host(host))) or rows.get((undated, _unify_host(host)))


def require_price(model: Any, instead: str) -> None:
    """Raise ValueError, with what to do `instead`, if a model's price is not known."""
    if model.rate is None:
        raise ValueError(
            f"The price of {model} is not known: add it to data/prices.csv, or {instead}."
        )


class _Row(msgspec.Struct):
    model: Annotated[str, msgspec.Meta(min_length=1)]
    host: Annotated[str, msgspec.Meta(pattern="^[^/]+$")]
    input: Annotated[float, msgspec.Meta(ge=0, le=HIGHEST)]
    output: Annotated[float, msgspec.Meta(ge=0, le=HIGHEST)]


def _read_rows(file: Path) -> dict[tuple[str, str | None], Rate]:
    if not file.exists():
        return {}
    rows = csv.DictReader(io.StringIO(read_text(file), newline=None), strict=True)
    found: dict[tuple[str, str | None], Rate] = {}
    try:
        if missing := [name for name in COLUMNS if name not in (rows.fieldnames or ())]:
            raise ValueError(f"its first row lacks {', '.join(missing)}")
        for cells in rows:
            if not any(cells.values()):
                continue
            if None in cells or None in cells.values():  # as in "2,50"
                raise ValueError("it has more or fewer cells than the first row")
            named = {name: cells[name].strip() for name in COLUMNS}
            row = msgspec.convert(named, _Row, strict=False)
            key, price = (row.model, _unify_host(row.host.lower())), Rate(row.input, row.output)
            if found.setdefault(key, price) != price:
                raise ValueError("a row above has another price for this model and host")
    except (csv.Error, ValueError) as error:
        form = f"It needs the columns {', '.join(COLUMNS)}, separated by commas"
        units = "prices are US dollars per million tokens, such as 2.50"
        number = rows.line_num + isinstance(error, csv.Error)  # raised before its row is counted
        raise ValueError(f"{file.name}, row {number}: {error}. {form}; {units}.") from None
    return found


def _unify_host(host: str | None) -> str | None:
    """The host; for this machine always "localhost", whichever of its names was given."""
    return "localhost" if host in LOOPBACK else host
