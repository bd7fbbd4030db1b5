"""Words on figures: labels beside points, captions, and the models' names."""

import textwrap
from collections.abc import Iterable
from typing import Any

import pandas
from matplotlib.axes import Axes

from ... import models
from ..statistics import rates
from .styling import QUIET


def write_beside(
    ax: Axes, x: float, y: float, text: str, shift: tuple[float, float] = (7, 0), **font: Any
) -> None:
    """Write a label beside a point, `shift` points from it: by default to its right."""
    font = {"va": "center_baseline"} | font
    ax.annotate(text, (x, y), shift, textcoords="offset points", **font)


def write_caption(ax: Axes, text: str, side: str = "left", gap: float = 40) -> None:
    """Write small text `gap` points below the axes, at their left or right edge."""
    corner = (0 if side == "left" else 1, 0)
    caption = ax.annotate(text, corner, (0, -gap), "axes fraction", "offset points", gid="caption")
    caption.set(color=QUIET, size=9, ha=side, va="top", linespacing=1.3)


def write_rates_caption(ax: Axes, df: pandas.DataFrame, note: str) -> Axes:
    """Write the note, the number of episodes behind the rates and, at the right, the models."""
    results = rates.results(df)
    unscored = int(results["success"].isna().sum())
    faults = int(df["stop"].str.startswith("error").sum())
    earlier = len(df) - faults - len(results)
    reasons = {"unscored": unscored, "ended in a fault": faults, "earlier attempts": earlier}
    apart = ", ".join(f"{count} {reason}" for reason, count in reasons.items() if count)
    n = len(results) - unscored
    counts = f"n = {n} scored episode{'s' * (n != 1)}" + (f"; apart: {apart}" if apart else "")
    return write_named_caption(ax, f"{note}\n{counts}", df["model"])


def write_named_caption(ax: Axes, text: str, models: Iterable[str]) -> Axes:
    """Write a caption and, below it at the right, the models."""
    write_caption(ax, text)
    write_caption(ax, "\n" * (text.count("\n") + 1) + _wrap_models(models), "right")
    return ax


def write_figure_caption(ax: Axes, text: str, models: Iterable[str] = ()) -> None:
    """Write a caption and then the models below all panels of the figure that `ax` belongs to."""
    words = f"{text}\n{_wrap_models(models)}".rstrip()
    caption = ax.figure.supxlabel(words, x=0.01, ha="left", size=9, color=QUIET)
    caption.set(linespacing=1.3)


def _wrap_models(names: Iterable[str]) -> str:
    return textwrap.fill(name_models(dict.fromkeys(names)), 96, break_on_hyphens=False)


def name_models(names: Iterable[str]) -> str:
    """Name the models; the name of a stand-in says that it is not a language model."""
    return "; ".join(map(models.describe, names))


def wrap_name(name: str, width: int = 30) -> str:
    """Wrap a series' name to fit into a margin; a long word is broken."""
    return textwrap.fill(name, width)
