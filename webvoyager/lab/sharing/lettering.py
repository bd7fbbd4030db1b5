"""Text that fits: a font that has the characters, and lines no wider than their space."""

from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from PIL import ImageFont

# files of fonts that a system may have, for scripts that the first font lacks
_OTHERS = ("wqy-microhei.ttc", "NotoSansCJK-Regular.ttc", "msyh.ttc", "Hiragino Sans GB.ttc")
_NO_CHARACTER = "\U0010ffff"  # drawn as the box for characters that a font lacks

Font = ImageFont.FreeTypeFont
Measure = Callable[[str], float]  # the width of a text


def find_font(text: str, size: float, bold: bool = False) -> Font:
    """A font that has all characters of the text, if there is one; `size` is in pixels.

    It is DejaVu Sans, which comes with Matplotlib, except for scripts that it lacks.
    """
    first = _load_font(_find_file("DejaVuSans-Bold.ttf" if bold else "DejaVuSans.ttf"), size)
    others = (_load_font(name, size) for name in _OTHERS)
    fonts = (font for font in (first, *others) if font)
    return next((font for font in fonts if _has_characters(font, text)), first)


def measure_widest(text: str, size: float, bold: bool = False) -> float:
    """The width of a text in pixels, enough for most viewers' fonts: few are wider than DejaVu."""
    font = find_font("", size, bold)
    missing = sum(not _has_characters(font, character) for character in text)
    known = "".join(character for character in text if _has_characters(font, character))
    return font.getlength(known) + missing * size


def wrap(text: str, measure: Measure, width: float, most: int) -> list[str]:
    """The text in at most `most` lines of at most this width; the last may end in "…".

    Lines break between words, and inside words that are wider than a line.
    """
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if measure(longer) <= width:
            lines[-1] = longer
            continue
        lines += _break_word(word, measure, width)
        lines = [line for line in lines if line]
        if len(lines) > most:
            break
    if len(lines) <= most:
        return [line for line in lines if line]
    return [*lines[: most - 1], _shorten(f"{lines[most - 1]} {lines[most]}", measure, width)]


@cache
def _find_file(name: str) -> Path:
    package = Path(find_spec("matplotlib").origin).parent
    return package / "mpl-data" / "fonts" / "ttf" / name


@cache
def _load_font(file: str | Path, size: float) -> Font | None:
    """A font of this size; None where the system has no such file."""
    try:
        return ImageFont.truetype(file, size)
    except OSError:
        return None


def _has_characters(font: Font, text: str) -> bool:
    return all(_has_character(font, character) for character in set(text) if character > "~")


@cache
def _has_character(font: Font, character: str) -> bool:
    return bytes(font.getmask(character)) != bytes(font.getmask(_NO_CHARACTER))


def _break_word(word: str, measure: Measure, width: float) -> list[str]:
    """A word in pieces of at most this width, but at least one character each."""
    pieces = [""]
    for character in word:
        if pieces[-1] and measure(pieces[-1] + character) > width:
            pieces.append("")
        pieces[-1] += character
    return pieces


def _shorten(line: str, measure: Measure, width: float) -> str:
    while line and measure(f"{line}…") > width:
        line = line[:-1]
    return f"{line.rstrip()}…"
