"""From a conversation to what lies before the agent: the task, the page now, and the pages seen shortly before."""

import re
from dataclasses import dataclass

from .outline import drawn
from .pages import Box, Element, Line, Page
from .protocol import Turn

TASK = re.compile(r"Now given a task:\s*(?P<question>.*?)\s*Please interact with\s+(?P<url>\S+)", re.DOTALL)
COUNT = re.compile(r"^Observation (\d+) of (\d+)$", re.MULTILINE)
NOTES = re.compile(r"^Notes:\n(?=- |\s*\Z)", re.MULTILINE)
ELEMENT = re.compile(
    r'^\[(?P<label>\d+)\]:? <(?P<tag>[^\s>]+)(?P<kind>(?: [\w-]+="[^"]*")*)> "(?P<name>.*?)"'
    r'(?P<states>(?:, [a-z][^",]*(?:(?<= )".*?"(?=, [a-z]|;?$))?+)*+);?$'
)
# A line that is no better understood than that: it has a number, a tag and a name.
UNCLEAR = re.compile(r'^\[(?P<label>\d+)\]:? <(?P<tag>[^\s>]+)(?P<kind>[^>]*)> "(?P<name>.*?)"(?P<states>[,;].*)?$')
STATE = re.compile(r', (?P<name>[a-z][^",]*?)(?: "(?P<text>.*?)"(?=, [a-z]|;?$))?(?=,|;?$)')
FOLDING = (("expanded", True), ("collapsed", False))
LEFT_OUT = re.compile(r"… \d+ more …")  # stands in the place of options that a long list does not tell
LIES = re.compile(r"([\d.]+) screens? of the page lie[s]? below, ([\d.]+) above")


@dataclass(frozen=True)
class Conversation:
    """What the agent was given and did: the question, each observation, each reply; oldest first."""

    question: str
    start: str
    pages: tuple[Page, ...]
    replies: tuple[str, ...] = ()
    step: int = 1
    limit: int = 15

    @property
    def page(self) -> Page:
        return self.pages[-1]


def conversation(turns: tuple[Turn, ...]) -> Conversation:
    """Read the turns of an agent's prompt; what a turn lacks stays empty."""
    users = [turn for turn in turns if turn.role == "user"]
    first = users[0].text if users else ""
    task = TASK.search(first)
    count = COUNT.findall(users[-1].text) if users else []
    step, limit = map(int, count[-1]) if count else (max(1, len(users)), 15)
    return Conversation(
        question=task["question"] if task else first.split("\n\n")[0],
        start=task["url"] if task else "",
        pages=tuple(page(turn) for turn in users) or (Page(),),
        replies=tuple(turn.text for turn in turns if turn.role == "assistant"),
        step=step,
        limit=limit,
    )


def page(turn: Turn) -> Page:
    """One observation: its text, and the page that its last picture carries, or that its text alone tells of."""
    shown, *noted = NOTES.split(turn.text, maxsplit=1)
    picture = next((picture.page for picture in reversed(turn.pictures) if picture.page), None) or drawn(shown)
    boxes = {mark[0]: Box(*mark[1:5]) for mark in reversed(picture.get("marks", []))}
    elements = [found for text in shown.splitlines() if (found := element(text, boxes))]
    notes = re.findall(r"^- (.*?)(?=^- |\Z)", "".join(noted), re.MULTILINE | re.DOTALL)
    lies = LIES.search(" ".join(notes))
    return Page(
        address=_field(turn.text, "Address"),
        title=_field(turn.text, "Title"),
        elements=tuple(elements),
        lines=tuple(Line(*line[:5]) for line in picture.get("lines", [])),
        notes=tuple(note.strip() for note in notes),
        below=float(lies[1]) if lies else 0.0,
        above=float(lies[2]) if lies else 0.0,
        viewport=tuple(picture.get("viewport", (1024, 768))),
    )


def element(text: str, boxes: dict[int, Box]) -> Element | None:
    """The element that a line like `[4]: <select> "Sort by", value "Relevance";` tells of, or None."""
    found = ELEMENT.match(text.strip()) or UNCLEAR.match(text.strip())
    if not found:
        return None
    kind = dict(re.findall(r'([\w-]+)="([^"]*)"', found["kind"]))
    states = {state["name"]: state["text"] or "" for state in STATE.finditer(found["states"] or "")}
    options = states["options"].split(" | ") if states.get("options") else []
    return Element(
        label=int(found["label"]),
        tag=found["tag"],
        name=found["name"],
        type=kind.get("type", ""),
        role=kind.get("role", ""),
        value=states.get("value", ""),
        checked="checked" in states or "selected" in states,
        disabled="disabled" in states,
        expanded=next((is_open for state, is_open in FOLDING if state in states), None),
        options=tuple(option for option in options if not LEFT_OUT.fullmatch(option)),
        box=boxes.get(int(found["label"])),
    )


def _field(text: str, name: str) -> str:
    found = re.search(rf"^{name}: (.*)$", text, re.MULTILINE)
    return found[1].strip() if found else ""
