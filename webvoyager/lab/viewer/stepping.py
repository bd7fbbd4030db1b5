"""An episode step by step, as it happens and afterwards."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

import ipywidgets
from IPython.display import display

from ...records import Episode, Step, Verdict
from . import fragments, pictures
from .widgets import Viewer, piece, put, stepper, viewer


def live(steps: Iterable[Step]) -> Iterator[Step]:
    """The same steps, each shown as it happens with picture, thought and action."""
    for step in steps:
        display(step)
        yield step


def show(
    episode: Episode,
    step: int = 1,
    *,
    style: str = "black",
    verdicts: Sequence[Verdict] = (),
    notes: Mapping[str, str] | None = None,
) -> Viewer:
    """An episode to step through, from `step` on: what was seen, thought and done, what came of it,
    how it ended.

    `style` is how the marks look, one of drawing.STYLES or "clean". Of `verdicts`, a run's or the
    episode's, those on this attempt are shown, and beside them `notes`: words by their heading,
    such as a label or a hint. `episode.steps[k]` shows a step without widgets.
    """
    pictures.check(style)
    if not 1 <= step <= max(len(episode.steps), 1):
        raise ValueError(f"The episode has the steps 1 to {len(episode.steps)}, no step {step}.")
    end = fragments.end(episode, verdicts, notes)
    still = fragments.still(episode, step, style, end)
    if not episode.steps:
        return viewer([piece(fragments.head(episode) + fragments.empty(episode) + end)], still)
    slider, controls = stepper(len(episode.steps), step)
    look = ipywidgets.Dropdown(options=pictures.CHOICES, value=style, description="Marks")
    prompt = ipywidgets.ToggleButton(False, description="Prompt and reply")
    controls.children += (look, prompt)
    shown, asked = piece(), piece()

    def _turn(_: object = None) -> None:
        put(shown, fragments.step(episode, slider.value, look.value))
        put(asked, fragments.prompt(episode, slider.value) if prompt.value else "")

    for widget in (slider, look, prompt):
        widget.observe(_turn, "value")
    _turn()
    return viewer([piece(fragments.head(episode)), controls, shown, asked, piece(end)], still)
