"""Turns the messages of a prompt into the question, the observed pages and the replies."""

import re
from dataclasses import dataclass

from ..page.page import Box, Element, Line, Page
from .outline import page_from_outline
from .protocol import Message

TASK = re.compile(r"Now given a task:\s*(?P<question>.*?)\s*Please interact with\s", re.DOTALL)
COUNT = re.compile(r"^Observation (\d+) of (\d+)$", re.MULTILINE)
NOTES = re.compile(r"^Notes:\n(?=- |\s*\Z)", re.MULTILINE)
ELEMENT = re.compile(
    r'^\[(?P<label>\d+)\]:? <(?P<tag>[^\s>]+)(?P<kind>(?: [\w-]+="[^"]*")*)> "(?P<name>.*?)"'
    r'(?P<states>(?:, [a-z][^",]*(?:(?<= )".*?"(?=, [a-z]|;?$))?+)*+);?$'
)
# A looser form, for lines that ELEMENT doesn't match: a number, a tag and a name.
UNCLEAR = re.compile(
    r'^\[(?P<label>\d+)\]:? <(?P<tag>[^\s>]+)(?P<kind>[^>]*)> "(?P<name>.*?)"(?P<states>[,;].*)?$'
)
STATE = re.compile(r', (?P<name>[a-z][^",]*?)(?: "(?P<text>.*?)"(?=, [a-z]|;?$))?(?=,|;?$)')
LEFT_OUT = re.compile(r"… \d+ more …")  # stands for the options that a long list leaves out
SCROLL_NOTE = re.compile(r"([\d.]+) screens? of the page lie[s]? below, ([\d.]+) above")


@dataclass(frozen=True)
class Conversation:
    """The question, each observation and each reply of the agent, oldest first."""

    question: str
    pages: tuple[Page, ...]
    replies: tuple[str, ...] = ()
    steps_left: int = 15  # this one included


def read_conversation(messages: tuple[Message, ...]) -> Conversation:
    """Read the messages of an agent's prompt; what is missing stays empty."""
    users = [message for message in messages if message.role == "user"]
    first = users[0].text if users else ""
    task = TASK.search(first)
    count = COUNT.findall(users[-1].text) if users else []
    step, steps = map(int, count[-1]) if count else (max(1, len(users)), 15)
    return Conversation(
        question=task["question"] if task else first.split("\n\n")[0],
        pages=tuple(read_page(message) for message in users) or (Page(),),
        replies=tuple(message.text for message in messages if message.role == "assistant"),
        steps_left=steps - step + 1,
    )


def read_page(message: Message) -> Page:
    """Read one observation.

    Its lines and boxes come from the last picture that has some, else from an outline in the text.
    """
    body, *after = NOTES.split(message.text, maxsplit=1)
    carried = next((picture.page for picture in reversed(message.pictures) if picture.page), None)
    shown = carried or page_from_outline(body)
    boxes = {mark[0]: Box(*mark[1:5]) for mark in reversed(shown.get("marks", []))}
    elements = [element for text in body.splitlines() if (element := read_element(text, boxes))]
    notes = re.findall(r"^- (.*?)(?=^- |\Z)", "".join(after), re.MULTILINE | re.DOTALL)
    scroll = SCROLL_NOTE.search(" ".join(notes))
    return Page(
        address=_read_field(message.text, "Address"),
        title=_read_field(message.text, "Title"),
        elements=tuple(elements),
        lines=tuple(Line(*line[:5]) for line in shown.get("lines", [])),
        notes=tuple(note.strip() for note in notes),
        below=float(scroll[1]) if scroll else 0.0,
        above=float(scroll[2]) if scroll else 0.0,
        viewport=tuple(shown.get("viewport", (1024, 768))),
    )


def read_element(text: str, boxes: dict[int, Box]) -> Element | None:
    """The element described by `[4]: <select> "Sort by", value "Relevance";`, or None."""
    found = ELEMENT.match(text.strip()) or UNCLEAR.match(text.strip())
    if not found:
        return None
    kind = dict(re.findall(r'([\w-]+)="([^"]*)"', found["kind"]))
    states = {state["name"]: state["text"] or "" for state in STATE.finditer(found["states"] or "")}
    options = states.get("options", "").split(" | ")
    return Element(
        label=int(found["label"]),
        tag=found["tag"],
        name=found["name"],
        type=kind.get("type", ""),
        role=kind.get("role", ""),
        value=states.get("value", ""),
        checked="checked" in states or "selected" in states,
        disabled="disabled" in states,
        expanded="expanded" in states if states.keys() & {"expanded", "collapsed"} else None,
        options=tuple(option for option in options if option and not LEFT_OUT.fullmatch(option)),
        box=boxes.get(int(found["label"])),
        leaves=any(name.startswith("leads to ") for name in states),
    )


def _read_field(text: str, name: str) -> str:
    found = re.search(rf"^{name}: (.*)$", text, re.MULTILINE)
    return found[1].strip() if found else ""
