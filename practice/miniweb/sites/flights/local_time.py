"""Local time at the airports, daylight saving time included."""

from datetime import date, datetime, time
from functools import lru_cache
from zoneinfo import ZoneInfo

from .records import Airport


@lru_cache(4096)
def offset(airport: Airport, day: date) -> int:
    """How many minutes local clocks are ahead of UTC on a day.

    Clocks change in the small hours, so a day has one offset.
    """
    noon = datetime.combine(day, time(12), ZoneInfo(airport.zone))
    return int(noon.utcoffset().total_seconds()) // 60
