"""Questions that only a computation answers, some of which also change something."""

import re
from datetime import date, timedelta
from math import cos, isqrt, radians, tan
from random import Random
from typing import Any

import numpy

from ....kit.answer_variants import date_variants, none_variants
from ....kit.formats import day_format
from ..practice_pages import draw_sheet
from ..records import Data


def digits(data: Data, chance: Random) -> dict[str, Any]:
    """Digits of a root that are shown only after asking for more."""
    while True:
        number = chance.randrange(1200, 9800)
        places = str(isqrt(number * 10**92))[-6:]
        if isqrt(number) ** 2 != number and places[0] != "0":
            return {"number": number, "digits": places}


long_day = day_format("{} %B %Y")


def loan(data: Data, chance: Random) -> dict[str, Any]:
    """A row of a loan's table; the form wants all its fields."""
    amount, years = chance.randrange(120_500, 480_000, 500), chance.randrange(18, 31)
    rate, year = chance.randrange(215, 590, 5) / 100, chance.randrange(7, 13)
    growth, end, now = 1 + rate / 1200, 12 * years, 12 * year
    left = amount * (growth**end - growth**now) / (growth**end - 1)
    values = {"amount": amount, "sum": f"{amount:,}", "rate": f"{rate:.2f}", "years": years}
    return values | {"year": year, "value": round(left, 2), "left": f"{left:,.2f}"}


def matrix(data: Data, chance: Random) -> dict[str, Any]:
    """The determinant of a matrix of four rows."""
    while True:
        rows = [[chance.randrange(-9, 14) for _ in range(4)] for _ in range(4)]
        value = round(numpy.linalg.det(rows))
        if value > 1000:
            return {"rows": rows, "value": value}


def meeting(data: Data, chance: Random) -> dict[str, Any]:
    """Two curves that have no point in common."""
    a, m, gap = chance.randrange(2, 7), chance.randrange(2, 9), chance.randrange(1, 6)
    b, d = chance.randrange(2, 9), chance.randrange(-20, 20)
    c = d + (b - m) ** 2 // (4 * a) + gap
    signed = [f"{'-' if number < 0 else '+'} {abs(number)}" for number in (c, d)]
    none = [*data.texts["tasks"]["meeting"]["none"], *none_variants("point")]
    return {"curve": f"{a}x^2 + {b}x {signed[0]}", "line": f"{m}x {signed[1]}", "none": none}


def birthday(data: Data, chance: Random) -> dict[str, Any]:
    """The date some thousands of days after another."""
    born = date(1971, 1, 1) + timedelta(chance.randrange(14_000))
    days = chance.randrange(21, 29) * 1000 + chance.randrange(100, 999)
    then = born + timedelta(days)
    values = {"born": long_day(born), "then": long_day(then), "thens": date_variants(then)}
    return values | {"days": days, "many": f"{days:,}"}


def moles(data: Data, chance: Random) -> dict[str, Any]:
    """An amount of a salt in grams."""
    salts = data.texts["tasks"]["moles"]["salts"]
    formula, amount = chance.choice(list(salts)), chance.randrange(112, 988) / 1000
    masses = {row["symbol"]: row["mass"] for row in data.tables["elements"].rows}
    parts = re.findall(r"([A-Z][a-z]?)(\d?)", formula)
    grams = amount * sum(masses[symbol] * int(count or 1) for symbol, count in parts)
    values = {"formula": formula, "salt": salts[formula], "amount": amount}
    return values | {"value": round(grams, 2), "grams": f"{grams:.2f}"}


def degrees(data: Data, chance: Random) -> dict[str, Any]:
    """A setting that changes the result, and a favourite."""
    a, b = chance.randrange(11, 79), chance.randrange(12, 80)
    value = tan(radians(a)) + cos(radians(b))
    return {"a": a, "b": b, "value": round(value, 6), "decimals": f"{value:.6f}"}


long_day = day_format("{} %B %Y")


def graphs(data: Data, chance: Random) -> dict[str, Any]:
    """Five numbers read off curves, handed in once."""
    sheet = draw_sheet(data, "reading-graphs")
    return {"fill_answers": [f"fill Answer {n}={p.answer:g}" for n, p in enumerate(sheet, 1)]}


def countdown(data: Data, chance: Random) -> dict[str, Any]:
    """Days between two dates, saved under a title."""
    first = data.world.today + timedelta(chance.randrange(5, 200))
    last = first + timedelta(chance.randrange(120, 900))
    values = {"first": long_day(first), "last": long_day(last), "days": (last - first).days}
    return values | {"title": f"Countdown {chance.randrange(100, 999)}"}


def system(data: Data, chance: Random) -> dict[str, Any]:
    """A step of a worked solution that only subscribers see, as a picture."""
    while True:
        a, b, c, d = (chance.randrange(3, 30) for _ in range(4))
        p, q = chance.randrange(20, 400), chance.randrange(20, 400)
        whole, first, second = a * d - b * c, p * d - b * q, a * q - p * c
        if whole > 0 and first > 100 and 100 < second != first:
            break
    user, password = chance.choice(sorted(data.passwords.items()))
    values = {"first": first, "second": second, "whole": whole, "user": user, "password": password}
    return values | {"system": f"{a}x + {b}y = {p}, {c}x + {d}y = {q}"}
