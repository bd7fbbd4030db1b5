"""The skill of valuing a state: how far an episode has come, by its newest screenshot.

It doesn't know the right answer. How much of the task the screenshot must confirm differs from
sample to sample, so the mean of several says more than a single one.
"""

from collections.abc import Iterator
from functools import lru_cache

from ..endpoint.protocol import Message, Sample
from ..page.page import Line, Page
from ..question.words import contains_phrase, content
from .evidence import Finding, Shown, check, left_out
from .judge import key_points, read_fenced

NAME = "valuing states of a search"
LEAD = "You watch a web agent at work and say how far"
# The share of points that must be confirmed; most samples demand half of them.
DEMANDED = (0.5, 0.3, 0.7, 0.1, 0.9)


def is_asked(system: str) -> bool:
    """Whether a system prompt asks how far an episode has come."""
    return system.startswith(LEAD)


def reply(messages: tuple[Message, ...], sample: Sample) -> str:
    """A reason for each key point, and a status.

    If there is an answer, the status says whether it holds, else whether the page leads to one.
    """
    answered, found = _check_points(messages)
    reasons = "\n".join(f"{point}: {why}" for point, (_, why) in found.items())
    reached = sum(met is True for met, _ in found.values()) / len(found) >= sample.pick([*DEMANDED])
    if answered and any(met is False for met, _ in found.values()):
        return f"{reasons}\nStatus: FAILURE"
    better, worse = ("SUCCESS", "ON THE WAY") if answered else ("ON THE WAY", "FAILURE")
    return f"{reasons}\nStatus: {better if reached else worse}"


@lru_cache(maxsize=1)  # the samples of one request differ only in the share they demand
def _check_points(messages: tuple[Message, ...]) -> tuple[bool, dict[str, Finding]]:
    """Whether an answer was given, and the finding on each point of the task."""
    asked = messages[-1]
    blocks = read_fenced(asked.text)
    task, answer, pictures = blocks.get("task", ""), blocks.get("answer", ""), asked.pictures
    read = [picture.page.get("lines", ()) for picture in pictures if picture.page]
    pages = tuple(Page(lines=tuple(Line(*line[:5]) for line in lines)) for lines in read)
    shown, points = Shown(answer, pages, blocks.get("actions", "")), key_points(task)
    if "answer" not in blocks:
        return False, dict(zip(points, _check_progress(points, shown), strict=True))
    if missing := left_out(task, answer):
        return True, {"Answer": (False, missing)}
    return True, {point: check(point, shown) for point in points}


def _check_progress(points: list[str], shown: Shown) -> Iterator[Finding]:
    """The findings of the newest screenshot on each point.

    For limits, orders and commands, the actions count as well.
    """
    here = Shown("", shown.pages[-1:], shown.actions)
    text = " \n ".join(line.text for page in here.pages for line in page.lines)
    for point in points:
        kind, _, words = point.partition(": ")
        if kind not in ("About", "To tell"):
            yield check(point, here)
            continue
        wanted = content(words)
        named = [word for word in wanted if contains_phrase(text, word)]
        enough = bool(named) and 2 * len(named) >= len(wanted)
        words_found = ", ".join(named[:4])
        if enough:
            yield True, f'The page speaks of "{words_found}".'
        else:
            yield None, "The page says too little of it."
