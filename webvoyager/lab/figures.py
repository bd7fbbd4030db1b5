"""Figures: a table of episodes in, Axes out. The only room that knows matplotlib; the numbers come from `rates.py`.

Every figure names the model and says how many episodes it stands on. Faults and unscored episodes are in no rate
and are counted in the caption.
"""

import io
import textwrap
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from itertools import product
from pathlib import Path

import matplotlib as mpl
import matplotlib.pyplot as plt
import pandas
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle
from matplotlib.text import Text
from matplotlib.transforms import Bbox
from PIL import Image

from ..records import Episode, Step
from . import rates
from .rates import summary

__all__ = [
    "filmstrip",
    "length_and_marks",
    "save",
    "style",
    "success_by_length",
    "success_by_site",
    "success_by_view",
    "summary",
    "tasks_by_difficulty",
]

PAPER = Path(__file__).parent.parent.parent / "data" / "paper"
OFFLINE = "offline-rules"
COLOURS = ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9"]  # Okabe and Ito: safe for all eyes
MARKERS = "osD^vP"
SHADES = mpl.colormaps["viridis_r"].with_extremes(bad="white")  # darker is better, as in the paper
INK, QUIET, FAINT = "#222222", "#666666", "#DDDDDD"
SHARP = 180  # dots an inch, of a saved figure
LOOK = {
    "figure.dpi": 110,
    "figure.constrained_layout.use": True,
    "font.size": 11,
    "text.color": INK,
    "axes.edgecolor": QUIET,
    "axes.labelcolor": INK,
    "axes.titlesize": 13,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.titlepad": 12,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "axes.prop_cycle": mpl.cycler(color=COLOURS),
    "grid.color": FAINT,
    "grid.linewidth": 0.8,
    "xtick.color": QUIET,
    "ytick.color": QUIET,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "xtick.major.size": 0,
    "ytick.major.size": 0,
    "legend.frameon": False,
}


@contextmanager
def style() -> Iterator[None]:
    """The look of all figures, for the time of a `with` block.

    Only what it sets is set back: the first figure of a notebook turns on that figures are shown, and that is to last.
    """
    before = {name: mpl.rcParams[name] for name in LOOK}
    mpl.rcParams.update(LOOK)
    try:
        yield
    finally:
        mpl.rcParams.update(before)


def save(ax: Axes, file: str | Path) -> Path:
    """Write the axes' figure to a file, sharp enough for print and with all its captions; returns the path."""
    ax.figure.savefig(file, dpi=SHARP, bbox_inches="tight")
    return Path(file)


# --- success by site ---


def success_by_site(df: pandas.DataFrame, *, ax: Axes | None = None) -> Axes:
    """Our success rate by site with its Wilson 95 % interval, above the paper's where the site stands for one of its.

    The paper's tasks are others, on the live web: what stands together is not comparable one to one.
    """
    rates.require(df, "site", "model", "stop", "success")
    ours = rates.rates(df.assign(series=rates.series(df)), ["site", "series"])
    theirs = _published(ours.index.unique("site"))
    return _beside_the_paper(df, ours, theirs, "Success by site", ax)


def success_by_view(df: pandas.DataFrame, *, ax: Axes | None = None) -> Axes:
    """Our success rate by what the agent was shown, with its Wilson 95 % interval, above the paper's over all sites.

    The paper's tasks are others, on the live web: what stands together is not comparable one to one.
    """
    rates.require(df, "view", "model", "stop", "success")
    ours = rates.rates(df.assign(series=df["model"]), ["view", "series"])
    paper = pandas.read_csv(PAPER / "success_by_site.csv", keep_default_na=False)
    overall = paper[paper["site"] == "Overall"].assign(site="all sites")
    theirs = {view: overall[overall["system"] == system] for view, system in SYSTEMS.items()}
    return _beside_the_paper(df, ours, theirs, "Success by view", ax)


