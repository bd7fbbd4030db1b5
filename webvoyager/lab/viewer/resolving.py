"""People resolve their disagreements: what each rater said, and the label they agree on."""

from collections.abc import Sequence
from pathlib import Path

import ipywidgets
from markupsafe import Markup

from ..failures import labels
from ..failures.labels import Label
from . import fragments
from .labelling import Labelling, Place, list_attempts
from .widgets import Viewer, make_viewer, piece

DONE = "Nothing is left to settle."


def resolve(
    folder: str | Path, *, reference: bool = False, into: str | Path | None = None
) -> Viewer:
    """Go through the attempts that people label differently, and save the label they agree on.

    One click adopts a rater's label; outcome and category can also be chosen. Each click is
    saved. `into` is the folder of the labels if it is not the run's; with `reference` the right
    answer is shown. `labels.disagreements(folder)` and `labels.add(folder, Label(…, labels.AGREED,
    …))` do the same without widgets.
    """
    into = Path(into or folder)
    differing = labels.disagreements(into).index
    places = [place for place in list_attempts(folder) if place[:2] in differing]
    missing = len(differing) - len(places)
    caution = ""
    if missing:
        caution = (
            f"People differ on {missing} of which the run has no steps: settle with labels.add."
        )
    if places:
        return _Resolving(places, caution, into, reference).viewer
    line = fragments.quiet(f"{caution or DONE} {_count_agreed(into)}")
    return make_viewer([piece(line)], str(fragments.styled(line)))


class _Resolving(Labelling):
    """The widgets of labelling, for the agreed label, with what each rater said."""

    def __init__(self, places: Sequence[Place], caution: str, into: Path, reference: bool) -> None:
        self._caution = caution
        super().__init__(places, labels.AGREED, into, reference)
        self.viewer.add_class("wv-resolving")

    def _make_buttons(self) -> list[ipywidgets.Button]:
        return [self._make_button(opinion) for opinion in self._load_opinions()]

    def _make_button(self, opinion: Label) -> ipywidgets.Button:
        """A button that adopts a rater's label."""
        words = f"Agree with {opinion.rater}"
        button = ipywidgets.Button(description=words, tooltip=str(opinion))
        button.layout.width = "auto"

        def _agree(_: object) -> None:
            self._fill_fields(opinion)
            self._save(None)

        button.on_click(_agree)
        return button

    def _load_opinions(self) -> list[Label]:
        """Each person's label on this attempt, without the agreed one."""
        return [
            label
            for label in labels.load(self._into)
            if (label.task, label.attempt) == self._key
            and label.by == "person"
            and label.rater != labels.AGREED
        ]

    def _render_opinions(self) -> Markup:
        return fragments.render("opinions", labels=self._load_opinions())

    def _describe_progress(self) -> Markup:
        agreed = self._load_labels()
        left = sum(place[:2] not in agreed for place in self._places)
        text = f"{left} left to settle; this is number {self._index + 1} of {len(self._places)}."
        return fragments.quiet(
            f"{text if left else DONE} {_count_agreed(self._into)} {self._caution}"
        )


def _count_agreed(into: Path) -> str:
    """The sentence that says how many attempts have an agreed label."""
    count = sum(label.rater == labels.AGREED for label in labels.load(into))
    return f"{count} attempt{' is' if count == 1 else 's are'} settled."
