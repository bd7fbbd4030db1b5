"""Success by site, by view and by trajectory length, above what the paper measured where it has the
like.
"""

from collections.abc import Iterator

import pandas
from matplotlib.axes import Axes

from ..running import rates
from .look import COLOURS, PAPER, QUIET, axes, beside, signed, style


def success_by_site(df: pandas.DataFrame, *, ax: Axes | None = None) -> Axes:
    """Our success rate by site with its Wilson 95 % interval, above the paper's where the site
    stands for one of its.

    The paper's tasks are others, on the live web: what stands together is not comparable one to
    one.
    """
    rates.require(df, "site", "model", "stop", "success")
    ours = rates.rates(df.assign(series=rates.series(df)), ["site", "series"])
    theirs = _published(ours.index.unique("site"))
    return _beside_the_paper(df, ours, theirs, "Success by site", ax)


def success_by_view(df: pandas.DataFrame, *, ax: Axes | None = None) -> Axes:
    """Our success rate by what the agent was shown, with its Wilson 95 % interval, above the
    paper's over all sites.

    The paper's tasks are others, on the live web: what stands together is not comparable one to
    one.
    """
    rates.require(df, "view", "model", "stop", "success")
    ours = rates.rates(df.assign(series=df["model"]), ["view", "series"])
    paper = pandas.read_csv(PAPER / "success_by_site.csv", keep_default_na=False)
    overall = paper[paper["site"] == "Overall"].assign(site="all sites")
    theirs = {view: overall[overall["system"] == system] for view, system in SYSTEMS.items()}
    return _beside_the_paper(df, ours, theirs, "Success by view", ax)


# the paper's names
SYSTEMS = {
    "marked_screenshot": "WebVoyager",
    "accessibility_tree": "WebVoyager text-only",
}


def _beside_the_paper(
    df: pandas.DataFrame, ours: pandas.DataFrame, theirs: dict, title: str, ax: Axes | None
) -> Axes:
    """Our rows (indexed by site or view, and series), best first, each above the paper's where it
    has any.
    """
    rows = _rows(ours, theirs)
    with style():
        ax = ax or axes(8.6, 2.7 + rows[-1][0] * 0.15)
        colours = dict(zip(ours.index.unique("series"), COLOURS * 9, strict=False))
        for height, _, name, row in rows:
            if name in colours:
                _our_row(ax, height, row, colours[name], name if len(colours) > 1 else "")
            else:
                _their_row(ax, height, row, name)
        tops = {site: height for height, site, *_ in reversed(rows)}
        ax.set_yticks(list(tops.values()), [_heading(site, theirs) for site in tops])
        ax.set(xlim=(0, 128), ylim=(rows[-1][0] + 1.6, -1.6), title=title)
        ax.set_xticks(range(0, 101, 20))
        ax.set_xlabel("Success rate (%)", x=50 / 128)
        ax.spines["bottom"].set_bounds(0, 100)
        ax.grid(axis="y", visible=False)
        ax.spines["left"].set_visible(False)
        return signed(ax, df, _THESE + (_PAPERS if theirs else ""))


_THESE = "Large dots: these runs, with the Wilson 95 % interval."
_PAPERS = (
    "\nGrey: the paper (He et al. 2024, v4, Table 1), on the live web of its day and, where it "
    "names another site,\non other tasks: not comparable one to one. Filled: judged by people; "
    "hollow: by GPT-4V (± std of 3)."
)


def _published(sites: pandas.Index) -> dict[str, pandas.DataFrame]:
    """The paper's rows for the sites that stand for one of its."""
    counterparts = pandas.read_csv(PAPER / "counterparts.csv").set_index("host")["site"]
    paper = pandas.read_csv(PAPER / "success_by_site.csv", keep_default_na=False)
    named = {site: counterparts.get(site.lower().removesuffix(".mini"), site) for site in sites}
    return {site: rows for site, name in named.items() if len(rows := paper[paper["site"] == name])}


