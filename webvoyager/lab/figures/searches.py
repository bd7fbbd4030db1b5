"""Tree search: success under each setting of an experiment, and with and without search by group,
above the paper's.
"""

import math
import textwrap

import pandas
from matplotlib.axes import Axes

from ..running import rates
from ..search.study import EXPERIMENTS
from .look import COLOURS, PAPER, QUIET, axes, below, beside, name_models, style

_TITLES = {
    "success": "Success with and without tree search",
    "view": "Success by what the agent sees, with and without tree search",
    "budget": "Success by budget: the states that one search goes to",
    "depth and branching": "Success by depth and branching of the search",
    "value function": "Success by what values the states",
}
_BOTH = ["without search", "with search"]
_NOTE = (
    "Large dots: these runs with the Wilson 95 % interval, at most {steps:.0f} steps, the same"
    " {tasks} tasks."
)
_PAPER = (
    "\nSmall grey: Koh et al. (2024), {model} on VisualWebArena. Other tasks: compare the changes, "
    "not the rates."
)


def search_settings(df: pandas.DataFrame, experiment: str, *, ax: Axes | None = None) -> Axes:
    """Our success rate under each setting of an experiment with its interval, above the paper's
    where it has the like.

    Only tasks that were scored under all settings count, so that like is compared with like. `df`
    is a table of `study.table`. ValueError where it holds no such results of that experiment.
    """
    rates.require(df, "experiment", "setting", "success", "stop")
    chosen = df[df["experiment"] == experiment]
    if chosen.empty:
        raise ValueError(
            f"The table has no runs of the experiment {experiment!r}: play them first (study.play)."
        )
    chosen = _in_all(chosen)
    ours = rates.rates(chosen, ["setting"])
    published = _published(experiment)
    theirs = published["success"]
    there = {*ours.index, *theirs.index}
    rows = [
        name for name in dict.fromkeys([*EXPERIMENTS[experiment], *theirs.index]) if name in there
    ]
    with style():
        ax = ax or axes(8.6, 1.9 + 0.52 * len(rows))
        for height, name in enumerate(rows):
            if name in ours.index:
                _our_row(ax, height - 0.12, ours.loc[name], COLOURS[0])
            if name in theirs.index:
                _their_row(ax, height + 0.22, theirs[name])
        return _finish(
            ax, chosen, rows, _TITLES[experiment], " and ".join(published["model"].unique())
        )


def search_by_group(df: pandas.DataFrame, by: str, *, ax: Axes | None = None) -> Axes:
    """Our success rate with and without search by site, by difficulty or by another column, with
    their intervals.

    By difficulty the paper's stand below. Of `df` (`study.table`) only the experiment "success"
    counts.
    """
    rates.require(df, "experiment", "setting", "success", "stop", by)
    chosen = df[(df["experiment"] == "success") & df["setting"].isin(_BOTH)]
    ours = rates.rates(chosen, [by, "setting"])
    colours = dict(zip(_BOTH, (QUIET, COLOURS[0]), strict=True))
    known = [name for name in ("easy", "medium", "hard") if name in ours.index.unique(by)]
    groups = known or sorted(ours.index.unique(by))
    # so that all rows of a group stand around its name
    above = 0.25 if by == "difficulty" else 0.14
    with style():
        ax = ax or axes(8.6, 1.9 + 0.75 * len(groups))
        for height, group in enumerate(groups):
            for turn, (setting, colour) in enumerate(colours.items()):
                if (group, setting) in ours.index:
                    _our_row(
                        ax,
                        height - above + 0.28 * turn,
                        ours.loc[(group, setting)],
                        colour,
                        setting,
                    )
            if by == "difficulty":
                both = (_published(f"difficulty {setting}")["success"][group] for setting in _BOTH)
                _their_row(ax, height + 0.3, *both)
        model = "GPT-4o" if by == "difficulty" else ""
        return _finish(ax, chosen, groups, f"Success with and without tree search, by {by}", model)


def _in_all(chosen: pandas.DataFrame) -> pandas.DataFrame:
    """The rows of tasks that have a score under every setting."""
    scored = chosen[chosen["success"].notna() & ~chosen["stop"].str.startswith("error")]
    settings = scored.groupby("task")["setting"].nunique()
    shared = settings[settings == chosen["setting"].nunique()].index
    if shared.empty:
        raise ValueError("No task was scored under all settings: play the same tasks under each.")
    return chosen[chosen["task"].isin(shared)]


def _published(experiment: str) -> pandas.DataFrame:
    """The paper's rates, in percent, and their models, by the names of our settings; of several
    models the first.
    """
    paper = pandas.read_csv(PAPER / "tree_search.csv")
    found = paper[(paper["experiment"] == experiment) & (paper["benchmark"] == "VisualWebArena")]
    return (
        found.set_index(found["setting"].str.removeprefix("GPT-4o, "))
        .groupby(level=0, sort=False)
        .first()
    )


def _our_row(ax: Axes, height: float, row: pandas.Series, colour: str, name: str = "") -> None:
    rate, low, high = 100 * row["rate"], 100 * row["low"], 100 * row["high"]
    ax.plot([low, high], [height, height], color=colour, lw=3, alpha=0.45, solid_capstyle="butt")
    ax.plot(rate, height, "o", color=colour, ms=8, gid="ours", clip_on=False)
    words = f"{rate:.0f} % of {row['n']:.0f}" + (f"  {name}" if name else "")
    beside(ax, high, height, words, color=colour, weight="bold", size=10)


def _their_row(ax: Axes, height: float, *published: float) -> None:
    """One of the paper's rates, or two: without search a ring, with search a dot."""
    for rate, face in zip(published, ("none", QUIET), strict=False):
        ax.plot(
            rate,
            height,
            "o",
            color=QUIET,
            ms=5.5,
            gid="theirs",
            markerfacecolor=face,
            clip_on=False,
        )
    beside(
        ax,
        max(published),
        height,
        " → ".join(f"{rate:g}" for rate in published) + " %",
        color=QUIET,
        size=8.5,
    )


def _finish(ax: Axes, df: pandas.DataFrame, rows: list[str], title: str, published: str) -> Axes:
    """Axes, title and caption; `published` names the paper's model, "" where none of its rates are
    shown.
    """
    most = max(max(line.get_xdata()) for line in ax.lines)
    last = min(100, 20 * math.ceil(most / 20))
    ax.set_yticks(range(len(rows)), rows)
    ax.set(xlim=(0, max(last, most) * 1.3), ylim=(len(rows) - 0.4, -0.6), title=title)
    ax.set_xticks(range(0, last + 1, 20))
    ax.set_xlabel("Success rate (%)", x=1 / 2.6)
    ax.spines["bottom"].set_bounds(0, last)
    ax.spines["left"].set_visible(False)
    ax.tick_params(axis="y", pad=10)  # a dot at 0 does not touch its name
    ax.grid(axis="y", visible=False)
    note = _NOTE.format(steps=df["max_steps"].mode()[0], tasks=df["task"].nunique())
    note += _PAPER.format(model=published) if published else ""
    lines = [*note.splitlines(), name_models(df["model"].unique())]
    # a wider one would leave the axes no room
    caption = "\n".join(textwrap.fill(line, 76) for line in lines)
    below(ax, caption, "left", color=QUIET, size=9, gap=40)
    return ax
