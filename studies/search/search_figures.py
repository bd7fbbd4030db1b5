"""Tree search: success under each setting of an experiment, and by group."""

import math
import textwrap

import pandas
from matplotlib.axes import Axes

from studies.search.study import BUDGET, EXPERIMENTS
from webvoyager.lab.figures.axes import draw_interval, make_axes
from webvoyager.lab.figures.captions import name_models, write_beside, write_caption
from webvoyager.lab.figures.styling import COLOURS, PUBLISHED, QUIET, style
from webvoyager.lab.search.trees import Limits
from webvoyager.lab.statistics import rates

_TITLES = {
    "success": "Success with and without tree search",
    "view": "Success by what the agent sees, with and without tree search",
    "budget": "Success by budget: states visited per search",
    "depth and branching": "Success by depth and branching of the search",
    "value function": "Success by value function",
}
_WITHOUT_AND_WITH = ["without search", "with search"]
_OUR_NOTE = (
    "Large dots: these runs with the Wilson 95 % interval, at most {steps:.0f} steps, "
    "the same {tasks} tasks."
)
_PAPER_NOTE = (
    "\nSmall grey: Koh et al. (2024), {model} on VisualWebArena. Other tasks: compare the changes, "
    "not the rates."
)
_PAPER_BUDGET = Limits().budget
_BUDGET_NOTE = f"\nA search visits at most {BUDGET} states (budget {BUDGET})"
_BUDGETS_NOTE = f"{_BUDGET_NOTE}, the paper's {_PAPER_BUDGET}."


def search_settings(df: pandas.DataFrame, experiment: str, *, ax: Axes | None = None) -> Axes:
    """Our success rate under each setting of an experiment, with its interval, above the paper's.

    Only tasks that were scored under all settings count, so that like is compared with like. `df`
    is `study.table(…)`. Raises ValueError when it has no results of that experiment.
    """
    rates.require(df, "experiment", "setting", "success", "stop")
    chosen = df[df["experiment"] == experiment]
    if chosen.empty:
        raise ValueError(
            f"The table has no runs of the experiment {experiment!r}: play them first (study.play)."
        )
    chosen = _keep_shared_tasks(chosen)
    ours = rates.rates(chosen, ["setting"])
    published = _read_published(experiment)
    success = published["success"]
    known = dict.fromkeys([*EXPERIMENTS[experiment], *success.index])
    settings = [name for name in known if name in ours.index or name in success.index]
    with style():
        ax = ax or make_axes(8.6, 1.9 + 0.52 * len(settings))
        for height, name in enumerate(settings):
            note = _name_budget(experiment, name)
            if name in ours.index:
                _draw_ours(ax, height - 0.12, ours.loc[name], COLOURS[0], note.format(BUDGET))
            if name in success.index:
                _draw_published(ax, height + 0.22, success[name], note=note.format(_PAPER_BUDGET))
        models = " and ".join(published["model"].unique())
        budgets = "" if experiment == "budget" else _BUDGETS_NOTE
        return _finish_axes(ax, chosen, settings, _TITLES[experiment], models, budgets)


def search_by_group(df: pandas.DataFrame, by: str, *, ax: Axes | None = None) -> Axes:
    """Our success rate with and without search by site, difficulty or another column.

    With intervals; by difficulty, the paper's rates are drawn below ours. Of `df` (`study.table`)
    only the experiment "success" counts, and only tasks scored both with and without search.
    """
    rates.require(df, "experiment", "setting", "success", "stop", by)
    chosen = df[(df["experiment"] == "success") & df["setting"].isin(_WITHOUT_AND_WITH)]
    chosen = _keep_shared_tasks(chosen)
    ours = rates.rates(chosen, [by, "setting"])
    levels = [name for name in ("easy", "medium", "hard") if name in ours.index.unique(by)]
    groups = levels or sorted(ours.index.unique(by))
    published = []
    if by == "difficulty":
        published = [_read_published(f"difficulty {name}")["success"] for name in _WITHOUT_AND_WITH]
    above = 0.25 if published else 0.14  # centres the rows of a group on its name
    with style():
        ax = ax or make_axes(8.6, 1.9 + 0.75 * len(groups))
        for height, group in enumerate(groups):
            for number, setting in enumerate(_WITHOUT_AND_WITH):
                if (group, setting) in ours.index:
                    row, colour = ours.loc[(group, setting)], (QUIET, COLOURS[0])[number]
                    _draw_ours(ax, height - above + 0.28 * number, row, colour, setting)
            if published:
                _draw_published(ax, height + 0.3, *(success[group] for success in published))
        title = f"Success with and without tree search, by {by}"
        models, budgets = ("GPT-4o", _BUDGETS_NOTE) if published else ("", f"{_BUDGET_NOTE}.")
        return _finish_axes(ax, chosen, groups, title, models, budgets)


