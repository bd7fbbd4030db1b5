"""References without a rule: golden answers, compared exactly as GAIA does."""

import re

from .answer_tokens import same, tokens

EXTRA_WORDS = 2  # words that a plain answer may have beyond its reference; a longer one is prose
PLAIN_WORDS = 10  # a longer reference is prose


def compare_plainly(answer: str, reference: dict) -> tuple[bool | None, str]:
    """Compare an answer exactly with a plain golden answer, as GAIA does; None if either is prose.

    Numbers are compared by value, lists item by item.
    """
    expected = str(reference.get("ans", ""))
    if reference.get("type") != "golden" or not 0 < len(tokens(expected)) <= PLAIN_WORDS:
        return None, "the reference has no rule to check an answer by."
    if len(tokens(answer)) > len(tokens(expected)) + EXTRA_WORDS:
        return None, f'the answer is prose, which cannot be compared exactly with "{expected}".'
    right_items, items = _split_items(expected), _split_items(answer)
    if len(right_items) != len(items):
        counts = f'{len(items)} items where "{expected}" has {len(right_items)}'
        return False, f"The answer has {counts}."
    for right, item in zip(right_items, items, strict=True):
        if not _say_the_same(right, item):
            return False, f'The answer says "{item.strip()}" where "{right.strip()}" is right.'
    return True, f'The answer is "{expected}".'


def _split_items(text: str) -> list[str]:
    """The items of a list written with commas or semicolons; a single number is one item."""
    return [text] if len(tokens(text)) == 1 else re.split(r"[;,]", text)


def _say_the_same(first: str, second: str) -> bool:
    """Whether two plain texts say the same; spaces don't count ("sea gull", "seagull")."""
    words, others = tokens(first), tokens(second)
    if len(words) == len(others) and all(map(same, words, others)):
        return True
    return "".join(map(str, words)) == "".join(map(str, others))