SYSTEMS = {"marked_screenshot": "WebVoyager", "accessibility_tree": "WebVoyager text-only"}  # the paper's names


def _beside_the_paper(df: pandas.DataFrame, ours: pandas.DataFrame, theirs: dict, title: str, ax: Axes | None) -> Axes:
    """Our rows (indexed by site or view, and series), best first, each above the paper's where it has any."""
    rows = _rows(ours, theirs)
    with style():
        ax = ax or _axes(8.6, 2.7 + rows[-1][0] * 0.15)
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
        return _signed(ax, df, _THESE + (_PAPERS if theirs else ""))


_THESE = "Large dots: these runs, with the Wilson 95 % interval."
_PAPERS = """
Grey: the paper (He et al. 2024, v4, Table 1), on the live web of its day and, where it names another site,
on other tasks: not comparable one to one. Filled: judged by people; hollow: by GPT-4V (± std of 3)."""


def _published(sites: pandas.Index) -> dict[str, pandas.DataFrame]:
    """The paper's rows for the sites that stand for one of its."""
    counterparts = pandas.read_csv(PAPER / "counterparts.csv").set_index("host")["site"]
    paper = pandas.read_csv(PAPER / "success_by_site.csv", keep_default_na=False)
    named = {site: counterparts.get(site.lower().removesuffix(".mini"), site) for site in sites}
    return {site: rows for site, name in named.items() if len(rows := paper[paper["site"] == name])}


def _rows(ours: pandas.DataFrame, theirs: dict[str, pandas.DataFrame]) -> list[tuple]:
    """What stands at which height: (height, site or view, name, row), best first, ours above the paper's."""
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
    """The paper's rows of each system, one per judge, under the system's name and what else than GPT-4 it ran on."""
    plain = published["backbone"].isin(["", "GPT-4", "GPT-4V"])
    names = published["system"] + (", " + published["backbone"]).mask(plain, "")
    yield from published.groupby(names, sort=False)


def _our_row(ax: Axes, height: float, row: pandas.Series, colour: str, name: str) -> None:
    rate, low, high = 100 * row["rate"], 100 * row["low"], 100 * row["high"]
    ax.plot([low, high], [height, height], color=colour, lw=3, alpha=0.45, solid_capstyle="butt")
    ax.plot(rate, height, "o", color=colour, ms=9, gid="ours")
    words = f"{rate:.0f} % of {row['n']:.0f}" + (f"  {name}" if name else "")
    _beside(ax, high, height, words, color=colour, weight="bold", size=10.5)


def _their_row(ax: Axes, height: float, judged: pandas.DataFrame, name: str) -> None:
    """A system of the paper: a filled mark for what people judged, a ring for what GPT-4V judged."""
    for _, row in judged.iterrows():
        rate, std, people = float(row["success"]), float(row["std"] or 0), row["judge"] == "people"
        ax.plot([rate - std, rate + std], [height, height], color=QUIET, lw=1)
        look = {"ms": 4} if people else {"ms": 6, "markerfacecolor": "none"}
        ax.plot(rate, height, "D", color=QUIET, gid="paper", **look)
    success = judged["success"].astype(float)
    far = (success + pandas.to_numeric(judged["std"]).fillna(0)).max()
    _beside(ax, far, height, f"{name}  {' / '.join(f'{rate:.1f}' for rate in success)}", color=QUIET, size=8)


def _beside(ax: Axes, x: float, height: float, words: str, **look: object) -> None:
    ax.annotate(words, (x, height), (7, 0), textcoords="offset points", va="center_baseline", **look)


def _heading(site: str, theirs: dict[str, pandas.DataFrame]) -> str:
    return f"{site}\n(paper: {theirs[site]['site'].iloc[0]})" if site in theirs else site


# --- length and marks ---


