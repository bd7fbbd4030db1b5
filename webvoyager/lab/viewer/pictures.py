"""The picture of a step: clean or with marks, the target outlined; or why there is no picture."""

import io
import re
from dataclasses import dataclass

from PIL import Image, ImageDraw

from ... import drawing
from ...records import NOT_KEPT, NOT_READABLE, Box, Observation, Step

CLEAN = "clean"
CHOICES = (*drawing.STYLES, CLEAN)
ACTED = "#d55e00"  # as in the figures
_AIMED = ("Click", "Type", "Fill", "Hover", "Select", "Drag")
_FEW_COLOURS = 4096  # a page with more is mostly photographs
# from the best to the smallest: number of colours (None: lossless, 0: lossy), width, quality, and
# the size in bytes from which it is tried
_COMPRESSIONS = (
    (None, 2048, 30, 60_000),
    (0, 1024, 60, 60_000),
    (32, 1024, 30, 0),
    (0, 720, 40, 0),
    (0, 640, 35, 0),
)


@dataclass(frozen=True)
class Picture:
    """A picture as a data: address, or the sentence to show instead."""

    address: str = ""
    missing: str = ""


def picture(step: Step, style: str = "black", most: int = 0) -> Picture:
    """The step's picture: a PNG, quick to make, or with `most` a WebP of about that many bytes."""
    if not step.observation.kept:
        return Picture(missing=NOT_KEPT)
    try:
        image = draw(step, style)
        data = _compress(image, most) if most else _encode_png(image)
    except drawing.DAMAGED:
        return Picture(missing=NOT_READABLE)
    return Picture(drawing.address(data))


def page_picture(observation: Observation) -> Picture:
    """The clean screenshot of a page."""
    if not observation.kept:
        return Picture(missing=NOT_KEPT)
    clean = observation.screenshot
    if not drawing.readable(clean):
        return Picture(missing=NOT_READABLE)
    return Picture(drawing.address(clean))


def draw(step: Step, style: str = "black") -> Image.Image:
    """The screenshot in one of CHOICES, the target outlined and a ring where the action aimed."""
    seen = step.observation
    marked = style != CLEAN and seen.pictured
    png = drawing.marked(seen.screenshot, seen.marks, style) if marked else seen.screenshot
    image = Image.open(io.BytesIO(png)).convert("RGB")
    for box in target_boxes(step):
        _draw_outline(image, box)
    if point := aim(step):
        _draw_ring(image, *point)
    return image


def check_style(style: str) -> str:
    """The style if it is one of CHOICES, else ValueError."""
    if style not in CHOICES:
        raise ValueError(f"There is no style {style!r}; choose one of {', '.join(CHOICES)}.")
    return style


def target_boxes(step: Step) -> tuple[Box, ...]:
    """The boxes of the mark that the step's action points at; none if it points at none."""
    label = step.action.label if step.action else None
    return next((mark.boxes for mark in step.observation.marks if mark.label == label), ())


def aim(step: Step) -> tuple[float, float] | None:
    """The point that the action names, or the middle of its mark if it names none."""
    if not step.action or step.action.name not in _AIMED:
        return None
    x, y, width, height = (*target_boxes(step), (0, 0, 0, 0))[0]
    numbers = [float(number) for number in re.findall(r"-?\d{1,5}(?:\.\d{1,5})?", step.action.text)]
    if (step.action.name, len(numbers)) in (("Click", 2), ("Drag", 4)):
        return x + numbers[0], y + numbers[1]
    return (x + width / 2, y + height / 2) if width else None


def _draw_outline(image: Image.Image, box: Box) -> None:
    """A frame around a box, with white on both sides so that it shows on any page."""
    x, y, width, height = box
    pen = ImageDraw.Draw(image)
    for air, stroke, colour in ((7, 5, "white"), (6, 3, ACTED)):
        left, right = max(0, x - air), min(image.width - 1, x + width + air)
        top, bottom = max(0, y - air), min(image.height - 1, y + height + air)
        if left < right and top < bottom:
            frame = (left, top, right, bottom)
            pen.rounded_rectangle(frame, radius=6, outline=colour, width=stroke)


def _draw_ring(image: Image.Image, x: float, y: float) -> None:
    """A ring with a dot in its middle, drawn at four times its size for a smooth edge."""
    half, fine = 13, 4
    large = Image.new("RGBA", (2 * half * fine, 2 * half * fine))
    pen = ImageDraw.Draw(large)
    middle = half * fine
    for radius, width, colour in ((12, 5, "white"), (11, 3, ACTED), (4, 4, "white"), (3, 3, ACTED)):
        near, far = middle - radius * fine, middle + radius * fine
        pen.ellipse((near, near, far, far), outline=colour, width=width * fine)
    ring = large.resize((2 * half, 2 * half), Image.Resampling.LANCZOS)
    image.paste(ring, (round(x) - half, round(y) - half), ring)


def _encode_png(image: Image.Image) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, "PNG", compress_level=1)
    return buffer.getvalue()


def _compress(image: Image.Image, most: int) -> bytes:
    """The best compression that takes no more than `most` bytes, else the smallest."""
    data = b""
    for colours, width, quality, least in _COMPRESSIONS:
        if most >= least and (colours is not None or image.getcolors(_FEW_COLOURS)):
            data = _encode_webp(image, colours, width, quality)
            if len(data) <= most:
                break
    return data


def _encode_webp(image: Image.Image, colours: int | None, width: int, quality: int) -> bytes:
    if image.width > width:
        size = (width, image.height * width // image.width)
        image = image.resize(size, Image.Resampling.BILINEAR)
    if colours:
        image = image.quantize(colours, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
        image = image.convert("RGB")
    buffer = io.BytesIO()
    image.save(buffer, "WEBP", lossless=colours != 0, quality=quality, method=2)
    return buffer.getvalue()
