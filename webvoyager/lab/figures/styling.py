"""The look that all figures share, and how they are saved to a file."""

import io
import logging
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

import matplotlib as mpl
import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.font_manager import fontManager
from matplotlib.ft2font import FT2Font
from PIL import Image

from ...data_files import DATA

PUBLISHED = DATA / "paper"  # the papers' numbers, as CSV files
MARKERS = "osD^vP"
COLOUR_MAP = mpl.colormaps["viridis_r"].with_extremes(bad="white")  # darker is better
INK, QUIET, FAINT = "#222222", "#666666", "#DDDDDD"
DPI = 180  # of a saved figure
CJK = "中あ한"  # a letter of each script that has thousands; the first font lacks them
CJK_FONTS = ("WenQuanYi Micro Hei", "Noto Sans CJK JP", "Microsoft YaHei", "Hiragino Sans GB")
LARGE = 1_000_000  # bytes: a font of so many letters has more


def find_fallbacks() -> list[str]:
    """Installed fonts that together have the letters of CJK, those of CJK_FONTS first."""
    files = {
        entry.name: Path(entry.fname)
        for entry in fontManager.ttflist
        if (entry.weight, entry.style) == (400, "normal") and "LastResort" not in entry.fname
    }
    found: list[str] = []
    missing = set(CJK)
    for name in sorted(files, key=lambda name: (name not in CJK_FONTS, name)):
        if missing and files[name].exists() and files[name].stat().st_size > LARGE:
            font = FT2Font(str(files[name]))
            if letters := {each for each in missing if font.get_char_index(ord(each))}:
                found, missing = [*found, name], missing - letters
    return found


STYLE: Any = (
    mpl.rc_params_from_file(  # Any: the type of settings differs among Matplotlib's versions
        Path(__file__).with_name("figures.mplstyle"), use_default_template=False
    )
)
STYLE["font.family"] = ["DejaVu Sans", *find_fallbacks()]
COLOURS: list[str] = STYLE["axes.prop_cycle"].by_key()["color"]
# these fonts lack bold letters: Matplotlib would say so at each bold title, whatever its script
logging.getLogger("matplotlib.font_manager").addFilter(lambda log: "font weight" not in log.msg)
# where no font has a letter, a box is drawn, which says so: Matplotlib would add a line for each
warnings.filterwarnings("ignore", r"Glyph \d+ .* missing from")


@contextmanager
def style() -> Iterator[None]:
    """Apply the style of all figures inside a `with` block.

    At the end only these settings are restored: drawing a notebook's first figure also turns on
    inline display, which has to stay on.
    """
    before = {name: mpl.rcParams[name] for name in STYLE}
    mpl.rcParams.update(STYLE)
    try:
        yield
    finally:
        mpl.rcParams.update(before)


def save(ax: Axes, file: str | Path, colours: int = 256, *, close: bool = False) -> Path:
    """Write a figure with all its captions to a file, sharp enough for print; return the path.

    A PNG is reduced to `colours` colours: 256 save two thirds of a screenshot's bytes, and 28 halve
    the rest and keep text legible. An SVG has the same bytes each time. With `close`, a notebook
    does not show the figure as well.
    """
    file, figure = Path(file), cast(Figure, ax.figure)
    if file.suffix == ".png":
        buffer = io.BytesIO()  # as TIFF: it is read back at once, compressing it would be wasted
        figure.savefig(buffer, format="tiff", dpi=DPI, bbox_inches="tight")
        # with few colours, the octree keeps small bright details that the median cut loses
        method = Image.Quantize.MEDIANCUT if colours > 64 else Image.Quantize.FASTOCTREE
        image = Image.open(buffer).convert("RGB")
        image.quantize(colours, method, dither=Image.Dither.NONE).save(file, optimize=True)
    else:
        with mpl.rc_context({"svg.hashsalt": "webvoyager"}):  # otherwise the ids inside are random
            undated = {"Date": None} if file.suffix == ".svg" else None
            figure.savefig(file, dpi=DPI, bbox_inches="tight", metadata=undated)
    if close:
        plt.close(figure)
    return file
