"""What the learned agent knows at a step: the question, the current page and its earlier actions.

It reads all of this from the messages of the prompt, as any model does. Old pages drop out of the
prompt, so the earlier actions are read from the agent's own thoughts, which `say` writes.
"""

import re
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from urllib.parse import parse_qsl, urlsplit

from webvoyager.records import Advice

from ..offline.endpoint.conversation import Conversation
from ..offline.page.page import Element, Page
from ..offline.question.words import fold, stem
from .question import TOKEN, Question, read_question

ACTION_SENTENCE = re.compile(
    r"^(?:Thought: )?I (?P<verb>click|type|scroll|wait|go back|leave)(?: (?P<text>up|down))?"
    r"(?: “(?P<typed>.*?)” into)?(?: the (?P<role>[\w-]+) “(?P<name>.*?)”)?\.",
    re.MULTILINE,
)
VERBS = {
    "click": "Click",
    "type": "Type",
    "scroll": "Scroll",
    "wait": "Wait",
    "go back": "GoBack",
    "leave": "Google",
}
ACTION_VERBS = {name: verb for verb, name in VERBS.items()}


@dataclass(frozen=True)
class Done:
    """One action taken: its name, the role and name of its element, and the text."""

    action: str
    role: str = ""
    name: str = ""
    text: str = ""


def say(done: Done) -> str:
    """Put an action into words that `read_done` can read back."""
    role = f" the {done.role} “{_quote(done.name)}”" if done.role else ""
    typed = f" “{_quote(done.text)}” into" if done.action == "Type" else ""
    way = f" {done.text}" if done.action == "Scroll" else ""
    return f"I {ACTION_VERBS[done.action]}{way}{typed}{role}."


def read_done(reply: str) -> Done | None:
    """The action that a reply of this agent reports; None for any other reply."""
    reported = ACTION_SENTENCE.search(reply)
    if not reported:
        return None
    text = reported["typed"] or reported["text"] or ""
    return Done(VERBS[reported["verb"]], reported["role"] or "", reported["name"] or "", text)


def find_role(element: Element) -> str:
    """The role of an element; if it has none, the role that its tag implies."""
    if element.role:
        return element.role
    if element.tag == "input":
        return element.type or "text"
    return {"a": "link", "select": "combobox", "textarea": "text"}.get(element.tag, element.tag)


@dataclass(frozen=True)
class State:
    """What the agent knows at one step."""

    question: Question
    pages: tuple[Page, ...]  # oldest first; only the newest ones have elements and lines
    done: tuple[Done, ...]  # oldest first
    advice: Advice = field(default_factory=Advice)
    steps_left: int = 15

    @property
    def page(self) -> Page:
        """The current page."""
        return self.pages[-1]

    @cached_property
    def site(self) -> str:
        """The host of the page."""
        return urlsplit(self.page.address).hostname or ""

    @cached_property
    def place(self) -> str:
        """The kind of page: its host, path and query with all values left out."""
        return shape_address(self.page.address)

    @cached_property
    def used(self) -> frozenset[str]:
        """The texts typed and the names of the elements used so far, folded."""
        return frozenset(fold(part) for done in self.done for part in (done.text, done.name))

    def shape(self, text: str) -> str:
        """A text with the values of the question as "_" and other numbers as "#"."""
        return shape(text, self.question.values)


def read_state(talk: Conversation, advice: Advice | None = None) -> State:
    """The state that a prompt describes."""
    done = tuple(read_done(reply) or Done("") for reply in talk.replies)
    return State(
        read_question(talk.question), talk.pages, done, advice or Advice(), talk.steps_left
    )


@lru_cache(50_000)
def shape(text: str, values: frozenset[str]) -> str:
    """The first ten stems of a text, with each run of `values` as "_" and numbers as "#"."""
    parts: list[str] = []
    for word in split_words(text):
        part = "_" if word in values else "#" if any(c.isdigit() for c in word) else word
        if part != "_" or parts[-1:] != ["_"]:
            parts.append(part)
    return " ".join(parts[:10])


@lru_cache(50_000)
def split_words(text: str) -> tuple[str, ...]:
    """The stems of a text's words, in order."""
    return tuple(stem(word) for word in TOKEN.findall(fold(text)))


def shape_address(address: str) -> str:
    """An address without its values: "shop.mini/item/*?sort"."""
    parts = urlsplit(address)
    path = [part for part in parts.path.split("/") if part]
    kept = [part if _is_fixed(part, place) else "*" for place, part in enumerate(path)]
    names = sorted({name for name, value in parse_qsl(parts.query)})
    return "/".join([parts.hostname or "", *kept]) + ("?" + "&".join(names) if names else "")


def _is_fixed(part: str, place: int) -> bool:
    """Whether a part of a path names a section of the site rather than one of its items."""
    return place == 0 and not any(c.isdigit() for c in part) and part.count("-") < 2


def _quote(text: str) -> str:
    """A text on one line, with its own quotation marks made straight."""
    return " ".join(text.replace("“", '"').replace("”", '"').split())
