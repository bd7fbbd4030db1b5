"""The records: tasks, observations, actions, steps, episodes and verdicts.

They are plain data that converts to JSON and back.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, TypedDict

import msgspec

from . import display, drawing
from .action_table import PAPER

Number = int | float  # JSON tells 3 from 3.0, so what is read and written again stays the same
Box = tuple[Number, Number, Number, Number]  # x, y, width, height: CSS pixels of the top viewport
Line = tuple[Number, Number, Number, Number, str]  # a box and its words
if TYPE_CHECKING:
    Picture = bytes | Path  # a picture, or the file that holds it
else:
    Picture = Any  # msgspec reads no union of these two; no JSON has a picture


class ActionError(Exception):
    """The agent's action cannot be done.

    The message is for the model, which may then try something else.
    """


class EpisodeError(Exception):
    """The episode cannot go on, for example because the browser is gone or the endpoint refuses.

    This is an infrastructure fault, never a failed task. `for_all` means that every other call
    would fail as well, as with a wrong key.
    """

    def __init__(self, sentence: str = "", for_all: bool = False) -> None:
        super().__init__(sentence)
        self.for_all = for_all


@dataclass(frozen=True)
class Record:
    """Base class of the records: conversion to JSON and back."""

    def to_json(self) -> dict[str, Any]:
        """The record as a dict of JSON values, without the fields that have their default."""
        kept = {}
        for f in fields(self):
            value = getattr(self, f.name)
            default = f.default_factory() if callable(f.default_factory) else f.default
            if value != default:
                kept[f.name] = _to_plain(value)
        return kept

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Self:
        """Rebuild the record, ignoring keys that this version does not know.

        Raises a ValueError that names the field whose value is missing or has the wrong type.
        """
        return msgspec.convert(data, cls)


@dataclass(frozen=True, kw_only=True)
class Task(Record):
    """A question about a site.

    `answer` is the reference {type, ans, rule?, notice?}; no agent sees it.
    """

    id: str
    site: str
    url: str
    question: str
    images: tuple[str, ...] = ()  # as data: addresses, so that a record needs no other file
    answer: dict | None = None
    extra: dict = field(default_factory=dict)  # the other columns of its file (GAIA's level, …)

    @property
    def reference(self) -> str:
        """The reference answer as text; "" if there is none."""
        return (self.answer or {}).get("ans", "")

    def __repr__(self) -> str:
        return f"Task({self.id}: {self.question!r} at {self.url})"


@dataclass(frozen=True)
class Mark(Record):
    """A target in the viewport that carries a number (Set-of-Mark; paper, section 3.3)."""

    label: int
    tag: str
    role: str
    text: str  # its accessible name
    boxes: tuple[Box, ...]  # one per line of a wrapped link, clipped to the viewport
    tag_box: Box = (0, 0, 0, 0)  # where its number is drawn
    type: str = ""
    value: str | None = None
    checked: bool | None = None
    mixed: bool = False  # neither checked nor not: some of what it stands for is
    disabled: bool = False
    expanded: bool | None = None
    selected: bool | None = None
    required: bool = False
    invalid: bool = False
    posts: bool = False  # a click, or Enter in a field, sends its form by POST
    submits: str = ""  # for a field: the name of the form's button that Enter presses
    options: tuple[str, ...] = ()  # of a list, or what a field suggests
    sorted: str = ""  # how its column is: "ascending" or "descending"
    description: str = ""  # what the page tells about it beside its name (aria-describedby)
    href: str = ""
    leads_to_host: str = ""  # its link's host, if that isn't the page's
    frame: str = ""  # the address of its frame; "" for the top page
    rule: str = ""  # what made it a target, one of views.RULES
    focused: bool = field(default=False, compare=False)  # whether it has the keyboard focus
    # finds the element again after the page has changed
    identity: dict = field(default_factory=dict, compare=False)

    @property
    def line(self) -> str:
        """The mark as the model reads it: `[3]: <input type="search"> "Search", value "tea";`"""
        return f"[{self.label}]: {self.words}"

    @property
    def words(self) -> str:
        """What it is, without its number: `<input type="search"> "Search", value "tea";`"""
        kind = self.tag + (f" type={quoted(self.type)}" if self.type else "")
        kind += (
            f" role={quoted(self.role)}"
            if self.role and self.role not in _OBVIOUS.get(self.tag, ())
            else ""
        )
        states = [quoted(self.text)]
        states += [f"value {quoted(self.value)}"] if self.value else []
        states += ["partly checked"] if self.mixed else ["checked"] if self.checked else []
        states += [
            word for word in ("selected", "disabled", "required", "invalid") if getattr(self, word)
        ]
        states += [] if self.expanded is None else ["expanded" if self.expanded else "collapsed"]
        states += [f"options {quoted(' | '.join(self.options))}"] if self.options else []
        states += [f"sorted {self.sorted}"] if self.sorted else []
        states += [f"described as {quoted(self.description)}"] if self.description else []
        states += [f"leads to {self.leads_to_host}"] if self.leads_to_host else []
        return f"<{kind}> {', '.join(states)};"

    def __repr__(self) -> str:
        return f"Mark({self.line})"


WEB_SEARCH = "web_search"  # the view of an episode without a browser (lab/baselines.py)
_OBVIOUS = {  # roles that the tag already implies
    "a": ("link",),
    "button": ("button",),
    "input": ("textbox", "searchbox", "checkbox", "radio", "button", "spinbutton", "slider"),
    "select": ("combobox", "listbox"),
    "textarea": ("textbox",),
    "summary": ("button",),
}


@dataclass(frozen=True)
class Observation(Record):
    """What the agent sees of a page: marks, text, notes and a picture.

    The notes say what the last action led to.
    """

    url: str
    title: str
    marks: tuple[Mark, ...]
    text: str  # one line per mark, or the accessibility tree
    notes: tuple[str, ...] = ()
    view: str = "marked_screenshot"
    lines: tuple[
        Line, ...
    ] = ()  # the visible words and their places; only the offline model receives them
    messages: tuple[
        tuple[str, str], ...
    ] = ()  # (kind, words) of dialogs, messages and validation errors on the page
    pictured: bool = True  # False if the view is text only
    scroll: tuple[Number, Number] = (0.0, 0.0)  # screens of the page above and below
    # the clean screenshot, or the file that holds it
    image: Picture = field(default=b"", compare=False)
    # why the last action failed, which the notes say, too; the step keeps it
    error: str = field(default="", compare=False)

    @property
    def screenshot(self) -> bytes:
        """The clean picture of the viewport: a PNG, or a WebP or JPEG in stored runs.

        FileNotFoundError if the run did not keep it.
        """
        return self.image.read_bytes() if isinstance(self.image, Path) else self.image

    @property
    def kept(self) -> bool:
        """Whether the picture was kept; large runs keep only some."""
        return self.image.exists() if isinstance(self.image, Path) else bool(self.image)

    @property
    def browsed(self) -> bool:
        """Whether it was seen in a browser; the results of a web search were not."""
        return self.view != WEB_SEARCH

    @property
    def missing(self) -> str:
        """Why there is no picture; "" if there is one."""
        if self.browsed:
            return "" if self.kept else display.NOT_KEPT
        return display.NO_BROWSER

    @property
    def words(self) -> tuple[str, ...]:
        """The lines of text in the viewport, without their places."""
        return tuple(line[4] for line in self.lines)

    @property
    def tokens(self) -> dict[str, int]:
        """Its approximate length in tokens.

        The estimate takes 4 characters of text per token, and GPT-4V's 512 px tiles for a picture.
        A step's `usage` has what the server really counted.
        """
        picture = 765 if self.pictured else 0  # 85 + 4 * 170 for a picture of 1024 x 768
        return {"text": math.ceil(len("\n".join((self.text, *self.notes))) / 4), "picture": picture}

    def marked(self, style: str | drawing.Style = "black") -> bytes:
        """A PNG with the numbers drawn onto it, in one of `drawing.STYLES` or a style of yours."""
        return drawing.marked(self.screenshot, self.marks, style)

    def mark(self, label: int | str | None) -> Mark:
        """The mark with this number; ActionError if there is none."""
        if not isinstance(label, int) or not 0 <= label < len(self.marks):
            hint = (
                f"The numbers go from 0 to {len(self.marks) - 1}"
                if self.marks
                else "This page shows no numbers"
            )
            raise ActionError(f"There is no element [{label}] in this screenshot. {hint}.")
        return self.marks[label]

    def to_json(self) -> dict[str, Any]:
        """Everything but the picture, a separate file, and the error, which the step has."""
        return {
            key: value for key, value in super().to_json().items() if key not in ("image", "error")
        }

    def __repr__(self) -> str:
        return f"Observation({self.title!r} at {self.url}, {len(self.marks)} marks, {self.view})"

    def _repr_html_(self) -> str:
        return display.show_observation(self)


@dataclass(frozen=True)
class Action(Record):
    """What to do: a name from `actions.TABLE`, a mark's number or "WINDOW", and a text."""

    name: str
    label: int | str | None = None
    text: str = ""

    def __str__(self) -> str:
        target = f" [{self.label}]" if self.label is not None and self.label != "" else ""
        semicolon = ";" if target or self.name == "ANSWER" else ""  # not in "Press Escape"
        words = f"{semicolon} {self.text}" if self.text else ""
        return f"{self.name}{target}{words}"


