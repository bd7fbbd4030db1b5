"""How an answer says what is right: as a guess among others, denied, as a bound, in another unit,
of something else.

An answer that holds all that was asked for can still be wrong. Each objection is one sentence, and
a rule that anyone can read; they know the reference, and are used by `checking.py`.
"""

import re
from collections.abc import Iterator, Sequence

from .answer_parts import leaves, says
from .answer_tokens import Number, Token, places, same, tokens

CLAUSE = re.compile(r"[;!?\n]|\.(?!\d)|,(?!\d)|\bbut\b|\(|\)")
SENTENCE = re.compile(r"[;!?\n]|\.(?!\d)")
CONCLUSION = re.compile(r"[,.;] so\b(?! that)(.*\w.*)$", re.I | re.S)
BEHIND = re.compile(
    r"\b(?:ahead of|followed by|with the runner-up|compared (?:with|to)|against|while)\b.*",
    re.I | re.S,
)
HARMLESS_OR = re.compile(
    r"\bor (?:more|less|fewer|so|higher|lower|later|earlier|older|younger|above|below|both)\b", re.I
)
NOT = {"not", "isnt", "wasnt", "arent", "never", "neither", "nor", "doesnt", "cannot"}
FALSE = {"wrong", "incorrect", "false"}
BOUNDS = re.compile(
    r"\b(?:at least|at most|(?:more|less|fewer) than|up to|no (?:more|less|fewer)"
    r" than)\s+[$€£]?\s?$",
    re.I,
)
ASKS_BOUND = re.compile(r"\b(?:at most|at least|may|maximum|minimum|limit|up to|can)\b", re.I)
RANGE = re.compile(r"(?<![\w.-])(\d+(?:\.\d+)?)\s?[-–]\s?(\d+(?:\.\d+)?)(?![\w-])")
FAMILIES = (  # units of one kind, each with the ways of writing it
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
    """One sentence that says why an answer is wrong though it holds all parts, None where nothing
    speaks against it.
    """
    parts = [part for part in rule.get("parts", ())]
    for part in parts:
        for found in (_hedged, _denied, _bounded, _other_unit, _other_count):
            if reason := found(answer, part, reference, question):
                return reason
    return (
        _concluded_otherwise(answer, parts)
        or _only_behind(answer, parts)
        or _of_something_else(answer, parts)
    )


def leading(answer: str) -> str:
    """The answer without what it puts behind the best, or only compares with: "A, ahead of B" names
    A.

    Where it ends in a conclusion ("…, so A."), that is the answer.
    """
    if end := CONCLUSION.search(answer):
        return end[1]
    return "".join(BEHIND.sub("", piece) for piece in re.split(r"([;!?\n()])", answer))


def _hedged(answer: str, part: object, reference: str, question: str) -> str | None:
    """The part is one of several that the answer leaves open."""
    if re.search(r"\bor\b", f"{question} {reference}"):
        return None
    for sentence in SENTENCE.split(HARMLESS_OR.sub("", answer)):
        sides = re.split(r"\bor\b|\bone of\b|/(?=\s)", sentence, flags=re.I)
        here = [says(tokens(side), part) for side in sides]
        if len(sides) > 1 and any(here) and not all(here[1:] if not sides[0].strip() else here):
            other = " ".join(side for side, there in zip(sides, here, strict=True) if not there)
            if _alike(part, other):
                return f"The answer leaves it open: {' '.join(sentence.split())!r}."
    numbers = [leaf for leaf in leaves(part) if isinstance(leaf, int | float)]
    for low, high in RANGE.findall(answer):
        if f"{low}-{high}" not in reference.replace("–", "-") and any(
            float(end) == leaf for end in (low, high) for leaf in numbers
        ):
            return f"The answer gives a range, {low} to {high}."
    return None


def _denied(answer: str, part: object, reference: str, question: str) -> str | None:
    """Wherever the part is said, a "not" stands before it, or a "wrong" behind."""
    if NOT & set(tokens(reference)):
        return None
    clauses = [tokens(clause) for clause in CLAUSE.split(answer)]
    denials = []
    for words in clauses:
        for leaf in leaves(part):
            wanted = tokens(str(leaf))
            for at in places(wanted, words) if wanted else ():
                before, after = (
                    words[max(0, at - 3) : at],
                    words[at + len(wanted) : at + len(wanted) + 3],
                )
                denials.append(bool(_words(before) & NOT or _words(after) & FALSE))
    return "The answer denies what is right." if denials and all(denials) else None


def _bounded(answer: str, part: object, reference: str, question: str) -> str | None:
    """A number is given as a bound only: "at least 4"."""
    numbers = [leaf for leaf in leaves(part) if isinstance(leaf, int | float)]
    if (
        not numbers
        or ASKS_BOUND.search(question)
        or BOUNDS.search(reference.partition(str(numbers[0]))[0])
    ):
        return None
    at = [
        match.start()
        for match in re.finditer(r"(?<![\w.])[$€£]?\d[\d,]*(?:\.\d+)?", answer)
        if _is(match[0], numbers)
    ]
    if at and all(BOUNDS.search(answer[:start]) for start in at):
        return (
            "The answer gives a bound, and no number:"
            f" {answer[max(0, at[0] - 15) : at[0] + 8].strip()!r}."
        )
    return None


def _other_unit(answer: str, part: object, reference: str, question: str) -> str | None:
    """The right number in another unit, or another currency."""
    numbers = [leaf for leaf in leaves(part) if isinstance(leaf, int | float)]
    right = {unit for value, unit in _units(reference) if _is(value, numbers)}
    given = {unit for value, unit in _units(answer) if _is(value, numbers)}
    for family in FAMILIES:
        ours, theirs = (
            {n for n, names in enumerate(family) if names & units} for units in (right, given)
        )
        if ours and theirs and not ours & theirs:
            return f"The number is right, and its unit is not: {' '.join(sorted(given))!r}."
    signs = [
        {
            sign
            for sign, value in re.findall(r"([$€£])\s?(\d[\d,.]*\d|\d)", text)
            if _is(value, numbers)
        }
        for text in (reference, answer)
    ]
    if all(signs) and not signs[0] & signs[1]:
        return f"The number is right, and its currency is not: {', '.join(sorted(signs[1]))}."
    return None


def _other_count(answer: str, part: object, reference: str, question: str) -> str | None:
    """What the number counts is given another number: "12 ratings and 489 reviews" for 489
    ratings.
    """
    numbers = [leaf for leaf in leaves(part) if isinstance(leaf, int | float)]
    counted = {
        _stem(unit) for value, unit in _units(reference) if _is(value, numbers) and len(unit) > 2
    }
    for noun in counted:
        there = [value for value, unit in _units(answer) if _stem(unit) == noun]
        if there and not any(_is(value, numbers) for value in there):
            return f"The answer counts {there[0]} {noun}s."
    return None


def _concluded_otherwise(answer: str, parts: Sequence[object]) -> str | None:
    """The right number stands on the way to another one: "109 and 38, so 147 altogether"."""
    conclusion = CONCLUSION.search(answer)
    numbers = [
        part for part in parts if any(isinstance(leaf, int | float) for leaf in leaves(part))
    ]
    if (
        not conclusion
        or not numbers
        or not any(isinstance(token, Number) for token in tokens(conclusion[1]))
    ):
        return None
    if not any(says(tokens(conclusion[1]), part) for part in numbers):
        return f"The answer concludes otherwise: {' '.join(conclusion[1].split())!r}."
    return None


def _only_behind(answer: str, parts: Sequence[object]) -> str | None:
    """A name that is said only as what comes behind another."""
    front = tokens(leading(answer))
    for part in parts:
        named = all(isinstance(leaf, str) and not leaf[:1].isdigit() for leaf in leaves(part))
        if named and not says(front, part):
            return "The answer names what is right only behind something else."
    return None


def _of_something_else(answer: str, parts: Sequence[object]) -> str | None:
    """The right number is said of another name, and another number of the right name."""
    names = [
        part
        for part in parts
        if all(isinstance(leaf, str) and not leaf[:1].isdigit() for leaf in leaves(part))
    ]
    numbers = [
        part for part in parts if any(isinstance(leaf, int | float) for leaf in leaves(part))
    ]
    sentences = [
        piece
        for piece in re.split(r"[;\n]|\.(?!\d)|,(?= [A-Z])|\band (?=[A-Z])", answer)
        if piece.strip()
    ]
    for name in names:
        for number in numbers:
            of_name = [piece for piece in sentences if says(tokens(piece), name)]
            saying = [piece for piece in sentences if says(tokens(piece), number)]
            apart = of_name and saying and not any(piece in of_name for piece in saying)
            if (
                apart
                and any(_has_number(piece, name) for piece in of_name)
                and all(_named_other(piece) for piece in saying)
            ):
                return "The answer gives the right number to something else."
    return None


# --- what the objections look at ---


def _words(found: Sequence[Token]) -> set[str]:
    return {token for token in found if isinstance(token, str)}


def _alike(part: object, words: str) -> bool:
    """Whether some words hold a thing of the part's kind: a number, or a name."""
    if any(isinstance(leaf, int | float) or leaf[:1].isdigit() for leaf in leaves(part)):
        return any(isinstance(token, Number) or token[:1].isdigit() for token in tokens(words))
    return bool(re.search(r"\b[A-Z]\w", words))


def _units(text: str) -> Iterator[tuple[str, str]]:
    """Each number with the word after it, folded."""
    for value, unit in re.findall(
        r"(?<!out of )(?<![\w.,])[$€£]?(\d[\d,]*(?:\.\d+)?)\s?(°\s?[CFcf]\b|[^\W\d_]+)", text
    ):
        yield value, unit.replace(" ", "").casefold()


def _is(value: str, numbers: Sequence[float]) -> bool:
    read: list[Token] = tokens(value)
    return any(
        same(token, each)
        for token in read[:1]
        for number in numbers
        for each in tokens(str(number))[:1]
    )


def _stem(word: str) -> str:
    return word.removesuffix("s")


def _has_number(piece: str, name: object) -> bool:
    """Whether a number stands in a piece besides those in the name itself."""
    own = [token for leaf in leaves(name) for token in tokens(str(leaf))]
    return any(
        isinstance(token, Number) and not any(same(token, each) for each in own)
        for token in tokens(piece)
    )


def _named_other(piece: str) -> bool:
    """Whether a piece of an answer names something: two capitalised words, or one that does not
    begin it.
    """
    return bool(re.search(r"\S\s+(?!I\b)[A-Z][a-z]+|^\s*[A-Z]\w+ [A-Z]\w+", piece))
