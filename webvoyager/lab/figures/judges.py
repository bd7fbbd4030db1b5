"""Judges against the truth: by the number of screenshots, beside the paper's Table 2, by site or
view; and what an agent's success would be by each judge, beside the paper's Table 3.
"""

import pandas
from matplotlib.axes import Axes

from ..running import rates
from .look import COLOURS, MARKERS, PAPER, QUIET, axes, below, beside, name_models, style

TABLE_2 = {"1": "k=1", "2": "k=2", "3": "k=3", "full": "all"}


def judge_agreement(judges: pandas.DataFrame, *, ax: Axes | None = None) -> Axes:
    """Agreement of each judge with the truth, with its Wilson 95 % interval, beside the paper's
    judge and people.

    The dotted line is a judge that looks at nothing and always says what is more frequent.

    `judges` is `agreement.judges(…)`, one row per judge; what follows the comma in its name says
    how it judges ("k=3", "all", "key points").
    """
    rates.require(judges, "agreement", "low", "high", "kappa", "n", "success by truth")
    names = [name.rpartition(", ")[2] for name in judges.index]
    paper = pandas.read_csv(PAPER / "judge_agreement.csv", dtype={"screenshots": str})
    paper = {TABLE_2[row.screenshots]: row for row in paper.itertuples()}
    with style():
        ax = ax or axes(8.6, 4.6)
        for x, (name, row) in enumerate(zip(names, judges.itertuples(), strict=True)):
            ax.plot([x, x], [100 * row.low, 100 * row.high], color=COLOURS[0], lw=3, alpha=0.45)
            ax.plot(x, 100 * row.agreement, "o", color=COLOURS[0], ms=9)
            beside(
                ax,
                x,
                100 * row.agreement,
                _words(100 * row.agreement, row.kappa),
                color=COLOURS[0],
                size=10,
            )
            if name in paper:
                theirs = paper[name]
                ax.plot(x, theirs.agreement, "D", color=QUIET, ms=5)
                beside(
                    ax,
                    x,
                    theirs.agreement,
                    _words(theirs.agreement, theirs.kappa),
                    color=QUIET,
                    size=9,
                )
        always = 100 * max(truth := float(judges["success by truth"].mean()), 1 - truth)
        ax.axhline(always, color=QUIET, lw=1, ls=":")
        word = "success" if truth > 0.5 else "failure"
        words = f"“{word}”\nto all:\n{always:.0f} %, κ 0"
        ax.annotate(
            words,
            (1.01, always),
            xycoords=("axes fraction", "data"),
            va="center",
            color=QUIET,
            size=9,
        )
        ax.set_xticks(range(len(names)), [_screenshots(name) for name in names])
        ax.set(
            xlim=(-0.4, len(names) - 0.2),
            ylim=(min(40, 100 * judges["low"].min()), 100),
            ylabel="Agreement with the truth (%)",
        )
        ax.set_title("What a judge's verdict is worth")
        ax.grid(axis="x", visible=False)
        models = dict.fromkeys(name.rpartition(", ")[0] for name in judges.index)
        counts = sorted({int(n) for n in judges["n"]})
        caption = f"Judge: {name_models(models)}. Bars: Wilson 95 % interval. κ: Cohen's kappa.\n"
        caption += (
            f"n = {' to '.join(str(n) for n in dict.fromkeys((counts[0], counts[-1])))} episodes\n"
        )
        caption += (
            "Grey: He et al. 2024, v1, Table 2: GPT-4V against people, 300 tasks on the live web."
        )
        below(ax, caption, "left", color=QUIET, size=9, gap=52)
        return ax


def judge_by_group(
    judges: pandas.DataFrame, truth: str = "rules", *, ax: Axes | None = None
) -> Axes:
    """Agreement of judges with the truth by site, view or whatever `agreement.judges(…, by=…)` was
    grouped by.

    Rows with the lowest agreement of the first judge stand last; n is in each row's label.
    """
    rates.require(judges, "agreement", "low", "high", "n")
    group, _ = judges.index.names
    names = list(judges.index.unique("judge"))
    first = judges.xs(names[0], level="judge")["agreement"].sort_values(
        ascending=False, kind="stable"
    )
    with style():
        ax = ax or axes(8.6, 1.9 + 0.5 * len(first))
        for number, name in enumerate(names):
            table, colour = judges.xs(name, level="judge").reindex(first.index), COLOURS[number % 6]
            for height, row in enumerate(table.itertuples()):
                at = height + (number - (len(names) - 1) / 2) * 0.26
                ax.plot([100 * row.low, 100 * row.high], [at, at], color=colour, lw=3, alpha=0.45)
                label = name.rpartition(", ")[2] if not height else ""
                ax.plot(100 * row.agreement, at, MARKERS[number % 6], color=colour, ms=8)
                if label:
                    beside(ax, 100 * row.high, at, label, color=colour, size=10, weight="bold")
        counts = judges.groupby(level=group, sort=False)["n"].max()
        ax.set_yticks(
            range(len(first)), [f"{name} (n = {counts[name]:.0f})" for name in first.index]
        )
        ax.set(
            xlim=(0, 118),
            ylim=(len(first) - 0.5, -0.6),
            title=f"What a judge's verdict is worth, by {group}",
        )
        ax.set_xticks(range(0, 101, 20))
        ax.set_xlabel(f"Agreement with the {truth} (%)", x=50 / 118)
        ax.spines["bottom"].set_bounds(0, 100)
        ax.grid(axis="y", visible=False)
        ax.spines["left"].set_visible(False)
        models = name_models(dict.fromkeys(name.rpartition(", ")[0] for name in names))
        below(
            ax,
            f"Judge: {models}.\nBars: Wilson 95 % interval.",
            "left",
            color=QUIET,
            size=9,
            gap=40,
        )
        return ax


