"""An observation as a dict of arrays and texts, and the Gymnasium space that it is in.

The names are BrowserGym's where it has the same thing: goal, url, screenshot, last_action_error.
"""

from io import BytesIO
from typing import Any

import numpy
from gymnasium import spaces
from PIL import Image

from ...drawing import Style
from ...records import Observation, Task
from ...views import MOST_MARKS

LONGEST = 1_000_000  # characters of a text
FARTHEST = 1_000_000.0  # CSS pixels, or screens of a page


class Words(spaces.Text):
    """A text of any characters; Gymnasium's Text lists those that it allows."""

    def __init__(self, max_length: int = LONGEST) -> None:
        super().__init__(max_length, min_length=0)

    def contains(self, x: Any) -> bool:
        """Whether this is a text, and not longer than `max_length`."""
        return isinstance(x, str) and len(x) <= self.max_length

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Words) and self.max_length == other.max_length

    def __repr__(self) -> str:
        return f"Words({self.max_length})"


def make_space(viewport: tuple[int, int]) -> spaces.Dict:
    """The space of `to_dict` for a browser with this viewport (width, height)."""
    width, height = viewport
    mark = {
        "label": spaces.Discrete(MOST_MARKS),
        "role": Words(),
        "text": Words(),
        "box": spaces.Box(-FARTHEST, FARTHEST, (4,), numpy.float32),
    }
    return spaces.Dict(
        {
            "goal": Words(),
            "url": Words(),
            "title": Words(),
            "screenshot": spaces.Box(0, 255, (height, width, 3), numpy.uint8),
            "text": Words(),
            "marks": spaces.Sequence(spaces.Dict(mark)),
            "notes": spaces.Sequence(Words()),
            "scroll": spaces.Box(0, FARTHEST, (2,), numpy.float32),
            "last_action_error": Words(),
        }
    )


def to_dict(seen: Observation, task: Task, style: str | Style = "black") -> dict[str, Any]:
    """What the agent sees, and the task's question.

    `screenshot` is uint8, height x width x RGB, with the numbers drawn in this style. `text` has a
    line for each mark, or what else the view shows as text. A mark's box is x, y, width, height in
    CSS pixels of the viewport. `scroll` is how many screens of the page lie above and below.
    """
    marks = []
    for mark in seen.marks:  # the box holds all lines of a wrapped link
        left, top = (min(box[side] for box in mark.boxes) for side in (0, 1))
        right, bottom = (max(box[side] + box[side + 2] for box in mark.boxes) for side in (0, 1))
        box = numpy.array([left, top, right - left, bottom - top], numpy.float32)
        marks.append({"label": mark.label, "role": mark.role, "text": mark.text, "box": box})
    return {
        "goal": task.question,
        "url": seen.url,
        "title": seen.title,
        "screenshot": to_pixels(seen, style),
        "text": seen.text,
        "marks": tuple(marks),
        "notes": tuple(seen.notes),
        "scroll": numpy.array(seen.scroll, numpy.float32),
        "last_action_error": seen.error,
    }


def to_pixels(seen: Observation, style: str | Style = "black") -> numpy.ndarray:
    """The screenshot with its numbers as uint8, height x width x RGB."""
    return numpy.array(Image.open(BytesIO(seen.marked(style))).convert("RGB"))
