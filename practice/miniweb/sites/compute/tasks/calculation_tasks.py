"""Questions that only a computation answers."""

import re
from datetime import date, timedelta
from math import isqrt
from random import Random

import numpy

from ....kit.answer_variants import date_variants, none_variants
from ..records import Data
from .task_wording import Values, worded


@worded
def digits(data: Data, chance: Random) -> Values:
    """Digits of a root that are shown only after asking for more."""
    while True:
        number = chance.randrange(1200, 9800)
        places = str(isqrt(number * 10**92))[-6:]
        if isqrt(number) ** 2 != number and places[0] != "0":
            return {"number": number, "digits": places, "question": f"sqrt({number})"}


@worded
def loan(data: Data, chance: Random) -> Values:
    """A row of a loan's table; the form wants all its fields."""
    amount, years = chance.randrange(120_500, 480_000, 500), chance.randrange(18, 31)
    rate, year = chance.randrange(215, 590, 5) / 100, chance.randrange(7, 13)
    growth, end, now = 1 + rate / 1200, 12 * years, 12 * year
    left = amount * (growth**end - growth**now) / (growth**end - 1)
    values = {"amount": amount, "sum": f"{amount:,}", "rate": f"{rate:.2f}", "years": years}
    return values | {"year": year, "value": round(left, 2), "left": f"{left:,.2f}"}


@worded
def matrix(data: Data, chance: Random) -> Values:
    """The determinant of a matrix of four rows."""
    while True:
        rows = [[chance.randrange(-9, 14) for _ in range(4)] for _ in range(4)]
        value = round(numpy.linalg.det(rows))
        if value > 1000:
            return {"rows": rows, "value": value, "question": f"determinant {rows}"}


@worded
def meeting(data: Data, chance: Random) -> Values:
    """Two curves that have no point in common."""
    a, m, gap = chance.randrange(2, 7), chance.randrange(2, 9), chance.randrange(1, 6)
    b, d = chance.randrange(2, 9), chance.randrange(-20, 20)
    c = d + (b - m) ** 2 // (4 * a) + gap
    signed = [f"{'-' if number < 0 else '+'} {abs(number)}" for number in (c, d)]
    curve, line = f"{a}x^2 + {b}x {signed[0]}", f"{m}x {signed[1]}"
    none = [*data.texts["tasks"]["meeting"]["none"], *none_variants("point")]
    question = f"where does y = {curve} meet y = {line}"
    return {"curve": curve, "line": line, "question": question, "none": none}


@worded
def birthday(data: Data, chance: Random) -> Values:
    """The date some thousands of days after another."""
    born = date(1971, 1, 1) + timedelta(chance.randrange(14_000))
    days = chance.randrange(21, 29) * 1000 + chance.randrange(100, 999)
    then = born + timedelta(days)
    words = [f"{day.day} {day:%B %Y}" for day in (born, then)]
    values = {"born": words[0], "then": words[1], "thens": date_variants(then)}
    return values | {"many": f"{days:,}", "question": f"{days} days after {words[0]}"}


@worded
def moles(data: Data, chance: Random) -> Values:
    """An amount of a salt in grams."""
    salts = data.texts["tasks"]["moles"]["salts"]
    formula, amount = chance.choice(list(salts)), chance.randrange(112, 988) / 1000
    masses = {row["symbol"]: row["mass"] for row in data.tables["elements"].rows}
    parts = re.findall(r"([A-Z][a-z]?)(\d?)", formula)
    grams = amount * sum(masses[symbol] * int(count or 1) for symbol, count in parts)
    values = {"formula": formula, "salt": salts[formula], "amount": amount}
    values |= {"value": round(grams, 2), "grams": f"{grams:.2f}"}
    return values | {"question": f"{amount} mol {formula}"}
