"""From a conversation to what lies before the agent: the task, the page now, and the pages seen shortly before."""

import re
from dataclasses import dataclass
from functools import cached_property

from .outline import drawn
from .protocol import Turn
from .words import fold

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
LEFT_OUT = re.compile(r"… \d+ more …")  # stands in the place of options that a long list does not tell
LIES = re.compile(r"([\d.]+) screens? of the page lie[s]? below, ([\d.]+) above")


@dataclass(frozen=True)
class Box:
    """A place in the viewport, in CSS pixels."""

    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        return self.x + self.w

    @property
    def bottom(self) -> float:
        return self.y + self.h

    def holds(self, other: "Box") -> bool:
        """Whether the middle of the other lies in this one."""
        x, y = other.x + other.w / 2, other.y + other.h / 2
        return self.x - 2 <= x <= self.right + 2 and self.y - 2 <= y <= self.bottom + 2

    def beside(self, other: "Box") -> bool:
        """Whether the two stand on one line."""
        return min(self.bottom, other.bottom) - max(self.y, other.y) > min(self.h, other.h) / 2


@dataclass(frozen=True)
class Line(Box):
    """A line of visible text."""

    text: str = ""


@dataclass(frozen=True)
class Element:
    """A numbered element as its line tells it, with its box where the picture has one."""

    label: int
    tag: str
    name: str
    type: str = ""
    role: str = ""
    value: str = ""
    checked: bool = False
    disabled: bool = False
    expanded: bool | None = None
    options: tuple[str, ...] = ()
    box: Box | None = None

    @property
    def typeable(self) -> bool:
        kinds = ("", "text", "search", "url", "email", "tel", "number")
        return not self.disabled and (
            (self.tag == "input" and self.type in kinds) or self.tag == "textarea" or self.role in ("searchbox", "textbox")
        )  # fmt: skip

    @property
    def toggle(self) -> bool:
        return self.type in ("checkbox", "radio") or self.role in ("checkbox", "radio", "switch")


@dataclass(frozen=True)
class Page:
    """One observation: where it is, the elements, the lines of text, the notes."""

    address: str = ""
    title: str = ""
    elements: tuple[Element, ...] = ()
    lines: tuple[Line, ...] = ()
    notes: tuple[str, ...] = ()
    below: float = 0.0  # screens
    above: float = 0.0
    viewport: tuple[int, int] = (1024, 768)

    @property
    def path(self) -> str:
        return re.sub(r"^\w+://[^/]*", "", self.address)

    @property
    def unchanged(self) -> bool:
        return any("nothing changed" in note.lower() for note in self.notes)

    @property
    def documents(self) -> tuple[str, ...]:
        """What downloaded files say, without the bars before their lines; the lines of a PDF's page are one text."""
        said = [note.partition("It says:")[2].replace("\n| ", "\n") for note in self.notes if "It says:" in note]
        return tuple(re.sub(r"\n(?!\[page )", " ", words) if "[page 1]" in words else words for words in said)

    @cached_property
    def text(self) -> str:
        return "\n".join(line.text for line in self.lines)

    @cached_property
    def folded(self) -> str:
        return fold(self.text)

    @cached_property
    def body(self) -> tuple[Line, ...]:
        """The lines that do not stand in a field or on a button."""
        controls = [e.box for e in self.elements if e.box and (e.typeable or e.tag in ("select", "button"))]
        return tuple(line for line in self.lines if not any(box.holds(line) for box in controls))

    def named(self, *names: str) -> list[Element]:
        """The usable elements whose whole name is one of these."""
        return [element for element in self.elements if fold(element.name) in names and not element.disabled]

    @cached_property
    def headings(self) -> tuple[Line, ...]:
        """Lines in clearly larger letters than most, largest first."""
        if not self.lines:
            return ()
        usual = sorted(line.h for line in self.lines)[len(self.lines) // 2]
        large = [line for line in self.body if line.h >= 1.25 * usual and re.search(r"[^\W\d_]{2}", line.text)]
        return tuple(sorted(large, key=lambda line: -line.h))


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
        expanded=True if "expanded" in states else False if "collapsed" in states else None,
        options=tuple(option for option in options if not LEFT_OUT.fullmatch(option)),
        box=boxes.get(int(found["label"])),
    )


def _field(text: str, name: str) -> str:
    found = re.search(rf"^{name}: (.*)$", text, re.MULTILINE)
    return found[1].strip() if found else ""
