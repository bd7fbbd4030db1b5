"""The table of actions that the parser, the prompt and hands.py read, and actions of your own."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

MARK, ANY = "mark", "mark or WINDOW"  # the two kinds of target


@dataclass(frozen=True)
class ActionSpec:
    """An action that the model may write: its target and its text."""

    name: str
    meaning: str  # as the prompt describes it
    target: str = ""  # "", MARK or ANY
    text: str = ""  # what the text is, as the prompt names it; "" for none
    choices: tuple[str, ...] = ()  # the only texts that it accepts, if not any
    semicolon: bool = True  # before the text
    optional: bool = False  # whether the text may be left out
    hand: Callable[..., None] | None = None  # carries out one of your own (register)

    @property
    def words(self) -> str:
        """What the text is: `text`, or the choices as "up, down or end"."""
        *others, last = self.choices or (self.text,)
        return f"{', '.join(others)} or {last}" if others else last

    @property
    def format(self) -> str:
        """The format that the prompt shows: `Type [n]; text`."""
        target = {"": "", MARK: " [n]", ANY: " [n or WINDOW]"}[self.target]
        words = f"{';' * self.semicolon} {self.words}" if self.words else ""
        return (f"{self.name} [n] or " if self.optional else "") + self.name + target + words


# fmt: off
_SPECS = (
    # the paper's seven (section 3.4)
    ActionSpec("Click", "click the element with the number n", MARK),
    ActionSpec("Type", "clear the field n, type the text and press Enter; in a drop-down list, "
               "choose that option", MARK, "text"),
    ActionSpec("Scroll", "scroll the page, or the area around the element n", ANY,
               choices=("up", "down", "left", "right")),
    ActionSpec("Wait", "wait for the page to change or to finish loading"),
    ActionSpec("GoBack", "go back to the previous page"),
    ActionSpec("Google", "go to the search engine and start again there"),
    ActionSpec("ANSWER", "end the task with this answer", text="text"),
    # the extended set, in the prompt only if it is chosen
    ActionSpec("Select", "choose the option with that name in the list n; if several may be "
               "chosen, choosing one again takes it back", MARK, "option"),
    ActionSpec("Fill", "clear the field n and type the text, without Enter", MARK, "text"),
    ActionSpec("Hover", "move the mouse over the element n, or over the point x,y in pixels from "
               "its upper left corner (or the page's), and leave it there", ANY, "x,y",
               optional=True),
    ActionSpec("DoubleClick", "click the element n, or the point x,y, twice in a row", ANY, "x,y",
               optional=True),
    ActionSpec("RightClick", "click the element n, or the point x,y, with the right button, to "
               "open the page's own menu (the browser's menu cannot be seen)", ANY, "x,y",
               optional=True),
    ActionSpec("Press", "press a key, such as Escape or ArrowDown, or several keys together, such "
               "as Control+a", text="key", semicolon=False),
    ActionSpec("Drag", "drag the element n by dx pixels to the right and dy down (negative: left "
               "and up); x,y,dx,dy starts at that point of the element, or of the page; more "
               "dx,dy lead through several points, each measured from the start", ANY, "dx,dy"),
    ActionSpec("Zoom", "show the page larger or smaller", choices=("in", "out"), semicolon=False),
    ActionSpec("Tab", "switch to the browser tab with that number", text="number",
               semicolon=False),
)
_WIDER = (  # two of the paper's actions can do more in the extended set
    ActionSpec("Click", "click the element n, or the point x,y in pixels from its upper left "
               "corner (or the page's)", ANY, "x,y", optional=True),
    ActionSpec("Scroll", "scroll the page, or the area around the element n, by a part, or to its "
               "top or end", ANY,
               choices=("up", "down", "left", "right", "top", "end")),
)
# fmt: on
TABLE = {spec.name: spec for spec in _SPECS}
EXTENDED = tuple(TABLE)  # the paper's seven cannot drag a slider or open a menu by hovering
PAPER = EXTENDED[:7]


def register(spec: ActionSpec) -> None:
    """Add an action of your own; an environment then allows it by name, beside others.

    `spec.hand` is called with the browser, the action and the observation that it was chosen from;
    what it raises as ActionError, the model reads. ValueError if there is no such function, or if
    the name is one of the kit's or no word of letters.
    """
    if spec.hand is None:
        raise ValueError(f"{spec.name} needs a function that carries it out: ActionSpec(…, hand=…)")
    if not spec.name.isascii() or not spec.name.isalpha():
        raise ValueError(f"An action is named by letters alone, not {spec.name!r}.")
    if spec.name.lower() in map(str.lower, EXTENDED):
        raise ValueError(f"{spec.name} is one of the kit's actions: choose another name.")
    TABLE[spec.name] = spec


def specs(allowed: Sequence[str]) -> dict[str, ActionSpec]:
    """The actions of these names; with any of the extended set, Click and Scroll can do more.

    ValueError if there is no such action.
    """
    if unknown := [repr(name) for name in allowed if name not in TABLE]:
        raise ValueError(f"There is no action {', '.join(unknown)}; choose from {', '.join(TABLE)}")
    wider = {spec.name: spec for spec in _WIDER} if {*allowed} & {*EXTENDED[7:]} else {}
    return {name: wider.get(name, TABLE[name]) for name in allowed}
