"""The answer box: questions the engine answers itself. It gives no answer rather than guess."""

import ast
import operator
import re
from dataclasses import dataclass

from .page_index import Index, Query, fold
from .site_crawl import Page

OPERATORS = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.USub: operator.neg,
}
# A unit's names, what it measures, and its size in the first unit of that kind.
UNITS = [
    ("millilitre|milliliter|ml", "volume", 1),
    ("litre|liter|l", "volume", 1000),
    ("cup", "volume", 236.5882365),
    ("tablespoon|tbsp", "volume", 14.78676478),
    ("teaspoon|tsp", "volume", 4.928921594),
    ("fluid ounce|fl oz", "volume", 29.57352956),
    ("pint", "volume", 473.176473),
    ("gram|g", "mass", 1),
    ("kilogram|kilo|kg", "mass", 1000),
    ("ounce|oz", "mass", 28.349523125),
    ("pound|lb", "mass", 453.59237),
    ("centimetre|centimeter|cm", "length", 1),
    ("millimetre|millimeter|mm", "length", 0.1),
    ("metre|meter|m", "length", 100),
    ("kilometre|kilometer|km", "length", 100_000),
    ("inch|in", "length", 2.54),
    ("foot|feet|ft", "length", 30.48),
    ("yard|yd", "length", 91.44),
    ("mile|mi", "length", 160_934.4),
    ("second|sec", "time", 1),
    ("minute|min", "time", 60),
    ("hour|hr|h", "time", 3600),
    ("day", "time", 86_400),
    ("week", "time", 604_800),
    ("celsius|c|°c|degrees celsius", "temperature", 0),
    ("fahrenheit|f|°f|degrees fahrenheit", "temperature", 0),
]
NAMES = {
    name: (names.split("|")[0], kind, size)
    for names, kind, size in UNITS
    for name in names.split("|")
}
ASKED = r"(?:what is |what's |calculate |convert )?"
CONVERT = re.compile(ASKED + r"(-?[\d.,]+)\s*([a-z° ]+?) (?:in|to|into|as) ([a-z° ]+?)\s*\??", re.I)
HOW_MANY = re.compile(
    r"how many ([a-z ]+?) (?:are )?(?:there )?in ([\d.,]+)\s*([a-z ]+?)\s*\??$", re.I
)
SUM = re.compile(ASKED + r"([\d\s.,()+\-*/×÷x%]+|[\d.,]+\s*%\s*of\s*[\d.,]+)\s*[=?]?", re.I)
MEANING = re.compile(
    r"(?:what(?: is|'s| are)|who is|define|meaning of) (an? |the )?(.+?)\s*\??", re.I
)
PLURALS = {"feet": "foot", "inches": "inch"}


@dataclass(frozen=True)
class Answer:
    """An answer of the engine itself; `page` is the page a sentence is quoted from."""

    question: str
    text: str
    page: Page | None = None


def answer(text: str, index: Index) -> Answer | None:
    """Answer a sum, a conversion of units or "what is …"; None for anything else."""
    return convert(text.strip()) or calculate(text.strip()) or define(text.strip(), index)


def _write_number(value: float) -> str:
    """Write a number with at most four decimals and commas between thousands."""
    if abs(value) >= 0.001 or value == 0:
        return f"{value:,.4f}".rstrip("0").rstrip(".")
    return f"{value:.3g}"


def convert(text: str) -> Answer | None:
    """Convert units: `3 cups in ml`, `180 c to f`; None for anything else."""
    found = CONVERT.fullmatch(HOW_MANY.sub(r"\2 \3 in \1", text))
    units = [_find_unit(name) for name in found.groups()[1:]] if found else [None]
    if None in units or units[0][1] != units[1][1]:
        return None
    (name, kind, size), (into, _, other) = units
    try:
        value = float(found[1].replace(",", ""))
    except ValueError:
        return None
    if kind != "temperature":
        result = value * size / other
    elif name == into:
        result = value
    else:
        result = value * 9 / 5 + 32 if into == "fahrenheit" else (value - 32) * 5 / 9
    return Answer(
        f"{_write_number(value)} {_name_unit(name, value)} =",
        f"{_write_number(result)} {_name_unit(into, result)}",
    )


def _find_unit(name: str) -> tuple[str, str, float] | None:
    name = name.strip().lower()
    return NAMES.get(name) or NAMES.get(PLURALS.get(name, name.removesuffix("s")))


def _name_unit(unit: str, value: float) -> str:
    """The unit's name after a number, in the plural if the number isn't 1."""
    if unit in ("celsius", "fahrenheit"):
        return f"degrees {unit.title()}"
    return unit if value == 1 else {"foot": "feet", "inch": "inches"}.get(unit, f"{unit}s")


def calculate(text: str) -> Answer | None:
    """Calculate a sum: `12 * 7.5`, `15% of 80`; None for anything else."""
    found = SUM.fullmatch(text)
    if not found or not re.search(r"\d\s*(?:[+\-*/×÷x]|%\s*of)\s*[\d(]", found[1]):
        return None
    sum_ = re.sub(r"%\s*of", "/100*", found[1].replace(",", ""), flags=re.I)
    for sign, code in (("×", "*"), ("x", "*"), ("÷", "/"), ("%", "/100")):
        sum_ = sum_.replace(sign, code)
    try:
        result = _evaluate(ast.parse(sum_.strip(), mode="eval").body)
    except (SyntaxError, ZeroDivisionError, KeyError, OverflowError):
        return None
    return Answer(f"{found[1].strip()} =", _write_number(result))


def _evaluate(node: ast.expr) -> float:
    """Evaluate arithmetic on numbers; raises KeyError for anything else."""
    if isinstance(node, ast.BinOp):
        return OPERATORS[type(node.op)](_evaluate(node.left), _evaluate(node.right))
    if isinstance(node, ast.UnaryOp):
        return OPERATORS[type(node.op)](_evaluate(node.operand))
    if isinstance(node, ast.Constant):
        return node.value
    raise KeyError(type(node).__name__)


def define(text: str, index: Index) -> Answer | None:
    """Answer `what is a quire` with the first sentence found that begins "A quire is …"."""
    found = MEANING.fullmatch(text)
    if not found:
        return None
    article = "an? " if found[1] in ("a ", "an ") else "(?:the )?"
    begins = re.compile(
        rf"{article}{re.escape(fold(found[2]))},? (?:is|are|was|means) [^.?!]{{12,}}"
    )
    for page in index.search(Query.read(found[2])):
        for passage in (page.description, *page.passages):
            for sentence in re.split(r"(?<=[.!?]) ", passage):
                if begins.match(fold(sentence)) and len(sentence) < 320:
                    return Answer(found[2], sentence, page)
    return None
