"""Judges compared with the truth, by number of screenshots or by group; success rates by judge.

The paper's Tables 2 and 3 are drawn beside ours.
"""

import pandas
from matplotlib.axes import Axes

from ..running import rates
from .lacking import says_what_it_lacks
from .styling import (
    COLOURS,
    MARKERS,
    PUBLISHED,
    QUIET,
    draw_interval,
    make_axes,
    name_models,
    set_percent_axis,
    style,
    write_beside,
    write_caption,
)

# the columns of a confidence interval, under shorter names
INTERVAL = {"agreement": "agreement", "agreement low": "low", "agreement high": "high"}
TABLE_2 = {"1": "k=1", "2": "k=2", "3": "k=3", "full": "all"}  # the paper's names, and ours


@says_what_it_lacks
def judge_agreement(judges: pandas.DataFrame, *, ax: Axes | None = None) -> Axes:
    """Agreement of each judge with the truth, with Wilson 95 % intervals, beside the paper's judge.

    The dotted line is a judge that looks at nothing and always gives the more frequent verdict.
    `judges` is `agreement.judges(…)`, one row per judge; the part of its name after the last comma
    says how it judges ("k=3", "all", "key points").
    """
    rates.require(judges, *INTERVAL, "kappa", "n", "success by truth")
    judges = judges.rename(columns=INTERVAL)
    names = [name.rpartition(", ")[2] for name in judges.index]
    table_2 = pandas.read_csv(PUBLISHED / "judge_agreement.csv", dtype={"screenshots": str})
    published = {TABLE_2[row.screenshots]: row for row in table_2.itertuples()}
    with style():
        ax = ax or make_axes(8.6, 4.6)
        for x, (name, row) in enumerate(zip(names, judges.itertuples(), strict=True)):
            ax.plot([x, x], [100 * row.low, 100 * row.high], color=COLOURS[0], lw=3, alpha=0.45)
            y = 100 * row.agreement
            ax.plot(x, y, "o", color=COLOURS[0], ms=9)
            write_beside(ax, x, y, _describe_agreement(y, row.kappa), color=COLOURS[0], size=10)
            if name in published:
                y = published[name].agreement
                ax.plot(x, y, "D", color=QUIET, ms=5)
                label = _describe_agreement(y, published[name].kappa)
                write_beside(ax, x, y, label, color=QUIET, size=9)
        _draw_constant_judge(ax, float(judges["success by truth"].mean()))
        lowest = min(40, 100 * judges["low"].min())
        ax.set_xticks(range(len(names)), [_name_axis_label(name) for name in names])
        ax.set(xlim=(-0.4, len(names) - 0.2), ylim=(lowest, 100))
        ax.set(ylabel="Agreement with the truth (%)", title="What a judge's verdict is worth")
        ax.grid(axis="x", visible=False)
        models = dict.fromkeys(name.rpartition(", ")[0] for name in judges.index)
        counts = sorted({int(n) for n in judges["n"]})
        n = " to ".join(str(count) for count in dict.fromkeys((counts[0], counts[-1])))
        caption = (
            f"Judge: {name_models(models)}. Bars: Wilson 95 % interval. κ: Cohen's kappa.\n"
            f"n = {n} episodes\n"
            "Grey: He et al. 2024, v1, Table 2: GPT-4V against people, 300 tasks on the live web."
        )
        write_caption(ax, caption, gap=52)
        return ax


def _draw_constant_judge(ax: Axes, success: float) -> None:
    """Draw a dotted line for the judge that always gives the more frequent verdict."""
    agreement = 100 * max(success, 1 - success)
    ax.axhline(agreement, color=QUIET, lw=1, ls=":")
    verdict = "success" if success > 0.5 else "failure"
    label = f"always\n“{verdict}”:\n{agreement:.0f} %, κ 0"
    place = dict(xycoords=("axes fraction", "data"), va="center")
    ax.annotate(label, (1.01, agreement), color=QUIET, size=9, **place)


