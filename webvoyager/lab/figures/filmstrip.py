"""An episode as a strip of its screenshots, and the choice of a typical episode."""

import io
import textwrap
import unicodedata
from collections.abc import Iterable
from typing import Any

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle
from PIL import Image

from ...records import Episode, Step
from ...runs import Missing
from ..ending_words import describe_ending
from .captions import name_models
from .styling import COLOURS, QUIET, style

# in inches
_FRAME = 3.1  # width of a screenshot
_GAP = 0.24  # between screenshots
_WORDS = 0.8  # height of the text below a screenshot
_LINE = 0.23  # height of a line of the title or the answer
_PER_ROW = 4  # screenshots at most
_RING_MARGIN = 7  # pixels of the page between an element and its ring


def filmstrip(episode: Episode, *, ax: Axes | None = None) -> Axes:
    """All marked screenshots of an episode with thoughts and actions below; then how it ended.

    The layout is in inches; in your own `ax` it is scaled to fit. Raises ValueError when the
    episode has no steps.
    """
    if not episode.steps:
        raise ValueError(f"The episode has no steps to show: {episode.stop}.")
    pictures = [  # None if the run did not keep it
        Image.open(io.BytesIO(step.observation.marked())) if step.observation.kept else None
        for step in episode.steps
    ]
    rows = -(-len(pictures) // _PER_ROW)
    columns = -(-len(pictures) // rows)  # rows as even as possible
    tall = max(_measure_height(picture) for picture in pictures)
    wide = max(2, columns) * (_FRAME + _GAP) + _GAP
    title = _wrap(episode.task.question, wide * 8.2)
    ending = _wrap(describe_ending(episode), wide * 9)
    top = 0.2 + _LINE * len(title)
    bottom = top + rows * (tall + _WORDS + _GAP)
    high = bottom + _LINE * (len(ending) + 1) + 0.1
    with style():
        ax = ax or plt.figure(figsize=(wide, high), layout="none").add_axes((0, 0, 1, 1))
        ax.set(xlim=(0, wide), ylim=(high, 0), aspect="equal", anchor="NW")
        ax.axis("off")
        scale = min(1, ax.get_window_extent().width / ax.figure.dpi / wide)
        _write(ax, _GAP, 0.1, title, size=13 * scale, weight="bold")
        for place, (step, picture) in enumerate(zip(episode.steps, pictures, strict=True)):
            row, column = divmod(place, columns)
            left, upper = _GAP + column * (_FRAME + _GAP), top + row * (tall + _WORDS + _GAP)
            _draw_step(ax, step, picture, left, upper, tall, scale)
        colour = COLOURS[0] if episode.stop == "answer" else COLOURS[1]
        _write(ax, _GAP, bottom, ending, size=11.5 * scale, weight="bold", color=colour)
        player = [name_models([episode.model])]
        _write(ax, wide - _GAP, high - 0.26, player, size=9 * scale, color=QUIET, ha="right")
        return ax


def typical(episodes: Iterable[Episode]) -> Episode:
    """The episode of median length among those with all pictures, so that nobody picks one by hand.

    If two are in the middle, it is the longer one. Raises ValueError when no episode has all its
    pictures.
    """
    complete = [
        episode
        for episode in episodes
        if episode.steps and all(step.observation.kept for step in episode.steps)
    ]
    if not complete:
        raise Missing("None of these episodes has all its pictures: choose a run that kept them.")
    return sorted(complete, key=lambda episode: len(episode.steps))[len(complete) // 2]


def _measure_height(picture: Image.Image | None) -> float:
    return _FRAME * picture.height / picture.width if picture else _FRAME * 3 / 4


def _draw_step(
    ax: Axes,
    step: Step,
    picture: Image.Image | None,
    left: float,
    top: float,
    tall: float,
    scale: float,
) -> None:
    """Draw a framed screenshot, or a dashed frame that says why there is none, and what was done.

    A ring is around the element that the action points at. Below are the action, or why there is
    none, and the thought.
    """
    frame = Rectangle((left, top), _FRAME, tall, fill=False, ec=QUIET, lw=0.8 * scale)
    ax.add_patch(frame)
    if picture:
        frame.set_height(height := _measure_height(picture))
        extent = (left, left + _FRAME, top + height, top)
        ax.imshow(picture, extent=extent, aspect="equal", interpolation="antialiased")
        label = step.action.label if step.action else None
        target = next((mark for mark in step.observation.marks if mark.label == label), None)
        inches = _FRAME / picture.width  # per pixel
        for x, y, *size in target.boxes if target else ():
            corner = (left + (x - _RING_MARGIN) * inches, top + (y - _RING_MARGIN) * inches)
            width, height = ((side + 2 * _RING_MARGIN) * inches for side in size)
            ring = Rectangle(corner, width, height, fill=False, ec=COLOURS[1], lw=1.8 * scale)
            ax.add_patch(ring).set_gid("ring")
    else:
        frame.set_linestyle("--")
        why = "\n".join(_wrap(step.observation.missing, _FRAME * 8))
        words = ax.text(left + _FRAME / 2, top + tall / 2, why, size=9 * scale, gid="not kept")
        words.set(color=QUIET, style="italic", ha="center", va="center")
    action = [f"{step.index}  " + "".join(_wrap(str(step.action or step.error), _FRAME * 11.3, 1))]
    thought = _wrap(step.thought, _FRAME * 16.5)
    below = top + tall
    _write(ax, left, below + 0.07, action, size=9.5 * scale, weight="bold")
    _write(ax, left, below + 0.29, thought, size=8 * scale, color=QUIET, linespacing=1.25)


def _write(ax: Axes, x: float, y: float, lines: list[str], **font: Any) -> None:
    ax.text(x, y, "\n".join(lines), va="top", **font)


def _wrap(text: str, width: float, lines: int = 3) -> list[str]:
    """Lines of about `width` letters; Chinese, Japanese and Korean ones are twice as wide."""
    wide = sum(unicodedata.east_asian_width(letter) in "FW" for letter in text)
    letters = int(width / (1 + wide / max(1, len(text))))
    return textwrap.wrap(text, letters, max_lines=lines, placeholder=" …")
