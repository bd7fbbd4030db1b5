"""Rules about answering: when everything is known or done, or no step is left; and the wording."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from ..memory.memory import FOUND, WANDERED
from ..page.entries import Entry
from ..page.facts import amount, display, display_like, extract_value, find_fact, measure
from ..page.labels import Fact, find_pairs
from ..page.page import Line
from ..page.passages import find_in_passages
from ..question.properties import Property
from ..question.words import content, has_form, same_word, tokens
from .moves import Move, answer
from .situation import Situation

SECTION_SURE = 0.65  # how well a label must fit on a page about several things


def conclude(now: Situation) -> Iterator[Move]:
    """Answer once everything is known, or done."""
    goal, item = now.goal, now.kind.item
    if now.question.command:
        if goal.done and not now.missing(goal.done_items[0]):
            yield answer("That is done.", _write_done_answer(now))
    elif goal.items and all(now.is_settled(each) for each in goal.items):
        yield answer("I have read all that was asked for.", _write_items_answer(now))
    elif not goal.items and item and not now.question.counts and not now.missing(item):
        yield from admit(now, now.page.lines)
        yield answer(
            "This entry fits, and I have read what was asked for.",
            _join_parts(item, _list_known_values(now, item)),
        )


def tell_section(now: Situation) -> Iterator[Move]:
    """Answer from labels under a heading that names what is asked about, on a page of several."""
    items, needs = now.goal.items, now.goal.needs
    if not _tells(now) or len(items) != 1 or now.kind.is_results:
        return
    facts = [find_fact(need, now.page.body, SECTION_SURE, content(items[0])) for need in needs]
    if all(facts):
        yield answer("The page says it under this name.", _write_facts(now, facts))


def tell_page(now: Situation) -> Iterator[Move]:
    """Answer from a page that isn't the item's, if it speaks of all that the question names."""
    needs = now.goal.needs
    if not _tells(now) or len(now.goal.items) > 1 or now.kind.is_results:
        return
    facts = [_find_about(now, need) for need in needs]
    if all(facts):
        yield answer("The page says it.", _write_facts(now, facts))
    elif now.memory.steps and not now.goal.items:
        needs = [replace(need, stems=(*now.goal.wanted, *need.stems)) for need in needs]
        facts = [fact for need in needs if (fact := find_fact(need, now.page.body))]
        if len(facts) == len(needs):
            yield answer("The page says it.", _write_facts(now, facts))


def _tells(now: Situation) -> bool:
    """Whether the question asks for properties only, and this isn't the page of an item."""
    question = now.question
    asks_more = question.order or question.conditions or question.command or question.counts
    return not asks_more and bool(now.goal.needs) and not now.kind.item


def _find_about(now: Situation, need: Property) -> Fact | None:
    """The value of a property where label, headings, title or sentence have all that is named."""
    about = set(content(" ".join([*now.goal.items, *now.question.terms])))
    body, title = now.page.body, tokens(now.page.titles[0])
    left = {word for word in about if not has_form(word, title)} or about
    fact = find_fact(need, body, about=left) if left else find_fact(need, body, SECTION_SURE)
    fact = fact or find_in_passages(need, about, body, now.page.title)
    return fact or (_find_under_title(need, left, body, title) if left else None)


def _find_under_title(
    need: Property, about: set[str], lines: Sequence[Line], title: Sequence[str]
) -> Fact | None:
    """The value of a label that is what the question names, under a heading of what it asks.

    On a page of opening hours, this is the value beside "Saturday".
    """
    for pair in find_pairs(lines):
        label, above = tokens(pair.label), [*tokens(pair.about), *title]
        asked = any(has_form(stem, above) for stem in need.stems)
        if asked and label and all(has_form(word, [*above, *label]) for word in about):
            value = extract_value(need.kind, pair.value, need.stems)
            if value and pair.sure > 0.7 and all(has_form(word, [*about]) for word in label):
                return Fact(pair.label, value, pair.sure, pair.about)
    return None


