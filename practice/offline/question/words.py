"""Words: folding, splitting, synonyms, and whether one text is found in another."""

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

# Words that say how a question is built, not what it is about.
_STOP = """
a an the this that these those it its they them there here i me my we us our you your he she his her is are was
were be been being am do does did done has have had having can could will would shall should may might must let
and or but nor so if then than as of in on at to from by for with without within about into onto over under up
down out off per via between among what which who whom whose when where why how much many long tell give find
look show list name report state search get go see check open visit use using please one ones any some each
every all both either neither no not only just also too very exactly answer question page site website web
online called say says said it's what's who's according listed shown need want following other another same such
ago round whole suggest recommend however well going put own usual really right now usually looking like still
currently altogether something moment fits exist exists wants anything order provide require requires requiring
include identify locate determine compare contain contains uses used makes make made
"""
STOP = frozenset(_STOP.split())
_SMALL = "a an the of in on at to for from by with and or is are was were be do does did it its"
SMALL = frozenset(_SMALL.split())
TOKEN = re.compile(r"\b[a-z]\d\b|\d+(?:[.,]\d+)*|[^\W\d_]+(?:'[^\W\d_]+)?", re.UNICODE)
# For a word of a question, the other words that a label or a column may use (as stems).
SYNONYMS = {
    "price": ("cost",), "cost": ("price",), "time": ("duration", "ready", "takes", "total"), "single": ("one",),
    "rating": ("rated", "star", "score"), "star": ("rating",), "review": ("rating",), "reader": ("rating",),
    "author": ("by", "writer"), "serving": ("serve", "yield", "portion"), "serve": ("serving", "yield"),
    "people": ("serve", "serving", "population"), "date": ("published", "updated", "on", "day"), "updated": ("modified",),
    "published": ("released",), "brand": ("by", "manufacturer", "maker"), "stock": ("availability", "available"),
    "delivery": ("shipping", "arrives"), "shipping": ("delivery",), "warranty": ("guarantee",), "guarantee": ("warranty",),
    "category": ("subject",), "difficulty": ("level", "skill"), "color": ("colour",), "colour": ("color",),
    "licence": ("license",), "license": ("licence",), "calory": ("kcal", "energy"), "prep": ("preparation",),
    "preparation": ("prep",), "cook": ("cooking",), "cooking": ("cook",), "phone": ("telephone", "call"),
    "citation": ("cited",), "watt": ("power", "wattage"), "identifier": ("id",), "seat": ("capacity",),
    "arena": ("home", "venue", "stadium"), "coach": ("trainer", "manager"), "temperature": ("oven",), "height": ("tall",), "age": ("born", "birth"),
    "weight": ("heavy",), "length": ("long", "duration", "distance"), "size": ("area", "dimension", "capacity"),
    "location": ("address", "place", "city", "town", "country", "venue", "where"), "born": ("birth", "birthplace"),
    "live": ("home", "residence", "lives"), "mean": ("meaning", "definition", "description"), "speed": ("fast",),
    "depth": ("deep",), "width": ("wide",), "inhabitant": ("population",), "population": ("inhabitant",),
    "distance": ("length", "far"), "open": ("opening", "hour"), "team": ("club",), "club": ("team",), "win": ("won",), "loss": ("lost",),
    "allow": ("against",), "meaning": ("definition",), "person": ("name",), "player": ("name",),
}  # fmt: skip


@lru_cache(20_000)
def fold(text: str) -> str:
    """The text in lower case, without accents, with plain quotes and single spaces."""
    plain = unicodedata.normalize(
        "NFKD", text.translate({0x2019: "'", 0x2018: "'", 0x201C: '"', 0x201D: '"'})
    )
    return " ".join("".join(c for c in plain if not unicodedata.combining(c)).lower().split())


def tokens(text: str, left_out: frozenset[str] = frozenset()) -> list[str]:
    """The stems of all words and numbers but those left out, in order."""
    return [stem(word) for word in TOKEN.findall(fold(text)) if word not in left_out]


def content(text: str) -> list[str]:
    """The stems of the words that carry meaning, in order."""
    return tokens(text, STOP)


@lru_cache(20_000)
def stem(word: str) -> str:
    """The word without a plural ending: "berries" becomes "berry"."""
    word = word.removesuffix("'s")
    plurals = {"ies": "y", "sses": "ss", "shes": "sh", "ches": "ch", "xes": "x"}
    for ending, instead in plurals.items():
        if word.endswith(ending) and len(word) > len(ending) + 2:
            return word.removesuffix(ending) + instead
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


def contains_phrase(text: str, phrase: str) -> bool:
    """Whether the text has the words of the phrase side by side, in singular or plural."""
    present, wanted = tokens(text), tokens(phrase)
    starts = range(len(present) - len(wanted) + 1)
    return bool(wanted) and any(present[start : start + len(wanted)] == wanted for start in starts)


def match_word(wanted: str, label: Sequence[str]) -> float:
    """1 if the label has the wanted stem, 0.9 if it has a synonym, else 0."""
    if wanted in label:
        return 1.0
    return 0.9 if any(stem(other) in label for other in SYNONYMS.get(wanted, ())) else 0.0


_ENDINGS = ("", "e", "d", "ed", "r", "er", "or", "ing", "s", "en", "n", "ion", "ment", "y")


def is_form(word: str, other: str) -> bool:
    """Whether two stems are forms of one word: "keep" and "keeper", "water" and "watering"."""
    alike = next(
        (n for n, (a, b) in enumerate(zip(word, other, strict=False)) if a != b),
        min(len(word), len(other)),
    )
    return alike > 3 and word[alike:] in _ENDINGS and other[alike:] in _ENDINGS


def has_form(wanted: str, words: Sequence[str]) -> bool:
    """Whether one of these stems is the wanted one, a synonym or another form of it."""
    return bool(match_word(wanted, words)) or any(is_form(wanted, word) for word in words)


def same_word(word: str, other: str) -> bool:
    """Whether two stems are forms of one word ("allows", "allowed") or synonyms."""
    if match_word(word, [other]) or match_word(other, [word]):
        return True
    short, long = sorted((word, other), key=len)
    longer = len(short) > 3 and long.startswith(short) and len(long) - len(short) < 4
    return longer or (len(short) > 4 and short[:5] == long[:5])
