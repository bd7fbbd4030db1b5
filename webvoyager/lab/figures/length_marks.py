"""Trajectory length, number of marks and success in one figure, after the paper's Figure 6."""

import textwrap
from collections.abc import Iterator
from itertools import product

import pandas
from matplotlib.axes import Axes
from matplotlib.text import Annotation, Text
from matplotlib.transforms import Bbox

from ...runs import Missing
from ..running import rates
from .lacking import says_what_it_lacks
from .styling import COLOUR_MAP, INK, MARKERS, QUIET, make_axes, style, write_rates_caption

# possible places of a label beside its point: its alignment, and the direction of its shift
_SIDES = [
    ("left", "center", 1, 0),
    ("right", "center", -1, 0),
    ("center", "bottom", 0, 1),
    ("center", "top", 0, -1),
    ("left", "bottom", 1, 1),
    ("right", "bottom", -1, 1),
    ("left", "top", 1, -1),
    ("right", "top", -1, -1),
]
_DISTANCES = (9, 20, 32)  # in points


@says_what_it_lacks
def length_and_marks(df: pandas.DataFrame, *, ax: Axes | None = None) -> Axes:
    """The paper's Figure 6: a site's trajectory length and number of marks, coloured by success.

    x: mean steps of the episodes that ended within the step limit; y: mean number of marks per
    screenshot. The points of several series are joined by site. Raises ValueError when no site has
    both.
    """
    table = rates.length_and_marks(df)
    placed = table.dropna(subset=["length", "marks"])
    if placed.empty:
        raise Missing(
            "No site can be placed: no episode ended with an answer within the step limit."
        )
    with style():
        ax = ax or make_axes(8, 5.6)
        markers = dict(zip(placed["series"].unique(), MARKERS * 9, strict=False))
        scale = dict(plotnonfinite=True, vmin=0, vmax=100, cmap=COLOUR_MAP)
        for name, marker in markers.items():
            rows = placed[placed["series"] == name]
            look = dict(s=150, marker=marker, edgecolor=INK, label=name, **scale)
            points = ax.scatter(rows["length"], rows["marks"], c=100 * rows["rate"], **look)
        bar = ax.figure.colorbar(points, ax=ax, label="Success rate (%)", shrink=0.9)
        bar.outline.set_visible(False)
        ax.set(
            title="Trajectory length, marks and success",
            xlabel="Mean trajectory length (steps, episodes with an answer)",
            ylabel="Mean number of marks per screenshot",
        )
        ax.margins(0.16)
        if len(markers) > 1:
            for handle in ax.legend(loc="best").legend_handles:
                handle.set(array=None, facecolor="white")
        note = "After Figure 6 of He et al. 2024."
        note += " n: scored episodes of the site." if len(markers) == 1 else ""
        write_rates_caption(ax, df, "\n".join([note, *_list_missing(table)]))
        if len(markers) > 1:
            _join_sites(ax, placed)
        _label_points(ax, placed)
        return ax


def _list_missing(table: pandas.DataFrame) -> Iterator[str]:
    """A sentence for each series that sees no pages, and one for the sites without an answer."""
    seen = table.groupby("series")["marks"].transform("count") > 0
    for name in table[~seen]["series"].unique():
        yield f"Not shown because it looks at no page: {name}."
    sites = table[seen & table[["length", "marks"]].isna().any(axis=1)]["site"].unique()
    if len(sites):
        sentence = f"Not shown because no episode gave an answer: {', '.join(sites)}."
        yield textwrap.fill(sentence, 96)


def _join_sites(ax: Axes, placed: pandas.DataFrame) -> None:
    """Join the points of each site by a thin line, behind them."""
    for _, rows in placed.groupby("site"):
        ax.plot(rows["length"], rows["marks"], color=QUIET, lw=1, zorder=0)


def _label_points(ax: Axes, placed: pandas.DataFrame) -> None:
    """Write each site beside its point, clear of other points and labels.

    If a site has several points, the first one gets the label; a single one also gets its n.
    """
    ax.figure.canvas.draw()
    points = ax.transData.transform(placed[["length", "marks"]].to_numpy(dtype=float))
    occupied = [Bbox.from_bounds(x - 11, y - 11, 22, 22) for x, y in points]
    occupied += [ax.get_legend().get_window_extent()] if ax.get_legend() else []
    alone = placed["series"].nunique() == 1
    for row in placed.drop_duplicates("site").itertuples():
        text, point = f"{row.site} (n={row.n})" if alone else row.site, (row.length, row.marks)
        label = ax.annotate(text, point, size=10, color=INK, gid="site")
        label.set_in_layout(False)
        occupied.append(_place_label(label, occupied, ax.get_window_extent()))
        _draw_leader(ax, label)


def _place_label(label: Text, occupied: list[Bbox], frame: Bbox) -> Bbox:
    """Move a label around its point to where it covers least; return its box."""
    least, chosen = float("inf"), None
    for distance, (ha, va, x, y) in product(_DISTANCES, _SIDES):
        place = dict(ha=ha, va=va, position=(x * distance, y * distance))
        label.set(anncoords="offset points", **place)
        box = label.get_window_extent().padded(1)
        covered = sum(_measure_area(Bbox.intersection(box, other)) for other in occupied)
        outside = box.width * box.height - _measure_area(Bbox.intersection(box, frame))
        if covered + outside < least:
            least, chosen = covered + outside, (place, box)
        if not least:
            break
    place, box = chosen
    label.set(**place)
    return box


def _draw_leader(ax: Axes, label: Annotation) -> None:
    """Draw a thin line from a point to its label, unless the label is right beside it."""
    if max(map(abs, label.get_position())) > _DISTANCES[0]:
        line = dict(arrowstyle="-", color=QUIET, lw=0.8, shrinkA=0, shrinkB=6)
        ax.annotate("", label.xy, label.get_position(), "data", "offset points", arrowprops=line)


def _measure_area(box: Bbox | None) -> float:
    return box.width * box.height if box else 0.0
