"""A move: what to do next and the sentence that says why. Small makers, so that all thoughts read alike."""

from dataclasses import dataclass

from .history import Fact
from .pages import Element


@dataclass(frozen=True)
class Move:
    """A thought and an action, as they will stand in the reply."""

    thought: str
    action: str

    def __str__(self) -> str:
        return f"Thought: {self.thought}\nAction: {self.action}"


def click(element: Element, why: str) -> Move:
    return Move(f'{why} "{quotable(element.name)}".', f"Click [{element.label}]")


def write(element: Element, text: str, why: str) -> Move:
    return Move(f'{why} "{quotable(text)}".', f"Type [{element.label}]; {text}")


def scroll(why: str, way: str = "down") -> Move:
    return Move(why, f"Scroll [WINDOW]; {way}")


def back(why: str) -> Move:
    return Move(why, "GoBack")


def answer(why: str, text: str) -> Move:
    return Move(why, f"ANSWER; {text}")


def noting(facts: list[Fact], move: Move) -> Move:
    """The move with notes put before its thought, since old screenshots are not kept."""
    notes = " ".join(map(str, facts))
    return Move(f"{notes} {move.thought}".strip(), move.action)


def quotable(text: str) -> str:
    """A text that can stand between quotation marks in a thought."""
    return " ".join(text.replace('"', "'").split())
