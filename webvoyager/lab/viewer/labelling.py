"""A person labels episodes: solved or not, why not, and where it went wrong.

Each click is saved.
"""

import time
from collections.abc import Sequence
from pathlib import Path

import ipywidgets
from markupsafe import Markup

from ... import runs
from ...records import Episode
from ..failures import labels
from ..failures.categories import CATEGORIES
from ..failures.labels import Label
from . import fragments, listing
from .widgets import Viewer, close, give_keys, make_viewer, piece, stepper, update

Place = tuple[str, int, str]  # task, attempt, and the folder of the attempt


def label(
    folder: str | Path,
    rater: str,
    tasks: Sequence[str] | None = None,
    *,
    reference: bool = False,
    into: str | Path | None = None,
) -> Viewer:
    """Label the episodes of a run, from the first that the rater has not labelled yet.

    Each click is saved. `tasks` are the ids of those to label (default: all), `into` is a folder
    for the labels other than the run's. Verdicts and other raters' labels are not shown; the right
    answer is shown with `reference`. `labels.add(folder, Label(…))` does the same without widgets.
    Raises ValueError when the name is empty or there is nothing to label.
    """
    if not rater.strip():
        raise ValueError("Say who labels: viewer.label(folder, 'your name').")
    places = [place for place in list_attempts(folder) if tasks is None or place[0] in tasks]
    if not places:
        among = " among these tasks" if tasks is not None else ""
        raise ValueError(f"{folder} holds no episode to label{among}.")
    return Labelling(places, rater.strip(), Path(into or folder), reference).viewer


def list_attempts(folder: str | Path) -> list[Place]:
    """The attempts of a run that have steps to look at."""
    rows = listing.list_run(folder)
    columns = rows.loc[rows["steps"] > 0, ["task", "attempt", "folder"]]
    return list(columns.itertuples(index=False, name=None))


