"""Building blocks of the tasks: choosing words to ask about, wrong answers, oracle steps."""

from collections.abc import Callable, Iterable

from ....kit.steps import Step, choose_option, link, press
from ..records import Data, Entry

LATER = press("No, thanks")  # declines the offer that covers the third entry a visitor opens


def pick(data: Data, fits: Callable[[Entry], bool], nth: int = 0) -> Entry:
    """The nth word that fits, in order of this week's ranking, which differs between worlds."""
    found = [entry for entry in data.ranking if fits(entry)]
    assert found, "no word fits the question"
    return found[nth % len(found)]


def others(entries: Iterable[Entry], right: Entry) -> list[str]:
    """The "not" of a rule: the other candidates."""
    return [entry.word for entry in entries if entry.word not in right.word] or ["no such word"]


def look_up(word: str) -> Step:
    """Type into the search box."""
    return choose_option("Look up a word", word)


def find(**conditions: str) -> list[Step]:
    """Fill in the word finder: its labels are the keys, with _ for a space."""
    chosen = [
        choose_option(label.replace("_", " ").capitalize(), option)
        for label, option in conditions.items()
    ]
    return [link("Word finder"), *chosen, press("Find words")]
