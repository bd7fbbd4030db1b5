"""How many marks screenshots carry, by site."""

from itertools import count, cycle

import pandas
from matplotlib.axes import Axes
from matplotlib.patches import Patch

from ...runs import Missing
from ..statistics import rates
from .axes import hide_left_edge, make_axes
from .captions import wrap_name, write_beside, write_named_caption
from .plates import figure
from .styling import COLOURS

_SITE_GAP = 0.5  # the gap between two sites, in rows
_NOTE = (
    "Box: the middle half of a site's screenshots, with their median, which is written beside it;"
    "\nwhiskers: from 5 % to 95 % of them."
)
_COLUMNS = ["run", "task", "attempt", "index", "site", "view", "marks", "covered", "crowded"]


@figure(
    "How many numbers does an agent have to choose from, by site?",
    "screens",
    rows=lambda table: table[_COLUMNS],
    hue="view",
)
def marks_per_screenshot(
    data: pandas.DataFrame, *, hue: str = "model", ax: Axes | None = None
) -> Axes:
    """The distribution of the number of marks per screenshot, one box per site and series.

    `data` has one row per step, as returned by `screens.describe_screens`. Steps whose view had no
    picture are left out. Raises ValueError when a column is missing.
    """
    rates.require(data, "marks", hue, "site", "model")
    rates.require_one_kind(data)
    pictured = data[data["pictured"]] if "pictured" in data else data
    if pictured.empty:
        raise Missing("No step has a screenshot: the view is text only.")
    shown = pictured[pictured["marks"].notna()].astype({"marks": float})
    if shown.empty:
        raise Missing("No screenshot has a known number of marks.")
    medians = shown.groupby("site")["marks"].median().sort_values(ascending=False, kind="stable")
    blocks = rates.split(shown, hue)
    colours, pitch = dict(zip(blocks, cycle(COLOURS))), len(blocks) + _SITE_GAP
    places = dict(zip(medians.index, count(step=pitch)))
    ax = ax or make_axes(8.6, 1.9 + 0.27 * pitch * len(places))
    for row, (name, block) in enumerate(blocks.items()):
        marks = {site: rows["marks"] for site, rows in block.groupby("site")}
        _draw_boxes(ax, {places[s] + row: marks[s] for s in places if s in marks}, colours[name])
    ax.set_yticks([place + (len(blocks) - 1) / 2 for place in places.values()], list(places))
    ax.set(ylim=(pitch * len(places) - _SITE_GAP, -0.8), title="What screenshots carry")
    ax.set_xlabel("Marks per screenshot", x=1 / 2.5)
    most = ax.dataLim.x1 or 1
    ax.set(xlim=(0, 1.25 * most), xticks=[tick for tick in ax.get_xticks() if 0 <= tick <= most])
    ax.spines["bottom"].set_bounds(0, most)
    hide_left_edge(ax)
    if len(blocks) > 1:  # right of the axes, where long names fit
        handles = [Patch(facecolor=colours[n], alpha=0.6, label=wrap_name(n)) for n in blocks]
        ax.legend(handles=handles, loc="upper left", bbox_to_anchor=(1, 1), fontsize=9.5)
    words = f"{_NOTE}\nn = {len(shown):,} screenshots, one per step"
    if left := len(data) - len(shown):
        words += f"; apart: {left:,} without a picture, or not known"
    return write_named_caption(ax, words, data["model"])


def _draw_boxes(ax: Axes, values: dict[float, pandas.Series], colour: str) -> None:
    """Draw a box for the values at each height, with their median and their number."""
    boxes = ax.boxplot(
        [each.to_numpy() for each in values.values()],
        positions=list(values),
        orientation="horizontal",
        whis=(5, 95),
        widths=0.6,
        showfliers=False,
        showcaps=False,
        patch_artist=True,
        manage_ticks=False,
        boxprops={"facecolor": colour, "alpha": 0.4, "lw": 0},
        medianprops={"color": colour, "lw": 3, "solid_capstyle": "butt"},
        whiskerprops={"color": colour, "lw": 1.5},
    )
    for whisker, (height, found) in zip(boxes["whiskers"][1::2], values.items(), strict=True):
        words = f"{found.median():.3g} (n = {len(found):,})"
        write_beside(ax, whisker.get_xdata()[1], height, words, color=colour, size=9)
