"""A step's screenshot with its target outlined, and a ring where the action aimed.

The viewer, slides and papers all show this picture.
"""

import io
import re

from PIL import Image, ImageDraw

from .. import drawing
from ..records import Box, Step

CLEAN = "clean"  # without marks: one more style than drawing.STYLES
ACTED = "#d55e00"  # as in the figures
_AIMED = ("Click", "Type", "Fill", "Hover", "Select", "Drag")


def draw(step: Step, style: str = "black") -> Image.Image:
    """The screenshot in one of drawing.STYLES, or clean, with the step's target highlighted."""
    seen = step.observation
    marked = style != CLEAN and seen.pictured
    png = drawing.marked(seen.screenshot, seen.marks, style) if marked else seen.screenshot
    image = Image.open(io.BytesIO(png)).convert("RGB")
    for box in target_boxes(step):
        _draw_outline(image, box)
    if point := aim(step):
        _draw_ring(image, *point)
    return image


def target_boxes(step: Step) -> tuple[Box, ...]:
    """The boxes of the mark that the step's action points at; none if it points at none."""
    label = step.action.label if step.action else None
    return next((mark.boxes for mark in step.observation.marks if mark.label == label), ())


def aim(step: Step) -> tuple[float, float] | None:
    """The point that the action names, else the middle of its mark; None if it has neither."""
    if not step.action or step.action.name not in _AIMED:
        return None
    x, y, width, height = (*target_boxes(step), (0, 0, 0, 0))[0]
    numbers = [float(number) for number in re.findall(r"-?\d{1,5}(?:\.\d{1,5})?", step.action.text)]
    if (step.action.name, len(numbers)) in (("Click", 2), ("Drag", 4)):
        return x + numbers[0], y + numbers[1]
    return (x + width / 2, y + height / 2) if width else None


def _draw_outline(image: Image.Image, box: Box) -> None:
    """Draw a frame around a box, with white on both sides so that it shows on any page."""
    x, y, width, height = box
    pen = ImageDraw.Draw(image)
    for margin, stroke, colour in ((7, 5, "white"), (6, 3, ACTED)):
        left, right = max(0, x - margin), min(image.width - 1, x + width + margin)
        top, bottom = max(0, y - margin), min(image.height - 1, y + height + margin)
        if left < right and top < bottom:
            frame = (left, top, right, bottom)
            pen.rounded_rectangle(frame, radius=6, outline=colour, width=stroke)


def _draw_ring(image: Image.Image, x: float, y: float) -> None:
    """Draw a ring with a dot in its middle, at four times its size for a smooth edge."""
    half, fine = 13, 4
    large = Image.new("RGBA", (2 * half * fine, 2 * half * fine))
    pen = ImageDraw.Draw(large)
    middle = half * fine
    for radius, width, colour in ((12, 5, "white"), (11, 3, ACTED), (4, 4, "white"), (3, 3, ACTED)):
        near, far = middle - radius * fine, middle + radius * fine
        pen.ellipse((near, near, far, far), outline=colour, width=width * fine)
    ring = large.resize((2 * half, 2 * half), Image.Resampling.LANCZOS)
    image.paste(ring, (round(x) - half, round(y) - half), ring)
