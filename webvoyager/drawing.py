"""Draw the numbers onto a clean screenshot, in several styles."""

import base64
import io
import struct
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

import numpy
from PIL import Image, ImageChops, ImageDraw, ImageFont

PNG = b"\x89PNG\r\n\x1a\n"  # its signature
TAG_HEIGHT = 14
DIGIT = 7
CARET = 3  # its greatest width, in pixels
DAMAGED = (OSError, SyntaxError, ValueError, Image.DecompressionBombError)  # what Pillow raises
_FONT = 11
# What is worse than covering a square pixel of the page, and how many times:
_OWN_WORDS = 20  # covering one of the target's own words
_MISTAKEN = 300  # lying nearer to another target


@dataclass(frozen=True)
class Style:
    """How marks look: boxes and numbers, colours and lines.

    Marks take the colours in turn.
    """

    colours: tuple[str, ...] = ("#000000",)
    boxes: bool = True
    numbers: bool = True
    width: int = 1
    dash: int = 3  # pixels; 0 draws a solid line
    ink: str = "#ffffff"


STYLES = {
    "black": Style(),  # the paper found one black better than many colours (section 3.3)
    "colours": Style(
        ("#0072b2", "#d55e00", "#007a5a", "#a3447e", "#7a5d00", "#00628a"), width=2, dash=0
    ),
    "boxes": Style(numbers=False),
    "numbers": Style(boxes=False),
    "contrast": Style(("#ffe600",), width=3, dash=0, ink="#000000"),  # for projectors
}


def find_style(style: str | Style) -> Style:
    """The style of this name, or a style of your own itself; ValueError if there is none."""
    if isinstance(style, Style):
        return style
    if style not in STYLES:
        raise ValueError(f"There is no style {style!r}; choose one of {', '.join(STYLES)}.")
    return STYLES[style]


def readable(picture: bytes) -> bool:
    """Whether a picture can be decoded; its file may be cut short or not be a picture at all."""
    try:
        Image.open(io.BytesIO(picture)).load()
    except DAMAGED:
        return False
    return True


def address(picture: bytes) -> str:
    """A PNG, JPEG or WebP as a data: address with its media type."""
    kind = {b"\xff\xd8": "jpeg", b"RI": "webp"}.get(picture[:2], "png")
    return f"data:image/{kind};base64,{base64.b64encode(picture).decode()}"


def marked(picture: bytes, marks: Sequence[Any], style: str | Style = "black") -> bytes:
    """The picture as a PNG, with each mark's boxes and number drawn on it.

    Only pixels are kept; the file's metadata is dropped.
    """
    return _draw_marks(picture, tuple(marks), find_style(style))


@lru_cache(8)  # a prompt repeats the screenshots of the last steps
def _draw_marks(picture: bytes, marks: tuple, chosen: Style) -> bytes:
    image = Image.open(io.BytesIO(picture)).convert("RGB")
    draw = ImageDraw.Draw(image)
    if chosen.boxes:
        for mark in marks:
            for box in mark.boxes:
                _draw_outline(draw, box, chosen, chosen.colours[mark.label % len(chosen.colours)])
    if chosen.numbers:
        for mark in marks:
            x, y, w, h = map(round, mark.tag_box)
            colour = chosen.colours[mark.label % len(chosen.colours)]
            size = (min(w, image.width), min(h, image.height))
            image.paste(_make_tag(mark.label, size, colour, chosen.ink), (x, y))
    return encode(image)


def encode(image: Image.Image) -> bytes:
    """An RGB image as a PNG: without filters and little compressed, twice as fast as Pillow's."""
    pixels = numpy.asarray(image)
    height, width = pixels.shape[:2]
    rows = numpy.zeros((height, 1 + 3 * width), numpy.uint8)  # each begins with 0: no filter
    rows[:, 1:] = pixels.reshape(height, 3 * width)
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)  # 8 bits, RGB
    chunks = (b"IHDR", header), (b"IDAT", zlib.compress(rows.tobytes(), 1)), (b"IEND", b"")
    return PNG + b"".join(chunk(kind, data) for kind, data in chunks)