class Labelling:
    """The widgets with which `rater` labels the attempts at `places`."""

    def __init__(
        self, places: Sequence[Place], rater: str, into: Path, reference: bool = False
    ) -> None:
        self._places, self._rater, self._into, self._reference = places, rater, into, reference
        self._index, self._filling = 0, False
        self._progress, self._saved = piece(), piece()
        self._head, self._left, self._words = (ipywidgets.VBox() for _ in range(3))
        self._words.add_class("wv-scrolled")
        self._make_fields()
        self._opinions = ipywidgets.HBox()
        give_keys(self._opinions, "123456789").add_class("wv-controls")
        fields = [self._opinions, *self._arrange_fields(), self._saved]
        right = ipywidgets.VBox([self._words, *fields])
        sides = ipywidgets.HBox([self._left, right])
        sides.add_class("wv-sides")
        self.viewer = make_viewer([self._progress, self._head, sides], "")
        self._go_to(self._find_unlabelled(0))
        still = fragments.styled(self._describe_progress(), *self._render_still())
        self.viewer.still = str(still)

    # --- what resolving overrides ---

    def _render_opinions(self) -> Markup:
        """What is shown below the question."""
        return Markup("")

    def _make_buttons(self) -> list[ipywidgets.Button]:
        """Buttons above the fields."""
        return []

    def _render_still(self) -> tuple[Markup, ...]:
        """What is shown of the episode without widgets."""
        return fragments.head(self._episode), self._render_opinions()

    def _describe_progress(self) -> Markup:
        labelled = self._load_labels()
        done = sum(place[:2] in labelled for place in self._places)
        return fragments.quiet(
            f"{done} of {len(self._places)} episodes labelled by {self._rater}. "
            f"This is number {self._index + 1}."
        )

    # --- the fields ---

    def _make_fields(self) -> None:
        self._outcome = ipywidgets.ToggleButtons(
            options=[*labels.OUTCOMES], index=None, description="Outcome"
        )
        give_keys(self._outcome, "sfc")
        self._category = ipywidgets.Dropdown(
            options=["", *CATEGORIES], description="Category", layout={"flex": "1 1 320px"}
        )
        self._step = ipywidgets.Dropdown(
            options=[("", None)], description="Went wrong at step", layout={"flex": "1 1 180px"}
        )
        self._note = ipywidgets.Text(description="Note", continuous_update=False)
        self._note.layout.flex = "1 1 300px"
        for field in (self._outcome, self._category, self._step, self._note):
            field.observe(self._save, "value")
            field.add_class("wv-field")

    def _arrange_fields(self) -> list[ipywidgets.Widget]:
        """The fields in rows, with their buttons."""
        this_step = ipywidgets.Button(
            description="This step", tooltip="It went wrong at the step shown"
        )
        give_keys(this_step, "t").on_click(
            lambda _: setattr(self._step, "value", self._slider.value)
        )
        before = ipywidgets.Button(description="Previous episode")
        give_keys(before, "p").on_click(lambda _: self._go_to(self._index - 1))
        after = ipywidgets.Button(description="Next episode", button_style="primary")
        give_keys(after, "n").on_click(
            lambda _: self._go_to(self._find_unlabelled(self._index + 1))
        )
        about = [self._category, self._step, this_step]
        rows = [[self._outcome], about, [self._note], [before, after]]
        boxes = [ipywidgets.HBox(row) for row in rows]
        for box in boxes:
            box.add_class("wv-controls")
        return boxes

    # --- one episode ---

    @property
    def _key(self) -> tuple[str, int]:
        """Task and attempt of the episode shown."""
        return self._places[self._index][:2]

    def _go_to(self, index: int) -> None:
        """Show an episode with this rater's label, if there is one."""
        self._index = index % len(self._places)
        self._episode = runs.load(self._places[self._index][2])[0]
        self._began, self._steps_seen = time.monotonic(), {1}
        self._show_episode(self._episode)
        self._fill_fields(self._load_labels().get(self._key))
        update(self._progress, self._describe_progress())
        update(self._saved, "")

    def _show_episode(self, episode: Episode) -> None:
        """The question, the picture on the left, and on the right what is said about it."""
        boxes = (self._head, self._left, self._words, self._opinions)
        before = [widget for box in boxes for widget in box.children]
        self._slider, controls = stepper(len(episode.steps))
        picture, words = map(piece, fragments.step_sides(episode, 1))

        def _turn(_: object) -> None:
            self._steps_seen.add(self._slider.value)
            for widget, side in zip(
                (picture, words), fragments.step_sides(episode, self._slider.value), strict=True
            ):
                update(widget, side)

        self._slider.observe(_turn, "value")
        self._head.children = [piece(fragments.head(episode) + self._render_opinions())]
        self._left.children = [controls, picture]
        self._words.children = [words, piece(self._render_answer(episode))]
        self._opinions.children = self._make_buttons()
        close(*before)

    def _render_answer(self, episode: Episode) -> Markup:
        """The answer, and the reference if it is to be shown; never a verdict."""
        answer = fragments.ending(episode) or episode.answer or "(empty)"
        html = Markup('<h5>Answer</h5><p class="wv-answer wv-text">{}</p>').format(answer)
        if self._reference and (reference := episode.task.reference):
            html += Markup('<h5>Reference</h5><p class="wv-text">{}</p>').format(reference)
        return html

    def _fill_fields(self, label: Label | None) -> None:
        self._filling = True  # the values filled in here are already saved
        numbers = [step.index for step in self._episode.steps]
        self._step.options = [("", None), *((str(number), number) for number in numbers)]
        self._outcome.value = label.outcome if label else None
        self._category.value = label.category if label else ""
        self._step.value = label.step if label and 1 <= (label.step or 0) <= len(numbers) else None
        self._note.value = label.note if label else ""
        self._filling = False

    # --- labels ---

    def _save(self, _: object) -> None:
        """Save the label in the fields, once an outcome is chosen."""
        if self._filling or self._outcome.value is None:
            return
        failed = self._outcome.value == "failure"
        label = Label(
            *self._key,
            self._rater,
            self._outcome.value,
            category=self._category.value if failed else "",
            step=self._step.value if failed else None,
            note=self._note.value,
            screenshots=len(self._steps_seen),
            seconds=round(time.monotonic() - self._began, 1),
        )
        try:
            labels.add(self._into, label)
        except OSError as error:
            text = f"It could not be saved: {error}"
            update(self._saved, Markup('<p class="wv-error">{}</p>').format(text))
            return
        update(self._saved, fragments.quiet(f"Saved: {label}"))
        update(self._progress, self._describe_progress())

    def _load_labels(self) -> dict[tuple[str, int], Label]:
        """This rater's labels by task and attempt."""
        return {
            (label.task, label.attempt): label
            for label in labels.load(self._into)
            if label.rater == self._rater
        }

    def _find_unlabelled(self, start: int) -> int:
        """The first episode from `start` on that this rater has not labelled, else `start`."""
        labelled, count = self._load_labels(), len(self._places)
        order = [(start + offset) % count for offset in range(count)]
        return next((index for index in order if self._places[index][:2] not in labelled), start)
