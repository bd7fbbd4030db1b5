"""An episode step by step."""

from collections.abc import Mapping, Sequence

import ipywidgets

from ...records import Episode, Verdict
from . import fragments, pictures
from .widgets import Viewer, make_viewer, piece, stepper, update


def show(
    episode: Episode,
    step: int = 1,
    *,
    style: str = "black",
    verdicts: Sequence[Verdict] = (),
    notes: Mapping[str, str] | None = None,
) -> Viewer:
    """Step through an episode from `step` on: page, thought, action, result, and how it ended.

    `style` is how the marks are drawn: one of drawing.STYLES or "clean". `verdicts` may be a whole
    run's; those on this attempt are shown, with `notes` beside them by heading, such as a label or
    a hint. `episode.steps[k]` shows a step without widgets. Raises ValueError when there is no such
    step or style.
    """
    pictures.check_style(style)
    if not 1 <= step <= max(len(episode.steps), 1):
        raise ValueError(f"The episode has steps 1 to {len(episode.steps)}, no step {step}.")
    head, end = fragments.head(episode), fragments.end(episode, verdicts, notes)
    still = fragments.still(episode, step, style, end)
    if not episode.steps:
        return make_viewer([piece(head + fragments.empty(episode) + end)], still)
    slider, controls = stepper(len(episode.steps), step)
    marks = ipywidgets.Dropdown(options=pictures.CHOICES, value=style, description="Marks")
    with_prompt = ipywidgets.ToggleButton(False, description="Prompt and reply")
    controls.children += (marks, with_prompt)
    shown, prompt = piece(), piece()

    def _turn(_: object = None) -> None:
        update(shown, fragments.step(episode, slider.value, marks.value))
        update(prompt, fragments.prompt(episode, slider.value) if with_prompt.value else "")

    for widget in (slider, marks, with_prompt):
        widget.observe(_turn, "value")
    _turn()
    return make_viewer([piece(head), controls, shown, prompt, piece(end)], still)