def chunk(kind: bytes, data: bytes) -> bytes:
    """A chunk of a PNG: its length, its kind, its data and their checksum."""
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def tag_boxes(
    targets: Sequence[Sequence[Sequence[float]]],
    viewport: tuple[int, int],
    texts: Sequence[Sequence[float]] = (),
) -> list[tuple]:
    """Place each target's number so that no two overlap and none is clipped.

    Where there is room, numbers avoid targets and words, and even where there is little, they are
    nearer to their own target than to others. `targets` holds the boxes of each target
    (x, y, w, h in pixels), in the order of their numbers; `texts` holds the boxes of the page's
    words.
    """
    of_targets, words = _to_array([box for boxes in targets for box in boxes]), _to_array(texts)
    owners = numpy.repeat(numpy.arange(len(targets)), [len(boxes) for boxes in targets])
    first = _to_array([boxes[0] for boxes in targets])
    widths = numpy.array([DIGIT * len(str(n)) + 5 for n in range(len(targets))], dtype=float)
    spots, usable = _find_spots(first, widths, viewport)
    starts, ends = spots[..., :2].min(axis=1), (spots[..., :2] + spots[..., 2:]).max(axis=1)
    around = numpy.hstack([starts, ends - starts])
    later = usable.cumsum(axis=1) - 1  # the number of better places
    cost = 0.02 * later * TAG_HEIGHT * DIGIT
    cost += _count_covered(spots, around, numpy.vstack([of_targets, words]))
    cost += _OWN_WORDS * _count_covered(spots, first, words)
    cost[_lie_nearer_to_another(spots, first, of_targets, owners)] += _MISTAKEN
    best = numpy.where(usable, cost, numpy.inf).argsort(axis=1, kind="stable")
    placed = numpy.zeros((len(targets), 4))
    drawn = numpy.zeros(viewport[::-1], dtype=bool)  # which pixels have a number on them
    for label, order in enumerate(best):
        tried = spots[label, order[: usable[label].sum()]].astype(int).tolist()
        free = (spot for spot in tried if not _cut(drawn, *spot).any())
        placed[label] = next(free, None) or _find_free_place(first[label], widths[label], drawn)
        _cut(drawn, *placed[label].astype(int))[:] = True
    return [tuple(float(value) for value in row) for row in placed]


def cut(picture: bytes, box: Sequence[int]) -> bytes:
    """The part of a picture inside a box, as a PNG."""
    x, y, width, height = box
    return encode(
        Image.open(io.BytesIO(picture)).convert("RGB").crop((x, y, x + width, y + height))
    )


def overlap(first: Sequence[float], second: Sequence[float]) -> float:
    """The area that two boxes (x, y, w, h) share, in square pixels."""
    width = min(first[0] + first[2], second[0] + second[2]) - max(first[0], second[0])
    height = min(first[1] + first[3], second[1] + second[3]) - max(first[1], second[1])
    return max(0, width) * max(0, height)


def alike(first: bytes, second: bytes) -> bool:
    """Whether two screenshots are the same, apart from a blinking caret."""
    if first == second:
        return True
    images = [Image.open(io.BytesIO(png)).convert("RGB") for png in (first, second)]
    if images[0].size != images[1].size:
        return False
    box = ImageChops.difference(*images).getbbox()
    return box is None or box[2] - box[0] <= CARET


def _draw_outline(
    draw: ImageDraw.ImageDraw, box: Sequence[float], style: Style, colour: str
) -> None:
    (x, y, w, h), (across, down) = box, draw.im.size
    pad = style.width  # the line runs around the target, not over its first and last letter
    left, top = max(0, round(x) - pad), max(0, round(y) - pad)
    right, bottom = min(across, round(x + w) + pad) - 1, min(down, round(y + h) + pad) - 1
    if not style.dash:
        draw.rectangle(
            (left, top, max(left, right), max(top, bottom)), outline=colour, width=style.width
        )
        return
    across = _make_dashes(right - left + 1, style.dash)
    down = _make_dashes(bottom - top + 1, style.dash).transpose(Image.Transpose.TRANSPOSE)
    for corner in ((left, top), (left, bottom)):
        draw.bitmap(corner, across, fill=colour)
    for corner in ((left, top), (right, top)):
        draw.bitmap(corner, down, fill=colour)


