"""Signals that hint at why an episode failed: small functions from an episode to hints.

A hint names the steps it is based on; it isn't a verdict. People decide (`labels.py`), and a model
can be asked (`categorising.py`).
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby, pairwise

import pandas

from ... import runs
from ...records import Episode, Step
from ..judging.answer_tokens import Number, Token, places, tokens

GIVES_UP = re.compile(
    r"\b(?:could not|couldn't|cannot|can't|(?:un|not )able to|did not|didn't)"
    r" (?:find|determine|do)\b|\bfound nothing\b",
    re.I,
)
WORKED_OUT = re.compile(  # asks for a sum or a difference, which need not be on any page
    r"\b(?:together|altogether|in (?:all|total)|difference|combined|average"
    r"|how (?:many|much) (?:more|less|fewer|longer|older))\b",
    re.I,
)
ASKS_NUMBER = re.compile(r"\bhow (?:many|much|long|old|tall|far)\b|\bcosts?\b|\bprice\b", re.I)
ASKS_TWO_NUMBERS = re.compile(
    r"\bboth (?:numbers|amounts|prices)\b|\bhow many\b.*\bhow many\b", re.I
)
NOTHING = "Nothing changed."
HINTS_AT = {  # the category that each signal points to
    "repeated without effect": "Navigation Stuck",
    "cycle of pages": "Navigation Stuck",
    "out of steps": "Navigation Stuck",
    "gave up": "Navigation Stuck",
    "clicked a neighbour": "Visual Grounding Issue",
    "unsupported answer": "Hallucination",
    "part not answered": "Hallucination",
    "error repeated": "Navigation Stuck",
    "unreadable reply": "Prompt Misalignment",
    "ended early": "Prompt Misalignment",
}


@dataclass(frozen=True)
class Hint:
    """A signal in an episode: its name, its steps (from 1), the category it hints at, and why."""

    name: str
    steps: tuple[int, ...]
    category: str
    why: str


def _make_hint(name: str, steps: tuple[int, ...], why: str) -> Hint:
    return Hint(name, steps, HINTS_AT[name], why)


# --- the signals: each takes an episode and yields hints ---


def repeated_without_effect(episode: Episode) -> Iterator[Hint]:
    """An action was repeated on the same page although it had changed nothing."""
    tried: dict[tuple, int] = {}
    for step, after in pairwise(episode.steps):
        act = (page(step), str(step.action))
        if act in tried:
            why = f"{step.action} had changed nothing, and was done again."
            yield _make_hint("repeated without effect", (tried[act], step.index), why)
            return
        if NOTHING in after.observation.notes:
            tried[act] = step.index


def cycle_of_pages(episode: Episode) -> Iterator[Hint]:
    """Two to four pages were visited in the same order at least twice."""
    visits = [next(steps) for _, steps in groupby(episode.steps, page)]
    pages = [page(step) for step in visits]
    for length in (2, 3, 4):
        for start in range(len(pages) - 2 * length + 1):
            once, again = pages[start : start + length], pages[start + length : start + 2 * length]
            if once == again:
                steps = tuple(step.index for step in visits[start : start + 2 * length])
                why = f"{' → '.join(once)}, twice."
                yield _make_hint("cycle of pages", steps, why)
                return


def out_of_steps(episode: Episode) -> Iterator[Hint]:
    """The step limit, or another limit, was reached before there was an answer."""
    if episode.stop == "max_steps" or episode.stop.startswith("limit"):
        last = len(episode.steps)
        yield _make_hint("out of steps", (last,), f"No answer in {last} steps.")


def gave_up(episode: Episode) -> Iterator[Hint]:
    """The answer says that nothing was found."""
    if GIVES_UP.search(episode.answer):
        why = f"It answered {episode.answer[:80]!r}."
        yield _make_hint("gave up", (len(episode.steps),), why)


def clicked_a_neighbour(episode: Episode) -> Iterator[Hint]:
    """The thought quotes the name of an element whose number is next to the one it acts on."""
    for step in episode.steps:
        label, marks = step.action.label if step.action else None, step.observation.marks
        if not isinstance(label, int) or not label < len(marks) or step.error:
            continue
        quoted = {words.casefold() for words in re.findall(r'["“]([^"”]{3,})["”]', step.thought)}
        beside = [mark for mark in marks if abs(mark.label - label) == 1]
        meant, own = [mark for mark in beside if mark.text.casefold() in quoted], marks[label]
        if meant and own.text.casefold() not in quoted:
            quoted_mark = f"[{meant[0].label}] {meant[0].text!r}"
            why = f"It speaks of {quoted_mark} and acts on [{label}] {own.text!r}."
            yield _make_hint("clicked a neighbour", (step.index,), why)


def unsupported_answer(episode: Episode) -> Iterator[Hint]:
    """A number or name in the answer is neither in the task nor on any page that was seen.

    Tasks that ask for a sum or a difference are skipped, and so are web searches, whose pages
    nobody saw.
    """
    if not episode.browsed or not episode.answer or GIVES_UP.search(episode.answer):
        return
    if WORKED_OUT.search(episode.task.question):
        return
    seen = [tokens(episode.task.question)] + [shown(step) for step in episode.steps]
    facts = _list_facts(episode.answer)
    unseen = [fact for fact in facts if not any(places(tokens(fact), words) for words in seen)]
    if unseen:
        why = f"No page that was seen says {', '.join(map(repr, unseen[:3]))}."
        yield _make_hint("unsupported answer", (len(episode.steps),), why)


def part_not_answered(episode: Episode) -> Iterator[Hint]:
    """The task asks for one or two numbers, and the answer has fewer."""
    question, answer = episode.task.question, tokens(episode.answer)
    if not answer or GIVES_UP.search(episode.answer):
        return
    numbers = sum(isinstance(token, Number) for token in answer)
    wants_number, wants_two = ASKS_NUMBER.search(question), ASKS_TWO_NUMBERS.search(question)
    if (wants_number and not numbers) or (wants_two and numbers < 2):
        wanted = "two numbers" if wants_two else "a number"
        why = f"The task asks for {wanted}; the answer has {numbers}."
        yield _make_hint("part not answered", (len(episode.steps),), why)


def error_repeated(episode: Episode) -> Iterator[Hint]:
    """The same error occurred more than once."""
    errors = Counter(step.error for step in episode.steps if step.error)
    for error, count in errors.items():
        if count > 1:
            steps = tuple(step.index for step in episode.steps if step.error == error)
            yield _make_hint("error repeated", steps, f"{count} times: {error}")


def unreadable_reply(episode: Episode) -> Iterator[Hint]:
    """No action could be read in a reply."""
    steps = tuple(step.index for step in episode.steps if step.reply and step.action is None)
    if steps:
        why = episode.steps[steps[0] - 1].error
        yield _make_hint("unreadable reply", steps, why)


def ended_early(episode: Episode) -> Iterator[Hint]:
    """The agent answered at its first step. Web searches, which have only one, don't count."""
    if episode.stop == "answer" and len(episode.steps) == 1 and episode.browsed:
        why = "It answered before it did anything."
        yield _make_hint("ended early", (1,), why)


