"""Why an answer is wrong though it holds all that was asked for.

It may give the right thing as a guess among others, deny it, give it as a bound or in another unit,
or say it of something else. Each objection is one sentence, and a rule that anyone can read; the
reference is known to them, and `checking.py` uses them.
"""

import re
from collections.abc import Iterator, Sequence

from .answer_parts import leaves, says
from .answer_tokens import Number, Token, places, same, tokens

# where a clause, a sentence and the run-up to a conclusion end
CLAUSE_END = re.compile(r"[;!?\n]|\.(?!\d)|,(?!\d)|\bbut\b|\(|\)")
SENTENCE_END = re.compile(r"[;!?\n]|\.(?!\d)")
CONCLUSION = re.compile(r"[,.;] so\b(?! that)(.*\w.*)$", re.I | re.S)
# what an answer puts behind the best, or only compares with
RUNNER_UP = re.compile(
    r"\b(?:ahead of|followed by|with the runner-up|compared (?:with|to)|against|while)\b.*",
    re.I | re.S,
)
HARMLESS_OR = re.compile(
    r"\bor (?:more|less|fewer|so|higher|lower|later|earlier|older|younger|above|below|both)\b", re.I
)
NEGATIONS = {"not", "isnt", "wasnt", "arent", "never", "neither", "nor", "doesnt", "cannot"}
WRONG = {"wrong", "incorrect", "false"}
BOUND = re.compile(
    r"\b(?:at least|at most|(?:more|less|fewer) than|up to|no (?:more|less|fewer) than)"
    r"\s+[$€£]?\s?$",
    re.I,
)
ASKS_BOUND = re.compile(r"\b(?:at most|at least|may|maximum|minimum|limit|up to|can)\b", re.I)
RANGE = re.compile(r"(?<![\w.-])(\d+(?:\.\d+)?)\s?[-–]\s?(\d+(?:\.\d+)?)(?![\w-])")
AMOUNT = re.compile(r"(?<![\w.])[$€£]?\d[\d,]*(?:\.\d+)?")
PRICE = re.compile(r"([$€£])\s?(\d[\d,.]*\d|\d)")
UNIT_FAMILIES = (  # units of one kind, each with its spellings
    (
        {"g", "gram", "grams"},
        {"kg", "kilo", "kilos", "kilogram", "kilograms"},
        {"mg"},
        {"oz", "ounces"},
        {"lb", "lbs"},
    ),
    (
        {"min", "mins", "minute", "minutes"},
        {"h", "hr", "hrs", "hour", "hours"},
        {"s", "sec", "second", "seconds"},
        {"day", "days"},
        {"week", "weeks"},
        {"month", "months"},
        {"year", "years"},
    ),
    ({"kb"}, {"mb"}, {"gb"}, {"tb"}),
    ({"ml"}, {"l", "litre", "litres", "liter", "liters"}),
    (
        {"mm"},
        {"cm", "centimetres", "centimeters"},
        {"m", "metre", "metres"},
        {"km"},
        {"in", "inch", "inches"},
    ),
    ({"c", "°c", "celsius"}, {"f", "°f", "fahrenheit"}),
)


def objection(answer: str, rule: dict, reference: str, question: str) -> str | None:
    """One sentence on why an answer that holds all parts is wrong, or None."""
    parts = rule.get("parts", ())
    for part in parts:
        for find in (_find_hedge, _find_denial, _find_bound, _find_other_unit, _find_other_count):
            if reason := find(answer, part, reference, question):
                return reason
    return (
        _find_other_conclusion(answer, parts)
        or _find_runner_up(answer, parts)
        or _find_other_subject(answer, parts)
    )


def leading(answer: str) -> str:
    """The answer without what it puts behind the best: "A, ahead of B" names A.

    Where it ends in a conclusion ("…, so A."), that is the answer.
    """
    if end := CONCLUSION.search(answer):
        return end[1]
    return "".join(RUNNER_UP.sub("", piece) for piece in re.split(r"([;!?\n()])", answer))