def _rows(ours: pandas.DataFrame, theirs: dict[str, pandas.DataFrame]) -> list[tuple]:
    """What stands at which height: (height, site or view, name, row), best first, ours above the
    paper's.
    """
    best = ours.groupby(level=0)["rate"].max().sort_values(ascending=False, kind="stable")
    rows, height = [], 0.0
    for site in best.index:
        for name, row in ours.loc[site].iterrows():
            rows.append((height, site, name, row))
            height += 1.7
        for name, judged in _by_system(theirs[site]) if site in theirs else ():
            rows.append((height - 0.2, site, name, judged))
            height += 1
        height += 1.1
    return rows


def _by_system(published: pandas.DataFrame) -> Iterator[tuple[str, pandas.DataFrame]]:
    """The paper's rows of each system, one per judge, under the system's name and what else than
    GPT-4 it ran on.
    """
    plain = published["backbone"].isin(["", "GPT-4", "GPT-4V"])
    names = published["system"] + (", " + published["backbone"]).mask(plain, "")
    yield from published.groupby(names, sort=False)


def _our_row(ax: Axes, height: float, row: pandas.Series, colour: str, name: str) -> None:
    rate, low, high = 100 * row["rate"], 100 * row["low"], 100 * row["high"]
    ax.plot([low, high], [height, height], color=colour, lw=3, alpha=0.45, solid_capstyle="butt")
    ax.plot(rate, height, "o", color=colour, ms=9, gid="ours")
    words = f"{rate:.0f} % of {row['n']:.0f}" + (f"  {name}" if name else "")
    beside(ax, high, height, words, color=colour, weight="bold", size=10.5)


def _their_row(ax: Axes, height: float, judged: pandas.DataFrame, name: str) -> None:
    """A system of the paper: a filled mark for what people judged, a ring for what GPT-4V
    judged.
    """
    for _, row in judged.iterrows():
        rate, std, people = float(row["success"]), float(row["std"] or 0), row["judge"] == "people"
        ax.plot([rate - std, rate + std], [height, height], color=QUIET, lw=1)
        look = {"ms": 4} if people else {"ms": 6, "markerfacecolor": "none"}
        ax.plot(rate, height, "D", color=QUIET, gid="paper", **look)
    success = judged["success"].astype(float)
    far = (success + pandas.to_numeric(judged["std"]).fillna(0)).max()
    beside(
        ax,
        far,
        height,
        f"{name}  {' / '.join(f'{rate:.1f}' for rate in success)}",
        color=QUIET,
        size=8,
    )


def _heading(site: str, theirs: dict[str, pandas.DataFrame]) -> str:
    return f"{site}\n(paper: {theirs[site]['site'].iloc[0]})" if site in theirs else site


def success_by_length(df: pandas.DataFrame, *, ax: Axes | None = None) -> Axes:
    """Success rate against the number of steps taken, with Wilson 95 % intervals and n."""
    table = rates.by_length(df)
    with style():
        ax = ax or axes(8, 4.8)
        names = list(table["series"].unique())
        words = "{0.successes} of {0.n}" if len(names) == 1 else "{0.successes}/{0.n}"
        for number, (name, colour) in enumerate(zip(names, COLOURS * 9, strict=False)):
            rows = table[table["series"] == name]
            dodge = (number - (len(names) - 1) / 2) * 0.28 * (rows["last"] - rows["first"] + 1)
            x = (rows["first"] + rows["last"]) / 2 + dodge
            ax.vlines(x, 100 * rows["low"], 100 * rows["high"], color=colour, lw=3, alpha=0.45)
            ax.plot(x, 100 * rows["rate"], "o", color=colour, ms=9, label=name)
            for at, row in zip(x, rows.itertuples(), strict=True):
                place = dict(xytext=(0, 7), textcoords="offset points", ha="center", size=9.5)
                ax.annotate(words.format(row), (at, 100 * row.high), color=colour, **place)
        groups = table.drop_duplicates("first").sort_values("first")
        spans = [
            f"{a}" if a == b else f"{a}–{b}"
            for a, b in zip(groups["first"], groups["last"], strict=True)
        ]
        ax.set_xticks((groups["first"] + groups["last"]) / 2, spans)
        ax.set(
            ylim=(-4, 104),
            xlabel="Trajectory length (steps)",
            ylabel="Success rate (%)",
            title="Success by trajectory length",
        )
        ax.margins(x=0.12)
        ax.grid(axis="x", visible=False)
        if len(names) > 1:
            ax.legend(loc="best")
        return signed(ax, df, "Bars: Wilson 95 % interval.")
