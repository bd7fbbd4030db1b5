"""What is to be typed into a search box as it stands: exact phrases, quoted words, sums and conversions."""

import re

from .naming import quotations


def searched(text: str) -> tuple[str, ...]:
    """The quoted words to search for: the word "stain"."""
    return tuple(words for words, kind in quotations(text) if kind in ("word", "term"))


def exact(text: str) -> list[str]:
    """What is to be searched for as it stands, in quotation marks."""
    if not re.search(r"\b(?:exact phrase|(?:quotation|quote) marks)\b", text):
        return []
    return [f'"{words}"' for words in re.findall(r"\bfor (?:the )?([\w' -]+?) as an exact phrase", text)]


def calculations(text: str) -> list[str]:
    """What a search engine can work out: "how many grams are 3 ounces" as "3 ounces in grams", a sum as it stands."""
    found = re.findall(r"how many ([a-z]+) (?:are|is|make|in) (?:there in )?([\d.,]*\d (?!is\b|are\b)[a-z]+)", text)
    sums = re.findall(r"(?<![\w.])\(?\d[\d.,]*(?: ?[-+*/×÷^] ?\(?\d[\d.,]*\)?)+|\d+(?:\.\d+)? ?% of \d[\d.,]*", text)
    return [f"{amount} in {unit}" for unit, amount in found] + [sum_.rstrip(".,") for sum_ in sums]