@dataclass(frozen=True)
class Advice(Record):
    """What the agent learns beside the page: a plan, and lessons from earlier failures.

    `usage`, `cost` and `seconds` are those of making it; 0 if it was made earlier.
    """

    plan: str = ""
    lessons: tuple[str, ...] = ()
    made_by: str = ""  # "slow", "fast", …: how the plan was made
    usage: dict[str, int] = field(default_factory=dict)  # prompt_tokens, completion_tokens
    cost: Number | None = 0.0  # US dollars; None where the price is not known
    seconds: Number = 0.0


@dataclass(frozen=True)
class Step(Record):
    """One turn of the loop: an observation, the model's reply, and its action.

    In the paper's terms: o_t, s_t (the thought) and a_t.
    """

    index: int  # from 1
    observation: Observation
    reply: str = ""
    thought: str = ""
    action: Action | None = None  # None if the reply could not be understood
    error: str = ""  # why the action failed, as the model learns it; "" if it was carried out
    # prompt_tokens and completion_tokens, as the server counted them
    usage: dict[str, int] = field(default_factory=dict)
    cost: Number | None = None  # US dollars; None if the price is unknown
    seconds: dict[str, Number] = field(default_factory=dict)  # observe, ask, act
    # a reasoning model's thinking before its reply; never sent back to it
    reasoning: str = ""
    cut: bool = False  # whether the reply was cut off at max_tokens
    instead: str = ""  # what came in place of a reply in words, as in "a refusal"
    advice: Advice | None = None  # the plan and lessons in the prompt, if any
    # requests that may have changed something on a server: "POST http://shop.mini/orders"
    writes: tuple[str, ...] = ()

    @property
    def answered(self) -> bool:
        """Whether its action is an ANSWER."""
        return self.action is not None and self.action.name == "ANSWER"

    def __repr__(self) -> str:
        return f"Step({self.index}: {self.action or self.error})"

    def _repr_html_(self) -> str:
        return display.show_step(self)


