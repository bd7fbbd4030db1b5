"""What each obstacle of the mini web does to an agent: success with it and without it."""

from collections.abc import Sequence

import pandas
from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from studies.obstacles.obstacle_effects import count_left_out, measure_obstacles
from webvoyager.lab.figures.axes import draw_interval, make_panels, set_percent_axis
from webvoyager.lab.figures.captions import write_figure_caption
from webvoyager.lab.figures.styling import COLOURS, INK, QUIET, style

_LANE = 0.15  # from the middle of an obstacle's row to each of its two dots, in rows
_NUMBERS, _END = 141, 142  # the right edges of the numbers and of the axis, in %
_WAYS = {  # for each way of playing: its column, name, place, colour and marker
    "without": ("without the obstacle", -_LANE, COLOURS[0], "o"),
    "met": ("with it", _LANE, COLOURS[1], "D"),
}
_KINDS = {
    "rules": "rules",
    "learned": "learned",
    "simulated": "simulated",
    "hosted": "language model",
}
_LEFT_OUT = {"ended in a fault": "episode", "unscored": "episode", "played only one way": "task"}
_SIGNIFICANT = 0.05
_NOTE = (
    "The same tasks, played with and without one obstacle; the obstacle that costs most comes"
    " first. Bars: Wilson 95 % intervals.\nNumbers: the difference in points, with its 95 %"
    " interval for pairs; bold if p < 0.05 in an exact sign-flip test, which takes\nat least six"
    " tasks. A task counts once, however often it was tried. Few tasks meet each obstacle, so most"
    " intervals are wide."
)


def success_by_obstacle(
    table: pandas.DataFrame, *, axes: Sequence[Axes] | None = None
) -> Sequence[Axes]:
    """Success with and without each obstacle: one panel per agent, simulated agents last.

    `table` is that of `studies.obstacles.play`, one row per episode. Only tasks with a result both
    ways count, and the caption says what is left out. The obstacle that costs most, as a mean over
    the agents, comes first.
    """
    effects = measure_obstacles(table)
    costs = effects.groupby("obstacle", sort=False)["difference"].mean()
    obstacles = list(costs.sort_values(kind="stable").index)
    agents = _order_agents(effects)
    with style():
        if axes is None:
            size = max(8.6, 1.9 + 2.9 * len(agents)), 2.1 + 0.62 * len(obstacles)
            axes = make_panels(*size, len(agents))
        for ax, (agent, kind) in zip(axes, agents, strict=True):
            rows = effects[effects["agent"] == agent].set_index("obstacle")
            _draw_agent(ax, rows, obstacles)
            ax.set_title(f"{agent}\n{_KINDS.get(kind, kind)}", fontsize=11)
        _label_obstacles(axes[0], effects, obstacles)
        _write_legend(axes[0])
        words = f"{_NOTE}\n{_describe_counts(effects, table)}"
        write_figure_caption(axes[0], words, (agent for agent, _ in agents))
    return axes


def _order_agents(effects: pandas.DataFrame) -> list[tuple[str, str]]:
    """Each agent and its kind, in order of appearance, but simulated ones last."""
    agents = effects[["agent", "kind"]].drop_duplicates("agent").itertuples(index=False, name=None)
    return sorted(agents, key=lambda agent: agent[1] == "simulated")


def _draw_agent(ax: Axes, rows: pandas.DataFrame, obstacles: list[str]) -> None:
    for place, obstacle in enumerate(obstacles):
        if obstacle in rows.index:
            _draw_obstacle(ax, place, rows.loc[obstacle])
        else:
            ax.text(50, place, "not played", color=QUIET, size=9, ha="center", va="center")
    ax.set_ylim(len(obstacles) - 0.5, -0.5)
    set_percent_axis(ax, "Success rate (%)", _END)
    ax.set_xticks([0, 50, 100])
    place = dict(xycoords=("data", "axes fraction"), textcoords="offset points", size=9)
    ax.annotate("with − without", (_NUMBERS, 1), (0, 3), color=QUIET, ha="right", **place)


def _draw_obstacle(ax: Axes, place: int, row: pandas.Series) -> None:
    """Draw both rates, the line between them, and the difference as numbers."""
    ends = [100 * row["without"], 100 * row["met"]]
    ax.plot(ends, [place - _LANE, place + _LANE], color=QUIET, lw=1, zorder=1.5, clip_on=False)
    for way, (_, shift, colour, marker) in _WAYS.items():
        height = place + shift
        look = dict(solid_capstyle="butt", gid="interval")
        draw_interval(ax, height, row[f"{way}_low"], row[f"{way}_high"], colour, **look)
        ax.plot(100 * row[way], height, marker, color=colour, ms=6.5, gid=way, clip_on=False)
    weight = "bold" if row["p"] < _SIGNIFICANT else "normal"
    interval = f"{_format_points(row['low'])} to {_format_points(row['high'])}"
    look = dict(ha="right", va="center_baseline", parse_math=False)
    difference = _format_points(row["difference"])
    ax.text(_NUMBERS, place - _LANE, difference, color=INK, size=10.5, weight=weight, **look)
    ax.text(_NUMBERS, place + _LANE, interval, color=QUIET, size=8, **look)


def _format_points(share: float) -> str:
    points = round(100 * share)
    return f"{points:+d}".replace("-", "−") if points else "0"


def _label_obstacles(ax: Axes, effects: pandas.DataFrame, obstacles: list[str]) -> None:
    counts = effects.groupby("obstacle")["tasks"].agg(["min", "max"])
    names = [f"{name}\n{_count_tasks(*counts.loc[name])}" for name in obstacles]
    ax.set_yticks(range(len(obstacles)), names)
    ax.tick_params("y", pad=8)  # a dot at 0 % reaches over the axis


def _count_tasks(least: int, most: int) -> str:
    if least < most:
        return f"{least} to {most} tasks"
    return f"{most} task{'s' * (most != 1)}"


def _write_legend(ax: Axes) -> None:
    handles = [
        Line2D([], [], color=colour, marker=marker, lw=3, label=name)
        for name, _, colour, marker in _WAYS.values()
    ]
    look = dict(ncols=2, fontsize=9.5, handlelength=1.6, columnspacing=1.4, borderaxespad=0.2)
    ax.figure.legend(handles=handles, loc="outside upper left", **look)


def _describe_counts(effects: pandas.DataFrame, table: pandas.DataFrame) -> str:
    """How many tries a task had, and what is left out."""
    left = count_left_out(table)
    apart = [
        f"{left[name]} {what}{'s' * (left[name] != 1)} {name}"
        for name, what in _LEFT_OUT.items()
        if left[name]
    ]
    attempts = effects.groupby("agent", sort=False)["attempts"].max()
    words = "Attempts at a task: " + ", ".join(f"{n} by {agent}" for agent, n in attempts.items())
    return words + (f". Left out: {', '.join(apart)}." if apart else ".")
