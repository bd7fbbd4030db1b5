"""The forecast: five days for every town, with the temperatures of each hour."""

import random
from collections import namedtuple
from datetime import date, timedelta
from functools import lru_cache

from .news_catalogue import read
from .records import Newsroom, Town

DAYS = 5


# A day's weather in a town in °C, km/h and percent; `hours` are 24 temperatures.
Forecast = namedtuple("Forecast", "day sky high low wind rain hours")


@lru_cache(maxsize=4)
def forecasts(newsroom: Newsroom) -> dict[str, tuple[Forecast, ...]]:
    """The next five days, beginning with today, of each town by its slug."""
    days = [newsroom.now.date() + timedelta(days=n) for n in range(DAYS)]
    found = {}
    for town in newsroom.towns.values():
        rng = newsroom.world.random(f"news/weather/{town.slug}")
        found[town.slug] = tuple(_draw_day(rng, town, day) for day in days)
    return found


def _draw_day(rng: random.Random, town: Town, day: date) -> Forecast:
    skies = read("choices.json")["skies"]
    sky = rng.choices(skies, (3, 4, 5, 4, 2, 1))[0]
    high = town.warmth + rng.randrange(-1, 7) - 4 * (sky == "Sleet")
    low = high - rng.randrange(3, 9)
    rain = rng.randrange(60, 100, 5) if sky in skies[3:] else rng.randrange(0, 40, 5)
    away = [abs((hour - 14 + 12) % 24 - 12) / 12 for hour in range(24)]  # from the warmest hour
    hours = tuple(round(high - (high - low) * share) for share in away)
    return Forecast(day, sky, high, low, rng.randrange(6, 68), rain, hours)