class Choices(TypedDict, total=False):
    """The fields of Settings that a call may choose; the environment has the view and actions."""

    max_steps: int
    keep_images: int
    style: str | drawing.Style
    fresh: bool
    final_answer: bool
    prompts: Any  # yours in place of the kit's: a folder, or texts by name (models.read_prompts)
    max_episode_cost: float | None
    max_episode_tokens: int | None
    max_episode_seconds: float | None


@dataclass(frozen=True)
class Settings(Record):
    """How episodes are played; all episodes of a run have the same settings.

    The defaults are the paper's (sections 3.2 to 4.3).
    """

    view: str = "marked_screenshot"  # the name of a view in views.py
    max_steps: int = 15
    keep_images: int = 3  # the number of newest screenshots in the prompt
    allowed: tuple[str, ...] = PAPER  # a choice of actions.EXTENDED
    style: str | drawing.Style = "black"  # one of drawing.STYLES, or how to draw numbers
    fresh: bool = True  # begin without cookies and storage
    advice: str = ""  # the adviser's name; "" if there is none
    final_answer: bool = False  # ask for a short final answer that rules can check
    prompts: tuple[tuple[str, str], ...] = ()  # name and text of yours in place of the kit's
    max_episode_cost: Number | None = None  # US dollars; after a limit is reached no step begins
    max_episode_tokens: int | None = None  # sent and received, as the server counted them
    max_episode_seconds: Number | None = None  # the sum over its steps

    def __post_init__(self) -> None:
        if self.max_steps < 1:
            raise ValueError(f"max_steps must be at least 1, not {self.max_steps}.")
        drawing.find_style(self.style)
        object.__setattr__(self, "allowed", tuple(self.allowed))

    def limit(self, steps: Sequence["Step"]) -> str:
        """The limit that these steps have reached, worded as in an episode's `stop`; "" if none."""
        cost = sum(step.cost or 0 for step in steps)
        tokens = sum(sum(step.usage.values()) for step in steps)
        seconds = sum(sum(step.seconds.values()) for step in steps)
        limits = (
            ("{:.2f} dollars", self.max_episode_cost, cost),
            ("{:,} tokens", self.max_episode_tokens, tokens),
            ("{:g} seconds", self.max_episode_seconds, seconds),
        )
        for words, most, spent in limits:
            if most is not None and spent >= most:
                return f"limit: {words.format(most)}"
        return ""


