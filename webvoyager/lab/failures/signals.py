"""Plain signals in an episode that hint at why it failed: small functions from episode to hints.

A hint names the steps it rests on; it is no verdict. People decide (`labels.py`), and a model may
be asked (`categorising.py`).
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

import pandas

from ...records import Episode, Step
from ..judging.answer_tokens import Number, Token, places, tokens

GIVES_UP = re.compile(
    r"\b(?:could not|couldn't|cannot|can't|(?:un|not )able to|did not|didn't)"
    r" (?:find|determine|do)\b",
    re.I,
)
NOTHING = "Nothing changed."


@dataclass(frozen=True)
class Hint:
    """A signal in an episode: its name, its steps (from 1), the category it hints at, and why."""

    name: str
    steps: tuple[int, ...]
    category: str
    why: str


# --- the signals: each looks at an episode and yields what it sees ---


def repeated_without_effect(episode: Episode) -> Iterator[Hint]:
    """The same action on the same page again, though it had changed nothing."""
    tried: dict[tuple, int] = {}
    for step, after in pairwise(episode.steps):
        act = (page(step), str(step.action))
        if act in tried:
            why = f"{step.action} had changed nothing, and was done again."
            yield Hint("repeated without effect", (tried[act], step.index), "Navigation Stuck", why)
            return
        if NOTHING in after.observation.notes:
            tried[act] = step.index


def cycle_of_pages(episode: Episode) -> Iterator[Hint]:
    """Two to four pages, gone through in the same order at least twice."""
    visits = [
        step
        for place, step in enumerate(episode.steps)
        if not place or page(step) != page(episode.steps[place - 1])
    ]
    pages = [page(step) for step in visits]
    for length in (2, 3, 4):
        for start in range(len(pages) - 2 * length + 1):
            once, again = pages[start : start + length], pages[start + length : start + 2 * length]
            if once == again:
                steps = tuple(step.index for step in visits[start : start + 2 * length])
                why = f"{' → '.join(once)}, twice."
                yield Hint("cycle of pages", steps, "Navigation Stuck", why)
                return


def out_of_steps(episode: Episode) -> Iterator[Hint]:
    """The steps, or another limit, were used up before there was an answer."""
    if episode.stop == "max_steps" or episode.stop.startswith("limit"):
        last = len(episode.steps)
        yield Hint("out of steps", (last,), "Navigation Stuck", f"No answer in {last} steps.")


def gave_up(episode: Episode) -> Iterator[Hint]:
    """The answer says that nothing was found."""
    if GIVES_UP.search(episode.answer):
        why = f"It answered {episode.answer[:80]!r}."
        yield Hint("gave up", (len(episode.steps),), "Navigation Stuck", why)


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
            speaks = f"[{meant[0].label}] {meant[0].text!r}"
            why = f"It speaks of {speaks} and acts on [{label}] {own.text!r}."
            yield Hint("clicked a neighbour", (step.index,), "Visual Grounding Issue", why)


def unsupported_answer(episode: Episode) -> Iterator[Hint]:
    """A number or name of the answer is on no page that was seen, nor in the task."""
    if not episode.answer or GIVES_UP.search(episode.answer):
        return
    seen = [tokens(episode.task.question)] + [shown(step) for step in episode.steps]
    unseen = [
        fact
        for fact in _list_facts(episode.answer)
        if not any(places(tokens(fact), words) for words in seen)
    ]
    if unseen:
        why = f"No page that was seen says {', '.join(map(repr, unseen[:3]))}."
        yield Hint("unsupported answer", (len(episode.steps),), "Hallucination", why)


def part_not_answered(episode: Episode) -> Iterator[Hint]:
    """The task asks for a number, or for more things, and the answer has none, or fewer."""
    question, answer = episode.task.question, tokens(episode.answer)
    if not answer or GIVES_UP.search(episode.answer):
        return
    numbers = sum(isinstance(token, Number) for token in answer)
    wants_number = re.search(
        r"\bhow (?:many|much|long|old|tall|far)\b|\bcosts?\b|\bprice\b", question, re.I
    )
    wants_two = re.search(
        r"\bboth (?:numbers|amounts|prices)\b|\bhow many\b.*\bhow many\b", question, re.I
    )
    if (wants_number and not numbers) or (wants_two and numbers < 2):
        wanted = "two numbers" if wants_two else "a number"
        why = f"The task asks for {wanted}; the answer has {numbers}."
        yield Hint("part not answered", (len(episode.steps),), "Hallucination", why)


def error_repeated(episode: Episode) -> Iterator[Hint]:
    """The same thing that cannot be done, tried more than once."""
    errors = Counter(step.error for step in episode.steps if step.error)
    for error, count in errors.items():
        if count > 1:
            steps = tuple(step.index for step in episode.steps if step.error == error)
            yield Hint("error repeated", steps, "Navigation Stuck", f"{count} times: {error}")


def unreadable_reply(episode: Episode) -> Iterator[Hint]:
    """A reply in which no action could be read."""
    steps = tuple(step.index for step in episode.steps if step.reply and step.action is None)
    if steps:
        why = episode.steps[steps[0] - 1].error
        yield Hint("unreadable reply", steps, "Prompt Misalignment", why)


def ended_early(episode: Episode) -> Iterator[Hint]:
    """An answer on the first page, before anything was done."""
    if episode.stop == "answer" and len(episode.steps) == 1:
        why = "It answered before it did anything."
        yield Hint("ended early", (1,), "Prompt Misalignment", why)


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
    """What the signals see in an episode, in the order of SIGNALS."""
    return [hint for signal in SIGNALS for hint in signal(episode)]


def table(episodes: Iterable[Episode]) -> pandas.DataFrame:
    """One row per hint: task, attempt, its name, category, steps and why."""
    rows = [
        (episode.task.id, episode.attempt, hint.name, hint.category, hint.steps, hint.why)
        for episode in episodes
        for hint in hints(episode)
    ]
    columns = ["task", "attempt", "hint", "category", "steps", "why"]
    return pandas.DataFrame(rows, columns=columns)


def precision(
    found: pandas.DataFrame, episodes: pandas.DataFrame, labels: pandas.DataFrame | None = None
) -> pandas.DataFrame:
    """What hints are worth, one row per kind: the episodes that have it, and how many failed.

    `found` is a `table` of hints, `episodes` the run's (`runs.table`); the first row, "any
    episode", is what one must compare with. Where `labels` (`labels.consensus`) say why, also in
    how many the category is the one hinted at.
    """
    key = ["task", "attempt"]
    judged = episodes[episodes["success"].notna()][[*key, "success"]]
    judged = judged.assign(failed=~judged["success"].astype(bool))
    rows = {"any episode": _count_failed(judged)}
    named = labels[labels["category"] != ""][[*key, "category"]] if labels is not None else None
    for name, block in found.groupby("hint", sort=False):
        hinted = judged.merge(block[[*key, "category"]].drop_duplicates(key), on=key)
        rows[name] = _count_failed(hinted)
        if named is not None:
            both = hinted.merge(named, on=key, suffixes=("", "_label"))
            right = both["category"] == both["category_label"]
            rows[name] |= {"labelled": len(both), "as hinted": int(right.sum())}
    return pandas.DataFrame(rows).T.astype(int, errors="ignore").rename_axis("hint")


def _count_failed(episodes: pandas.DataFrame) -> dict:
    failed = int(episodes["failed"].sum())
    return {
        "episodes": len(episodes),
        "failed": failed,
        "% failed": round(100 * failed / max(len(episodes), 1)),
    }


# --- what they look at ---


def page(step: Step) -> str:
    """The address of the page that a step showed."""
    return address(step.observation.url)


def address(url: str) -> str:
    """An address without its fragment, and without a slash at its end."""
    return url.partition("#")[0].rstrip("/")


def shown(step: Step) -> list[Token]:
    """The words that a step showed: the page's lines or the view's text, and all notes."""
    seen = step.observation
    return tokens(" \n ".join((*(seen.words or (seen.text,)), *seen.notes)))


def _list_facts(answer: str) -> list[str]:
    """What one can look for in an answer: numbers, and names of two or more capitalised words."""
    numbers = re.findall(r"(?<![\w.])\d[\d.,:]*\d|(?<![\w.])\d(?![\w.])", answer)
    names = re.findall(r"\b[A-Z][\w'’-]+(?: (?:of |the |and |de |& )?[A-Z][\w'’-]+)+", answer)
    return [*dict.fromkeys((*numbers, *names))]
