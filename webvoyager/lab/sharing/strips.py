"""A few steps of an episode side by side, as an SVG whose text stays text."""

import base64
import io
from functools import partial
from itertools import pairwise
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from PIL import Image, ImageOps

from ...records import Episode, Step
from ...runs import write_whole
from ..ending_words import describe_ending
from .captions import describe_step, make_line, name_player
from .files import choose_by_suffix
from .lettering import measure_widest, wrap
from .screenshots import load_screenshots

# in pixels of the SVG
_TILE = 300  # width of a picture
_TALLEST = 450  # height of a picture, at most
_GAP = 46  # between pictures, for an arrow
_MARGIN = 12
_LINE = 17
_NUMBER = 24  # between a step's number and its words
_TITLE, _WORDS, _SMALL = 16, 13, 11  # font sizes
_SHARP = 2  # pixels of a picture per pixel of the SVG
_COLOURS = 64
_QUALITY = 80
_templates = Environment(
    loader=FileSystemLoader(Path(__file__).parent / "templates"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    keep_trailing_newline=True,
)


def strip(episode: Episode, file: str | Path | None = None, *, steps: int = 4) -> str | Path:
    """An episode as a strip of at most `steps` steps: the SVG's text, or the path of the file.

    It shows the first step, the last one, and evenly chosen ones between; arrows say how many are
    left out. Pictures are embedded, text can be selected, and the same episode gives the same
    bytes. Raises ValueError when the episode has no steps or no stored picture.
    """
    if file is not None:
        choose_by_suffix(file, {".svg": None})
    if isinstance(steps, bool) or not isinstance(steps, int) or steps < 2:
        raise ValueError(f"`steps` must be a whole number of at least 2, not {steps!r}.")
    pictures = load_screenshots(episode)
    chosen = choose_evenly(len(pictures), steps)
    svg = _draw_strip(episode, [(episode.steps[each], pictures[each]) for each in chosen])
    if file is None:
        return svg
    write_whole(Path(file), svg)
    return Path(file)


def choose_evenly(count: int, most: int) -> list[int]:
    """At most `most` evenly spaced indices from 0 to `count` - 1, including both ends."""
    if count <= most:
        return list(range(count))
    return [round(place * (count - 1) / (most - 1)) for place in range(most)]


def _draw_strip(episode: Episode, chosen: list[tuple[Step, Image.Image | str]]) -> str:
    tall = max(_measure_picture(picture)[1] for _, picture in chosen)
    width = 2 * _MARGIN + len(chosen) * _TILE + (len(chosen) - 1) * _GAP
    room = width - 2 * _MARGIN
    title = _wrap(episode.task.question, _TITLE, room, 3, bold=True)
    top = _MARGIN + _LINE * 1.25 * len(title) + 8
    tiles = [
        _make_tile(step, picture, _MARGIN + place * (_TILE + _GAP))
        for place, (step, picture) in enumerate(chosen)
    ]
    below = top + tall + _LINE * max(len(tile["lines"]) for tile in tiles) + 20
    ending = _wrap(describe_ending(episode), _WORDS, room, 2, bold=True)
    return _templates.get_template("strip.svg").render(
        width=width,
        height=round(below + _LINE * (len(ending) + 1) + _MARGIN),
        tile=_TILE,
        tall=tall,
        margin=_MARGIN,
        line=_LINE,
        number=_NUMBER,
        top=round(top),
        below=round(below),
        title=title,
        tiles=tiles,
        arrows=_list_arrows(chosen),
        ending=ending,
        answered=episode.stop == "answer",
        player=_wrap(name_player(episode), _SMALL, room, 1)[0],
        question=make_line(episode.task.question),
        description=_describe_strip(episode, [step for step, _ in chosen]),
        letters={"title": _TITLE, "words": _WORDS, "small": _SMALL},
    )


def _make_tile(step: Step, picture: Image.Image | str, left: int) -> dict:
    """What the template shows of a step; "missing" has the lines to show instead of a picture."""
    width, height = _measure_picture(picture)
    missing = _wrap(picture, _WORDS, _TILE - 40, 3) if isinstance(picture, str) else []
    return {
        "left": left,
        "index": step.index,
        "width": width,
        "height": height,
        "address": "" if missing else _embed(picture, width, height),
        "missing": missing,
        "words": describe_step(step),
        "lines": _wrap(describe_step(step), _WORDS, _TILE - _NUMBER, 4),
    }


def _list_arrows(chosen: list[tuple[Step, Image.Image | str]]) -> list[dict]:
    """Where the arrows begin, and how many steps each leaves out."""
    numbers = [step.index for step, _ in chosen]
    skipped = [after - before - 1 for before, after in pairwise(numbers)]
    lefts = [_MARGIN + place * (_TILE + _GAP) + _TILE for place in range(len(skipped))]
    return [{"left": left, "skipped": count} for left, count in zip(lefts, skipped, strict=True)]


def _describe_strip(episode: Episode, shown: list[Step]) -> str:
    """The whole strip in words, for those who cannot see it."""
    steps = "; ".join(f"step {step.index}: {describe_step(step)}" for step in shown)
    return make_line(
        f"{len(shown)} of {len(episode.steps)} steps by {name_player(episode)}. {steps}."
        f" {describe_ending(episode)}"
    )


def _measure_picture(picture: Image.Image | str) -> tuple[int, int]:
    """Width and height of a picture in the strip."""
    if isinstance(picture, str):
        return _TILE, _TILE * 3 // 4
    height = min(_TALLEST, picture.height * _TILE / picture.width)
    return round(height * picture.width / picture.height), round(height)


def _embed(picture: Image.Image, width: int, height: int) -> str:
    """The picture, scaled down, as a data: address: a PNG of few colours, or a JPEG if smaller."""
    size = (min(picture.width, width * _SHARP), min(picture.height, height * _SHARP))
    small = ImageOps.contain(picture, size, Image.Resampling.LANCZOS)
    plain = small.quantize(_COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    png = _encode(plain, "PNG", optimize=True)
    jpeg = _encode(small, "JPEG", quality=_QUALITY, optimize=True)
    kind, data = ("png", png) if len(png) <= len(jpeg) else ("jpeg", jpeg)
    return f"data:image/{kind};base64,{base64.b64encode(data).decode()}"


def _encode(picture: Image.Image, kind: str, **options: object) -> bytes:
    buffer = io.BytesIO()
    picture.save(buffer, kind, **options)
    return buffer.getvalue()


def _wrap(text: str, size: int, width: int, most: int, bold: bool = False) -> list[str]:
    measure = partial(measure_widest, size=size, bold=bold)
    return wrap(make_line(text), measure, width, most)