def length_and_marks(df: pandas.DataFrame, *, ax: Axes | None = None) -> Axes:
    """The paper's Figure 6: a site's mean trajectory length, its mean number of marks, and its success as colour.

    x: mean steps of the episodes that ended within the step limit; y: mean number of marks per screenshot.
    """
    table = rates.length_and_marks(df)
    placed = table.dropna(subset=["length", "marks"])
    if placed.empty:
        raise ValueError("No site can be placed: no episode ended with an answer within the step limit.")
    with style():
        ax = ax or _axes(8, 5.6)
        kinds = dict(zip(placed["series"].unique(), MARKERS * 9, strict=False))
        for (name, marker), rows in ((kind, placed[placed["series"] == kind[0]]) for kind in kinds.items()):
            colours = dict(c=100 * rows["rate"], plotnonfinite=True, vmin=0, vmax=100, cmap=SHADES)
            points = ax.scatter(
                rows["length"], rows["marks"], s=150, marker=marker, edgecolor=INK, label=name, **colours
            )
        ax.figure.colorbar(points, ax=ax, label="Success rate (%)", shrink=0.9).outline.set_visible(False)
        ax.set(
            xlabel="Mean trajectory length (steps, episodes with an answer)",
            ylabel="Mean number of marks per screenshot",
        )
        ax.set_title("Trajectory length, marks and success")
        ax.margins(0.16)
        if len(kinds) > 1:
            for handle in ax.legend(loc="best").legend_handles:
                handle.set(array=None, facecolor="white")
        _signed(ax, df, _absent(table))
        _label_points(ax, placed)
        return ax


def _absent(table: pandas.DataFrame) -> str:
    """Which sites have no place in the figure."""
    missing = table[table[["length", "marks"]].isna().any(axis=1)]["site"]
    note = "After Figure 6 of He et al. 2024. n: scored episodes of the site."
    return note + (f"\nNot shown, for no episode gave an answer: {', '.join(missing)}." if len(missing) else "")


def _label_points(ax: Axes, placed: pandas.DataFrame) -> None:
    """Each point's site and n beside it, where they cover neither points nor other labels."""
    ax.figure.canvas.draw()
    points = ax.transData.transform(placed[["length", "marks"]].to_numpy(dtype=float))
    taken = [Bbox.from_bounds(x - 11, y - 11, 22, 22) for x, y in points]
    taken += [ax.get_legend().get_window_extent()] if ax.get_legend() else []
    for row in placed.itertuples():
        label = ax.annotate(f"{row.site} (n={row.n})", (row.length, row.marks), size=10, color=INK, gid="site")
        label.set_in_layout(False)
        taken.append(_settle(label, taken, ax.get_window_extent()))


def _settle(label: Text, taken: list[Bbox], room: Bbox) -> Bbox:
    """Move a label around its point to where it covers least; the box it takes."""
    sides = [("left", "center", 1, 0), ("right", "center", -1, 0), ("center", "bottom", 0, 1), ("center", "top", 0, -1)]
    sides += [("left", "bottom", 1, 1), ("right", "bottom", -1, 1), ("left", "top", 1, -1), ("right", "top", -1, -1)]
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


# --- success by length ---


def success_by_length(df: pandas.DataFrame, *, ax: Axes | None = None) -> Axes:
    """Success rate against the number of steps taken, with Wilson 95 % intervals and n."""
    table = rates.by_length(df)
    with style():
        ax = ax or _axes(8, 4.8)
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
        spans = [f"{a}" if a == b else f"{a}–{b}" for a, b in zip(groups["first"], groups["last"], strict=True)]
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
        return _signed(ax, df, "Bars: Wilson 95 % interval.")


# --- what there is to solve ---

DIFFICULTIES = {"easy": "up to 3", "medium": "4 to 9", "hard": "10 and more"}  # the steps of a task's oracle


