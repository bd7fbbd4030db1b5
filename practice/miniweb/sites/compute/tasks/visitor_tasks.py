"""Tasks that change something: settings, favourites, the notebook, a sheet; and signing in."""

from datetime import timedelta
from math import cos, radians, tan
from random import Random

from ..practice_pages import draw_sheet
from ..records import Data
from .task_wording import Values, worded


@worded
def degrees(data: Data, chance: Random) -> Values:
    """A setting that changes the result, and a favourite."""
    a, b = chance.randrange(11, 79), chance.randrange(12, 80)
    value = tan(radians(a)) + cos(radians(b))
    question = f"tan({a}) + cos({b})"
    return {"question": question, "value": round(value, 6), "decimals": f"{value:.6f}"}


@worded
def graphs(data: Data, chance: Random) -> Values:
    """Five numbers read off curves, handed in once."""
    sheet = draw_sheet(data, "reading-graphs")
    return {"fill_answers": [f"fill Answer {n}={p.answer:g}" for n, p in enumerate(sheet, 1)]}


@worded
def countdown(data: Data, chance: Random) -> Values:
    """Days between two dates, saved under a title."""
    first = data.world.today + timedelta(chance.randrange(5, 200))
    last = first + timedelta(chance.randrange(120, 900))
    words = [f"{day.day} {day:%B %Y}" for day in (first, last)]
    values = {"first": words[0], "last": words[1], "days": (last - first).days}
    question = f"days between {words[0]} and {words[1]}"
    return values | {"question": question, "title": f"Countdown {chance.randrange(100, 999)}"}


@worded
def system(data: Data, chance: Random) -> Values:
    """A step of a worked solution that only subscribers see, as a picture."""
    while True:
        a, b, c, d = (chance.randrange(3, 30) for _ in range(4))
        p, q = chance.randrange(20, 400), chance.randrange(20, 400)
        whole, first, second = a * d - b * c, p * d - b * q, a * q - p * c
        if whole > 0 and first > 100 and 100 < second != first:
            break
    user, password = chance.choice(sorted(data.passwords.items()))
    written = f"{a}x + {b}y = {p}, {c}x + {d}y = {q}"
    values = {"first": first, "second": second, "whole": whole, "system": written}
    return values | {"user": user, "password": password, "question": f"solve {written}"}
