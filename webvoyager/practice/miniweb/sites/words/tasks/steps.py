"""What tasks are made of: choosing words to ask about, parts of rules, steps of oracles."""

from collections.abc import Callable, Iterable

from ..records import Data, Entry

Step = list[str]
LATER = ["Click", "button", "No, thanks"]  # the offer that covers the third entry a visitor opens


def task(ques: str, ans: str, rule: dict, *oracle: Step, meets: str, **more: object) -> dict:
    """A task that starts on the front page, its oracle ended by the reference answer; `meets` are features."""
    kind = "golden" if more.pop("golden", False) else "possible"
    steps = [*oracle, ["ANSWER", ans]]
    made = {"ques": ques, "start": "/", "type": kind, "ans": ans, "rule": rule, "oracle": steps}
    return made | {"features": meets.split()} | more


def pick(data: Data, fits: Callable[[Entry], bool], nth: int = 0) -> Entry:
    """The nth word that fits, in the order of this week's ranking; another world asks about another word."""
    found = [entry for entry in data.ranking if fits(entry)]
    assert found, "no word fits the question"
    return found[nth % len(found)]


def others(entries: Iterable[Entry], right: Entry) -> list[str]:
    """A rule's "not": the other candidates."""
    return [entry.word for entry in entries if entry.word not in right.word] or ["no such word"]


def look_up(word: str) -> Step:
    """Type into the search box."""
    return ["Type", "combobox", "Look up a word", word]


def link(name: str) -> Step:
    """Follow a link."""
    return ["Click", "link", name]


def press(name: str) -> Step:
    """Press a button, or open an accordion."""
    return ["Click", "button", name]


def choose(label: str, option: str) -> Step:
    """Choose from a native list."""
    return ["Type", "combobox", label, option]


def find(**conditions: str) -> list[Step]:
    """Fill in the word finder: its labels are the keys, with _ for a space."""
    chosen = [choose(label.replace("_", " ").capitalize(), option) for label, option in conditions.items()]
    return [link("Word finder"), *chosen, press("Find words")]