def tasks_by_difficulty(tasks: pandas.DataFrame, *, ax: Axes | None = None) -> Axes:
    """How many tasks each site has, by how many steps its oracle takes, and how many of them need vision.

    `tasks` has the columns site, difficulty and needs_vision: `tasks.table(tasks.load("miniweb"))`.
    """
    rates.require(tasks, "site", "difficulty", "needs_vision")
    counts = pandas.crosstab(tasks["site"], tasks["difficulty"]).reindex(columns=list(DIFFICULTIES), fill_value=0)
    vision, ends = tasks.groupby("site")["needs_vision"].sum(), counts.sum(axis=1)
    shades = [mpl.colormaps["Blues"](place) for place in (0.25, 0.5, 0.85)]
    with style():
        ax = ax or _axes(8, 1.3 + 0.42 * len(counts))
        for difficulty, shade, light in zip(counts, shades, (False, False, True), strict=True):
            left = counts.loc[:, :difficulty].sum(axis=1) - counts[difficulty]
            bars = ax.barh(counts.index, counts[difficulty], left=left, height=0.72, color=shade, label=difficulty)
            labels = [str(count or "") for count in counts[difficulty]]
            ax.bar_label(bars, labels, label_type="center", color="white" if light else INK, size=10)
        for height, site in enumerate(counts.index):
            _beside(ax, ends[site], height, f"{vision[site]} by eye" if vision[site] else "", color=QUIET, size=9)
        ax.set(xlabel="Tasks", title="Tasks by difficulty", xlim=(0, ends.max() * 1.2))
        ax.invert_yaxis()
        ax.grid(visible=False)
        ax.spines["left"].set_visible(False)
        ax.legend(loc="lower left", bbox_to_anchor=(0.36, 1), ncols=3, borderaxespad=0.6, handlelength=1)
        steps = ", ".join(f"{name} {words}" for name, words in DIFFICULTIES.items())
        note = f"Steps of the oracle that solves it: {steps}.\nBy eye: the answer stands in a picture only."
        _below(ax, f"{note}\nn = {len(tasks)} tasks", "left", color=QUIET, size=9, gap=40)
        return ax


# --- an episode as a strip ---

_FRAME, _GAP, _WORDS, _LINE = 3.1, 0.24, 0.8, 0.23  # inches: a picture, the space between, its words, a line


