"""Trajectory length, number of marks and success in one picture, after the paper's Figure 6."""

from itertools import product

import pandas
from matplotlib.axes import Axes
from matplotlib.text import Text
from matplotlib.transforms import Bbox

from ..running import rates
from .look import INK, MARKERS, SHADES, axes, signed, style


def length_and_marks(df: pandas.DataFrame, *, ax: Axes | None = None) -> Axes:
    """The paper's Figure 6: a site's mean trajectory length, its mean number of marks, and its
    success as colour.

    x: mean steps of the episodes that ended within the step limit; y: mean number of marks per
    screenshot.
    """
    table = rates.length_and_marks(df)
    placed = table.dropna(subset=["length", "marks"])
    if placed.empty:
        raise ValueError(
            "No site can be placed: no episode ended with an answer within the step limit."
        )
    with style():
        ax = ax or axes(8, 5.6)
        kinds = dict(zip(placed["series"].unique(), MARKERS * 9, strict=False))
        for (name, marker), rows in (
            (kind, placed[placed["series"] == kind[0]]) for kind in kinds.items()
        ):
            colours = dict(c=100 * rows["rate"], plotnonfinite=True, vmin=0, vmax=100, cmap=SHADES)
            points = ax.scatter(
                rows["length"],
                rows["marks"],
                s=150,
                marker=marker,
                edgecolor=INK,
                label=name,
                **colours,
            )
        ax.figure.colorbar(points, ax=ax, label="Success rate (%)", shrink=0.9).outline.set_visible(
            False
        )
        ax.set(
            xlabel="Mean trajectory length (steps, episodes with an answer)",
            ylabel="Mean number of marks per screenshot",
        )
        ax.set_title("Trajectory length, marks and success")
        ax.margins(0.16)
        if len(kinds) > 1:
            for handle in ax.legend(loc="best").legend_handles:
                handle.set(array=None, facecolor="white")
        signed(ax, df, _absent(table))
        _label_points(ax, placed)
        return ax


def _absent(table: pandas.DataFrame) -> str:
    """Which sites have no place in the figure."""
    missing = table[table[["length", "marks"]].isna().any(axis=1)]["site"]
    note = "After Figure 6 of He et al. 2024. n: scored episodes of the site."
    return note + (
        f"\nNot shown, for no episode gave an answer: {', '.join(missing)}." if len(missing) else ""
    )


def _label_points(ax: Axes, placed: pandas.DataFrame) -> None:
    """Each point's site and n beside it, where they cover neither points nor other labels."""
    ax.figure.canvas.draw()
    points = ax.transData.transform(placed[["length", "marks"]].to_numpy(dtype=float))
    taken = [Bbox.from_bounds(x - 11, y - 11, 22, 22) for x, y in points]
    taken += [ax.get_legend().get_window_extent()] if ax.get_legend() else []
    for row in placed.itertuples():
        label = ax.annotate(
            f"{row.site} (n={row.n})", (row.length, row.marks), size=10, color=INK, gid="site"
        )
        label.set_in_layout(False)
        taken.append(_settle(label, taken, ax.get_window_extent()))


def _settle(label: Text, taken: list[Bbox], room: Bbox) -> Bbox:
    """Move a label around its point to where it covers least; the box it takes."""
    sides = [
        ("left", "center", 1, 0),
        ("right", "center", -1, 0),
        ("center", "bottom", 0, 1),
        ("center", "top", 0, -1),
    ]
    sides += [
        ("left", "bottom", 1, 1),
        ("right", "bottom", -1, 1),
        ("left", "top", 1, -1),
        ("right", "top", -1, -1),
    ]
    best = None
    for far, (ha, va, x, y) in product((9, 20, 32), sides):
        label.set(ha=ha, va=va, position=(x * far, y * far), anncoords="offset points")
        box = label.get_window_extent().padded(1)
        covered = sum(_area(Bbox.intersection(box, other)) for other in taken)
        outside = box.width * box.height - _area(Bbox.intersection(box, room))
        if best is None or covered + outside < best[0]:
            best = (covered + outside, (x * far, y * far), ha, va, box)
        if not best[0]:
            break
    label.set(position=best[1], ha=best[2], va=best[3])
    return best[4]


def _area(box: Bbox | None) -> float:
    return box.width * box.height if box else 0.0
