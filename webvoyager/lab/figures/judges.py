"""Judges compared with the truth, by number of screenshots or by group; success rates by judge.

The paper's Tables 2 and 3 are drawn beside ours.
"""

from collections.abc import Iterable
from itertools import cycle

import pandas
from matplotlib.axes import Axes

from ...runs import ANSWERS, RULES
from ..statistics import rates
from .axes import draw_interval, make_axes, set_percent_axis
from .captions import name_models, write_beside, write_caption
from .plates import figure, rates_by
from .styling import COLOURS, MARKERS, PUBLISHED, QUIET

INTERVAL = ("agreement", "agreement low", "agreement high")
TABLE_2 = {"1": "k=1", "2": "k=2", "3": "k=3", "full": "all"}  # the paper's names, and ours
AXIS = {  # what a judge is shown, in words for the axis
    "k=1": "last screenshot\n(k=1)",
    "all": "all\nscreenshots",
    "key points": "by key\npoints",
}


@figure(
    "Of the first run: is any judge better than one that always gives the more frequent verdict"
    " (dotted)?",
    "judges",
    rows=lambda table: table.reset_index(),
)
def judge_agreement(judges: pandas.DataFrame, *, ax: Axes | None = None) -> Axes:
    """Agreement of each judge with the truth, with Wilson 95 % intervals, beside the paper's judge.

    The dotted line is a judge that looks at nothing and always gives the more frequent verdict.
    `judges` is `agreement.judges(…)`, one row per judge; the part of its name after the last comma
    says how it judges ("k=3", "all", "key points").
    """
    rates.require(judges, *INTERVAL, "kappa", "n", "success by truth")
    names = [name.rpartition(", ")[2] for name in judges.index]
    table_2 = pandas.read_csv(PUBLISHED / "judge_agreement.csv", dtype={"screenshots": str})
    published = table_2.set_index(table_2["screenshots"].map(TABLE_2)).to_dict("index")
    ax = ax or make_axes(8.6, 4.6)
    for x, (name, row) in enumerate(zip(names, judges.to_dict("records"), strict=True)):
        y, *ends = (100 * row[name] for name in INTERVAL)
        ax.plot([x, x], ends, color=COLOURS[0], lw=3, alpha=0.45)
        ax.plot(x, y, "o", color=COLOURS[0], ms=9)
        write_beside(ax, x, y, _describe_agreement(y, row["kappa"]), color=COLOURS[0], size=10)
        if name in published:
            y, kappa = published[name]["agreement"], published[name]["kappa"]
            ax.plot(x, y, "D", color=QUIET, ms=5)
            write_beside(ax, x, y, _describe_agreement(y, kappa), color=QUIET, size=9)
    success = float(judges["success by truth"].mean())
    constant = 100 * max(success, 1 - success)
    ax.axhline(constant, color=QUIET, lw=1, ls=":")
    label = f"always\n“{'success' if success > 0.5 else 'failure'}”:\n{constant:.0f} %, κ 0"
    place = ("axes fraction", "data")
    ax.annotate(label, (1.01, constant), xycoords=place, va="center", color=QUIET, size=9)
    labels = [
        AXIS.get(name, f"last {name[2:]}\n({name})" if name.startswith("k=") else name)
        for name in names
    ]
    ax.set_xticks(range(len(names)), labels)
    ax.set(xlim=(-0.4, len(names) - 0.2), ylim=(min(40, 100 * judges["agreement low"].min()), 100))
    ax.set(ylabel="Agreement with the truth (%)", title="What a judge's verdict is worth")
    ax.grid(axis="x", visible=False)
    counts = sorted({int(n) for n in judges["n"]})
    n = " to ".join(str(count) for count in dict.fromkeys((counts[0], counts[-1])))
    caption = (
        f"Judge: {_name_judging_models(judges.index)}. Bars: Wilson 95 % interval."
        f" κ: Cohen's kappa.\nn = {n} episodes\n"
        "Grey: He et al. 2024, v1, Table 2: GPT-4V against people, 300 tasks on the live web."
    )
    write_caption(ax, caption, gap=52)
    return ax


