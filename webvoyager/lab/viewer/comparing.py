"""Two episodes side by side, step beside step: two views, two models, before and after."""

from collections.abc import Sequence

from markupsafe import Markup

from ...records import Episode, Verdict
from . import fragments, pictures
from .widgets import Viewer, piece, put, stepper, viewer


def compare(
    a: Episode, b: Episode, *, style: str = "black", verdicts: Sequence[Verdict] = ()
) -> Viewer:
    """Two episodes in two columns that move together: the first step of one beside the first of the
    other, and so on.

    It opens at the first step at which they did different things.
    """
    pictures.check(style)
    parted = parting(a, b)
    heads = _columns([fragments.head(episode) for episode in (a, b)]) + _said(parted, a, b)
    ends = _columns([fragments.end(episode, verdicts) for episode in (a, b)])
    count = max(len(a.steps), len(b.steps))
    first = parted or 1
    still = fragments.styled(heads + _steps(a, b, first, style) + ends)
    slider, controls = stepper(count, first)
    shown = piece(_steps(a, b, first, style))
    slider.observe(lambda _: put(shown, _steps(a, b, slider.value, style)), "value")
    return viewer([piece(heads), controls, shown, piece(ends)], still)


def parting(a: Episode, b: Episode) -> int | None:
    """The first step, from 1, at which two episodes did different things; None where all they did
    is the same.
    """
    for index in range(1, max(len(a.steps), len(b.steps)) + 1):
        done = [
            str(each.steps[index - 1].action) if index <= len(each.steps) else "" for each in (a, b)
        ]
        if done[0] != done[1]:
            return index
    return None


def _said(parted: int | None, a: Episode, b: Episode) -> Markup:
    same = "Both took the same actions." if a.steps or b.steps else "Neither has any steps."
    words = f"They take different actions for the first time at step {parted}." if parted else same
    return Markup('<p class="wv-quiet wv-said">{}</p>').format(words)


def _steps(a: Episode, b: Episode, index: int, style: str) -> Markup:
    return _columns([_step(episode, index, style) for episode in (a, b)])


def _step(episode: Episode, index: int, style: str) -> Markup:
    if index <= len(episode.steps):
        return fragments.step(episode, index, style)
    if not episode.steps:
        return fragments.empty(episode)
    count = len(episode.steps)
    return Markup('<p class="wv-missing">It had ended after {} step{}.</p>').format(
        count, "s" * (count != 1)
    )


def _columns(pieces: list[Markup]) -> Markup:
    cells = Markup("").join(Markup("<div>{}</div>").format(piece) for piece in pieces)
    return Markup('<div class="wv-columns">{}</div>').format(cells)