@cache
def _make_dashes(length: int, dash: int) -> Image.Image:
    """A dashed line one pixel high, as a mask."""
    strip = Image.new("1", (max(1, length), 1))
    strip.putdata([255 * (at % (2 * dash) <= dash) for at in range(max(1, length))])
    return strip


@lru_cache(4096)
def _make_tag(number: int, size: tuple[int, int], colour: str, ink: str) -> Image.Image:
    """A number on its background; cached, as every screenshot needs the same numbers."""
    tag = Image.new("RGB", size, colour)
    middle = (size[0] / 2, size[1] / 2)
    font = ImageFont.load_default(_FONT)
    ImageDraw.Draw(tag).text(middle, str(number), fill=ink, font=font, anchor="mm")
    return tag


def _find_spots(
    boxes: numpy.ndarray, widths: numpy.ndarray, viewport: tuple[int, int]
) -> tuple[numpy.ndarray, Any]:
    """The places to try for each box, best first, and which of them are usable.

    They go around the box from its top left, then onto its corners, then inside them. Shapes
    (n, 20, 4) and (n, 20). Only places inside the viewport are usable; if a box has none, all its
    places are moved inside.
    """
    x, y, w, h = boxes.T
    right, bottom, height = x + w, y + h, numpy.full_like(widths, TAG_HEIGHT)
    middle = y + h / 2 - height / 2
    corners = [
        (x, y - height),
        (x - widths, y),
        (x - widths, y - height),
        (right - widths, y - height),
        (right, y),
        (x, bottom),
        (right - widths, bottom),
        (x - widths, bottom - height),
        (right, bottom - height),
        (right, middle),
        (x - widths, middle),
        (x - widths / 2, y - height / 2),
        (right - widths / 2, y - height / 2),
        (x - widths / 2, bottom - height / 2),
        (right - widths / 2, bottom - height / 2),
        (x, y),
        (right - widths, y),
        (x, bottom - height),
        (right - widths, bottom - height),
        (x + w / 2 - widths / 2, middle),
    ]
    rows = [numpy.stack([left.round(), top.round(), widths, height], 1) for left, top in corners]
    spots = numpy.stack(rows, 1)
    ends = numpy.stack([viewport[0] - widths, viewport[1] - height], 1)[:, None]
    fits = (spots[..., :2] >= 0) & (spots[..., :2] <= ends)
    inside: numpy.ndarray = numpy.all(fits, axis=2)
    without_place = numpy.logical_not(numpy.any(inside, axis=1))
    spots[without_place, :, :2] = spots[without_place, :, :2].clip(0, ends[without_place])
    return spots, inside | without_place[:, None]


def _find_free_place(box: Sequence[float], width: float, drawn: numpy.ndarray) -> tuple:
    """A free place near the box, on a widening grid; the box's corner if the viewport is full.

    `drawn` marks the pixels of the viewport that a number already covers. A summed-area table gives
    the number of covered pixels in each place.
    """
    w, h, step = int(width), TAG_HEIGHT, TAG_HEIGHT // 2
    for far in (12 * DIGIT, 24 * DIGIT, 48 * DIGIT, max(drawn.shape)):
        left = max(0, int(box[0] - far)) // DIGIT * DIGIT
        top = max(0, int(box[1] - far)) // step * step
        part = drawn[top : int(box[1] + far) + h + 1, left : int(box[0] + far) + w + 1]
        sums = numpy.pad(part.cumsum(axis=0).cumsum(axis=1), ((1, 0), (1, 0)))
        inside = sums[h:, w:] - sums[:-h, w:] - sums[h:, :-w] + sums[:-h, :-w]
        down, across = numpy.nonzero(inside[::step, ::DIGIT] == 0)
        if len(down):
            x, y = left + across * DIGIT, top + down * step
            nearest = (abs(x - box[0]) + abs(y - box[1])).argmin()
            return x[nearest], y[nearest], width, h
    return (*numpy.clip(box[:2], 0, (drawn.shape[1] - w, drawn.shape[0] - h)).round(), width, h)


