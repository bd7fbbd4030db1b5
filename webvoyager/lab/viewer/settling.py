"""People settle where they differ: what each rater said of an episode, its steps, and the label
they agree on.
"""

from collections.abc import Sequence
from pathlib import Path

import ipywidgets
from markupsafe import Markup

from ..failures import labels
from ..failures.labels import Label
from . import fragments
from .labelling import Labelling, Place, with_steps
from .widgets import Viewer, piece, viewer

DONE = "Nothing is left to settle."


def settle(
    folder: str | Path, *, reference: bool = False, into: str | Path | None = None
) -> Viewer:
    """The attempts that people label differently, to settle one by one; each click saves the agreed
    label.

    One click takes over what a rater said; outcome and category can be picked, too. `into` is the
    folder of the labels, where it is not the run's; with `reference` the right answer is shown.
    `labels.disagreements(folder)` and `labels.add(folder, Label(…, labels.AGREED, …))` do the same
    without widgets.
    """
    into = Path(into or folder)
    differing = labels.disagreements(into).index
    places = [place for place in with_steps(folder) if place[:2] in differing]
    apart = _said_apart(len(differing) - len(places))
    if places:
        return _Settling(places, apart, into, reference).viewer
    words = fragments.quiet(f"{apart or DONE} {_said_settled(into)}")
    return viewer([piece(words)], str(fragments.styled(words)))


class _Settling(Labelling):
    """The widgets of labelling, for the label that all agree on, with what each rater said."""

    def __init__(self, places: Sequence[Place], apart: str, into: Path, reference: bool) -> None:
        self._apart = apart
        super().__init__(places, labels.AGREED, into, reference)

    def _beside(self) -> tuple[ipywidgets.Widget, ...]:
        buttons = ipywidgets.HBox([self._take_over(given) for given in self._opinions()])
        buttons.add_class("wv-controls")
        return piece(self._table()), buttons

    def _take_over(self, given: Label) -> ipywidgets.Button:
        button = ipywidgets.Button(description=f"Agree with {given.rater}", tooltip=str(given))
        button.layout.width = "auto"

        def _agree(_: object) -> None:
            self._fill(given)
            self._save(None)

        button.on_click(_agree)
        return button

    def _opinions(self) -> list[Label]:
        """What people say of this attempt, but for what they agreed on."""
        found = [
            given for given in labels.load(self._into) if (given.task, given.attempt) == self._key
        ]
        return [given for given in found if given.by == "person" and given.rater != labels.AGREED]

    def _table(self) -> Markup:
        return fragments.render("opinions", labels=self._opinions())

    def _still(self) -> tuple[Markup, ...]:
        return *super()._still(), self._table()

    def _said(self) -> Markup:
        done = self._labels()
        left = sum(place[:2] not in done for place in self._places)
        words = (
            f"{left} left to settle; this is number {self._at + 1} of {len(self._places)}."
            if left
            else DONE
        )
        return fragments.quiet(f"{words} {_said_settled(self._into)} {self._apart}")


def _said_settled(into: Path) -> str:
    """How many are settled, in a sentence."""
    count = sum(given.rater == labels.AGREED for given in labels.load(into))
    return f"{count} attempt{' is' if count == 1 else 's are'} settled."


def _said_apart(count: int) -> str:
    """The sentence on attempts that are labelled, but of which the run holds no steps."""
    return (
        f"People differ on {count} of which the run holds no steps: settle by labels.add."
        if count
        else ""
    )
