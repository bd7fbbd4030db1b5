"""A person labels episodes: solved or not, why not, and where it went wrong.

People then settle what they label differently: `resolve` shows what each said.
"""

import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import ipywidgets
from markupsafe import Markup

from ... import runs
from ..failures import labels
from ..failures.categories import CATEGORIES
from ..failures.labels import Label
from . import fragments, listing
from .deciding import Form
from .widgets import Viewer, button, close, give_keys, piece, row, stepper, update

Attempt = tuple[str, int, str]  # task, attempt, and the folder of the attempt
DONE = "Nothing is left to settle."


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
    attempts = [each for each in _list_attempts(folder) if tasks is None or each[0] in tasks]
    if not attempts:
        among = " among these tasks" if tasks is not None else ""
        raise ValueError(f"{folder} holds no episode to label{among}.")
    return Labelling(attempts, rater.strip(), Path(into or folder), reference).viewer


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
    attempts = [each for each in _list_attempts(folder) if each[:2] in differing]
    caution = ""
    if missing := len(differing) - len(attempts):
        caution = (
            f"People differ on {missing} of which the run has no steps: settle with labels.add."
        )
    if attempts:
        return _Settling(attempts, into, reference, caution).viewer
    line = fragments.line(f"{caution or DONE} {_count_agreed(into)}")
    return Viewer([piece(line)], fragments.styled(line))


class Labelling(Form):
    """The widgets with which `rater` labels the `attempts`."""

    def __init__(
        self, attempts: Sequence[Attempt], rater: str, into: Path, reference: bool = False
    ) -> None:
        super().__init__()
        self.attempts, self.rater, self.into, self.reference = attempts, rater, into, reference
        self.filling = False  # values that are filled in are already saved
        self.head, self.left, self.words = (ipywidgets.VBox() for _ in range(3))
        self.words.add_class("wv-scrolled")
        self.adopt = give_keys(row(), "123456789")
        self.outcome = give_keys(
            ipywidgets.ToggleButtons(options=[*labels.OUTCOMES], index=None, description="Outcome"),
            "sfc",
        )
        self.category = ipywidgets.Dropdown(
            options=["", *CATEGORIES], description="Category", layout={"flex": "1 1 320px"}
        )
        self.step = ipywidgets.Dropdown(
            options=[("", None)], description="Went wrong at step", layout={"flex": "1 1 180px"}
        )
        self.note = ipywidgets.Text(description="Note", continuous_update=False)
        self.note.layout.flex = "1 1 300px"
        for field in (self.outcome, self.category, self.step, self.note):
            field.observe(self.save_label, "value")
            field.add_class("wv-field")
        this_step = button(
            "This step",
            lambda: setattr(self.step, "value", self.slider.value),
            "It went wrong at the step shown",
        )
        before = button("Previous episode", lambda: self.go_to(self.index - 1))
        after = button("Next episode", self.go_to_next, style="primary")
        rows = (
            row(self.outcome),
            row(self.category, self.step, give_keys(this_step, "t")),
            row(self.note),
            row(give_keys(before, "p"), give_keys(after, "n")),
        )
        right = ipywidgets.VBox([self.words, self.adopt, *rows, self.status])
        sides = ipywidgets.HBox([self.left, right]).add_class("wv-sides")
        self.viewer = Viewer([self.progress, self.head, sides])
        self.go_to_next()
        still = (self.describe_progress(), fragments.head(self.episode), self.render_opinions())
        self.viewer.still = str(fragments.styled(*still))

    def find_waiting(self) -> list[bool]:
        """For each attempt, whether this rater has not labelled it."""
        labelled = self.load_labels()
        return [each[:2] not in labelled for each in self.attempts]

    def describe_progress(self) -> Markup:
        """How many attempts are labelled."""
        done = self.find_waiting().count(False)
        return fragments.line(
            f"{done} of {len(self.attempts)} episodes labelled by {self.rater}. "
            f"This is number {self.index + 1}."
        )

    def go_to_next(self) -> None:
        """Show the next attempt that is not labelled, or just the next."""
        index = self.find_next()
        self.go_to(self.index + 1 if index < 0 else index)

    def go_to(self, index: int) -> None:
        """Show an attempt; after the last comes the first."""
        super().go_to(index % len(self.attempts))

    def show(self) -> None:
        """Show question, picture and words of the attempt, never a verdict; fill in its label."""
        task, attempt, folder = self.attempts[self.index]
        self.episode = runs.load(folder)[0]
        self.began, self.steps_seen = time.monotonic(), {1}
        self.slider, controls = stepper(len(self.episode.steps))
        picture, words = map(piece, fragments.step_sides(self.episode, 1))

        def turn(_: object) -> None:
            self.steps_seen.add(self.slider.value)
            sides = fragments.step_sides(self.episode, self.slider.value)
            for widget, side in zip((picture, words), sides, strict=True):
                update(widget, side)

        self.slider.observe(turn, "value")
        answer = fragments.ending(self.episode) or self.episode.answer or "(empty)"
        reference = self.episode.task.reference if self.reference else ""
        said = fragments.render("answer", answer=answer, reference=reference)
        adopting = [
            button(f"Agree with {opinion.rater}", partial(self.adopt_label, opinion), str(opinion))
            for opinion in self.load_opinions()
        ]
        for each in adopting:
            each.layout.width = "auto"
        shown = (
            (self.head, [piece(fragments.head(self.episode) + self.render_opinions())]),
            (self.left, [controls, picture]),
            (self.words, [words, piece(said)]),
            (self.adopt, adopting),
        )
        for box, children in shown:
            before, box.children = box.children, children
            close(*before)
        self.fill(self.load_labels().get((task, attempt)))
        update(self.status, "")

    def fill(self, label: Label | None) -> None:
        """Show this label in the fields."""
        self.filling = True
        numbers = [step.index for step in self.episode.steps]
        self.step.options = [("", None), *((str(number), number) for number in numbers)]
        self.outcome.value = label.outcome if label else None
        self.category.value = label.category if label else ""
        self.step.value = label.step if label and 1 <= (label.step or 0) <= len(numbers) else None
        self.note.value = label.note if label else ""
        self.filling = False

    def save_label(self, _: object = None) -> None:
        """Save the label in the fields, once an outcome is chosen."""
        if self.filling or self.outcome.value is None:
            return
        failed = self.outcome.value == "failure"
        task, attempt, _ = self.attempts[self.index]
        label = Label(
            task,
            attempt,
            self.rater,
            self.outcome.value,
            category=self.category.value if failed else "",
            step=self.step.value if failed else None,
            note=self.note.value,
            screenshots=len(self.steps_seen),
            seconds=round(time.monotonic() - self.began, 1),
        )
        self.save(partial(labels.add, self.into, label), f"Saved: {label}")

    def load_labels(self) -> dict[tuple[str, int], Label]:
        """This rater's labels by task and attempt."""
        return {
            (label.task, label.attempt): label
            for label in labels.load(self.into)
            if label.rater == self.rater
        }

    # --- what people said, when they settle ---

    def load_opinions(self) -> list[Label]:
        """The labels to show and adopt: none, since raters don't see each other's."""
        return []

    def render_opinions(self) -> Markup:
        """A table of these labels."""
        opinions = self.load_opinions()
        return fragments.render("opinions", labels=opinions) if opinions else Markup("")

    def adopt_label(self, opinion: Label) -> None:
        """Save a rater's label as one's own."""
        self.fill(opinion)
        self.save_label()


