"""A person labels episodes: solved or not, why not, and where it went wrong; each click is
saved.
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
from .widgets import Viewer, close, piece, put, stepper, viewer

Place = tuple[str, int, str]  # task, attempt, and the folder of the attempt


def label(
    folder: str | Path,
    rater: str,
    tasks: Sequence[str] | None = None,
    *,
    reference: bool = False,
    into: str | Path | None = None,
) -> Viewer:
    """The episodes of a run to label by their steps, from the first that the rater has not
    labelled; each click saves.

    `tasks` names those to label (default: all), `into` another folder than the run's for the
    labels. Verdicts and what other raters say are not shown; with `reference` the right answer is.
    `labels.add(folder, Label(…))` does the same without widgets. ValueError for an empty name.
    """
    if not rater.strip():
        raise ValueError("Say who labels: viewer.label(folder, 'your name').")
    places = [place for place in with_steps(folder) if tasks is None or place[0] in tasks]
    if not places:
        raise ValueError(
            f"{folder} holds no episode to label"
            + (" among these tasks." if tasks is not None else ".")
        )
    return Labelling(places, rater.strip(), Path(into or folder), reference).viewer


def with_steps(folder: str | Path) -> list[Place]:
    """The attempts of a run of which there are steps to look at."""
    rows = listing.listed(folder)
    return list(
        rows.loc[rows["steps"] > 0, ["task", "attempt", "folder"]].itertuples(
            index=False, name=None
        )
    )


class Labelling:
    """The widgets of labelling, and what they write: `rater` goes through the attempts at
    `places`.
    """

    def __init__(
        self, places: Sequence[Place], rater: str, into: Path, reference: bool = False
    ) -> None:
        self._places, self._rater, self._into, self._reference = places, rater, into, reference
        self._at, self._filling = 0, False
        self._progress, self._saved = piece(), piece()
        self._episode_box = ipywidgets.VBox()
        self._make_fields()
        self.viewer = viewer([self._progress, self._episode_box, *self._fields(), self._saved], "")
        self._go_to(self._next_open(0))
        self.viewer.still = str(fragments.styled(self._said(), *self._still()))

    # --- what settling shows in another way ---

    def _beside(self) -> tuple[ipywidgets.Widget, ...]:
        """What is shown below the episode."""
        return ()

    def _still(self) -> tuple[Markup, ...]:
        """What is shown of the episode where no widgets run."""
        return (fragments.head(self._episode),)

    def _said(self) -> Markup:
        """How far the work is."""
        done = sum(place[:2] in self._labels() for place in self._places)
        words = (
            f"{done} of {len(self._places)} episodes labelled by {self._rater}. This is number"
            f" {self._at + 1}."
        )
        return fragments.quiet(words)

    # --- the fields ---

    def _make_fields(self) -> None:
        self._outcome = ipywidgets.ToggleButtons(
            options=[*labels.OUTCOMES], index=None, description="Outcome"
        )
        wide, slim = {"width": "290px"}, {"width": "230px"}
        self._category = ipywidgets.Dropdown(
            options=["", *CATEGORIES], description="Category", layout=wide
        )
        self._step = ipywidgets.Dropdown(
            options=[("", None)], description="Went wrong at step", layout=slim
        )
        self._note = ipywidgets.Text(description="Note", continuous_update=False)
        self._note.layout.flex = "1 1 300px"
        for field in (self._outcome, self._category, self._step, self._note):
            field.observe(self._save, "value")
            field.add_class("wv-field")

    def _fields(self) -> list[ipywidgets.Widget]:
        here = ipywidgets.Button(
            description="This step", tooltip="It went wrong at the step that shows"
        )
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

    @property
    def _key(self) -> tuple[str, int]:
        """The task and the attempt that show."""
        return self._places[self._at][:2]

    def _go_to(self, at: int) -> None:
        """Show an episode with what this rater has said of it."""
        self._at = at % len(self._places)
        self._episode = runs.load(self._places[self._at][2])[0]
        self._began, self._looked_at = time.monotonic(), {1}
        old, self._episode_box.children = (
            self._episode_box.children,
            (*self._shown(self._episode), *self._beside()),
        )
        close(*old)
        self._fill(self._labels().get(self._key))
        put(self._progress, self._said())
        put(self._saved, "")

    def _shown(self, episode: Episode) -> tuple[ipywidgets.Widget, ...]:
        self._slider, controls = stepper(len(episode.steps))
        shown = piece(fragments.step(episode, 1))

        def _turn(_: object) -> None:
            self._looked_at.add(self._slider.value)
            put(shown, fragments.step(episode, self._slider.value))

        self._slider.observe(_turn, "value")
        return piece(fragments.head(episode)), controls, shown, piece(self._ending(episode))

    def _ending(self, episode: Episode) -> Markup:
        """The answer, and the reference where it is to be seen; never a verdict."""
        answer = fragments.ending(episode) or episode.answer or "(empty)"
        words = Markup('<h5>Answer</h5><p class="wv-answer wv-text">{}</p>').format(answer)
        if self._reference and episode.task.reference:
            words += Markup('<h5>Reference</h5><p class="wv-text">{}</p>').format(
                episode.task.reference
            )
        return words

    def _fill(self, given: Label | None) -> None:
        self._filling = True  # what is filled in now is saved already
        self._step.options = [
            ("", None),
            *((str(step.index), step.index) for step in self._episode.steps),
        ]
        self._outcome.value = given.outcome if given else None
        self._category.value = given.category if given else ""
        self._step.value = (
            given.step if given and given.step in range(1, len(self._episode.steps) + 1) else None
        )
        self._note.value = given.note if given else ""
        self._filling = False

    # --- what is kept ---

    def _save(self, _: object) -> None:
        """Add the label as it stands now; there is none before there is an outcome."""
        if self._filling or self._outcome.value is None:
            return
        failed = self._outcome.value == "failure"
        about = {
            "category": self._category.value if failed else "",
            "step": self._step.value if failed else None,
        }
        looked = {
            "screenshots": len(self._looked_at),
            "seconds": round(time.monotonic() - self._began, 1),
        }
        given = Label(
            *self._key, self._rater, self._outcome.value, note=self._note.value, **about, **looked
        )
        try:
            labels.add(self._into, given)
        except OSError as error:
            put(
                self._saved,
                Markup('<p class="wv-error">{}</p>').format(f"It could not be saved: {error}"),
            )
            return
        put(self._saved, fragments.quiet(f"Saved: {given}"))
        put(self._progress, self._said())

    def _labels(self) -> dict[tuple[str, int], Label]:
        found = labels.load(self._into)
        return {(given.task, given.attempt): given for given in found if given.rater == self._rater}

    def _next_open(self, begin: int) -> int:
        """The first episode from `begin` on that this rater has not labelled, else `begin`."""
        done, count = self._labels(), len(self._places)
        order = [(begin + further) % count for further in range(count)]
        return next((at for at in order if self._places[at][:2] not in done), begin)
