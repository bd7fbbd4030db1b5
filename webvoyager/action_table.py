"""The table of actions that the parser, the prompt, hands.py and records.py all read."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

MARK, ANY = "mark", "mark or WINDOW"  # the two kinds of target


@dataclass(frozen=True)
class ActionSpec:
    """An action that the model may write: its target, its text, and the function that does it."""

    name: str
    meaning: str  # as the prompt describes it
    hand: str  # the function of hands.py that carries it out
    target: str = ""  # "", MARK or ANY
    text: str = ""  # "" for none, what the text is, or its choices: "up or down"
    semicolon: bool = True  # before the text
    optional: bool = False  # whether the text may be left out

    @property
    def format(self) -> str:
        """The format that the prompt shows: `Type [n]; text`."""
        target = {"": "", MARK: " [n]", ANY: " [n or WINDOW]"}[self.target]
        words = f"{';' * self.semicolon} {self.text}" if self.text else ""
        return (f"{self.name} [n] or " if self.optional else "") + self.name + target + words

    @property
    def choices(self) -> tuple[str, ...]:
        """The texts it accepts, if only certain ones: up, down."""
        return tuple(re.split(", | or ", self.text)) if " or " in self.text else ()


# fmt: off
_SPECS = (
    # the paper's seven (section 3.4)
    ActionSpec("Click", "click the element with the number n", "click", MARK),
    ActionSpec("Type", "clear the field n, type the text and press Enter; in a drop-down list, "
               "choose that option", "type_text", MARK, "text"),
    ActionSpec("Scroll", "scroll the page, or the area around the element n", "scroll", ANY,
               "up or down"),
    ActionSpec("Wait", "wait for the page to change or to finish loading", "wait"),
    ActionSpec("GoBack", "go back to the previous page", "go_back"),
    ActionSpec("Google", "go to the search engine and start again there", "open_search_engine"),
    ActionSpec("ANSWER", "end the task with this answer", "answer", text="text"),
    # the extended set, in the prompt only if it is chosen
    ActionSpec("Select", "choose the option with that name in the list n", "select", MARK,
               "option"),
    ActionSpec("Fill", "clear the field n and type the text, without Enter", "fill", MARK, "text"),
    ActionSpec("Hover", "move the mouse over the element n, or over the point x,y in pixels from "
               "its upper left corner (or the page's), and leave it there", "hover",
               ANY, "x,y", optional=True),
    ActionSpec("Press", "press a key, such as Escape or ArrowDown, or several keys together, such "
               "as Control+a", "press", text="key", semicolon=False),
    ActionSpec("Drag", "drag the element n by dx pixels to the right and dy down (negative: left "
               "and up); x,y,dx,dy starts at that point of the element, or of the page; more "
               "dx,dy lead through several points, each measured from the start", "drag",
               ANY, "dx,dy"),
    ActionSpec("Zoom", "show the page larger or smaller", "zoom", text="in or out",
               semicolon=False),
    ActionSpec("Tab", "switch to the browser tab with that number", "show_tab", text="number",
               semicolon=False),
)
_WIDER = (  # two of the paper's actions can do more in the extended set
    ActionSpec("Click", "click the element n, or the point x,y in pixels from its upper left "
               "corner (or the page's)", "click", ANY, "x,y", optional=True),
    ActionSpec("Scroll", "scroll the page, or the area around the element n, by a part, or to its "
               "top or end", "scroll", ANY, "up, down, top or end"),
)
# fmt: on
TABLE = {spec.name: spec for spec in _SPECS}
EXTENDED = tuple(TABLE)  # the paper's seven cannot drag a slider or open a menu by hovering
PAPER = EXTENDED[:7]


def specs(allowed: Sequence[str]) -> dict[str, ActionSpec]:
    """The actions of these names; with any extended action, Click and Scroll can do more."""
    table = TABLE if set(allowed) <= set(PAPER) else TABLE | {spec.name: spec for spec in _WIDER}
    return {name: table[name] for name in allowed}