@figure(
    "Does a judge's worth depend on what the agent was shown?",
    "judges_by_view",
    name="judge_by_view",
    rows=lambda table: table.reset_index(),
)
def judge_by_group(
    judges: pandas.DataFrame, truth: str = "rules", *, ax: Axes | None = None
) -> Axes:
    """Agreement of judges with the truth by site, by view or by another group.

    `judges` is `agreement.judges(…, by=…)`. The groups on which the first judge agrees least come
    last; each group's label has its n.
    """
    rates.require(judges, *INTERVAL, "n")
    rows = judges.reset_index("judge")
    group, names = rows.index.name, rows["judge"].unique()
    first = rows[rows["judge"] == names[0]]["agreement"]
    order = first.sort_values(ascending=False, kind="stable").index
    ax = ax or make_axes(8.6, 1.9 + 0.5 * len(order))
    for number, name in enumerate(names):
        table, colour = rows[rows["judge"] == name].reindex(order), COLOURS[number % 6]
        for lane, row in enumerate(table.to_dict("records")):
            height = lane + (number - (len(names) - 1) / 2) * 0.26
            draw_interval(ax, height, row["agreement low"], row["agreement high"], colour)
            ax.plot(100 * row["agreement"], height, MARKERS[number % 6], color=colour, ms=8)
            if lane == 0 and (label := name.rpartition(", ")[2]):
                end = 100 * row["agreement high"]
                write_beside(ax, end, height, label, color=colour, size=10, weight="bold")
    counts = rows["n"].groupby(level=0, sort=False).max()
    ax.set_yticks(range(len(order)), [f"{name} (n = {counts[name]:.0f})" for name in order])
    ax.set(ylim=(len(order) - 0.5, -0.6), title=f"What a judge's verdict is worth, by {group}")
    set_percent_axis(ax, f"Agreement with the {truth} (%)", 118)
    write_caption(ax, f"Judge: {_name_judging_models(names)}.\nBars: Wilson 95 % interval.")
    return ax


@figure("How much does the success rate depend on the judge?", "judged", rows=rates_by("judge"))
def success_by_judge(df: pandas.DataFrame, *, ax: Axes | None = None) -> Axes:
    """The success rate that each judge finds for each agent, beside the paper's Table 3.

    With Wilson 95 % intervals. `df` is `runs.table(…, judge=…)` of several judges, concatenated.
    """
    read = df["judge"].str.contains(ANSWERS, regex=False)  # what the rules left
    df = df.assign(judge=df["judge"].where(~read, RULES))
    ours = rates.rates(df.assign(series=rates.series(df)), ["series", "judge"])
    looks = dict(zip(df["judge"].unique(), zip(cycle(COLOURS), cycle(MARKERS)), strict=False))
    published = pandas.read_csv(PUBLISHED / "backbone_judge.csv").groupby("backbone", sort=False)
    agents = ours.index.unique("series")
    rows = len(agents) * max(1, len(looks) / 3)
    ax = ax or make_axes(8.6, 2.4 + 0.62 * rows + 0.5 * len(published))
    found, height, ticks = ours.to_dict("index"), 0.0, {}
    for agent in agents:
        counted = ours.loc[agent, "n"].max()
        name = agent.replace(", ", ",\n")
        ticks[height + (len(looks) - 1) * 0.15] = f"{name}\n(n = {counted})"
        for judge, (colour, marker) in looks.items():
            if row := found.get((agent, judge)):
                draw_interval(ax, height, row["low"], row["high"], colour)
                ax.plot(100 * row["rate"], height, marker, color=colour, ms=7)
                label = f"{judge}: {100 * row['rate']:.0f} %"
                write_beside(ax, 100 * row["high"], height, label, color=colour, size=9)
            height += 0.3
        height += 0.35
    for backbone, table in published:
        ticks[height] = f"{backbone} (paper)"
        success = table["success"]
        ax.plot([success.min(), success.max()], [height, height], color=QUIET, lw=1)
        for each in success:
            ax.plot(each, height, "D", color=QUIET, ms=5)
        label = ", ".join(table["judge"] + success.map(" {:g}".format))
        write_beside(ax, success.max(), height, label, color=QUIET, size=8)
        height += 0.62
    ax.set_yticks(list(ticks), list(ticks.values()))
    ax.set(ylim=(height, -0.5), title="The same episodes under different judges")
    set_percent_axis(ax, "Success rate (%)", 128)
    models = "\n".join(f"Agent: {name_models([name])}." for name in df["model"].unique())
    rest = "\nrules: with a judge of answers for what they leave." if read.any() else ""
    caption = (
        f"{models}{rest}\nBars: Wilson 95 % interval.\nGrey: He et al. 2024, v4: 643 tasks on the "
        "live web; judged by GPT-4V, Claude-3-Opus, GPT-4o."
    )
    write_caption(ax, caption)
    return ax


def _name_judging_models(judges: Iterable[str]) -> str:
    return name_models(dict.fromkeys(name.rpartition(", ")[0] for name in judges))


def _describe_agreement(agreement: float, kappa: float) -> str:
    return f"{agreement:.0f} %" + ("" if pandas.isna(kappa) else f", κ {kappa:.2f}")
