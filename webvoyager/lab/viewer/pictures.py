"""The picture of a step as a data: address of limited size; or why there is no picture."""

import io
from dataclasses import dataclass

from PIL import Image

from ... import drawing
from ...display import NOT_READABLE
from ...records import Observation, Step
from ..highlighting import CLEAN, draw

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
        data = _compress(image, most) if most else _encode(image, "PNG", compress_level=1)
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


def list_styles() -> tuple[str, ...]:
    """The styles in which pictures can be shown, yours in drawing.STYLES too."""
    return *drawing.STYLES, CLEAN


def check_style(style: str) -> str:
    """The style; raises ValueError when it isn't one of `list_styles`."""
    if style not in list_styles():
        raise ValueError(f"There is no style {style!r}; choose one of {', '.join(list_styles())}.")
    return style


def _compress(image: Image.Image, most: int) -> bytes:
    """The picture in the best compression that takes at most `most` bytes, else the smallest."""
    data = b""
    for colours, width, quality, least in _COMPRESSIONS:
        if most < least or (colours is None and not image.getcolors(_FEW_COLOURS)):
            continue
        smaller = image
        if image.width > width:
            size = (width, image.height * width // image.width)
            smaller = image.resize(size, Image.Resampling.BILINEAR)
        if colours:
            few = smaller.quantize(colours, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
            smaller = few.convert("RGB")
        data = _encode(smaller, "WEBP", lossless=colours != 0, quality=quality, method=2)
        if len(data) <= most:
            break
    return data


def _encode(image: Image.Image, kind: str, **options: object) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, kind, **options)
    return buffer.getvalue()
