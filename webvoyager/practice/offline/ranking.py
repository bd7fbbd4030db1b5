"""What a question wants of a table's rows: the most or the least of something, a place, a day, the first so many."""

import re
from dataclasses import dataclass

from .quantities import COUNTS
from .values import DATE, when
from .words import TOKEN, fold, stem

# Superlatives: whether they want the most, and the property they speak of where they name one.
_MOST = ("most", "highest", "largest", "biggest", "greatest", "best")
_LEAST = ("fewest", "least", "lowest", "smallest", "worst")
_NAMING = {
    "tallest": ("height", True), "heaviest": ("weight", True), "lightest": ("weight", False),
    "longest": ("length", True), "oldest": ("age", True), "youngest": ("age", False), "latest": ("date", True),
    "newest": ("date", True), "earliest": ("date", False), "fastest": ("time", False), "quickest": ("time", False),
    "cheapest": ("price", False), "deepest": ("depth", True), "widest": ("width", True), "closest": ("distance", False),
}  # fmt: skip
_SUPERLATIVE = re.compile(rf"\b(?:{'|'.join((*_MOST, *_LEAST, *_NAMING))})\b")
_PLACE = re.compile(
    r"\b(?:place|number|position|rank|row|no\.?|ranked)(?: no\.?| number)? #?(\d{1,3})\b(?! of)|\b(\d{1,3})(?:st|nd|rd|th) (?:place|in|on|of)\b"
)
_FIRST = re.compile(rf"\b(?:first|top) (\d+|{'|'.join(COUNTS)})\b")
_WITHOUT = re.compile(
    r"\b(?:leaving out|leave out|except(?: for)?|excluding|apart from|not counting|other than|ignoring) (?:the |this )?([^,.;?]+)"
)
# Other words for what a column may be called.
_AKIN = {
    "height": ("tall", "height"), "age": ("age", "born", "birth", "old"), "date": ("date", "updated", "published", "day"),
    "weight": ("weight", "heavy"), "length": ("length", "long"), "team": ("team", "club", "side"), "club": ("team", "club"),
    "allow": ("allow", "against", "concede"), "concede": ("concede", "against", "allow"), "tall": ("height",),
    "win": ("win", "won"), "lose": ("loss", "lost"), "lost": ("loss", "lost"), "won": ("win", "won"),
    "meaning": ("definition", "meaning"), "people": ("population", "inhabitant"), "points": ("points", "pts"),
    "person": ("name",), "player": ("player", "name"), "price": ("price", "cost"), "single": ("one",),
}  # fmt: skip
_SMALL_WORDS = "a an the of in on at to for from by with and or is are was were be do does did it its"
_SMALL = frozenset(_SMALL_WORDS.split())


@dataclass(frozen=True)
class Ranking:
    """The most or the least by words that weigh: those of the property more than those around it."""

    words: tuple[tuple[str, float], ...]
    most: bool
    kind: str = ""  # the property, where the superlative names it ("tallest": height)


def ranking(text: str) -> Ranking | None:
    """The superlative of a question, None where there is none."""
    said = next((part for part in re.split(r"(?<=[.?!;])\s+", text) if _SUPERLATIVE.search(fold(part))), "")
    plain = re.sub(r"\bat (?:most|least)\b|\bmost of\b", "", re.sub(r"\bmost recently\b", "latest", fold(said)))
    found = _SUPERLATIVE.search(plain)
    if not found:
        return None
    name = found[0]
    before, after = TOKEN.findall(plain[: found.start()]), TOKEN.findall(plain[found.end() :])
    kind, most = _NAMING.get(name, ("", name in _MOST))
    weights = {stem(word): 1.0 for word in (*before, *after) if word not in _SMALL}
    adverb = bool(before) and before[-1] not in ("the", "his", "her", "their", "its")  # "is looked up most"
    near = [word for word in before[-2:] if word not in ("up", "down", "is", "are", "was")] if adverb else after[:1]
    by = re.findall(r"\b(?:sorted|ordered|ranked|in order of|order of)(?: by)?(?: the)? ([a-z]+)", plain)
    weights |= {stem(word): 2.0 for word in by or near if word not in _SMALL}
    weights |= {kind: 2.0} if kind else {}
    return Ranking(tuple(weights.items()), most, kind)


def place(text: str) -> int | None:
    """Which row of a ranking is asked for: "in place 34" is 34."""
    found = _PLACE.search(fold(text))
    return int(found[1] or found[2]) if found else None


def first(text: str) -> int | None:
    """How many rows from the top count: "of the first 20"."""
    found = _FIRST.search(fold(text))
    return COUNTS.get(found[1]) or int(found[1]) if found else None


def without(text: str) -> tuple[str, ...]:
    """The stems of what does not count: "leaving out the current season"."""
    found = _WITHOUT.search(fold(text))
    return tuple(stem(word) for word in TOKEN.findall(found[1]) if word not in _SMALL) if found else ()


def day(text: str) -> float | None:
    """The whole date that a question names, as a number that sorts."""
    found = next((match for match in DATE.finditer(text) if re.search(r"\d{4}", match[0]) and len(match[0]) > 9), None)
    return when(found[0]) if found else None


def akin(one: str, other: str) -> bool:
    """Whether two stems are forms of one word, or words for one thing: "allows" and "allowed", "tall" and "height"."""
    if one == other or other in _AKIN.get(one, ()) or one in _AKIN.get(other, ()):
        return True
    short, long = sorted((one, other), key=len)
    longer = len(short) > 3 and long.startswith(short) and len(long) - len(short) < 4
    return longer or (len(short) > 4 and short[:5] == long[:5])


def words(text: str) -> list[str]:
    """The stems of a head or a question, but for the smallest words."""
    return [stem(word) for word in TOKEN.findall(fold(text)) if word not in _SMALL]


def measured(text: str) -> float | None:
    """The number that a cell shows: with its sign, ▼ for less; feet and inches as inches; dates as they sort."""
    plain = text.strip()
    if (date := when(plain)) and re.search(r"[a-z]{3}|-\d\d-", plain.lower()):
        return date
    if feet := re.fullmatch(r"(\d)(?:'|-| ft )\s?(\d{1,2})(?:\"|''| in)?", plain):
        return 12 * int(feet[1]) + int(feet[2])
    if clock := re.fullmatch(r"(\d+):(\d\d)", plain):
        return 60 * int(clock[1]) + int(clock[2])
    found = re.match(r"([-+−▲▼]?)\s?[$€£]?(\d[\d,]*(?:\.\d+)?|\.\d+)", plain)
    if not found:
        return None
    value = float(found[2].replace(",", ""))
    return -value if found[1] in ("-", "−", "▼") else value
