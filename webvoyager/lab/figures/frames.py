"""The frames of an animation: the question, each step with its action in words, how it ended."""

import math
import textwrap
from typing import Any

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from PIL import Image, ImageOps

from ... import drawing
from ...display import NOT_READABLE
from ...records import Episode, Step
from .. import highlighting
from ..ending_words import describe_ending
from ..planning.action_words import say_step
from .captions import name_models
from .styling import COLOURS, FAINT, INK, QUIET, style

# in inches
_WIDE, _BAND = 8.0, 0.95  # width of a frame, height of the words below its picture
_MARGIN, _NUMBER = 0.45, 0.95  # left edge of the words, and of those beside a number
_LOWEST, _TALLEST = 0.5, 1.5  # height of a picture, relative to its width
_SMALLEST = 10  # points


def draw_frames(episode: Episode, width: int) -> list[Image.Image]:
    """The frames of an episode, all of one size, `width` pixels wide.

    A step's frame has its numbered screenshot with the target highlighted, or the reason why there
    is none. Every frame names the model.
    """
    task, count, player = episode.task, len(episode.steps), name_models([episode.model])
    pictures: list[Image.Image | str] = []  # or the sentence that says why there is none
    for step in episode.steps:
        try:
            pictures.append(step.observation.missing or highlighting.draw(step))
        except drawing.DAMAGED:
            pictures.append(NOT_READABLE)
    shapes = [each.height / each.width for each in pictures if isinstance(each, Image.Image)]
    size = (width, _WIDE * min(_TALLEST, max([_LOWEST, *shapes])))
    colour = COLOURS[0] if episode.stop == "answer" else COLOURS[1]
    made = f"{count} step{'s' * (count != 1)} by {player}"
    title = _draw_frame(size, task.question, INK, made, head=f"{task.site}, {task.url}")
    ending = _draw_frame(size, describe_ending(episode), colour, made, head=task.question)
    steps = [
        _draw_frame(size, picture, QUIET, player, f"{step.index}/{count}", describe_step(step))
        for step, picture in zip(episode.steps, pictures, strict=True)
    ]
    return [title, *steps, ending]


def describe_step(step: Step) -> str:
    """What a step did, with the number of its element: `Click the link "Recipes" [3]`."""
    if step.action is None:
        return f"No action: {step.error}"
    number = f" [{step.action.label}]" if isinstance(step.action.label, int) else ""
    failed = f" (not carried out: {step.error})" if step.error else ""
    return f"{say_step(step)}{number}{failed}"


def _draw_frame(
    size: tuple[int, float],
    shown: Image.Image | str,
    colour: str,
    foot: str,
    number: str = "",
    below: str = "",
    head: str = "",
) -> Image.Image:
    """A picture, or words in its place, and the words around it.

    `size` is the width in pixels and the height of the picture in inches.
    """
    width, tall = size
    figure = Figure((_WIDE, tall + _BAND), width / _WIDE, facecolor="white")
    canvas = FigureCanvasAgg(figure)
    left, wide = _NUMBER if number else _MARGIN, _WIDE - 2 * _MARGIN
    with style():
        if isinstance(shown, str):
            weight, place = "bold" if head else "normal", (_MARGIN, 1.3, wide, tall - 1.7)
            _write(figure, shown, place, 28, "center", color=colour, weight=weight)
        right = _WIDE - left - 0.2
        _write(figure, head, (_MARGIN, 0.45, wide, 0.75), 16, color=QUIET)
        _write(figure, number, (0.2, tall + 0.13, 0.7, 0.3), 14, color=COLOURS[1], weight="bold")
        _write(figure, below, (left, tall + 0.13, right, 0.52), 14, color=INK)
        _write(figure, foot, (left, tall + 0.7, right, 0.2), 10, color=QUIET)
        edge = _BAND / figure.get_figheight()
        figure.add_artist(Line2D([0, 1], [edge, edge], color=FAINT, lw=1 if number else 0))
        canvas.draw()
    frame = Image.frombuffer("RGBA", canvas.get_width_height(), canvas.buffer_rgba()).convert("RGB")
    if isinstance(shown, Image.Image):
        room = (width, round(tall * width / _WIDE))
        fitted = ImageOps.contain(shown, room, Image.Resampling.LANCZOS)
        frame.paste(fitted, ((width - fitted.width) // 2, 0))
    return frame


def _write(
    figure: Figure,
    words: str,
    box: tuple[float, float, float, float],
    size: float,
    va: str = "top",
    **font: Any,
) -> None:
    """Write words into a box (left, top, width, height, in inches), smaller if they are many."""
    left, top, wide, high = box
    letters = 5000 * wide * high  # that fit into the box, of one point
    size = min(size, max(_SMALLEST, math.sqrt(letters / max(1, len(words)))))
    most = max(1, round(53 * high / size))
    lines = textwrap.wrap(words, int(125 * wide / size), max_lines=most, placeholder=" …")
    x, y = left / _WIDE, 1 - (top + high / 2 * (va == "center")) / figure.get_figheight()
    text = figure.text(x, y, "\n".join(lines), size=size, va=va, **font)
    drawn = text.get_window_extent()
    across, down = (room * figure.dpi for room in (wide, high))
    text.set_fontsize(size * min(1, across / max(1, drawn.width), down / max(1, drawn.height)))
