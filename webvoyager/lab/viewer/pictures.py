"""The picture of a step: clean or with its marks, what was acted on outlined, and where; or why
there is none.
"""

import base64
import io
import re
from dataclasses import dataclass

from PIL import Image, ImageDraw

from ... import drawing
from ...records import NOT_KEPT, Box, Observation, Step

CLEAN = "clean"
CHOICES = (*drawing.STYLES, CLEAN)
NOT_READABLE = "The screenshot of this step cannot be read: its file is damaged."
ACTED = "#d55e00"  # as in the figures
_AIMED = ("Click", "Type", "Fill", "Hover", "Select", "Drag")
_FEW_COLOURS = 4096  # with more, a page is mostly photographs
# from the best to the smallest: colours (None for all, 0 as photographs are), width, quality, where
# it fits
_WAYS = (
    (None, 2048, 30, 60_000),
    (0, 1024, 60, 60_000),
    (32, 1024, 30, 0),
    (0, 720, 40, 0),
    (0, 640, 35, 0),
)
# what Pillow says of files that are no picture, or half of one
_DAMAGED = (
    OSError,
    SyntaxError,
    ValueError,
)


@dataclass(frozen=True)
class Picture:
    """A picture as a data: address, or the sentence that stands in its place."""

    address: str = ""
    missing: str = ""


def picture(step: Step, style: str = "black", most: int = 0) -> Picture:
    """The step's picture: a PNG that is made quickly, or with `most` a WebP of about so many bytes
    at most.
    """
    if not step.observation.kept:
        return Picture(missing=NOT_KEPT)
    try:
        image = draw(step, style)
    except _DAMAGED:
        return Picture(missing=NOT_READABLE)
    kind, data = ("webp", _webp(image, most)) if most else ("png", _png(image))
    return Picture(f"data:image/{kind};base64,{base64.b64encode(data).decode()}")


def still(seen: Observation) -> Picture:
    """The clean picture of a page."""
    if not seen.kept:
        return Picture(missing=NOT_KEPT)
    return Picture(f"data:image/png;base64,{base64.b64encode(seen.screenshot).decode()}")


def draw(step: Step, style: str = "black") -> Image.Image:
    """The screenshot in one of CHOICES, with what the action points at outlined and a ring where it
    was aimed.
    """
    seen = step.observation
    marked = style != CLEAN and seen.pictured
    png = drawing.marked(seen.screenshot, seen.marks, style) if marked else seen.screenshot
    image = Image.open(io.BytesIO(png)).convert("RGB")
    for box in acted_on(step):
        _outline(image, box)
    if point := aim(step):
        _ring(image, *point)
    return image


def check(style: str) -> str:
    """The style, if it is one of CHOICES; else ValueError."""
    if style not in CHOICES:
        raise ValueError(f"There is no style {style!r}; choose one of {', '.join(CHOICES)}.")
    return style


def acted_on(step: Step) -> tuple[Box, ...]:
    """The boxes of the mark that the step's action points at, none where it points at none."""
    label = step.action.label if step.action else None
    return next((mark.boxes for mark in step.observation.marks if mark.label == label), ())


def aim(step: Step) -> tuple[float, float] | None:
    """The point that the action names; where it names none, the middle of its mark stands for
    it.
    """
    if not step.action or step.action.name not in _AIMED:
        return None
    x, y, width, height = (*acted_on(step), (0, 0, 0, 0))[0]
    numbers = [float(number) for number in re.findall(r"-?\d{1,5}(?:\.\d{1,5})?", step.action.text)]
    if (step.action.name, len(numbers)) in (("Click", 2), ("Drag", 4)):
        return x + numbers[0], y + numbers[1]
    return (x + width / 2, y + height / 2) if width else None


def _outline(image: Image.Image, box: Box) -> None:
    """A frame around a box that shows on any page: coloured, with white on both sides."""
    x, y, w, h = box
    pen = ImageDraw.Draw(image)
    for air, width, colour in ((7, 5, "white"), (6, 3, ACTED)):
        left, top = max(0, x - air), max(0, y - air)
        right, bottom = min(image.width - 1, x + w + air), min(image.height - 1, y + h + air)
        if left < right and top < bottom:
            pen.rounded_rectangle((left, top, right, bottom), radius=6, outline=colour, width=width)


def _ring(image: Image.Image, x: float, y: float) -> None:
    """A ring with a dot in its middle, drawn four times as large so that its edge is smooth."""
    half, fine = 13, 4
    large = Image.new("RGBA", (2 * half * fine, 2 * half * fine))
    pen = ImageDraw.Draw(large)
    middle = half * fine
    for radius, width, colour in ((12, 5, "white"), (11, 3, ACTED), (4, 4, "white"), (3, 3, ACTED)):
        far = radius * fine
        pen.ellipse(
            (middle - far, middle - far, middle + far, middle + far),
            outline=colour,
            width=width * fine,
        )
    ring = large.resize((2 * half, 2 * half), Image.Resampling.LANCZOS)
    image.paste(ring, (round(x) - half, round(y) - half), ring)


def _png(image: Image.Image) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, "PNG", compress_level=1)
    return buffer.getvalue()


def _webp(image: Image.Image, most: int) -> bytes:
    """The best of the ways above that takes no more than `most` bytes, else the last one."""
    data = b""
    for colours, width, quality, room in _WAYS:
        if most >= room and (colours is not None or image.getcolors(_FEW_COLOURS)):
            data = _encoded(image, colours, width, quality)
            if len(data) <= most:
                break
    return data


def _encoded(image: Image.Image, colours: int | None, width: int, quality: int) -> bytes:
    if image.width > width:
        image = image.resize(
            (width, image.height * width // image.width), Image.Resampling.BILINEAR
        )
    if colours:
        image = image.quantize(
            colours, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE
        ).convert("RGB")
    buffer = io.BytesIO()
    image.save(buffer, "WEBP", lossless=colours != 0, quality=quality, method=2)
    return buffer.getvalue()