def success_by_judge(df: pandas.DataFrame, *, ax: Axes | None = None) -> Axes:
    """What success rate each judge finds for each agent, beside the paper's backbones and judges
    (Table 3).

    `df` is `runs.table(…, judge=…)` of several judges, below each other. Wilson 95 % intervals.
    """
    ours = rates.rates(df.assign(series=rates.series(df)), ["series", "judge"])
    paper = pandas.read_csv(PAPER / "backbone_judge.csv")
    agents, judges = ours.index.unique("series"), df["judge"].unique()
    theirs = list(paper["backbone"].unique())
    with style():
        ax = ax or axes(8.6, 2.4 + 0.62 * len(agents) * max(1, len(judges) / 3) + 0.5 * len(theirs))
        height, ticks = 0.0, {}
        for agent in agents:
            ticks[agent] = height + (len(judges) - 1) * 0.15
            for number, judge in enumerate(judges):
                if (agent, judge) in ours.index:
                    row, colour = ours.loc[agent, judge], COLOURS[number % 6]
                    ax.plot(
                        [100 * row["low"], 100 * row["high"]],
                        [height, height],
                        color=colour,
                        lw=3,
                        alpha=0.45,
                    )
                    ax.plot(100 * row["rate"], height, MARKERS[number % 6], color=colour, ms=7)
                    words = f"{judge}: {100 * row['rate']:.0f} %"
                    beside(ax, 100 * row["high"], height, words, color=colour, size=9)
                height += 0.3
            height += 0.35
        for backbone in theirs:
            ticks[f"{backbone} (paper)"] = height
            _their_backbone(ax, height, paper[paper["backbone"] == backbone])
            height += 0.62
        counts = ours["n"].groupby(level="series").max()
        names = [
            name.replace(", ", ",\n") + (f"\n(n = {counts[name]})" if name in counts else "")
            for name in ticks
        ]
        ax.set_yticks(list(ticks.values()), names)
        ax.set(xlim=(0, 128), ylim=(height, -0.5), title="The same episodes, other judges")
        ax.set_xticks(range(0, 101, 20))
        ax.set_xlabel("Success rate (%)", x=50 / 128)
        ax.spines["bottom"].set_bounds(0, 100)
        ax.grid(axis="y", visible=False)
        ax.spines["left"].set_visible(False)
        caption = "\n".join(f"Agent: {name_models([name])}." for name in df["model"].unique())
        caption += "\nBars: Wilson 95 % interval.\n"
        caption += (
            "Grey: He et al. 2024, v4: 643 tasks on the live web; judged by GPT-4V, Claude-3-Opus,"
            " GPT-4o."
        )
        below(ax, caption, "left", color=QUIET, size=9, gap=40)
        return ax


def _their_backbone(ax: Axes, height: float, rows: pandas.DataFrame) -> None:
    """The paper's judges on one backbone, on one line, named by their first letters."""
    ax.plot([rows["success"].min(), rows["success"].max()], [height, height], color=QUIET, lw=1)
    for row in rows.itertuples():
        ax.plot(row.success, height, "D", color=QUIET, ms=5)
    words = ", ".join(f"{row.judge} {row.success:g}" for row in rows.itertuples())
    beside(ax, rows["success"].max(), height, words, color=QUIET, size=8)


def _words(agreement: float, kappa: float) -> str:
    return f"{agreement:.0f} %, κ {kappa:.2f}" if kappa == kappa else f"{agreement:.0f} %"


def _screenshots(name: str) -> str:
    """A judge's name in words for an axis."""
    if name.startswith("k="):
        return f"last screenshot\n({name})" if name == "k=1" else f"last {name[2:]}\n({name})"
    return {"all": "all\nscreenshots", "key points": "by key\npoints"}.get(name, name)
