"""The skill of judging: checks a task's key points against the answer and the screenshots.

It doesn't know the right answer. The paper's judge accepts what no screenshot contradicts; the
judge by key points accepts only what is confirmed.
"""

import re

from ..endpoint.protocol import Message, Sample
from ..page.page import Line, Page
from ..question.question import read_question
from ..question.words import contains_phrase, content
from .evidence import Finding, Shown, check, left_out

NAME = "judging episodes"
LEADS = {  # how the system prompt for each kind of reply begins
    "judge": "You judge whether a web agent did",
    "points": "You list what a task for a web agent demands",
    "score": "You look at one screenshot of what a web agent did",
    "verdicts": "You judge strictly whether a web agent met",
}
FENCED = re.compile(r"<(?P<mark>(?P<name>[a-z]+)-[0-9a-f]{8})>\n(?P<words>.*?)\n</(?P=mark)>", re.S)
POINT = re.compile(r"^\d+\. (.+)$", re.M)


def read_fenced(text: str) -> dict[str, str]:
    """The fenced texts of a prompt by the names of their fences; the first text of each name."""
    return {match["name"]: match["words"] for match in reversed([*FENCED.finditer(text)])}


def is_asked(system: str) -> bool:
    """Whether a system prompt asks for a verdict, or for a step towards one."""
    return system.startswith(tuple(LEADS.values()))


def reply(messages: tuple[Message, ...], sample: Sample) -> str:
    """As asked: key points, a screenshot's score, a verdict for each point or for the task."""
    system, asked = messages[0].text, messages[-1]
    blocks = read_fenced(asked.text)
    task = blocks.get("task", "")
    if system.startswith(LEADS["points"]):
        return "\n".join(f"{number}. {point}" for number, point in enumerate(key_points(task), 1))
    outside = FENCED.sub("", asked.text)  # numbered lines in a fenced text aren't points
    points = POINT.findall(outside) or key_points(task)
    pages = tuple(
        Page(lines=tuple(Line(*line[:5]) for line in each.page.get("lines", ())))
        for each in _list_readable(asked)
    )
    shown = Shown(blocks.get("answer", ""), pages, blocks.get("actions", ""))
    if system.startswith(LEADS["score"]):
        return _write_score(points, shown)
    found = [check(point, shown) for point in points]
    missing = left_out(task, shown.answer)
    write = _write_verdicts if system.startswith(LEADS["verdicts"]) else _write_verdict
    return write(points, [(False, missing)] * len(points) if missing else found)


def key_points(task: str) -> list[str]:
    """The key points of a task, as far as the rules understand it.

    They are things, limits, an order, what to do and what to report.
    """
    question = read_question(task)
    points = [f'About: "{name}"' for name in question.names]
    if not question.names:
        points += [f'About: "{term}"' for term in question.terms if len(content(term)) > 1]
    points += [f"Limit: {condition}" for condition in question.conditions]
    points += [f"Order: {question.order.words}"] if question.order else []
    if question.command:
        points += [f"To do: {question.command.verbs[0]} to {question.command.place}"]
    points += [f"To tell: how many {question.counts}"] if question.counts else []
    points += [
        f"To tell: {'number of ' * (each.kind == 'number')}{each.words}"
        for each in question.properties
    ]
    points += [f"To tell: {question.sum}"] if question.sum else []
    return list(dict.fromkeys(points)) or [f'About: "{task}"']


def _list_readable(message: Message) -> list:
    """The pictures that can be read: those that carry a page."""
    return [picture for picture in message.pictures if picture.page]


def _write_score(points: list[str], shown: Shown) -> str:
    """5 if the screenshot decides a point beyond the subject, 3 if it has a word of one, else 1."""
    demands = [point for point in points if not point.startswith("About")]
    decided = [point for point in demands if check(point, shown)[0] is not None]
    text = " \n ".join(line.text for page in shown.pages for line in page.lines)
    named = [
        point
        for point in points
        if any(contains_phrase(text, word) for word in content(point.partition(":")[2]))
    ]
    score = 5 if decided else 3 if named else 1
    if decided or named:
        why = f"It tells of: {'; '.join(decided or named)}."
    else:
        why = "It tells of no key point."
    return f"{why}\nScore: {score}"


def _write_verdicts(points: list[str], found: list[Finding]) -> str:
    lines = [
        f"{why}\nPoint {number}: {'MET' if met else 'NOT MET'}"
        for number, (met, why) in enumerate(found, 1)
    ]
    return "\n".join(lines)


def _write_verdict(points: list[str], found: list[Finding]) -> str:
    against = list(dict.fromkeys(why for met, why in found if met is False))
    if against:
        return f"{' '.join(against)}\nVerdict: NOT SUCCESS"
    proven = sum(bool(met) for met, _ in found)
    why = f"What is shown bears out {proven} of {len(points)} points, and contradicts none."
    return f"{why}\nVerdict: SUCCESS"