def _cut(pixels: numpy.ndarray, x: int, y: int, w: int, h: int) -> numpy.ndarray:
    """The part of the pixels that lies in a box."""
    return pixels[max(0, y) : y + h, max(0, x) : x + w]


def _to_array(boxes: Sequence[Sequence[float]]) -> numpy.ndarray:
    """Boxes as rows of shape (n, 4), even if n is 0."""
    return numpy.array(boxes, dtype=float).reshape(-1, 4)


def _overlaps(a: numpy.ndarray, b: numpy.ndarray) -> numpy.ndarray:
    """Which of the boxes `a` (rows) overlap which of `b` (columns)."""
    (ax, ay, aw, ah), (bx, by, bw, bh) = a.T[..., None], b.T
    return (ax < bx + bw) & (bx < ax + aw) & (ay < by + bh) & (by < ay + ah)


def _lie_nearer_to_another(
    spots: numpy.ndarray, first: numpy.ndarray, boxes: numpy.ndarray, owners: numpy.ndarray
) -> numpy.ndarray:
    """Which spots have their middle nearer to another target than to their own; shape (n, 20).

    `owners` has the number of each box's target. A target around the whole of a spot's own does
    not count.
    """
    middles = spots[..., :2] + spots[..., 2:] / 2
    starts, ends = middles.min(axis=1), middles.max(axis=1)
    reach = numpy.hstack([starts - TAG_HEIGHT, ends - starts + 2 * TAG_HEIGHT])
    of_spots, of_boxes = numpy.nonzero(_overlaps(reach, boxes))
    inside = _count_shared(first[of_spots], boxes[of_boxes]) >= first[of_spots, 2:].prod(axis=1)
    others = (owners[of_boxes] != of_spots) & ~inside
    of_spots, of_boxes = of_spots[others], of_boxes[others]
    own = _measure_distance(middles, first[:, None])[of_spots]
    nearer = _measure_distance(middles[of_spots], boxes[of_boxes][:, None]) < own
    pairs, places = nearer.nonzero()
    found = numpy.zeros(spots.shape[:2], dtype=bool)
    found[of_spots[pairs], places] = True
    return found


def _measure_distance(points: numpy.ndarray, boxes: numpy.ndarray) -> numpy.ndarray:
    """How far points are from boxes, across plus down, in pixels; 0 inside; broadcasts."""
    beyond = numpy.maximum(boxes[..., :2] - points, points - boxes[..., :2] - boxes[..., 2:])
    return beyond.clip(0).sum(axis=-1)


def _count_covered(
    spots: numpy.ndarray, places: numpy.ndarray, boxes: numpy.ndarray
) -> numpy.ndarray:
    """The area that each spot would hide of the boxes in its target's place; shape (n, 20)."""
    of_spots, of_boxes = numpy.nonzero(_overlaps(places, boxes))
    shared = _count_shared(spots[of_spots], boxes[of_boxes][:, None])
    covered = numpy.zeros(spots.shape[:2])
    numpy.add.at(covered, of_spots, shared)
    return covered


def _count_shared(a: numpy.ndarray, b: numpy.ndarray) -> numpy.ndarray:
    """The area that pairs of boxes share, in square pixels; broadcasts."""
    (ax, ay, aw, ah), (bx, by, bw, bh) = (numpy.moveaxis(boxes, -1, 0) for boxes in (a, b))
    across = numpy.minimum(ax + aw, bx + bw) - numpy.maximum(ax, bx)
    down = numpy.minimum(ay + ah, by + bh) - numpy.maximum(ay, by)
    return across.clip(0) * down.clip(0)
