"""An episode step by step, or two side by side: two views, two models, before and after."""

from collections.abc import Iterable, Sequence

import ipywidgets
from markupsafe import Markup

from ...records import Episode, Verdict
from . import fragments, pictures, prompts
from .widgets import Viewer, piece, stepper, update


def show(
    episode: Episode,
    step: int = 1,
    *,
    style: str = "black",
    verdicts: Sequence[Verdict] = (),
) -> Viewer:
    """Step through an episode from `step` on: page, thought, action, result, and how it ended.

    `style` is how the marks are drawn: one of drawing.STYLES or "clean". `verdicts` may be a whole
    run's; those on this attempt are shown. `episode.steps[k]` shows a step without widgets. Raises
    ValueError when there is no such step or style.
    """
    pictures.check_style(style)
    if not 1 <= step <= max(len(episode.steps), 1):
        raise ValueError(f"The episode has steps 1 to {len(episode.steps)}, no step {step}.")
    head, end = fragments.head(episode), fragments.end(episode, verdicts)
    if not episode.steps:
        whole = head + fragments.empty(episode) + end
        return Viewer([piece(whole)], fragments.styled(whole))
    slider, controls = stepper(len(episode.steps), step)
    marks = ipywidgets.Dropdown(options=pictures.list_styles(), value=style, description="Marks")
    with_prompt = ipywidgets.ToggleButton(False, description="Prompt and reply")
    controls.children += (marks, with_prompt)
    first = fragments.step(episode, step, style)
    shown, prompt = piece(first), piece()

    def turn(_: object) -> None:
        update(shown, fragments.step(episode, slider.value, marks.value))
        update(prompt, prompts.as_html(episode, slider.value) if with_prompt.value else "")

    for widget in (slider, marks, with_prompt):
        widget.observe(turn, "value")
    table = fragments.render("table", episode=episode, chosen=step)
    still = fragments.styled(head + first + table + end)
    return Viewer([piece(head), controls, shown, prompt, piece(end)], still)


def compare(
    a: Episode, b: Episode, *, style: str = "black", verdicts: Sequence[Verdict] = ()
) -> Viewer:
    """Show two episodes in two columns that move together, step n beside step n.

    It opens at the first step at which they did different things.
    """
    pictures.check_style(style)
    longest = max(len(a.steps), len(b.steps))
    actions = [[str(step.action) for step in episode.steps] for episode in (a, b)]
    taken = [each + [""] * (longest - len(each)) for each in actions]
    pairs = enumerate(zip(*taken, strict=True), 1)
    different = next((index for index, (ours, theirs) in pairs if ours != theirs), None)
    if different:
        text = f"They take different actions for the first time at step {different}."
    else:
        text = "Both took the same actions." if longest else "Neither has any steps."
    heads = _render_columns(map(fragments.head, (a, b))) + fragments.line(text, "quiet wv-said")
    ends = _render_columns(fragments.end(episode, verdicts) for episode in (a, b))

    def render_step(index: int) -> Markup:
        return _render_columns(_render_step(episode, index, style) for episode in (a, b))

    slider, controls = stepper(longest, different or 1)
    first = render_step(slider.value)
    steps, still = piece(first), fragments.styled(heads + first + ends)
    slider.observe(lambda _: update(steps, render_step(slider.value)), "value")
    return Viewer([piece(heads), controls, steps, piece(ends)], still)


def _render_step(episode: Episode, index: int, style: str) -> Markup:
    """The step, or a sentence if the episode has no step of that number."""
    count = len(episode.steps)
    if index <= count:
        return fragments.step(episode, index, style)
    if not count:
        return fragments.empty(episode)
    return fragments.line(f"It had ended after {count} step{'s' * (count != 1)}.", "missing")


def _render_columns(columns: Iterable[Markup]) -> Markup:
    cells = Markup("").join(Markup("<div>{}</div>").format(column) for column in columns)
    return Markup('<div class="wv-columns">{}</div>').format(cells)
