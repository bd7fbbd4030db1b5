"""A person labels episodes: solved or not, why not, and where it went wrong; each click is saved."""

import time
from collections.abc import Sequence
from pathlib import Path

import ipywidgets
from markupsafe import Markup

from ... import runs
from ...records import Episode
from .. import labels
from ..categories import CATEGORIES
from ..labels import Label
from . import fragments
from .widgets import Viewer, piece, put, stepper, viewer


def label(
    folder: str | Path,
    rater: str,
    tasks: Sequence[str] | None = None,
    *,
    reference: bool = False,
    into: str | Path | None = None,
) -> Viewer:
    """The episodes of a run to label by their steps, from the first that the rater has not labelled; each click saves.

    `tasks` names those to label (default: all), `into` another folder than the run's for the labels. Verdicts and what
    other raters say are not shown; with `reference` the right answer is. `labels.add(folder, Label(…))` does the same
    without widgets. ValueError for an empty name.
    """
    if not rater.strip():
        raise ValueError("Say who labels: viewer.label(folder, 'your name').")
    return _Labelling(Path(folder), rater.strip(), tasks, reference, Path(into or folder)).viewer


class _Labelling:
    """The widgets of labelling, and what they write."""

    def __init__(self, folder: Path, rater: str, tasks: Sequence[str] | None, reference: bool, into: Path) -> None:
        self._rater, self._reference, self._into = rater, reference, into
        rows = runs.table(folder)
        rows = rows[(rows["steps"] > 0) & (rows["task"].isin(list(tasks)) if tasks is not None else True)]
        self._places = list(rows[["task", "attempt", "folder"]].itertuples(index=False, name=None))
        if not self._places:
            raise ValueError(
                f"{folder} holds no episode to label" + (" among these tasks." if tasks is not None else ".")
            )
        self._at, self._filling = 0, False
        self._progress, self._saved = piece(), piece()
        self._episode_box = ipywidgets.VBox()
        self._make_fields()
        self.viewer = viewer([self._progress, self._episode_box, *self._fields(), self._saved], "")
        self._go_to(self._next_open(0))
        self.viewer.still = str(fragments.styled(self._said(), fragments.head(self._episode)))

    # --- the fields ---

    def _make_fields(self) -> None:
        self._outcome = ipywidgets.ToggleButtons(options=[*labels.OUTCOMES], index=None, description="Outcome")
        wide, slim = {"width": "290px"}, {"width": "230px"}
        self._category = ipywidgets.Dropdown(options=["", *CATEGORIES], description="Category", layout=wide)
        self._step = ipywidgets.Dropdown(options=[("", None)], description="Went wrong at step", layout=slim)
        self._note = ipywidgets.Text(description="Note", continuous_update=False)
        self._note.layout.flex = "1 1 300px"
        for field in (self._outcome, self._category, self._step, self._note):
            field.observe(self._save, "value")
            field.add_class("wv-field")

    def _fields(self) -> list[ipywidgets.Widget]:
        here = ipywidgets.Button(description="This step", tooltip="It went wrong at the step that shows")
        here.on_click(lambda _: setattr(self._step, "value", self._slider.value))
        back = ipywidgets.Button(description="Episode before")
        back.on_click(lambda _: self._go_to(self._at - 1))
        on = ipywidgets.Button(description="Next episode", button_style="primary")
        on.on_click(lambda _: self._go_to(self._next_open(self._at + 1)))
        rows = [[self._outcome], [self._category, self._step, here], [self._note], [back, on]]
        boxes = [ipywidgets.HBox(row) for row in rows]
        for box in boxes:
            box.add_class("wv-controls")
        return boxes

    # --- one episode ---

    def _go_to(self, at: int) -> None:
        """Show an episode with what this rater has said of it."""
        self._at = at % len(self._places)
        task, attempt, folder = self._places[self._at]
        self._episode = runs.load(folder)[0]
        self._began, self._looked_at = time.monotonic(), {1}
        old, self._episode_box.children = self._episode_box.children, self._shown(self._episode)
        for widget in old:
            widget.close()
        given = self._labels().get((task, attempt))
        self._fill(given)
        put(self._progress, self._said())
        put(self._saved, "")

    def _shown(self, episode: Episode) -> tuple[ipywidgets.Widget, ...]:
        self._slider, controls = stepper(len(episode.steps))
        shown = piece(fragments.step(episode, 1))

        def turn(_: object) -> None:
            self._looked_at.add(self._slider.value)
            put(shown, fragments.step(episode, self._slider.value))

        self._slider.observe(turn, "value")
        return piece(fragments.head(episode)), controls, shown, piece(self._ending(episode))

    def _ending(self, episode: Episode) -> Markup:
        """The answer, and the reference where it is to be seen; never a verdict."""
        answer = fragments.ending(episode) or episode.answer or "(empty)"
        words = Markup('<h5>Answer</h5><p class="wv-answer wv-text">{}</p>').format(answer)
        if self._reference and episode.task.reference:
            words += Markup('<h5>Reference</h5><p class="wv-text">{}</p>').format(episode.task.reference)
        return words

    def _fill(self, given: Label | None) -> None:
        self._filling = True  # what is filled in now is saved already
        self._step.options = [("", None), *((str(step.index), step.index) for step in self._episode.steps)]
        self._outcome.value = given.outcome if given else None
        self._category.value = given.category if given else ""
        self._step.value = given.step if given and given.step in range(1, len(self._episode.steps) + 1) else None
        self._note.value = given.note if given else ""
        self._filling = False

    # --- what is kept ---

    def _save(self, _: object) -> None:
        """Add the label as it stands now; there is none before there is an outcome."""
        if self._filling or self._outcome.value is None:
            return
        failed = self._outcome.value == "failure"
        task, attempt, _ = self._places[self._at]
        about = {"category": self._category.value if failed else "", "step": self._step.value if failed else None}
        looked = {"screenshots": len(self._looked_at), "seconds": round(time.monotonic() - self._began, 1)}
        given = Label(task, attempt, self._rater, self._outcome.value, note=self._note.value, **about, **looked)
        try:
            labels.add(self._into, given)
        except OSError as error:
            put(self._saved, Markup('<p class="wv-error">{}</p>').format(f"It could not be saved: {error}"))
            return
        put(self._saved, Markup('<p class="wv-quiet">{}</p>').format(f"Saved: {given}"))
        put(self._progress, self._said())

    def _labels(self) -> dict[tuple[str, int], Label]:
        found = labels.load(self._into)
        return {(given.task, given.attempt): given for given in found if given.rater == self._rater}

    def _next_open(self, begin: int) -> int:
        """The first episode from `begin` on that this rater has not labelled, else `begin`."""
        done, count = self._labels(), len(self._places)
        order = [(begin + further) % count for further in range(count)]
        return next((at for at in order if self._places[at][:2] not in done), begin)

    def _said(self) -> Markup:
        done = sum(place[:2] in self._labels() for place in self._places)
        words = f"{done} of {len(self._places)} episodes labelled by {self._rater}. This is number {self._at + 1}."
        return Markup('<p class="wv-quiet">{}</p>').format(words)
