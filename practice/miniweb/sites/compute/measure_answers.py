"""Answers with units, dates and the ready-made formulas of the catalogue: loans, areas, chances."""

import re
from collections.abc import Mapping
from datetime import date, datetime, timedelta

import numpy
import sympy

from ...kit.formats import day_format
from .expression_parser import parse
from .pods import Asked, sentence_pod, table_pod
from .records import CannotCompute, Pod

DAY_SHAPES = ("%d %B %Y", "%d %b %Y", "%Y-%m-%d", "%B %d %Y", "%b %d %Y")
MOST_YEARS = 60  # of a table by year
write_day = day_format("%A, {} %B %Y")


def work_out(asked: Asked, **given: str) -> list[Pod]:
    """The results of a ready-made formula; its letters have the numbers given."""
    values = {name: float(re.sub(r"[^\d.-]", "", text)) for name, text in given.items()}
    pods = [
        sentence_pod(title, shape.format(evaluate(formula, values)))
        for title, shape, formula in asked.phrase["results"]
    ]
    if table := asked.phrase.get("by year"):
        rows = [["", *(title for title, _ in table)]]
        for year in range(1, min(int(values["n"]), MOST_YEARS) + 1):
            amounts = [evaluate(formula, values | {"k": year}) for _, formula in table]
            rows.append([f"after year {year}", *(f"{abs(amount):,.2f}" for amount in amounts)])
        pods.append(table_pod("Year by year", rows))
    return pods


def evaluate(formula: str, values: Mapping[str, float]) -> float:
    """The number that a formula gives. Raises CannotCompute if it is none or too large."""
    numbers = {name: sympy.Float(value) for name, value in values.items()}
    return float(parse(formula, values=numbers))


def convert(asked: Asked, amount: str, unit: str, to: str) -> list[Pod]:
    """An amount in another unit of the same kind, and in all others."""
    (kind, size), (other, other_size) = find_unit(asked, unit), find_unit(asked, to)
    if kind != other:
        raise CannotCompute(f"“{unit}” measures {kind}, but “{to}” measures {other}.")
    value = float(amount.replace(",", "") or "1") * size
    units = asked.data.texts["units"][kind].items()
    return [
        sentence_pod("Result", f"{value / other_size:.{asked.settings.digits}g} {to}"),
        table_pod(f"Units of {kind}", [(name, f"{value / each[0]:.6g}") for name, each in units]),
    ]


def find_unit(asked: Asked, name: str) -> tuple[str, float]:
    """The kind and size of a unit. Raises CannotCompute for an unknown one."""
    for kind, units in asked.data.texts["units"].items():
        for short, (size, *names) in units.items():
            if name.strip() in (short, *names):
                return kind, size
    raise CannotCompute(f"Reckon doesn't know the unit “{name.strip()}”.")


def between(asked: Asked, first: str, last: str) -> list[Pod]:
    """The days between two dates, and the working days among them."""
    start, end = sorted((_read_day(asked, first), _read_day(asked, last)))
    days = (end - start).days
    words = [f"from {write_day(start)}", f"to {write_day(end)}"]
    weeks = f"{days // 7} weeks {days % 7} days"
    return [
        sentence_pod("Result", f"{days} days"),
        sentence_pod("In weeks", weeks, *words),
        sentence_pod("Working days", f"{numpy.busday_count(start, end)} working days"),
    ]


def after(asked: Asked, count: str, way: str, start: str) -> list[Pod]:
    """The date some days after or before another."""
    days = int(count.replace(",", ""))
    found = _read_day(asked, start) + timedelta(-days if way.lower() == "before" else days)
    return [sentence_pod("Result", write_day(found))]


def _read_day(asked: Asked, text: str) -> date:
    words = " ".join(re.sub(r"(?<=\d)(st|nd|rd|th)\b|,|\bof\b", "", text).split())
    if words == "today":
        return asked.data.world.today
    for shape in DAY_SHAPES:
        try:
            return datetime.strptime(words, shape).date()
        except ValueError:
            continue
    raise CannotCompute(f"“{words}” isn't a date that Reckon can read: try 3 March 2026.")
