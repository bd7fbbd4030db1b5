"""What all figures share: colours, captions, labels, percent axes, and saving to a file."""

import io
import logging
import math
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import matplotlib as mpl
import matplotlib.pyplot as plt
import pandas
from matplotlib.axes import Axes
from matplotlib.font_manager import get_font_names
from PIL import Image

from ... import models
from ...data_files import DATA
from ..running import rates

PUBLISHED = DATA / "paper"  # the papers' numbers, as CSV files
# Okabe and Ito's palette, safe for colour-blind readers
COLOURS = ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9"]
MARKERS = "osD^vP"
COLOUR_MAP = mpl.colormaps["viridis_r"].with_extremes(bad="white")  # darker is better
INK, QUIET, FAINT = "#222222", "#666666", "#DDDDDD"
DPI = 180  # of a saved figure
# of Linux, Windows and macOS, for the Chinese, Japanese and Korean that the first font lacks
CJK_FONTS = ("WenQuanYi Micro Hei", "Noto Sans CJK JP", "Microsoft YaHei", "Hiragino Sans GB")
STYLE = {
    "font.family": ["DejaVu Sans", *(name for name in CJK_FONTS if name in get_font_names())],
    "figure.dpi": 110,
    "figure.constrained_layout.use": True,
    "font.size": 11,
    "text.color": INK,
    "axes.edgecolor": QUIET,
    "axes.labelcolor": INK,
    "axes.titlesize": 13,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.titlepad": 12,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "axes.prop_cycle": mpl.cycler(color=COLOURS),
    "grid.color": FAINT,
    "grid.linewidth": 0.8,
    "xtick.color": QUIET,
    "ytick.color": QUIET,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "xtick.major.size": 0,
    "ytick.major.size": 0,
    "legend.frameon": False,
}
# these fonts lack bold letters: Matplotlib would say so at each bold title, whatever its script
logging.getLogger("matplotlib.font_manager").addFilter(lambda log: "font weight" not in log.msg)


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
    if Path(file).suffix == ".png":
        buffer = io.BytesIO()  # as TIFF: it is read back at once, compressing it would be wasted
        ax.figure.savefig(buffer, format="tiff", dpi=DPI, bbox_inches="tight")
        # with few colours, the octree keeps small bright details that the median cut loses
        method = Image.Quantize.MEDIANCUT if colours > 64 else Image.Quantize.FASTOCTREE
        image = Image.open(buffer).convert("RGB")
        image.quantize(colours, method, dither=Image.Dither.NONE).save(file, optimize=True)
    else:
        with mpl.rc_context({"svg.hashsalt": "webvoyager"}):  # otherwise the ids inside are random
            undated = {"Date": None} if Path(file).suffix == ".svg" else None
            ax.figure.savefig(file, dpi=DPI, bbox_inches="tight", metadata=undated)
    if close:
        plt.close(ax.figure)
    return Path(file)


def make_axes(width: float, height: float) -> Axes:
    """New axes in a figure of this size, in inches."""
    return plt.subplots(figsize=(width, height))[1]


def make_panels(width: float, height: float, count: int) -> list[Axes]:
    """`count` new axes side by side with a shared y axis, in a figure of this size, in inches."""
    return list(plt.subplots(1, count, figsize=(width, height), sharey=True, squeeze=False)[1][0])


def set_percent_axis(ax: Axes, label: str, end: float) -> None:
    """Draw the x axis from 0 to 100 % and leave room for labels up to `end`."""
    ax.set_xlim(0, end)
    ax.set_xticks(range(0, 101, 20))
    ax.set_xlabel(label, x=50 / end)
    ax.spines["bottom"].set_bounds(0, 100)
    ax.spines["left"].set_visible(False)
    ax.grid(axis="y", visible=False)


def draw_interval(
    ax: Axes, height: float, low: float, high: float, colour: str, **more: object
) -> None:
    """Draw a horizontal bar between two shares."""
    ax.plot([100 * low, 100 * high], [height, height], color=colour, lw=3, alpha=0.45, **more)


def write_beside(ax: Axes, x: float, y: float, text: str, **more: object) -> None:
    """Write a label to the right of a point."""
    place = dict(xytext=(7, 0), textcoords="offset points", va="center_baseline")
    ax.annotate(text, (x, y), **place, **more)


def write_caption(ax: Axes, text: str, side: str = "left", gap: float = 40) -> None:
    """Write small text `gap` points below the axes, at their left or right edge."""
    place = dict(xycoords="axes fraction", textcoords="offset points", ha=side, va="top")
    font = dict(color=QUIET, size=9, linespacing=1.3, parse_math=False)
    x = 0 if side == "left" else 1
    ax.annotate(text, (x, 0), (0, -gap), gid="caption", **place, **font)


def write_rates_caption(ax: Axes, df: pandas.DataFrame, note: str) -> Axes:
    """Write the note, the number of episodes behind the rates and, at the right, the models."""
    results = rates.results(df)
    unscored = int(results["success"].isna().sum())
    faults = int(df["stop"].str.startswith("error").sum())
    excluded = {
        "unscored": unscored,
        "ended in a fault": faults,
        "earlier attempts": len(df) - faults - len(results),
    }
    n = len(results) - unscored
    counts = f"n = {n} scored episode{'s' * (n != 1)}"
    if any(excluded.values()):
        apart = [f"{count} {reason}" for reason, count in excluded.items() if count]
        counts += f"; apart: {', '.join(apart)}"
    return write_named_caption(ax, f"{note}\n{counts}", df["model"])


def write_named_caption(ax: Axes, text: str, models: Iterable[str], gap: float = 40) -> Axes:
    """Write a caption and, below it at the right, the models."""
    write_caption(ax, text, gap=gap)
    names = textwrap.fill(name_models(dict.fromkeys(models)), 96, break_on_hyphens=False)
    write_caption(ax, "\n" * (text.count("\n") + 1) + names, "right", gap)
    return ax


def write_figure_caption(ax: Axes, text: str, models: Iterable[str] = ()) -> None:
    """Write a caption and then the models below all panels of the figure that `ax` belongs to."""
    names = textwrap.fill(name_models(dict.fromkeys(models)), 96, break_on_hyphens=False)
    place = dict(x=0.01, ha="left", parse_math=False)
    words = f"{text}\n{names}".rstrip()
    ax.figure.supxlabel(words, size=9, color=QUIET, linespacing=1.3, **place)


def wrap_name(name: str, width: int = 30) -> str:
    """Wrap a series' name to fit into a margin; a long word is broken."""
    return textwrap.fill(name, width)


def spread_out(heights: Iterable[float], sizes: Sequence[float], top: float) -> list[float]:
    """The heights of labels' middles, moved apart so that none of these sizes overlap.

    Labels keep their order. They move up; those that would pass the top push the ones below down.
    """
    heights = list(heights)
    order = sorted(range(len(heights)), key=heights.__getitem__)
    floor, ceiling = -math.inf, top
    for label in order:
        heights[label] = max(heights[label], floor + sizes[label] / 2)
        floor = heights[label] + sizes[label] / 2
    for label in reversed(order):
        heights[label] = min(heights[label], ceiling - sizes[label] / 2)
        ceiling = heights[label] - sizes[label] / 2
    return heights


def name_models(names: Iterable[str]) -> str:
    """Name the models; the name of a stand-in says that it is not a language model."""
    return "; ".join(map(models.describe, names))
