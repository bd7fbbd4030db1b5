"""Answers in words: what is known of a thing, of several compared, of an entry in a list."""

import re

from .asked import Asked
from .entries import Card
from .finding import find, measure
from .scene import Scene
from .values import amount, like, shown


def composed(now: Scene) -> str:
    """The answer about the things the question names: their values, or what follows from comparing them."""
    order, need = now.question.order, now.needs[-1]
    values = {thing: now.known(thing, need) or "" for thing in now.things}
    amounts = {thing: amount(value, need.kind) for thing, value in values.items()}
    if len(values) < 2 or None in amounts.values() or not (order or now.question.sum):
        return " ".join(described(now, thing) for thing in now.things)
    pattern, parts = next(iter(values.values())), []
    if order and now.question.sum != "total":
        best = (max if order.most else min)(amounts, key=amounts.get)
        parts.append(f"{best} ({need.words}: {values[best]}).")
    if now.question.sum == "difference":
        parts.append(f"The difference is {like(pattern, max(amounts.values()) - min(amounts.values()))}.")
    if now.question.sum == "total":
        parts.append(f"Together that is {like(pattern, sum(amounts.values()))}.")
    return " ".join(parts)


def described(now: Scene, thing: str) -> str:
    """A thing with the values known of it and, where it was picked from a list, why."""
    said = [f"{need.words}: {value}" for need in now.needs if (value := now.known(thing, need))]
    return _joined(thing, said + ([] if now.things and not now.history.chosen else _grounds(now, now.body, said)))


def answer_card(now: Scene, card: Card) -> str:
    """The answer, where an entry of a list says all that is asked; "" where its page must be opened."""
    values = [(need, _of_card(need, card)) for need in now.needs]
    if not (now.needs or now.question.wants_name) or not all(value for _, value in values):
        return ""
    said = [f"{need.words}: {value}" for need, value in values]
    return _joined(card.title, said + _grounds(now, card.lines, said))


def _of_card(need: Asked, card: Card) -> str:
    """A property as an entry of a list shows it, with a label or without; "" where it does not."""
    if value := find(need, card.lines):
        return value.words
    plain = need.kind in ("rating", "review", "minutes", "money") or need.stems[-1] in ("rating", "review")
    amount = measure(need.stems[-1], need.kind if need.kind != "number" else "review", card.lines) if plain else None
    return _sign(shown(amount, need.kind), card.lines) if amount is not None else ""


def done(now: Scene) -> str:
    """What was done, and what was to be told of it."""
    said = [f"{need.words}: {value}" for need in now.needs if (value := now.known(now.acted[0], need))]
    return ". ".join([f"I did this for {' and '.join(now.acted)}", *said]) + "."


def _grounds(now: Scene, lines: list, said: list[str]) -> list[str]:
    """What these lines show of the order and the conditions a thing was picked by."""
    by = [(now.question.order.label, now.question.order.kind)] if now.question.order else []
    by += [(condition.label, condition.kind) for condition in now.question.conditions]
    shows = {
        label: _sign(shown(value, kind), lines)
        for label, kind in by
        if (value := measure(label, kind, lines)) is not None
    }
    return [f"{label} {value}" for label, value in shows.items() if not any(label in text for text in said)]


def _sign(said: str, lines: list) -> str:
    """A sum of money with the sign that the page writes."""
    sign = re.search(r"[$€£]", " ".join(line.text for line in lines))
    return said.replace("$", sign[0]) if sign else said


def _joined(thing: str, said: list[str]) -> str:
    return f"{thing} – {'; '.join(said)}." if said else f"{thing}."