def _keep_shared_tasks(chosen: pandas.DataFrame) -> pandas.DataFrame:
    """The rows of the tasks that were scored under every setting."""
    scored = chosen[chosen["success"].notna() & ~chosen["stop"].str.startswith("error")]
    settings = scored.groupby("task")["setting"].nunique()
    shared = settings[settings == chosen["setting"].nunique()].index
    if shared.empty:
        raise ValueError("No task was scored under all settings: play the same tasks under each.")
    return chosen[chosen["task"].isin(shared)]


def _read_published(experiment: str) -> pandas.DataFrame:
    """The paper's rates in percent and their models, by setting; the first of several models."""
    table = pandas.read_csv(PUBLISHED / "tree_search.csv")
    rows = table[(table["experiment"] == experiment) & (table["benchmark"] == "VisualWebArena")]
    settings = rows["setting"].str.removeprefix("GPT-4o, ")
    return rows.set_index(settings).groupby(level=0, sort=False).first()


def _name_budget(experiment: str, setting: str) -> str:
    """The note "budget {}"; "" without search, or if the name of the row is its budget."""
    ours = EXPERIMENTS[experiment].get(setting)  # a setting that only the paper has is a search
    return "" if experiment == "budget" or (ours and not ours.visits) else "budget {}"


def _draw_ours(ax: Axes, height: float, row: pandas.Series, colour: str, note: str = "") -> None:
    """Draw one of our rates with its interval and n."""
    rate, high = 100 * row["rate"], 100 * row["high"]
    draw_interval(ax, height, row["low"], row["high"], colour, solid_capstyle="butt")
    ax.plot(rate, height, "o", color=colour, ms=8, gid="ours", clip_on=False)
    label = f"{rate:.0f} % of {row['n']:.0f}" + (f"  {note}" if note else "")
    write_beside(ax, high, height, label, color=colour, weight="bold", size=10)


def _draw_published(ax: Axes, height: float, *rates: float, note: str = "") -> None:
    """Draw one of the paper's rates, or two: a ring without search, a dot with search."""
    for rate, face in zip(rates, ("none", QUIET), strict=False):
        look = dict(color=QUIET, markerfacecolor=face, ms=5.5, clip_on=False)
        ax.plot(rate, height, "o", gid="theirs", **look)
    label = " → ".join(f"{rate:g}" for rate in rates) + " %" + (f"  {note}" if note else "")
    write_beside(ax, max(rates), height, label, color=QUIET, size=8.5)


def _finish_axes(
    ax: Axes, df: pandas.DataFrame, rows: list[str], title: str, published: str, budgets: str
) -> Axes:
    """Set limits, ticks, title and caption.

    `published` is the paper's model, "" if not shown; `budgets` is the sentence on the budgets.
    """
    highest = max(max(line.get_xdata()) for line in ax.lines)
    last = min(100, 20 * math.ceil(highest / 20))
    ax.set_yticks(range(len(rows)), rows)
    ax.set(xlim=(0, max(last, highest) * 1.3), ylim=(len(rows) - 0.4, -0.6), title=title)
    ax.set_xticks(range(0, last + 1, 20))
    ax.set_xlabel("Success rate (%)", x=1 / 2.6)
    ax.spines["bottom"].set_bounds(0, last)
    ax.spines["left"].set_visible(False)
    ax.tick_params(axis="y", pad=10)  # keeps a dot at 0 clear of the setting's name
    ax.grid(axis="y", visible=False)
    note = _OUR_NOTE.format(steps=df["max_steps"].mode()[0], tasks=df["task"].nunique())
    note += _PAPER_NOTE.format(model=published) if published else ""
    note += budgets
    lines = [*note.splitlines(), name_models(df["model"].unique())]
    # wider lines would leave no room for the axes
    write_caption(ax, "\n".join(textwrap.fill(line, 76) for line in lines))
    return ax
