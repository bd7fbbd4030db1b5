"""Two episodes side by side, step by step: two views, two models, before and after."""

from collections.abc import Sequence

from markupsafe import Markup

from ...records import Episode, Verdict
from . import fragments, pictures
from .widgets import Viewer, make_viewer, piece, stepper, update


def compare(
    a: Episode, b: Episode, *, style: str = "black", verdicts: Sequence[Verdict] = ()
) -> Viewer:
    """Show two episodes in two columns that move together, step n beside step n.

    It opens at the first step at which they did different things.
    """
    pictures.check_style(style)
    different = first_difference(a, b)
    start = different or 1
    heads = _render_columns([fragments.head(episode) for episode in (a, b)])
    heads += _describe_difference(different, a, b)
    ends = _render_columns([fragments.end(episode, verdicts) for episode in (a, b)])
    still = fragments.styled(heads + _render_steps(a, b, start, style) + ends)
    slider, controls = stepper(max(len(a.steps), len(b.steps)), start)
    steps = piece(_render_steps(a, b, start, style))
    slider.observe(lambda _: update(steps, _render_steps(a, b, slider.value, style)), "value")
    return make_viewer([piece(heads), controls, steps, piece(ends)], still)


def first_difference(a: Episode, b: Episode) -> int | None:
    """The first step, from 1, at which two episodes did different things; None if there is none."""
    for index in range(1, max(len(a.steps), len(b.steps)) + 1):
        ours, theirs = (
            str(episode.steps[index - 1].action) if index <= len(episode.steps) else ""
            for episode in (a, b)
        )
        if ours != theirs:
            return index
    return None


def _describe_difference(different: int | None, a: Episode, b: Episode) -> Markup:
    if different:
        text = f"They take different actions for the first time at step {different}."
    else:
        text = "Both took the same actions." if a.steps or b.steps else "Neither has any steps."
    return Markup('<p class="wv-quiet wv-said">{}</p>').format(text)


def _render_steps(a: Episode, b: Episode, index: int, style: str) -> Markup:
    return _render_columns([_render_step(episode, index, style) for episode in (a, b)])


def _render_step(episode: Episode, index: int, style: str) -> Markup:
    """The step, or a sentence if the episode has no step of that number."""
    count = len(episode.steps)
    if index <= count:
        return fragments.step(episode, index, style)
    if not count:
        return fragments.empty(episode)
    text = f"It had ended after {count} step{'s' * (count != 1)}."
    return Markup('<p class="wv-missing">{}</p>').format(text)


def _render_columns(columns: list[Markup]) -> Markup:
    cells = Markup("").join(Markup("<div>{}</div>").format(column) for column in columns)
    return Markup('<div class="wv-columns">{}</div>').format(cells)
