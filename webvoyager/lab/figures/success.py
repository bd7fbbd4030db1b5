"""Success by site, by view and by trajectory length, above the paper's rates where it has them."""

from collections.abc import Iterator

import pandas
from matplotlib.axes import Axes

from ..running import rates
from .styling import (
    COLOURS,
    PUBLISHED,
    QUIET,
    draw_interval,
    make_axes,
    set_percent_axis,
    style,
    write_beside,
    write_rates_caption,
)

SYSTEMS = {  # the paper's names of our views
    "marked_screenshot": "WebVoyager",
    "accessibility_tree": "WebVoyager text-only",
}
_OUR_NOTE = "Large dots: these runs, with the Wilson 95 % interval."
_PAPER_NOTE = (
    "\nGrey: the paper (He et al. 2024, v4, Table 1), on the live web of its day and, where it "
    "names another site,\non other tasks: not comparable one to one. Filled: judged by people; "
    "hollow: by GPT-4V (± std of 3)."
)


def success_by_site(df: pandas.DataFrame, *, ax: Axes | None = None) -> Axes:
    """Our success rate by site with Wilson 95 % intervals, above the paper's on a similar site.

    The paper's tasks are others, on the live web, so the rates are not comparable one to one.
    """
    rates.require(df, "site", "model", "stop", "success")
    ours = rates.rates(df.assign(series=rates.series(df)), ["site", "series"])
    counterparts = pandas.read_csv(PUBLISHED / "counterparts.csv").set_index("host")["site"]
    paper = _read_published()
    published = {}
    for site in ours.index.unique("site"):
        counterpart = counterparts.get(site.lower().removesuffix(".mini"), site)
        rows = paper[paper["site"] == counterpart]
        published |= {site: rows} if len(rows) else {}
    return _draw_beside_paper(df, ours, published, "Success by site", ax)


def success_by_view(df: pandas.DataFrame, *, ax: Axes | None = None) -> Axes:
    """Our success rate by what the agent is shown, above the paper's over all its sites.

    With Wilson 95 % intervals. The paper's tasks are others, on the live web, so the rates are not
    comparable one to one.
    """
    rates.require(df, "view", "model", "stop", "success")
    ours = rates.rates(df.assign(series=df["model"]), ["view", "series"])
    paper = _read_published()
    overall = paper[paper["site"] == "Overall"].assign(site="all sites")
    published = {view: overall[overall["system"] == system] for view, system in SYSTEMS.items()}
    return _draw_beside_paper(df, ours, published, "Success by view", ax)


def _read_published() -> pandas.DataFrame:
    return pandas.read_csv(PUBLISHED / "success_by_site.csv", keep_default_na=False)


def _draw_beside_paper(
    df: pandas.DataFrame,
    ours: pandas.DataFrame,
    published: dict[str, pandas.DataFrame],
    title: str,
    ax: Axes | None,
) -> Axes:
    """Draw our rates, best group first, each above the paper's of the same group if it has any.

    `ours` is indexed by group (a site or a view) and series; `published` has the paper's rows.
    """
    rows = _arrange_rows(ours, published)
    last = rows[-1][0]
    with style():
        ax = ax or make_axes(8.6, 2.7 + last * 0.15)
        colours = dict(zip(ours.index.unique("series"), COLOURS * 9, strict=False))
        for height, _, name, row in rows:
            if name in colours:
                _draw_ours(ax, height, row, colours[name], name if len(colours) > 1 else "")
            else:
                _draw_published(ax, height, row, name)
        tops = {group: height for height, group, *_ in reversed(rows)}
        labels = [
            f"{group}\n(paper: {published[group]['site'].iloc[0]})" if group in published else group
            for group in tops
        ]
        ax.set_yticks(list(tops.values()), labels)
        ax.set(ylim=(last + 1.6, -1.6), title=title)
        set_percent_axis(ax, "Success rate (%)", 128)
        return write_rates_caption(ax, df, _OUR_NOTE + (_PAPER_NOTE if published else ""))