def _write_facts(now: Situation, facts: list[Fact]) -> str:
    item = f"{now.goal.items[0]} – " if now.goal.items else ""
    return item + " ".join(f"{fact.label}: {fact.value}." for fact in facts)


def last_words(now: Situation) -> Iterator[Move]:
    """At the last step, give the best answer known."""
    if now.talk.steps_left > 1:
        return
    if now.goal.done:
        yield answer("No step is left. What was asked is done.", _write_done_answer(now))
    best = [*now.goal.items, now.kind.item, *(entry.title for entry in now.listing.candidates[:1])]
    for item in filter(None, best):
        values = _list_known_values(now, item)
        names = now.question.wants_name or not now.goal.needs
        if values or (names and not now.memory.steps_saying(FOUND, WANDERED)):
            yield answer("No step is left, so I say what I know.", _join_parts(item, values))
    yield answer("No step is left.", "I could not find this out.")


def admit(now: Situation, shown: Iterable[Line]) -> Iterator[Move]:
    """Say that nothing was found, if the lines shown have no word of what was searched for."""
    wanted = now.goal.wanted
    words = tokens(" ".join([now.page.title, *(line.text for line in shown)]))
    searched = any(wanted <= set(content(query)) for query in now.memory.queries)
    found = any(same_word(word, other) for word in wanted for other in words)
    if len(now.question.terms) == 1 and wanted and searched and not found:
        yield answer(
            "This is not what I searched for.",
            f"I found nothing that fits: {now.question.terms[0]}.",
        )


def answer_entry(now: Situation, entry: Entry) -> str:
    """The answer, if a list entry says everything that is asked; "" if its page must be opened."""
    if entry.whole:
        return f"{'; '.join(line.text for line in entry.lines)}."
    values = []
    for need in now.goal.needs:
        fact = find_fact(need, entry.lines)
        number = None if fact else measure(need.stems[-1], need.kind, entry.lines)
        if not fact and number is None:
            return ""
        values.append(
            f"{need.words}: {fact.value if fact else display(number, need.kind, entry.lines)}"
        )
    order = now.question.order
    if order and not values and (most := measure(order.label, order.kind, entry.lines)) is not None:
        values.append(f"{order.label}: {display(most, order.kind, entry.lines)}")
    return _join_parts(entry.title, values) if values or now.question.wants_name else ""


def _write_items_answer(now: Situation) -> str:
    """The values of the items the question names, or the result of comparing them."""
    items, order, need = now.goal.items, now.question.order, now.goal.needs[-1]
    values = {item: now.known(item, need) or "" for item in items}
    amounts = {item: amount(value, need.kind) for item, value in values.items()}
    if len(values) < 2 or None in amounts.values() or not (order or now.question.sum):
        return " ".join(_join_parts(item, _list_known_values(now, item)) for item in items)
    pattern, parts = values[items[0]], []
    if order and now.question.sum != "total":
        best = (max if order.most else min)(amounts, key=amounts.get)
        parts.append(f"{best} ({need.words}: {values[best]}).")
    if now.question.sum == "difference":
        parts.append(
            "The difference is "
            f"{display_like(pattern, max(amounts.values()) - min(amounts.values()))}."
        )
    if now.question.sum == "total":
        parts.append(f"Together that is {display_like(pattern, sum(amounts.values()))}.")
    return " ".join(parts)


def _write_done_answer(now: Situation) -> str:
    done_items = now.goal.done_items
    return (
        ". ".join(
            [f"I did this for {' and '.join(done_items)}", *_list_known_values(now, done_items[0])]
        )
        + "."
    )


def _list_known_values(now: Situation, item: str) -> list[str]:
    return [f"{need.words}: {value}" for need in now.goal.needs if (value := now.known(item, need))]


def _join_parts(item: str, parts: list[str]) -> str:
    return f"{item} – {'; '.join(parts)}." if parts else f"{item}."