def filmstrip(episode: Episode, *, ax: Axes | None = None) -> Axes:
    """An episode in one picture: what was seen, marked, with what was thought and done beneath; then how it ended.

    It is laid out in inches; in an `ax` of yours all of it shrinks or grows to fit.
    """
    if not episode.steps:
        raise ValueError(f"The episode has no steps to show: {episode.stop}.")
    pictures = [Image.open(io.BytesIO(step.observation.marked())) for step in episode.steps]
    deep = -(-len(pictures) // 4)  # rows of four at most, as even as they go
    across = -(-len(pictures) // deep)
    tall = max(_FRAME * picture.height / picture.width for picture in pictures)
    wide = max(2, across) * (_FRAME + _GAP) + _GAP
    title = _lines(episode.task.question, wide * 8.2)
    end = _lines(_ending(episode), wide * 9)
    top = 0.2 + _LINE * len(title)
    bottom = top + deep * (tall + _WORDS + _GAP)
    high = bottom + _LINE * (len(end) + 1) + 0.1
    with style():
        ax = ax or plt.figure(figsize=(wide, high), layout="none").add_axes((0, 0, 1, 1))
        ax.set(xlim=(0, wide), ylim=(high, 0), aspect="equal", anchor="NW")
        ax.axis("off")
        size = min(1, ax.get_window_extent().width / ax.figure.dpi / wide)
        say = partial(ax.text, va="top", parse_math=False)
        say(_GAP, 0.1, "\n".join(title), size=13 * size, weight="bold")
        for place, (step, picture) in enumerate(zip(episode.steps, pictures, strict=True)):
            row, column = divmod(place, across)
            left, upper = _GAP + column * (_FRAME + _GAP), top + row * (tall + _WORDS + _GAP)
            _frame(ax, step, picture, left, upper, size)
            doing = _lines(str(step.action or step.error), _FRAME * 11.3, 1)
            thought = _lines(step.thought, _FRAME * 16.5, 3)
            say(left, upper + tall + 0.07, f"{step.index}  {''.join(doing)}", size=9.5 * size, weight="bold")
            say(left, upper + tall + 0.29, "\n".join(thought), size=8 * size, color=QUIET, linespacing=1.25)
        colour = COLOURS[0] if episode.stop == "answer" else COLOURS[1]
        say(_GAP, bottom, "\n".join(end), size=11.5 * size, weight="bold", color=colour)
        say(wide - _GAP, high - 0.26, _models([episode.model]), size=9 * size, color=QUIET, ha="right")
        return ax


def _lines(words: str, width: float, most: int = 3) -> list[str]:
    return textwrap.wrap(words, int(width), max_lines=most, placeholder=" …")


def _frame(ax: Axes, step: Step, picture: Image.Image, left: float, top: float, size: float) -> None:
    """One screenshot, what the action points at ringed."""
    tall = _FRAME * picture.height / picture.width
    ax.imshow(picture, extent=(left, left + _FRAME, top + tall, top), aspect="equal", interpolation="antialiased")
    ax.add_patch(Rectangle((left, top), _FRAME, tall, fill=False, ec=QUIET, lw=0.8 * size))
    for x, y, w, h in _pointed_at(step):
        scale, air = _FRAME / picture.width, 7
        corner = (left + (x - air) * scale, top + (y - air) * scale)
        ring = Rectangle(corner, (w + 2 * air) * scale, (h + 2 * air) * scale, fill=False, ec=COLOURS[1])
        ax.add_patch(ring).set(lw=1.8 * size, gid="ring")


def _pointed_at(step: Step) -> tuple:
    """The boxes of the mark that the step's action points at, if it does."""
    label = step.action.label if step.action else None
    found = [mark for mark in step.observation.marks if mark.label == label]
    return found[0].boxes if found else ()


def _ending(episode: Episode) -> str:
    if episode.stop == "answer":
        return f"Answer: {episode.answer}"
    return f"No answer: {'the steps ran out' if episode.stop == 'max_steps' else episode.stop}"


# --- what every figure has ---


def _axes(width: float, height: float) -> Axes:
    return plt.subplots(figsize=(width, height))[1]


def _signed(ax: Axes, df: pandas.DataFrame, note: str) -> Axes:
    """The caption under the axes: the note, what the rates stand on, and the models, right-aligned."""
    found = rates.results(df)
    unscored, faults = int(found["success"].isna().sum()), len(df) - len(found)
    apart = [f"{count} {word}" for count, word in ((unscored, "unscored"), (faults, "ended in a fault")) if count]
    n = len(found) - unscored
    counts = f"n = {n} scored episode{'s' * (n != 1)}" + (f"; apart: {', '.join(apart)}" if apart else "")
    words = f"{note}\n{counts}"
    _below(ax, words, "left", color=QUIET, size=9, gap=40)
    _below(ax, "\n" * (words.count("\n") + 1) + _models(df["model"].unique()), "right", color=QUIET, size=9, gap=40)
    return ax


def _models(names: object) -> str:
    """The models by name; the rules that stand in for one say so."""
    known = {OFFLINE: f"{OFFLINE}: offline rules, not a language model"}
    return "; ".join(known.get(name, name or "model not named") for name in names)


def _below(ax: Axes, words: str, side: str, gap: float = 4, **look: object) -> None:
    """Words under the axes, at their left or right edge."""
    x = 0 if side == "left" else 1
    place = dict(xycoords="axes fraction", textcoords="offset points", ha=side, va="top", parse_math=False)
    ax.annotate(words, (x, 0), (0, -gap), gid="caption", linespacing=1.3, **place, **look)
