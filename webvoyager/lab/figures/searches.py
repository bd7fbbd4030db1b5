"""Tree search: success under each setting of an experiment, and with and without search by group, above the paper's."""

import pandas
from matplotlib.axes import Axes

from .. import rates
from .look import COLOURS, PAPER, QUIET, axes, below, beside, name_models, style

_TITLES = {
    "success": "Success with and without tree search",
    "budget": "Success by budget: the states that one search goes to",
    "depth and branching": "Success by depth and branching of the search",
    "value function": "Success by what values the states",
}
_NOTE = """Large dots: these runs, with the Wilson 95 % interval; {steps} steps, {tasks} a setting.
Grey rings: Koh et al. (2024), GPT-4o on VisualWebArena, other tasks: the change is to be compared, not the height."""


def search_settings(df: pandas.DataFrame, experiment: str, *, ax: Axes | None = None) -> Axes:
    """Our success rate under each setting of an experiment with its interval, above the paper's where it has the like.

    `df` is a table of `search_study.table`. ValueError where it holds no results of that experiment.
    """
    rates.require(df, "experiment", "setting", "success", "stop")
    chosen = df[df["experiment"] == experiment]
    if chosen.empty:
        raise ValueError(
            f"The table has no runs of the experiment {experiment!r}: play them first (search_study.play)."
        )
    ours = rates.rates(chosen, ["setting"]).reindex(chosen["setting"].unique())
    theirs = _published(experiment)
    rows = [*ours.index, *(name for name in theirs.index if name not in ours.index)]
    with style():
        ax = ax or axes(8.6, 1.9 + 0.52 * len(rows))
        for height, name in enumerate(rows):
            if name in ours.index:
                _our_row(ax, height - 0.12, ours.loc[name], COLOURS[0])
            if name in theirs.index:
                _their_row(ax, height + 0.22, theirs[name])
        return _finish(ax, chosen, rows, _TITLES.get(experiment, experiment))


def search_by_group(df: pandas.DataFrame, by: str, *, ax: Axes | None = None) -> Axes:
    """Our success rate with and without search by site, by difficulty or by another column, with their intervals.

    By difficulty the paper's stand below. Of `df` (`search_study.table`) only the experiment "success" counts.
    """
    rates.require(df, "experiment", "setting", "success", "stop", by)
    chosen = df[df["experiment"] == "success"]
    ours = rates.rates(chosen, [by, "setting"])
    settings = dict(zip(chosen["setting"].unique(), (QUIET, COLOURS[0]), strict=False))
    known = [name for name in ("easy", "medium", "hard") if name in ours.index.unique(by)]
    groups = known or sorted(ours.index.unique(by))
    with style():
        ax = ax or axes(8.6, 1.9 + 0.75 * len(groups))
        for height, group in enumerate(groups):
            for turn, (setting, colour) in enumerate(settings.items()):
                if (group, setting) in ours.index:
                    _our_row(ax, height - 0.25 + 0.28 * turn, ours.loc[(group, setting)], colour, setting)
                theirs = _published(f"difficulty {setting}")
                if by == "difficulty" and group in theirs.index:
                    _their_row(ax, height + 0.33, theirs[group], filled=setting == "with search")
        return _finish(ax, chosen, groups, f"Success with and without tree search, by {by}", by == "difficulty")


def _published(experiment: str) -> pandas.Series:
    """The paper's rates, in percent, by the names of our settings."""
    paper = pandas.read_csv(PAPER / "tree_search.csv")
    found = paper[(paper["experiment"] == experiment) & (paper["benchmark"] == "VisualWebArena")]
    found = found[found["model"] == "GPT-4o"]
    return found.set_index(found["setting"].str.removeprefix("GPT-4o, "))["success"]


def _our_row(ax: Axes, height: float, row: pandas.Series, colour: str, name: str = "") -> None:
    rate, low, high = 100 * row["rate"], 100 * row["low"], 100 * row["high"]
    ax.plot([low, high], [height, height], color=colour, lw=3, alpha=0.45, solid_capstyle="butt")
    ax.plot(rate, height, "o", color=colour, ms=8, gid="ours")
    words = f"{rate:.0f} % of {row['n']:.0f}" + (f"  {name}" if name else "")
    beside(ax, high, height, words, color=colour, weight="bold", size=10)


def _their_row(ax: Axes, height: float, rate: float, filled: bool = False) -> None:
    look = {} if filled else {"markerfacecolor": "none"}
    ax.plot(rate, height, "o", color=QUIET, ms=5.5, gid="theirs", **look)
    if not filled:
        beside(ax, rate, height, f"{rate:g} %", color=QUIET, size=8.5)


def _finish(ax: Axes, df: pandas.DataFrame, rows: list[str], title: str, paper: bool = True) -> Axes:
    ax.set_yticks(range(len(rows)), rows)
    ax.set(xlim=(0, 128), ylim=(len(rows) - 0.4, -0.7), title=title)
    ax.set_xticks(range(0, 101, 20))
    ax.set_xlabel("Success rate (%)", x=50 / 128)
    ax.spines["bottom"].set_bounds(0, 100)
    ax.spines["left"].set_visible(False)
    ax.grid(axis="y", visible=False)
    counts = sorted(set(df.groupby("setting")["task"].nunique()))
    tasks = f"{counts[0]} tasks" if len(counts) == 1 else f"{counts[0]} to {counts[-1]} tasks"
    note = _NOTE.format(steps=f"at most {df['max_steps'].max():.0f}", tasks=tasks)
    words = note if paper else note.partition("\n")[0]
    below(ax, words, "left", color=QUIET, size=9, gap=40)
    lines = "\n" * (words.count("\n") + 1)
    below(ax, lines + name_models(df["model"].unique()), "right", color=QUIET, size=9, gap=40)
    return ax
