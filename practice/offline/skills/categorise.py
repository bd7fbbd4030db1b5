"""The skill of saying why an agent failed, from its actions and their effects.

It doesn't know the right answer. On episodes of the offline rules it comes down to one question: if
the agent answered, it says Hallucination; if it gave up or gave no answer, Navigation Stuck. So its
shares say how often the agent gave up, and little about why.
"""

import re
from dataclasses import dataclass

from ..endpoint.protocol import Message, Sample
from ..question.superlatives import find_order
from ..question.words import fold

NAME = "saying why an agent failed"
STEP = re.compile(
    r"^Step (?P<number>\d+)\n(?P<words>.*?)(?=^Step \d+\n|^Answer: |^No answer: |\Z)", re.M | re.S
)
GIVES_UP = re.compile(
    r"\b(?:could not|cannot|can't|unable to|did not) (?:find|determine|do)\b", re.I
)
SORTS = re.compile(
    r"\bsort|\border|\blow(?:est)? first|\bhigh(?:est)? first|\bcheapest|\brated", re.I
)


@dataclass(frozen=True)
class Turn:
    """One step of the report; `words` is all its text, which says whether the action worked."""

    number: int
    address: str
    action: str
    thought: str
    words: str


def is_asked(system: str) -> bool:
    """Whether a system prompt asks for the category of a failure."""
    return system.startswith("You study why web agents fail")


def reply(messages: tuple[Message, ...], sample: Sample) -> str:
    """A reason, the step and the category, by the first rule that fits."""
    text = messages[-1].text
    question = re.search(r"^Task: (.*)$", text, re.M)
    answer = re.search(r"^Answer: (.*)\Z", text, re.M | re.S)
    turns = [_read_turn(match) for match in STEP.finditer(text)]
    if not turns:
        return "No step is told.\nCategory: Infrastructure"
    step, category, why = _judge(
        question[1] if question else "", answer[1].strip() if answer else "", turns
    )
    return f"{why}\nStep: {step}\nCategory: {category}"


def _judge(question: str, answer: str, turns: list[Turn]) -> tuple[int, str, str]:
    last = turns[-1].number
    unread = [turn for turn in turns if turn.action.startswith("(none")]
    missed = [turn for turn in turns if "There is no element [" in turn.words]
    if len(unread) > 1 or (unread and not answer):
        return unread[0].number, "Prompt Misalignment", "No action could be read in its reply."
    if missed:
        why = "It used a number that no element carried."
        return missed[0].number, "Visual Grounding Issue", why
    if not answer or GIVES_UP.search(answer):
        lost = _find_lost_step(turns)
        why = f"It found no answer; from step {lost} on it was on pages it knew or went back."
        return lost, "Navigation Stuck", why
    if len(turns) == 1:
        return 1, "Prompt Misalignment", "It answered before it had done anything."
    order = find_order(fold(question))
    if order and not any(SORTS.search(turn.action + turn.thought) for turn in turns):
        why = f"The task wants {order.words!r}, and nothing was sorted or compared."
        return last, "Hallucination", why
    return last, "Hallucination", "It answered, so it took something for right that is not."


def _find_lost_step(turns: list[Turn]) -> int:
    """The first step that went back, changed nothing or revisited a page; else the last."""
    seen: set[str] = set()
    for before, turn in zip((None, *turns), turns, strict=False):
        back = turn.action == "GoBack" or "Nothing changed." in turn.words
        if back or (turn.address in seen and before and before.address != turn.address):
            return turn.number
        seen.add(turn.address)
    return turns[-1].number


def _read_turn(match: re.Match) -> Turn:
    parts = {
        name: re.search(rf"^{name}: (.*)$", match["words"], re.M)
        for name in ("Address", "Action", "Thought")
    }
    address, action, thought = (part[1].strip() if part else "" for part in parts.values())
    return Turn(int(match["number"]), address, action, thought, match["words"])
