"""A move: what to do next and why. These small builders keep the wording of thoughts uniform."""

from dataclasses import dataclass

from ..memory.memory import Note
from ..page.page import Element


@dataclass(frozen=True)
class Move:
    """A thought and an action, as the reply states them."""

    thought: str
    action: str

    def __str__(self) -> str:
        return f"Thought: {self.thought}\nAction: {self.action}"


def click(element: Element, why: str) -> Move:
    """Press an element; its name ends the sentence that says why."""
    return Move(f'{why} "{quotable(element.name)}".', f"Click [{element.label}]")


def write(element: Element, text: str, why: str) -> Move:
    """Type into a field, or choose an option; the text ends the sentence that says why."""
    return Move(f'{why} "{quotable(text)}".', f"Type [{element.label}]; {text}")


def scroll(why: str, way: str = "down") -> Move:
    """Scroll the page by a screen."""
    return Move(why, f"Scroll [WINDOW]; {way}")


def answer(why: str, text: str) -> Move:
    """End the episode with this answer."""
    return Move(why, f"ANSWER; {text}")


def with_notes(notes: list[Note], move: Move) -> Move:
    """The move with notes before its thought, since old screenshots aren't kept."""
    return Move(f"{' '.join(map(str, notes))} {move.thought}".strip(), move.action)


def quotable(text: str) -> str:
    """The text in a form that a thought can quote."""
    return " ".join(text.replace('"', "'").split())