def _arrange_rows(ours: pandas.DataFrame, published: dict[str, pandas.DataFrame]) -> list[tuple]:
    """All rows with their heights, as (height, group, name, row): best group first, ours on top."""
    best = ours.groupby(level=0)["rate"].max().sort_values(ascending=False, kind="stable")
    rows, height = [], 0.0
    for group in best.index:
        for name, row in ours.loc[group].iterrows():
            rows.append((height, group, name, row))
            height += 1.7
        for name, judged in _split_systems(published[group]) if group in published else ():
            rows.append((height - 0.2, group, name, judged))
            height += 1
        height += 1.1
    return rows


def _split_systems(published: pandas.DataFrame) -> Iterator[tuple[str, pandas.DataFrame]]:
    """The paper's rows of each system, one per judge, under its name and any backbone but GPT-4."""
    plain = published["backbone"].isin(["", "GPT-4", "GPT-4V"])
    names = published["system"] + (", " + published["backbone"]).mask(plain, "")
    yield from published.groupby(names, sort=False)


def _draw_ours(ax: Axes, height: float, row: pandas.Series, colour: str, name: str) -> None:
    """One of our rates with its interval and n."""
    rate, high = 100 * row["rate"], 100 * row["high"]
    draw_interval(ax, height, row["low"], row["high"], colour, solid_capstyle="butt")
    ax.plot(rate, height, "o", color=colour, ms=9, gid="ours")
    label = f"{rate:.0f} % of {row['n']:.0f}" + (f"  {name}" if name else "")
    write_beside(ax, high, height, label, color=colour, weight="bold", size=10.5)


def _draw_published(ax: Axes, height: float, judged: pandas.DataFrame, name: str) -> None:
    """A system of the paper: a filled mark if people judged it, a hollow one if GPT-4V did."""
    for _, row in judged.iterrows():
        rate, std, people = float(row["success"]), float(row["std"] or 0), row["judge"] == "people"
        ax.plot([rate - std, rate + std], [height, height], color=QUIET, lw=1)
        look = {"ms": 4} if people else {"ms": 6, "markerfacecolor": "none"}
        ax.plot(rate, height, "D", color=QUIET, gid="paper", **look)
    success = judged["success"].astype(float)
    end = (success + pandas.to_numeric(judged["std"]).fillna(0)).max()
    label = f"{name}  {' / '.join(f'{rate:.1f}' for rate in success)}"
    write_beside(ax, end, height, label, color=QUIET, size=8)


def success_by_length(df: pandas.DataFrame, *, ax: Axes | None = None) -> Axes:
    """Success rate by the number of steps taken, with Wilson 95 % intervals and n."""
    table = rates.by_length(df)
    with style():
        ax = ax or make_axes(8, 4.8)
        names = list(table["series"].unique())
        label = "{0.successes} of {0.n}" if len(names) == 1 else "{0.successes}/{0.n}"
        for number, (name, colour) in enumerate(zip(names, COLOURS * 9, strict=False)):
            rows = table[table["series"] == name]
            width = rows["last"] - rows["first"] + 1
            shift = (number - (len(names) - 1) / 2) * 0.28 * width  # keeps the series apart
            middles = (rows["first"] + rows["last"]) / 2 + shift
            low, high = 100 * rows["low"], 100 * rows["high"]
            ax.vlines(middles, low, high, color=colour, lw=3, alpha=0.45)
            ax.plot(middles, 100 * rows["rate"], "o", color=colour, ms=9, label=name)
            for x, row in zip(middles, rows.itertuples(), strict=True):
                place = dict(xytext=(0, 7), textcoords="offset points", ha="center", size=9.5)
                ax.annotate(label.format(row), (x, 100 * row.high), color=colour, **place)
        groups = table.drop_duplicates("first").sort_values("first")
        ends = zip(groups["first"], groups["last"], strict=True)
        spans = [f"{first}" if first == last else f"{first}–{last}" for first, last in ends]
        ax.set_xticks((groups["first"] + groups["last"]) / 2, spans)
        ax.set(ylim=(-4, 104), title="Success by trajectory length")
        ax.set(xlabel="Trajectory length (steps)", ylabel="Success rate (%)")
        ax.margins(x=0.12)
        ax.grid(axis="x", visible=False)
        if len(names) > 1:
            ax.legend(loc="best")
        return write_rates_caption(ax, df, "Bars: Wilson 95 % interval.")
