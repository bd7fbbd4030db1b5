"""Whether two values are the same, however they are written, rounded or scaled."""

from fractions import Fraction

from .answer_values import Value

_SCALES = {Fraction(scale) for n in (12, 60, 100, 1000, 10**6) for scale in (n, Fraction(1, n))}
# doubts that a question can settle
NO_YEAR = "the year is missing"
PERCENTAGE = "it is a percentage"


def compare(wanted: Value, given: Value, tolerance: float = 0) -> tuple[bool | None, str]:
    """Whether two values are the same, and what leaves that in doubt.

    False if they have one type and differ after rounding, in any scale; None with a reason if they
    may be the same, None without one if their types don't compare.
    """
    kinds = {wanted.kind, given.kind}
    if "date" in kinds:
        return _compare_dates(wanted, given)
    if "time" in kinds:
        return _compare_times(wanted, given)
    if len(kinds - {""}) > 1:  # €73 isn't $73; but "$" may be any dollar, and amounts converted
        may_be_right = wanted.number != given.number or _are_dollars(kinds)
        return (None if may_be_right else False), ""
    right = wanted.amount if wanted.kind == given.kind else wanted.number
    readings = {given.amount if wanted.kind == given.kind else given.number}
    if given.also is not None and kinds != {"percent"}:
        readings.add(given.also)  # 25% is 0.25
    if given.bare and wanted.kind == "percent" and abs(given.amount) <= 1:
        readings.add(given.amount * 100)  # and 0.25 is 25%
    if kinds == {"percent"}:
        readings = {*map(abs, readings)}  # -35% is 35% off
    counts = _find_other_count(wanted, given)
    margin = Fraction(str(tolerance)) * (abs(right) or 1)
    if any(abs(reading - right) <= margin for reading in readings):
        return True, counts
    if counts:
        return None, ""
    if any(_are_near(right, reading, given.bare or not wanted.kind) for reading in readings):
        return None, "it may be rounded or scaled"
    return False, ""


def _compare_dates(wanted: Value, given: Value) -> tuple[bool | None, str]:
    (*day, year), (*other_day, other_year) = wanted.date, given.date
    if wanted.kind != given.kind:  # the part may be the year alone
        return (True if other_year and wanted.amount == other_year else None), ""
    if day != other_day or (year and other_year and year != other_year):
        return False, ""
    return True, NO_YEAR if year and not other_year else ""


def _compare_times(wanted: Value, given: Value) -> tuple[bool | None, str]:
    if not given.kind:
        point = Fraction(int(wanted.amount) // 60) + wanted.amount % 60 / 100
        return (True if given.amount == point else None), ""  # 15.25
    if wanted.kind != given.kind or wanted.amount == given.amount:
        return (True if wanted.kind == given.kind else None), ""
    other_half = (wanted.amount - given.amount) % (12 * 60) == 0 and not given.half
    return (None, "it may be in the other half of the day") if other_half else (False, "")


def _are_dollars(kinds: set[str]) -> bool:
    """Whether one of two currencies is "$", and the other a country's dollar."""
    return "$" in kinds and all(kind.endswith("$") for kind in kinds)


def _find_other_count(wanted: Value, given: Value) -> str:
    """Why a number may count something else than is wanted; "" if it doesn't."""
    if given.kind == "percent" and not wanted.kind:
        return PERCENTAGE
    if given.kind and wanted.nouns:
        return f"it is given in {given.kind}"
    if given.nouns and (wanted.kind or (wanted.nouns and not wanted.counted & given.counted)):
        return f"it counts {' '.join(given.nouns)}"
    return ""


def _are_near(right: Fraction, given: Fraction, any_scale: bool) -> bool:
    """Whether one number is the other rounded, or in another scale."""
    if right * given <= 0:
        return False
    decimals = min(len(f"{float(n):f}".rstrip("0").partition(".")[2]) for n in (right, given))
    return round(right, decimals) == round(given, decimals) or (
        any_scale and given / right in _SCALES
    )
