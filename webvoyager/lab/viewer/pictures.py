"""The picture of a step as a data: address of limited size; or why there is no picture."""

import io
from dataclasses import dataclass

from PIL import Image

from ... import drawing
from ...records import NOT_READABLE, Observation, Step
from ..highlighting import CLEAN, draw

CHOICES = (*drawing.STYLES, CLEAN)
_FEW_COLOURS = 4096  # a page with more is mostly photographs
# from the best to the smallest: number of colours (None: lossless, 0: lossy), width, quality, and
# the size limit in bytes from which it is tried
_COMPRESSIONS = (
    (None, 2048, 30, 60_000),
    (0, 1024, 60, 60_000),
    (32, 1024, 30, 0),
    (0, 720, 40, 0),
    (0, 640, 35, 0),
    (0, 640, 20, 0),
)


@dataclass(frozen=True)
class Picture:
    """A picture as a data: address, or the sentence to show instead."""

    address: str = ""
    missing: str = ""


def picture(step: Step, style: str = "black", most: int = 0) -> Picture:
    """The step's picture: a PNG, quick to make, or with `most` a WebP of about that many bytes."""
    if missing := step.observation.missing:
        return Picture(missing=missing)
    try:
        image = draw(step, style)
        data = _compress(image, most) if most else _encode_png(image)
    except drawing.DAMAGED:
        return Picture(missing=NOT_READABLE)
    return Picture(drawing.address(data))


def page_picture(observation: Observation) -> Picture:
    """The clean screenshot of a page."""
    if observation.missing:
        return Picture(missing=observation.missing)
    clean = observation.screenshot
    if not drawing.readable(clean):
        return Picture(missing=NOT_READABLE)
    return Picture(drawing.address(clean))


def check_style(style: str) -> str:
    """The style; raises ValueError when it isn't one of CHOICES."""
    if style not in CHOICES:
        raise ValueError(f"There is no style {style!r}; choose one of {', '.join(CHOICES)}.")
    return style


def _encode_png(image: Image.Image) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, "PNG", compress_level=1)
    return buffer.getvalue()


def _compress(image: Image.Image, most: int) -> bytes:
    """The picture in the best compression that takes at most `most` bytes, else the smallest."""
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
