"""The wording of written reviews: phrases that a site seldom repeats, as different people type."""

import re
from collections.abc import Mapping, Sequence
from random import Random

from .filled_texts import SLOT, fill
from .formats import capitalised

HABITS = ("careful", "no full stop", "lower case", "misspelt", "cheerful", "dots", "shouting")
SHARES = (58, 12, 8, 10, 6, 5, 1)  # of reviewers, in percent
MISSPELLINGS = {
    "because": "becuase",
    "beautiful": "beatiful",
    "didn't": "didnt",
    "doesn't": "doesnt",
    "don't": "dont",
    "every": "evry",
    "friend": "freind",
    "it's": "its",
    "really": "realy",
    "recommended": "reccomended",
    "tomorrow": "tommorow",
    "that": "taht",
    "their": "thier",
    "thought": "thougth",
    "too": "to",
    "with": "wiht",
}
KNOWN = re.compile(rf"\b(?:{'|'.join(MISSPELLINGS)})\b")


class Wording:
    """Deals the phrases of a site's reviews and gives every reviewer a habit of typing.

    A phrase may have slots, as in `filled_texts`. It is used only where all its slots have a fact;
    a fact may be "", which makes its slot a mere condition: "@together@One key between us."
    """

    def __init__(self, random: Random) -> None:
        self._random = random
        self._piles: dict[tuple[str, ...], list[str]] = {}

    def choose(self, options: Sequence[Sequence[str]]) -> Sequence[str]:
        """Choose one of several shapes: the names of a review's parts in their order."""
        return self._random.choice(options)

    def deal(
        self, phrases: Sequence[str], facts: Mapping[str, str], then: Sequence[str] = ()
    ) -> str:
        """Fill in the phrase that was used longest ago; those of `then` follow all others.

        Raises LookupError if none fits the facts.
        """
        pile = self._piles.setdefault(tuple(phrases), [])
        if not pile:
            pile += [
                phrase
                for part in (phrases, then)
                for phrase in self._random.sample(part, len(part))
            ]
        for at, phrase in enumerate(pile):
            if all(slot in facts for slot in SLOT.findall(phrase)):
                pile.append(pile.pop(at))
                text = fill(phrase, facts)
                return capitalised(text) if phrase.startswith("@") else text
        raise LookupError(f"None of these phrases fits {dict(facts)}: {list(phrases)}")

    def join(self, parts: Sequence[str]) -> str:
        """Join the parts of a review, typed as its reviewer types."""
        ended = [re.sub(r"(?<=[\w)])$", ".", part) for part in parts[:-1]]
        [habit] = self._random.choices(HABITS, SHARES)
        return _type(" ".join([*ended, parts[-1]]), habit)


def _type(text: str, habit: str) -> str:
    if habit == "no full stop":
        return text.removesuffix(".")
    if habit == "lower case":
        return text.lower()
    if habit == "misspelt":
        return KNOWN.sub(lambda found: MISSPELLINGS[found[0]], text, count=1)
    if habit == "cheerful":
        return re.sub(r"\.$", "!!", text)
    if habit == "dots":
        return text.replace(". ", ".. ").removesuffix(".")
    return text.upper() if habit == "shouting" and len(text) < 60 else text
