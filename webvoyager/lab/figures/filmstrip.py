"""An episode as a strip of its screenshots, and which one to show."""

import io
import textwrap
from collections.abc import Iterable
from functools import partial

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle
from PIL import Image

from ...records import NOT_KEPT, Episode, Step
from .look import COLOURS, QUIET, name_models, style

# inches: a picture, the space between, its words, a line
_FRAME, _GAP, _WORDS, _LINE = (
    3.1,
    0.24,
    0.8,
    0.23,
)


def filmstrip(episode: Episode, *, ax: Axes | None = None) -> Axes:
    """An episode in one picture: what was seen, marked, with what was thought and done beneath;
    then how it ended.

    It is laid out in inches; in an `ax` of yours all of it shrinks or grows to fit.
    """
    if not episode.steps:
        raise ValueError(f"The episode has no steps to show: {episode.stop}.")
    pictures = [_picture(step) for step in episode.steps]
    deep = -(-len(pictures) // 4)  # rows of four at most, as even as they go
    across = -(-len(pictures) // deep)
    tall = max(
        _FRAME * picture.height / picture.width if picture else _FRAME * 3 / 4
        for picture in pictures
    )
    wide = max(2, across) * (_FRAME + _GAP) + _GAP
    title = _lines(episode.task.question, wide * 8.2)
    end = _lines(_ending(episode), wide * 9)
    top = 0.2 + _LINE * len(title)
    bottom = top + deep * (tall + _WORDS + _GAP)
    high = bottom + _LINE * (len(end) + 1) + 0.1
    with style():
        ax = ax or plt.figure(figsize=(wide, high), layout="none").add_axes((0, 0, 1, 1))
        ax.set(xlim=(0, wide), ylim=(high, 0), aspect="equal", anchor="NW")
        ax.axis("off")
        size = min(1, ax.get_window_extent().width / ax.figure.dpi / wide)
        say = partial(ax.text, va="top", parse_math=False)
        say(_GAP, 0.1, "\n".join(title), size=13 * size, weight="bold")
        for place, (step, picture) in enumerate(zip(episode.steps, pictures, strict=True)):
            row, column = divmod(place, across)
            left, upper = _GAP + column * (_FRAME + _GAP), top + row * (tall + _WORDS + _GAP)
            if picture:
                _frame(ax, step, picture, left, upper, size)
            else:
                _empty_frame(ax, left, upper, tall, size)
            doing = _lines(str(step.action or step.error), _FRAME * 11.3, 1)
            thought = _lines(step.thought, _FRAME * 16.5, 3)
            say(
                left,
                upper + tall + 0.07,
                f"{step.index}  {''.join(doing)}",
                size=9.5 * size,
                weight="bold",
            )
            say(
                left,
                upper + tall + 0.29,
                "\n".join(thought),
                size=8 * size,
                color=QUIET,
                linespacing=1.25,
            )
        colour = COLOURS[0] if episode.stop == "answer" else COLOURS[1]
        say(_GAP, bottom, "\n".join(end), size=11.5 * size, weight="bold", color=colour)
        say(
            wide - _GAP,
            high - 0.26,
            name_models([episode.model]),
            size=9 * size,
            color=QUIET,
            ha="right",
        )
        return ax


def typical(episodes: Iterable[Episode]) -> Episode:
    """The episode of median length among those whose pictures are all there: a choice by rule, not
    by hand.

    Of two in the middle it is the longer one. ValueError where there is none.
    """
    whole = [
        episode
        for episode in episodes
        if episode.steps and all(step.observation.kept for step in episode.steps)
    ]
    if not whole:
        raise ValueError("Of none of these episodes are all pictures kept.")
    return sorted(whole, key=lambda episode: len(episode.steps))[len(whole) // 2]


def _lines(words: str, width: float, most: int = 3) -> list[str]:
    return textwrap.wrap(words, int(width), max_lines=most, placeholder=" …")


def _picture(step: Step) -> Image.Image | None:
    """The marked screenshot, None where the run kept none."""
    return Image.open(io.BytesIO(step.observation.marked())) if step.observation.kept else None


def _empty_frame(ax: Axes, left: float, top: float, tall: float, size: float) -> None:
    """A frame that says why it is empty."""
    ax.add_patch(Rectangle((left, top), _FRAME, tall, fill=False, ec=QUIET, lw=0.8 * size, ls="--"))
    words = "\n".join(_lines(NOT_KEPT, _FRAME * 8))
    place = (left + _FRAME / 2, top + tall / 2)
    ax.text(
        *place,
        words,
        ha="center",
        va="center",
        size=9 * size,
        color=QUIET,
        style="italic",
        gid="not kept",
    )


def _frame(
    ax: Axes, step: Step, picture: Image.Image, left: float, top: float, size: float
) -> None:
    """One screenshot, what the action points at ringed."""
    tall = _FRAME * picture.height / picture.width
    ax.imshow(
        picture,
        extent=(left, left + _FRAME, top + tall, top),
        aspect="equal",
        interpolation="antialiased",
    )
    ax.add_patch(Rectangle((left, top), _FRAME, tall, fill=False, ec=QUIET, lw=0.8 * size))
    for x, y, w, h in _pointed_at(step):
        scale, air = _FRAME / picture.width, 7
        corner = (left + (x - air) * scale, top + (y - air) * scale)
        ring = Rectangle(
            corner, (w + 2 * air) * scale, (h + 2 * air) * scale, fill=False, ec=COLOURS[1]
        )
        ax.add_patch(ring).set(lw=1.8 * size, gid="ring")


def _pointed_at(step: Step) -> tuple:
    """The boxes of the mark that the step's action points at, if it does."""
    label = step.action.label if step.action else None
    found = [mark for mark in step.observation.marks if mark.label == label]
    return found[0].boxes if found else ()


def _ending(episode: Episode) -> str:
    if episode.stop == "answer":
        return f"Answer: {episode.answer}"
    reached = episode.stop.replace("limit:", "it reached its limit of")
    return f"No answer: {'the steps ran out' if episode.stop == 'max_steps' else reached}"