class _Settling(Labelling):
    """The same for the agreed label, with what each rater said."""

    def __init__(
        self, attempts: Sequence[Attempt], into: Path, reference: bool, caution: str
    ) -> None:
        self.caution = caution
        super().__init__(attempts, labels.AGREED, into, reference)
        self.viewer.add_class("wv-resolving")

    def load_opinions(self) -> list[Label]:
        """Each person's label on this attempt, without the agreed one."""
        return [
            label
            for label in labels.load(self.into)
            if (label.task, label.attempt) == self.attempts[self.index][:2]
            and label.by == "person"
            and label.rater != labels.AGREED
        ]

    def describe_progress(self) -> Markup:
        """How many attempts are left to settle."""
        left = self.find_waiting().count(True)
        text = f"{left} left to settle; this is number {self.index + 1} of {len(self.attempts)}."
        return fragments.line(f"{text if left else DONE} {_count_agreed(self.into)} {self.caution}")


def _list_attempts(folder: str | Path) -> list[Attempt]:
    """The attempts of a run that have steps to look at."""
    rows = listing.list_run(folder).query("steps > 0")
    return list(zip(rows["task"], rows["attempt"], rows["folder"], strict=True))


def _count_agreed(into: Path) -> str:
    """The sentence that says how many attempts have an agreed label."""
    count = sum(label.rater == labels.AGREED for label in labels.load(into))
    return f"{count} attempt{' is' if count == 1 else 's are'} settled."
