"""How many marks screenshots carry, and how crowded their numbers are, by site."""

from itertools import cycle

import pandas
from matplotlib.axes import Axes
from matplotlib.patches import Patch
from pandas.api.typing import SeriesGroupBy

from ...runs import Missing
from ..running import rates
from ..running.screens import NEAR
from .lacking import says_what_it_lacks
from .styling import COLOURS, make_axes, style, wrap_name, write_beside, write_named_caption

LABELS = {  # for columns of `screens.describe_screens`: the axis label, and a factor
    "marks": ("Marks per screenshot", 1),
    "covered": ("Share of the viewport that numbers cover (%)", 100),
    "crowded": (f"Share of numbers with another one nearer than {NEAR} pixels (%)", 100),
    "moved": ("Share of numbers that are not at their usual place (%)", 100),
}
_SITE_GAP = 0.5  # the gap between two sites, in rows
_NOTE = (
    "Box: the middle half of a site's screenshots, with their median, which is written beside it;"
    "\nwhiskers: from 5 % to 95 % of them."
)


@says_what_it_lacks
def marks_per_screenshot(
    data: pandas.DataFrame,
    *,
    what: str = "marks",
    hue: str = "model",
    site: str = "site",
    ax: Axes | None = None,
) -> Axes:
    """The distribution of the number of marks per screenshot, one box per site and series.

    `data` has one row per step, as returned by `screens.describe_screens`; `what` is the column to
    draw, one of LABELS or your own. Steps whose view had no picture are left out. Raises ValueError
    when a column is missing or no screenshot is left.
    """
    shown = _choose_screenshots(data, what, hue, site)
    label, factor = LABELS.get(what, (what, 1))
    shown = shown.assign(value=factor * shown[what].astype(float))
    medians = shown.groupby(site)["value"].median().sort_values(ascending=False, kind="stable")
    blocks = rates.split(shown, hue)
    pitch = len(blocks) + _SITE_GAP
    with style():
        ax = ax or make_axes(8.6, 1.9 + 0.27 * pitch * len(medians))
        for row, (block, colour) in enumerate(zip(blocks.values(), cycle(COLOURS))):
            _draw_series(ax, block.groupby(site)["value"], medians.index, row, pitch, colour)
        middles = [pitch * place + (len(blocks) - 1) / 2 for place in range(len(medians))]
        ax.set_yticks(middles, medians.index)
        ax.set(ylim=(pitch * len(medians) - _SITE_GAP, -0.8), title="What screenshots carry")
        ax.set_xlabel(label)
        _leave_room(ax)
        ax.grid(axis="y", visible=False)
        ax.spines["left"].set_visible(False)
        if len(blocks) > 1:
            _draw_legend(ax, list(blocks))
        return write_named_caption(ax, f"{_NOTE}\n{_describe_counts(data, shown)}", data["model"])


def _choose_screenshots(data: pandas.DataFrame, what: str, hue: str, site: str) -> pandas.DataFrame:
    """The rows with a screenshot and a known value."""
    rates.require(data, what, hue, site, "model")
    rates.require_one_kind(data)
    pictured = data[data["pictured"]] if "pictured" in data else data
    if pictured.empty:
        raise Missing("No step has a screenshot: the view is text only.")
    shown = pictured[pictured[what].notna()]
    if shown.empty:
        raise Missing(f"No screenshot has a value for {what!r}.")
    return shown


def _draw_series(
    ax: Axes, groups: SeriesGroupBy, sites: pandas.Index, row: int, pitch: float, colour: str
) -> None:
    """Draw the boxes of one series, each with its median and the number of screenshots."""
    present = [site for site in sites if site in groups.groups]
    heights = [pitch * list(sites).index(site) + row for site in present]
    values = [groups.get_group(site).to_numpy() for site in present]
    look = dict(color=colour, lw=1.5)
    boxes = ax.boxplot(
        values,
        positions=heights,
        orientation="horizontal",
        whis=(5, 95),
        widths=0.6,
        showfliers=False,
        showcaps=False,
        patch_artist=True,
        manage_ticks=False,
        boxprops=dict(facecolor=colour, alpha=0.4, lw=0),
        medianprops=dict(color=colour, lw=3, solid_capstyle="butt"),
        whiskerprops=look,
    )
    ends = [line.get_xdata()[1] for line in boxes["whiskers"][1::2]]
    for end, height, found in zip(ends, heights, values, strict=True):
        words = f"{pandas.Series(found).median():.3g} (n = {len(found):,})"
        write_beside(ax, end, height, words, color=colour, size=9)


def _leave_room(ax: Axes) -> None:
    """Begin the x axis at 0, and leave room for words right of the furthest whisker."""
    most = max(line.get_xdata().max() for line in ax.lines) or 1
    ticks = [tick for tick in ax.get_xticks() if 0 <= tick <= most]
    ax.set(xlim=(0, 1.25 * most), xticks=ticks)
    ax.spines["bottom"].set_bounds(0, most)
    ax.xaxis.label.set_x(1 / 2.5)


def _draw_legend(ax: Axes, names: list[str]) -> None:
    """Write the names of the series to the right of the axes, where long names fit."""
    handles = [
        Patch(facecolor=colour, alpha=0.6, label=wrap_name(name))
        for name, colour in zip(names, cycle(COLOURS))
    ]
    ax.legend(handles=handles, loc="upper left", bbox_to_anchor=(1, 1), fontsize=9.5)


def _describe_counts(data: pandas.DataFrame, shown: pandas.DataFrame) -> str:
    words = f"n = {len(shown):,} screenshots, one per step"
    left = len(data) - len(shown)
    return words + (f"; apart: {left:,} without a picture, or not known" if left else "")