SIGNALS: tuple[Callable[[Episode], Iterator[Hint]], ...] = (
    repeated_without_effect,
    cycle_of_pages,
    out_of_steps,
    gave_up,
    clicked_a_neighbour,
    unsupported_answer,
    part_not_answered,
    error_repeated,
    unreadable_reply,
    ended_early,
)


def hints(episode: Episode) -> list[Hint]:
    """The hints that the signals yield for an episode, in the order of SIGNALS."""
    return [hint for signal in SIGNALS for hint in signal(episode)]


def table(episodes: Iterable[Episode]) -> pandas.DataFrame:
    """One row per hint: task, attempt, its name, category, steps and why."""
    columns = ["task", "attempt", "hint", "category", "steps", "why"]
    rows = (
        {"task": episode.task.id, "attempt": episode.attempt, "hint": hint.name, **vars(hint)}
        for episode in episodes
        for hint in hints(episode)
    )
    return runs.make_table(rows, columns)


# --- what the signals read ---


def page(step: Step) -> str:
    """The address of the page that a step showed."""
    return address(step.observation.url)


def address(url: str) -> str:
    """An address without its fragment and without a trailing slash."""
    return url.partition("#")[0].rstrip("/")


def shown(step: Step) -> list[Token]:
    """The words that a step showed: the visible lines, the text of a text-only view, all notes."""
    seen = step.observation
    text = () if seen.pictured and seen.words else (seen.text,)
    return tokens(" \n ".join((*seen.words, *text, *seen.notes)))


def _list_facts(answer: str) -> list[str]:
    """The facts in an answer to look for: numbers, and names of two or more capitalised words."""
    numbers = re.findall(r"(?<![\w.])\d[\d.,:]*\d|(?<![\w.])\d(?![\w.])", answer)
    names = re.findall(r"\b[A-Z][\w'’-]+(?: (?:of |the |and |de |& )?[A-Z][\w'’-]+)+", answer)
    return [*dict.fromkeys((*numbers, *names))]
