"""Questions that only a computation answers; numbers are drawn from the world."""

import re
from datetime import date, timedelta
from fractions import Fraction
from math import isqrt
from random import Random

from ....kit.answer_variants import date_variants, none_variants
from ....kit.steps import WAIT, Step, fill, link, press, search_for
from ....kit.tasks import SiteTask, task
from ..records import Data

SALTS = {"KMnO4": "potassium permanganate", "CuSO4": "copper sulfate", "NaClO3": "sodium chlorate"}


def ask(question: str) -> list[Step]:
    """Ask Reckon, and wait for the first pods."""
    return [search_for("Ask Reckon", question), WAIT, WAIT]


def read(title: str) -> Step:
    """Open the plain text of a pod."""
    return press(f"Plain text of {title}")


def draw(data: Data, purpose: str) -> Random:
    """The generator for one task's numbers."""
    return data.world.random(f"compute/tasks/{purpose}")


def late_digits(data: Data) -> SiteTask:
    """Digits of a root that are shown only after asking for more."""
    chance = draw(data, "digits")
    while True:
        number = chance.randrange(1200, 9800)
        digits = str(isqrt(number * 10**92))[-6:]
        if isqrt(number) ** 2 != number and digits[0] != "0":
            break
    more = link("More digits of Decimal approximation")
    return task(
        f"In the decimal expansion of the square root of {number}, which six digits stand in "
        "places 41 to 46 after the decimal point?",
        digits,
        {"parts": [digits]},
        [
            *ask(f"sqrt({number})"),
            more,
            WAIT,
            WAIT,
            more,
            WAIT,
            WAIT,
            WAIT,
            read("Decimal approximation"),
        ],
        golden=True,
    )


def still_owed(data: Data) -> SiteTask:
    """A row of a loan's table; the form wants all its fields."""
    chance = draw(data, "loan")
    amount, years = chance.randrange(120_500, 480_000, 500), chance.randrange(18, 31)
    rate, year = chance.randrange(215, 590, 5) / 100, chance.randrange(7, 13)
    growth, end, now = 1 + rate / 1200, 12 * years, 12 * year
    left = amount * (growth**end - growth**now) / (growth**end - 1)
    return task(
        f"We may borrow {amount:,} at {rate:.2f}% for {years} years. According to Reckon's "
        f"mortgage calculator, how much would we still owe after {year} years?",
        f"{left:,.2f}",
        {"parts": [{"number": round(left, 2), "tolerance": 0.00002}]},
        [
            link("Calculators"),
            link("Mortgage"),
            fill("Amount borrowed", str(amount)),
            fill("Interest rate in percent a year", f"{rate:.2f}"),
            fill("Years", str(years)),
            WAIT,
            WAIT,
            read("Year by year"),
        ],
    )


def determinant(data: Data) -> SiteTask:
    """The determinant of a matrix of four rows."""
    chance = draw(data, "matrix")
    while True:
        rows = [[chance.randrange(-9, 14) for _ in range(4)] for _ in range(4)]
        if (value := _determinant(rows)) > 1000:
            break
    written = ", ".join("[" + ", ".join(map(str, row)) + "]" for row in rows)
    return task(
        f"Could you have Reckon compute the determinant of the matrix [{written}]?",
        str(value),
        {"parts": [value]},
        [*ask(f"determinant [{written}]"), read("Determinant")],
        golden=True,
    )


def _determinant(rows: list[list[int]]) -> int:
    if not rows:
        return 1
    first, *rest = rows
    minors = ([row[:n] + row[n + 1 :] for row in rest] for n in range(len(first)))
    return sum((-1) ** n * first[n] * _determinant(minor) for n, minor in enumerate(minors))


def no_meeting(data: Data) -> SiteTask:
    """Two curves that have no point in common."""
    chance = draw(data, "meeting")
    a, m, gap = chance.randrange(2, 7), chance.randrange(2, 9), chance.randrange(1, 6)
    b, d = chance.randrange(2, 9), chance.randrange(-20, 20)
    c = d + int(Fraction((b - m) ** 2, 4 * a)) + gap
    signed = [f"{'-' if number < 0 else '+'} {abs(number)}" for number in (c, d)]
    curve, line = f"{a}x^2 + {b}x {signed[0]}", f"{m}x {signed[1]}"
    ways = ["no real solutions", "never meet", "do not meet", "don't meet", "do not cross"]
    ways += ["no intersection", "don't intersect", "do not intersect", *none_variants("point")]
    return task(
        f"At which points does the parabola y = {curve} meet the line y = {line}?",
        "They never meet: there are no real solutions.",
        {"parts": [ways]},
        [*ask(f"where does y = {curve} meet y = {line}"), read("Real solutions")],
    )


def birthday(data: Data) -> SiteTask:
    """The date some thousands of days after another."""
    chance = draw(data, "birthday")
    born = date(1971, 1, 1) + timedelta(chance.randrange(14_000))
    days = chance.randrange(21, 29) * 1000 + chance.randrange(100, 999)
    then, words = born + timedelta(days), f"{born.day} {born:%B %Y}"
    return task(
        f"My sister was born on {words} and wants a party when she is {days:,} days old. On which "
        "date will that be?",
        f"{then.day} {then:%B %Y}",
        {"parts": [date_variants(then)]},
        [*ask(f"{days} days after {words}"), read("Result")],
        golden=True,
    )


def grams(data: Data) -> SiteTask:
    """An amount of a salt in grams."""
    chance = draw(data, "moles")
    formula = chance.choice(sorted(SALTS))
    amount = chance.randrange(112, 988) / 1000
    masses = {row["symbol"]: row["mass"] for row in data.tables["elements"].rows}
    parts = re.findall(r"([A-Z][a-z]?)(\d?)", formula)
    value = amount * sum(masses[symbol] * int(count or 1) for symbol, count in parts)
    return task(
        f"For a solution I need {amount} mol of {SALTS[formula]} ({formula}). How many grams must "
        "I weigh out, to two decimals?",
        f"{value:.2f} g",
        {"parts": [{"number": round(value, 2), "tolerance": 0.0003}]},
        [link("Examples"), link("Chemistry"), *ask(f"{amount} mol {formula}"), read("Result")],
    )
