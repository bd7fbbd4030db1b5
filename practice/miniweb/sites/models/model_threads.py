"""Discussions about a model: a question, an answer with a figure, and some remarks."""

from datetime import timedelta
from typing import Any

from ...kit.catalogue import draw
from ...kit.filled_texts import fill
from ...kit.people import draw_names
from .records import Hub, Model, read


def threads(hub: Hub, model: Model) -> list[dict[str, Any]]:
    """The discussions, the newest first; popular models have more of them.

    Each has a number, a kind (its key in phrases.json), a title, whether it is open, and posts as
    (author, day, text). The second post names a card and a figure.
    """
    rng, phrases = hub.random("threads", model.id), read("phrases.json")
    kinds = rng.sample(list(phrases["threads"]), min(6, 1 + model.likes // 8))
    started, made = model.created, []
    for number, kind in enumerate(kinds, 1):
        given = phrases["threads"][kind]
        started += timedelta(days=rng.randrange(1, 7))
        card, figure = rng.choice(phrases["cards"]), draw(rng, given["number"])
        texts = [given["ask"], fill(given["reply"], {"number": f"{figure:,}", "card": card})]
        texts += rng.sample(phrases["open"], rng.randrange(0, 3))
        days = [started] * 2 + [started + timedelta(days=1)] * 2
        posts = list(zip(draw_names(rng, 4), days, texts, strict=False))
        thread = {"number": number, "kind": kind, "title": given["title"], "posts": posts}
        made.append(thread | {"open": rng.random() < 0.6, "card": card, "figure": figure})
    return made[::-1]
