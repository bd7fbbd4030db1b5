"""A form in which a person decides on one thing after another; each click is saved."""

from abc import ABC, abstractmethod
from collections.abc import Callable

from markupsafe import Markup

from . import fragments
from .widgets import piece, update


class Form(ABC):
    """What labelling, settling and reviewing share: what comes next, how far it is, what is saved.

    Each form says which of its things wait, how far it is, and how it shows the one at `index`.
    """

    def __init__(self) -> None:
        self.index = -1  # of the thing shown; -1 if there is none
        self.progress, self.status = piece(), piece()

    @abstractmethod
    def find_waiting(self) -> list[bool]:
        """For each thing, whether it waits for a decision."""

    @abstractmethod
    def describe_progress(self) -> Markup:
        """How many things are decided, and how many wait."""

    @abstractmethod
    def show(self) -> None:
        """Show the thing at `index`, and fill the fields with what is known of it."""

    def find_next(self) -> int:
        """The index of the next thing that waits, from the first again after the last; or -1."""
        waiting = self.find_waiting()
        order = [*range(self.index + 1, len(waiting)), *range(self.index + 1)]
        return next((index for index in order if waiting[index]), -1)

    def go_to(self, index: int) -> None:
        """Show another thing."""
        self.index = index
        self.show()
        update(self.progress, self.describe_progress())

    def save(self, decide: Callable[[], object], words: str) -> bool:
        """Carry out a decision and say so, or why it failed; return whether it is saved."""
        try:
            decide()
        except (ValueError, OSError) as error:
            failed = "It could not be saved: " if isinstance(error, OSError) else ""
            update(self.status, fragments.line(f"{failed}{error}", "error"))
            return False
        update(self.status, fragments.line(words))
        update(self.progress, self.describe_progress())
        return True
