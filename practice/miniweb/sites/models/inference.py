"""What the widget computes: small, real and the same every time, but different for each model."""

import math
import re
from collections.abc import Mapping, Sequence

from .records import Hub, Model, read

Shares = dict[str, float]
MOST_RESULTS = 5
GAP = "[MASK]"


def infer(hub: Hub, model: Model, text: str, labels: str) -> list[tuple[str, float]]:
    """The results as (label, share from 0 to 1), the best first; a tokenizer's is a count.

    Raises ValueError, with the words to show, for a text that the model can't take.
    """
    words = re.findall(r"[^\W\d_]+(?:'\w+)?|\[MASK\]|\d+|[^\w\s]", text)
    if not words:
        raise ValueError("Enter a text first.")
    lexicon = read("lexicon.json")
    match read("tasks.json")[model.task]["widget"]:
        case "sentiment":
            share = 1 / (1 + math.exp(-_weigh(hub, model, words)))
            shares = {"Positive": share, "Negative": 1 - share}
        case "language":
            shares = _share_out(hub, model, words, lexicon["languages"])
        case "labels":
            names = re.findall(r"[^,\s][^,]*", labels)
            known = {name: lexicon["labels"].get(name.lower(), [name.lower()]) for name in names}
            shares = _share_out(hub, model, words, known)
        case "mask":
            shares = _fill_gap(hub, model, words)
        case _:  # words are cut into pieces of a length that each family has of its own
            longest = hub.random("pieces", hub.root(model).release).randrange(3, 8)
            shares = {"tokens": sum(-(-len(word) // longest) for word in words)}
    return sorted(shares.items(), key=lambda pair: -pair[1])[:MOST_RESULTS]


def _weigh(hub: Hub, model: Model, words: Sequence[str]) -> float:
    """The sum of the weights of friendly and unfriendly words; a "not" before one turns it."""
    lexicon, total, turned = read("lexicon.json"), 0.0, False
    for word in map(str.lower, words):
        sign = (word in lexicon["good"]) - (word in lexicon["bad"])
        total += sign * (-0.7 if turned else 1) * hub.random(model.id, word).uniform(0.4, 2.4)
        turned = word in lexicon["not"] or (turned and not sign)
    return total


def _share_out(
    hub: Hub, model: Model, words: Sequence[str], known: Mapping[str, Sequence[str]]
) -> Shares:
    """Shares of labels by how many of each one's words the text has."""
    heard = [word.lower() for word in words]
    return _normalise(
        {
            label: hub.random(model.id, label).uniform(0.7, 1.3) * 3 ** sum(map(heard.count, own))
            for label, own in known.items()
        }
    )


def _fill_gap(hub: Hub, model: Model, words: Sequence[str]) -> Shares:
    """Shares of the words that usually follow the word before the gap."""
    if GAP not in words:
        raise ValueError(f"The text needs a gap: write {GAP} where the word is missing.")
    before = ["", *words][words.index(GAP)].lower()
    follow = read("lexicon.json")["follow"]
    options = follow.get(before, follow[""])
    return _normalise({word: hub.random(model.id, before, word).random() for word in options})


def _normalise(raised: Shares) -> Shares:
    if not raised:
        raise ValueError("Enter at least one label.")
    return {label: value / sum(raised.values()) for label, value in raised.items()}