# --- objections to how one part is said ---


def _find_hedge(answer: str, part: object, reference: str, question: str) -> str | None:
    """The part is one of several that the answer leaves open."""
    if re.search(r"\bor\b", f"{question} {reference}"):
        return None
    for sentence in SENTENCE_END.split(HARMLESS_OR.sub("", answer)):
        sides = re.split(r"\bor\b|\bone of\b|/(?=\s)", sentence, flags=re.I)
        says_part = [says(tokens(side), part) for side in sides]
        decisive = says_part if sides[0].strip() else says_part[1:]
        if len(sides) > 1 and any(says_part) and not all(decisive):
            others = [side for side, said in zip(sides, says_part, strict=True) if not said]
            if _names_such(part, " ".join(others)):
                return f"The answer leaves it open: {' '.join(sentence.split())!r}."
    numbers = _list_numbers(part)
    for low, high in RANGE.findall(answer):
        is_end = any(float(end) == number for end in (low, high) for number in numbers)
        if is_end and f"{low}-{high}" not in reference.replace("–", "-"):
            return f"The answer gives a range, {low} to {high}."
    return None


def _find_denial(answer: str, part: object, reference: str, question: str) -> str | None:
    """Wherever the part is said, a "not" is before it, or a "wrong" behind."""
    if NEGATIONS & set(tokens(reference)):
        return None
    clauses = [tokens(clause) for clause in CLAUSE_END.split(answer)]
    denials = []
    for leaf in (tokens(str(leaf)) for leaf in leaves(part)):
        for clause in clauses if leaf else ():
            for start in places(leaf, clause):
                end = start + len(leaf)
                before, after = clause[max(0, start - 3) : start], clause[end : end + 3]
                denials.append(bool(NEGATIONS & set(before) or WRONG & set(after)))
    return "The answer denies what is right." if denials and all(denials) else None


def _find_bound(answer: str, part: object, reference: str, question: str) -> str | None:
    """A number is given as a bound only: "at least 4"."""
    numbers = _list_numbers(part)
    if not numbers or ASKS_BOUND.search(question):
        return None
    if BOUND.search(reference.partition(str(numbers[0]))[0]):
        return None
    starts = [
        amount.start() for amount in AMOUNT.finditer(answer) if _is_one_of(amount[0], numbers)
    ]
    if starts and all(BOUND.search(answer[:start]) for start in starts):
        words = answer[max(0, starts[0] - 15) : starts[0] + 8].strip()
        return f"The answer gives a bound, and no number: {words!r}."
    return None


def _find_other_unit(answer: str, part: object, reference: str, question: str) -> str | None:
    """The right number in another unit, or another currency."""
    numbers = _list_numbers(part)
    right = {unit for value, unit in _read_units(reference) if _is_one_of(value, numbers)}
    units = {unit for value, unit in _read_units(answer) if _is_one_of(value, numbers)}
    for family in UNIT_FAMILIES:
        right_kinds = [spellings for spellings in family if spellings & right]
        kinds = [spellings for spellings in family if spellings & units]
        if right_kinds and kinds and not any(kind in right_kinds for kind in kinds):
            return f"The number is right, and its unit is not: {' '.join(sorted(units))!r}."
    right_signs, signs = (
        {sign for sign, value in PRICE.findall(text) if _is_one_of(value, numbers)}
        for text in (reference, answer)
    )
    if right_signs and signs and not right_signs & signs:
        return f"The number is right, and its currency is not: {', '.join(sorted(signs))}."
    return None


def _find_other_count(answer: str, part: object, reference: str, question: str) -> str | None:
    """What the number counts has another number: "12 ratings and 489 reviews" for 489 ratings."""
    numbers = _list_numbers(part)
    nouns = {
        _cut_plural(unit)
        for value, unit in _read_units(reference)
        if _is_one_of(value, numbers) and len(unit) > 2
    }
    for noun in nouns:
        counts = [value for value, unit in _read_units(answer) if _cut_plural(unit) == noun]
        if counts and not any(_is_one_of(value, numbers) for value in counts):
            return f"The answer counts {counts[0]} {noun}s."
    return None


