"""What every figure has: one look, a caption that names the model and says what it stands on, and
how it is saved.
"""

import io
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import matplotlib as mpl
import matplotlib.pyplot as plt
import pandas
from matplotlib.axes import Axes
from PIL import Image

from ..running import rates

PAPER = Path(__file__).parents[3] / "data" / "paper"
OFFLINE = {  # what stands in for a language model says so wherever it is named
    "offline-rules": "offline rules, not a language model",
    "offline-eyes": "offline rules with Tesseract's eyes, not a language model",
}
# Okabe and Ito: safe for all eyes
COLOURS = [
    "#0072B2",
    "#D55E00",
    "#009E73",
    "#CC79A7",
    "#E69F00",
    "#56B4E9",
]
MARKERS = "osD^vP"
SHADES = mpl.colormaps["viridis_r"].with_extremes(bad="white")  # darker is better, as in the paper
INK, QUIET, FAINT = "#222222", "#666666", "#DDDDDD"
SHARP = 180  # dots an inch, of a saved figure
LOOK = {
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


@contextmanager
def style() -> Iterator[None]:
    """The look of all figures, for the time of a `with` block.

    Only what it sets is set back: the first figure of a notebook turns on that figures are shown,
    and that is to last.
    """
    before = {name: mpl.rcParams[name] for name in LOOK}
    mpl.rcParams.update(LOOK)
    try:
        yield
    finally:
        mpl.rcParams.update(before)


def save(ax: Axes, file: str | Path, colours: int = 256, *, close: bool = False) -> Path:
    """Write the axes' figure to a file, sharp enough for print and with all its captions; returns
    the path.

    A PNG has 256 colours, a third of the bytes where there are screenshots in it; with 28 it is
    half of that again, and words stay legible. With `close` a notebook does not show the figure as
    well.
    """
    if Path(file).suffix == ".png":
        drawn = io.BytesIO()
        # not packed, to be read again at once
        ax.figure.savefig(drawn, format="tiff", dpi=SHARP, bbox_inches="tight")
        # keeps what is small and bright
        way = Image.Quantize.MEDIANCUT if colours > 64 else Image.Quantize.FASTOCTREE
        Image.open(drawn).convert("RGB").quantize(colours, way, dither=Image.Dither.NONE).save(
            file, optimize=True
        )
    else:
        ax.figure.savefig(file, dpi=SHARP, bbox_inches="tight")
    if close:
        plt.close(ax.figure)
    return Path(file)


def axes(width: float, height: float) -> Axes:
    """New axes in a figure of this size, in inches."""
    return plt.subplots(figsize=(width, height))[1]


def signed(ax: Axes, df: pandas.DataFrame, note: str) -> Axes:
    """The caption under the axes: the note, what the rates stand on, and the models,
    right-aligned.
    """
    found = rates.results(df)
    unscored, faults = (
        int(found["success"].isna().sum()),
        int(df["stop"].str.startswith("error").sum()),
    )
    parts = {
        "unscored": unscored,
        "ended in a fault": faults,
        "earlier attempts": len(df) - faults - len(found),
    }
    apart = [f"{count} {words}" for words, count in parts.items() if count]
    n = len(found) - unscored
    counts = f"n = {n} scored episode{'s' * (n != 1)}" + (
        f"; apart: {', '.join(apart)}" if apart else ""
    )
    words = f"{note}\n{counts}"
    below(ax, words, "left", color=QUIET, size=9, gap=40)
    below(
        ax,
        "\n" * (words.count("\n") + 1) + name_models(df["model"].unique()),
        "right",
        color=QUIET,
        size=9,
        gap=40,
    )
    return ax


def name_models(names: object) -> str:
    """The models by name; the rules that stand in for one say so."""
    known = {name: f"{name}: {words}" for name, words in OFFLINE.items()}
    return "; ".join(known.get(name, name or "model not named") for name in names)


def below(ax: Axes, words: str, side: str, gap: float = 4, **look: object) -> None:
    """Words under the axes, at their left or right edge."""
    x = 0 if side == "left" else 1
    place = dict(
        xycoords="axes fraction", textcoords="offset points", ha=side, va="top", parse_math=False
    )
    ax.annotate(words, (x, 0), (0, -gap), gid="caption", linespacing=1.3, **place, **look)


def beside(ax: Axes, x: float, height: float, words: str, **look: object) -> None:
    """Words to the right of a point."""
    ax.annotate(
        words, (x, height), (7, 0), textcoords="offset points", va="center_baseline", **look
    )