@says_what_it_lacks
def judge_by_group(
    judges: pandas.DataFrame, truth: str = "rules", *, ax: Axes | None = None
) -> Axes:
    """Agreement of judges with the truth by site, by view or by another group.

    `judges` is `agreement.judges(…, by=…)`. The groups on which the first judge agrees least come
    last; each group's label has its n.
    """
    rates.require(judges, *INTERVAL, "n")
    judges = judges.rename(columns=INTERVAL)
    group, _ = judges.index.names
    names = list(judges.index.unique("judge"))
    first = judges.xs(names[0], level="judge")["agreement"]
    order = first.sort_values(ascending=False, kind="stable").index
    with style():
        ax = ax or make_axes(8.6, 1.9 + 0.5 * len(order))
        for number, name in enumerate(names):
            table, colour = judges.xs(name, level="judge").reindex(order), COLOURS[number % 6]
            for place, row in enumerate(table.itertuples()):
                height = place + (number - (len(names) - 1) / 2) * 0.26
                draw_interval(ax, height, row.low, row.high, colour)
                ax.plot(100 * row.agreement, height, MARKERS[number % 6], color=colour, ms=8)
                if place == 0 and (label := name.rpartition(", ")[2]):
                    font = dict(color=colour, size=10, weight="bold")
                    write_beside(ax, 100 * row.high, height, label, **font)
        counts = judges.groupby(level=group, sort=False)["n"].max()
        labels = [f"{name} (n = {counts[name]:.0f})" for name in order]
        ax.set_yticks(range(len(order)), labels)
        ax.set(ylim=(len(order) - 0.5, -0.6), title=f"What a judge's verdict is worth, by {group}")
        set_percent_axis(ax, f"Agreement with the {truth} (%)", 118)
        models = name_models(dict.fromkeys(name.rpartition(", ")[0] for name in names))
        write_caption(ax, f"Judge: {models}.\nBars: Wilson 95 % interval.")
        return ax


@says_what_it_lacks
def success_by_judge(df: pandas.DataFrame, *, ax: Axes | None = None) -> Axes:
    """The success rate that each judge finds for each agent, beside the paper's Table 3.

    With Wilson 95 % intervals. `df` is `runs.table(…, judge=…)` of several judges, concatenated.
    """
    ours = rates.rates(df.assign(series=rates.series(df)), ["series", "judge"])
    published = pandas.read_csv(PUBLISHED / "backbone_judge.csv")
    agents, judges = ours.index.unique("series"), df["judge"].unique()
    backbones = list(published["backbone"].unique())
    rows = len(agents) * max(1, len(judges) / 3)
    with style():
        ax = ax or make_axes(8.6, 2.4 + 0.62 * rows + 0.5 * len(backbones))
        height, ticks = 0.0, {}
        for agent in agents:
            ticks[agent] = height + (len(judges) - 1) * 0.15
            for number, judge in enumerate(judges):
                if (agent, judge) in ours.index:
                    _draw_rate(ax, height, ours.loc[agent, judge], judge, number)
                height += 0.3
            height += 0.35
        for backbone in backbones:
            ticks[f"{backbone} (paper)"] = height
            _draw_published(ax, height, published[published["backbone"] == backbone])
            height += 0.62
        counts = ours["n"].groupby(level="series").max()
        labels = [
            name.replace(", ", ",\n") + (f"\n(n = {counts[name]})" if name in counts else "")
            for name in ticks
        ]
        ax.set_yticks(list(ticks.values()), labels)
        ax.set(ylim=(height, -0.5), title="The same episodes under different judges")
        set_percent_axis(ax, "Success rate (%)", 128)
        models = "\n".join(f"Agent: {name_models([name])}." for name in df["model"].unique())
        caption = (
            f"{models}\nBars: Wilson 95 % interval.\nGrey: He et al. 2024, v4: 643 tasks on the "
            "live web; judged by GPT-4V, Claude-3-Opus, GPT-4o."
        )
        write_caption(ax, caption)
        return ax


def _draw_rate(ax: Axes, height: float, row: pandas.Series, judge: str, number: int) -> None:
    """Draw an agent's success rate by one judge, the `number`th."""
    colour = COLOURS[number % 6]
    draw_interval(ax, height, row["low"], row["high"], colour)
    ax.plot(100 * row["rate"], height, MARKERS[number % 6], color=colour, ms=7)
    label = f"{judge}: {100 * row['rate']:.0f} %"
    write_beside(ax, 100 * row["high"], height, label, color=colour, size=9)


def _draw_published(ax: Axes, height: float, rows: pandas.DataFrame) -> None:
    """Draw the rates of one backbone by the paper's judges, on one line."""
    ax.plot([rows["success"].min(), rows["success"].max()], [height, height], color=QUIET, lw=1)
    for row in rows.itertuples():
        ax.plot(row.success, height, "D", color=QUIET, ms=5)
    label = ", ".join(f"{row.judge} {row.success:g}" for row in rows.itertuples())
    write_beside(ax, rows["success"].max(), height, label, color=QUIET, size=8)


def _describe_agreement(agreement: float, kappa: float) -> str:
    return f"{agreement:.0f} %" + ("" if pandas.isna(kappa) else f", κ {kappa:.2f}")


def _name_axis_label(name: str) -> str:
    """What a judge is shown, in words for the axis."""
    if name.startswith("k="):
        return f"last screenshot\n({name})" if name == "k=1" else f"last {name[2:]}\n({name})"
    return {"all": "all\nscreenshots", "key points": "by key\npoints"}.get(name, name)
