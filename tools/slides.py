"""Makes slides of the table "Figures to show" of WORKSHOP.md, in build/slides/.

    python -m tools.slides        then open build/slides/index.html in a browser

A row of the table is a slide: its figure, its headline, and what to say, which the key N shows. The
page needs no internet: pictures, style and script are in its folder. Its print has a slide a page.
"""

import re
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from PIL import Image

ROOT = Path(__file__).resolve().parents[1]
SLIDES, SECTION = ROOT / "build" / "slides", "## Figures to show"
WIDE = 1.35  # a figure of at least this shape has its headline above it, others beside it
ROW = re.compile(r"^\| (.+) \| (.+) \| (.+) \|$", re.M)
NO_FIGURE = "–"
_templates = Environment(
    loader=FileSystemLoader(Path(__file__).parent),
    undefined=StrictUndefined,
    autoescape=True,
    trim_blocks=True,
    lstrip_blocks=True,
)


@dataclass(frozen=True)
class Slide:
    """One idea; `figure` is the name of its picture, or "" for a slide of words."""

    figure: str
    headline: str
    note: str
    shape: str  # "wide", "tall" or "words": how it is laid out


def make(folder: Path = SLIDES, source: Path = ROOT / "WORKSHOP.md") -> Path:
    """Write the slides and their figures into a folder; return the page.

    Raises ValueError when the section has no rows, FileNotFoundError when a figure is missing.
    """
    section = source.read_text("utf-8").partition(SECTION)[2].partition("\n## ")[0]
    rows = ROW.findall(section)[1:]  # the first names the columns
    if not rows:
        raise ValueError(f"{source.name} has no table of slides below {SECTION!r}.")
    figures = [_find_figure(cell) for cell, _, _ in rows if cell != NO_FIGURE]
    if missing := [file.name for file in figures if not file.is_file()]:
        raise FileNotFoundError(
            f"There is no figure {', '.join(missing)}: draw it with `make figures`."
        )
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for file in figures:
        shutil.copy(file, folder)
    page = folder / "index.html"
    slides = [_make_slide(*row) for row in rows]
    page.write_text(_templates.get_template("slides.html").render(slides=slides), encoding="utf-8")
    return page


def _find_figure(cell: str) -> Path:
    return ROOT / cell.strip("`")


def _make_slide(cell: str, headline: str, note: str) -> Slide:
    if cell == NO_FIGURE:
        return Slide("", headline, note, "words")
    figure = _find_figure(cell)
    with Image.open(figure) as picture:
        shape = "wide" if picture.width >= WIDE * picture.height else "tall"
    return Slide(figure.name, headline, note, shape)


def main() -> None:
    """The command of the docstring above."""
    try:
        print(make())
    except (ValueError, FileNotFoundError) as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
