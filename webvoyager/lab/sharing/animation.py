"""An episode as an animation: a GIF or a WebP."""

import io
import math
from collections.abc import Callable
from pathlib import Path

from PIL import Image

from ...records import Episode
from ...runs import write_whole
from .files import choose_by_suffix
from .frames import Frames
from .screenshots import load_screenshots

_BYTES = 100_000  # at most, for a frame of the usual width
_WIDTH = 720
_NARROWEST, _WIDEST = 320, 4096
_COLOURS = (192, 96, 48, 24)  # of a GIF, from the best to the smallest
_QUALITIES = (80, 60, 40, 20)  # of a WebP


def animate(
    episode: Episode, file: str | Path, *, seconds: float = 2.0, width: int = _WIDTH
) -> Path:
    """Write an episode as an animated GIF or WebP, by the file's suffix; return its path.

    The first frame has the question, the site and the model, the last one the answer; between them
    each step has its numbered screenshot, with its target highlighted, above the action in words.
    Each frame stays for `seconds`; `width` is in pixels. Frames that compress badly get fewer
    colours: ten frames of the usual width take about 1 MB at most. Raises ValueError when the
    episode has no steps or no stored picture.
    """
    encode = choose_by_suffix(file, {".gif": _encode_gif, ".webp": _encode_webp})
    if not (math.isfinite(seconds) and 0.02 <= seconds <= 60):
        raise ValueError(f"A frame must stay for 0.02 to 60 seconds, not {seconds!r}.")
    if not _NARROWEST <= width <= _WIDEST:
        raise ValueError(
            f"The width must be {_NARROWEST} to {_WIDEST} pixels, so that words fit, not {width!r}."
        )
    frames = Frames(episode, load_screenshots(episode), int(width)).draw_all()
    most = _BYTES * len(frames) * (width / _WIDTH) ** 2
    write_whole(Path(file), encode(frames, round(seconds * 1000), most))
    return Path(file)


def _encode_gif(frames: list[Image.Image], duration: int, most: float) -> bytes:
    return _encode_smaller(_write_gif, _COLOURS, frames, duration, most)


def _encode_webp(frames: list[Image.Image], duration: int, most: float) -> bytes:
    return _encode_smaller(_write_webp, _QUALITIES, frames, duration, most)


def _encode_smaller(
    write: Callable,
    qualities: tuple[int, ...],
    frames: list[Image.Image],
    duration: int,
    most: float,
) -> bytes:
    """The frames in the best of `qualities` that takes at most `most` bytes, else the smallest."""
    data = b""
    for quality in qualities:
        data = write(frames, quality, duration)
        if len(data) <= most:
            break
    return data


def _write_gif(frames: list[Image.Image], colours: int, duration: int) -> bytes:
    # with few colours, the octree keeps small bright details that the median cut loses
    method = Image.Quantize.MEDIANCUT if colours > 64 else Image.Quantize.FASTOCTREE
    plain = [frame.quantize(colours, method, dither=Image.Dither.NONE) for frame in frames]
    return _save_all(plain, "GIF", duration, optimize=False, disposal=1)


def _write_webp(frames: list[Image.Image], quality: int, duration: int) -> bytes:
    return _save_all(frames, "WEBP", duration, quality=quality, method=4)


def _save_all(frames: list[Image.Image], kind: str, duration: int, **options: object) -> bytes:
    buffer = io.BytesIO()
    first, *others = frames
    first.save(
        buffer, kind, save_all=True, append_images=others, duration=duration, loop=0, **options
    )
    return buffer.getvalue()