@dataclass(frozen=True)
class Episode(Record):
    """A task, the steps taken, and how it ended.

    `stop` is "answer", "max_steps", "limit: …" or "error: …" (a fault, not a result).
    """

    task: Task
    steps: tuple[Step, ...]
    stop: str
    model: str = ""
    settings: Settings = field(default_factory=Settings)
    attempt: int = 1
    started: str = ""  # ISO 8601, UTC
    seconds: Number = 0.0
    folder: Path | None = field(default=None, compare=False)

    @property
    def answer(self) -> str:
        """The agent's answer; "" if it gave none."""
        last = self.steps[-1].action if self.steps else None
        return last.text if self.stop == "answer" and last else ""

    @property
    def browsed(self) -> bool:
        """Whether it was played in a browser, not answered by a web search."""
        return self.settings.view != WEB_SEARCH

    @property
    def usage(self) -> dict[str, int]:
        """The tokens of all steps together: prompt_tokens and completion_tokens."""
        names = ("prompt_tokens", "completion_tokens")
        return {name: sum(step.usage.get(name, 0) for step in self.steps) for name in names}

    @property
    def cost(self) -> float | None:
        """The cost of all steps in US dollars; None if a price is unknown."""
        return sum_costs(step.cost for step in self.steps if step.usage)

    def __repr__(self) -> str:
        end = f", answered {self.answer!r}" if self.stop == "answer" else f", {self.stop}"
        count = f"{len(self.steps)} step{'s' * (len(self.steps) != 1)}"
        return f"Episode({self.task.id} by {self.model}: {count}{end})"

    def _repr_html_(self) -> str:
        return display.show_episode(self)


@dataclass(frozen=True)
class Verdict(Record):
    """A judge's verdict on an episode: whether it solved its task, and why; None means unscored."""

    task: str
    success: bool | None
    reason: str
    judge: str
    attempt: int = 1
    model: str = ""  # the model that judged; "" if no model was asked
    prompts: dict = field(default_factory=dict)  # the hashes of the prompts used, by name
    screenshots: int = 0  # the number it was shown
    tokens: int = 0
    cost: Number | None = 0.0  # US dollars; None where the price is not known
    seconds: Number = 0.0

    def __repr__(self) -> str:
        outcome = {True: "success", False: "failure", None: "unscored"}[self.success]
        return f"Verdict({self.task}: {outcome} by {self.judge}: {self.reason})"


def sum_costs(costs: Iterable[float | None]) -> float | None:
    """The sum of costs in US dollars; None if one of them is unknown."""
    costs = list(costs)
    known = [cost for cost in costs if cost is not None]
    return sum(known) if len(known) == len(costs) else None


def quoted(words: str) -> str:
    """A page's words in quotation marks; quotation marks within are replaced."""
    return '"' + words.replace('"', "”") + '"'


def _to_plain(value: Any) -> Any:
    if isinstance(value, Record):
        return value.to_json()
    if isinstance(value, drawing.Style):
        return {name: _to_plain(part) for name, part in vars(value).items()}
    if isinstance(value, tuple | list):
        return [_to_plain(item) for item in value]
    return str(value) if isinstance(value, Path) else value