# --- objections to how the parts stand to each other ---


def _find_other_conclusion(answer: str, parts: Sequence[object]) -> str | None:
    """The right number is only on the way to another one: "109 and 38, so 147 altogether"."""
    numbers = [part for part in parts if _list_numbers(part)]
    conclusion = CONCLUSION.search(answer)
    if not conclusion or not numbers:
        return None
    words = tokens(conclusion[1])
    if not any(isinstance(word, Number) for word in words):
        return None
    if not any(says(words, part) for part in numbers):
        return f"The answer concludes otherwise: {' '.join(conclusion[1].split())!r}."
    return None


def _find_runner_up(answer: str, parts: Sequence[object]) -> str | None:
    """A right name is said only as what comes behind another."""
    front = tokens(leading(answer))
    if any(_is_name(part) and not says(front, part) for part in parts):
        return "The answer names what is right only behind something else."
    return None


def _find_other_subject(answer: str, parts: Sequence[object]) -> str | None:
    """The right number is said of another name, and another number of the right name."""
    pieces = re.split(r"[;\n]|\.(?!\d)|,(?= [A-Z])|\band (?=[A-Z])", answer)
    for name in filter(_is_name, parts):
        for number in filter(_list_numbers, parts):
            of_name = [piece for piece in pieces if says(tokens(piece), name)]
            of_number = [piece for piece in pieces if says(tokens(piece), number)]
            if not of_name or not of_number or any(piece in of_name for piece in of_number):
                continue
            other_number = any(_has_number(piece, name) for piece in of_name)
            if other_number and all(_names_something(piece) for piece in of_number):
                return "The answer gives the right number to something else."
    return None


# --- what the objections look at ---


def _list_numbers(part: object) -> list[int | float]:
    return [leaf for leaf in leaves(part) if isinstance(leaf, int | float)]


def _is_name(part: object) -> bool:
    return all(isinstance(leaf, str) and not leaf[:1].isdigit() for leaf in leaves(part))


def _names_such(part: object, words: str) -> bool:
    """Whether some words hold a thing of the part's kind: a number, or a name."""
    if _is_name(part):
        return bool(re.search(r"\b[A-Z]\w", words))
    return any(isinstance(token, Number) or token[:1].isdigit() for token in tokens(words))


def _read_units(text: str) -> Iterator[tuple[str, str]]:
    """Each number with the word after it, folded."""
    for value, unit in re.findall(
        r"(?<!out of )(?<![\w.,])[$€£]?(\d[\d,]*(?:\.\d+)?)\s?(°\s?[CFcf]\b|[^\W\d_]+)", text
    ):
        yield value, unit.replace(" ", "").casefold()


def _is_one_of(value: str, numbers: Sequence[float]) -> bool:
    """Whether a written value is one of the numbers."""
    first: list[Token] = tokens(value)[:1]
    return any(
        same(token, other)
        for token in first
        for number in numbers
        for other in tokens(str(number))[:1]
    )


def _cut_plural(word: str) -> str:
    return word.removesuffix("s")


def _has_number(piece: str, name: object) -> bool:
    """Whether a piece has a number besides those in the name itself."""
    own = [token for leaf in leaves(name) for token in tokens(str(leaf))]
    return any(
        isinstance(token, Number) and not any(same(token, other) for other in own)
        for token in tokens(piece)
    )


def _names_something(piece: str) -> bool:
    """Whether a piece names something: two capitalised words, or one that does not begin it."""
    return bool(re.search(r"\S\s+(?!I\b)[A-Z][a-z]+|^\s*[A-Z]\w+ [A-Z]\w+", piece))
