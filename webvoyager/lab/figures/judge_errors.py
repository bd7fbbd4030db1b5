"""How often each judge is wrong, by what was wrong with the episode."""

import pandas
from matplotlib.axes import Axes

from ..judging.error_rates import NO_SLIP, SOLVED
from ..running import rates
from .rows import Row, Value, draw_rows
from .styling import name_models, write_caption

NAMES = {SOLVED: "solved, and refused", NO_SLIP: "failed without\na lasting slip"}


def judge_errors(errors: pandas.DataFrame, *, ax: Axes | None = None) -> Axes:
    """The share of episodes of each kind about which a judge is wrong, with Wilson 95 % intervals.

    `errors` is `error_rates.find_errors(…)`: a failure is judged wrongly where it is accepted, a
    solved episode where it is refused. The kinds with most errors come first.
    """
    rates.require(errors, "n", "share", "low", "high")
    means = errors["share"].groupby(level="kind").mean().sort_values(ascending=False)
    kinds = [kind for kind in means.index if kind != SOLVED]
    kinds += [SOLVED] if SOLVED in means.index else []
    rows = [_make_row(kind, errors.xs(kind, level="kind")) for kind in kinds]
    ax = draw_rows(rows, "Which failures slip past a judge", "Judged wrongly (%)", ax=ax)
    judges = errors.index.unique("judge")
    models = dict.fromkeys(name.rpartition(", ")[0] or name for name in judges)
    write_caption(
        ax,
        f"Bars: Wilson 95 % interval. Judges: {name_models(models)}.\n"
        "Agents: simulated, they follow the answer key and slip on purpose; kinds are what was\n"
        "planted and lost the episode.",
    )
    return ax


def _make_row(kind: str, table: pandas.DataFrame) -> Row:
    values = tuple(
        Value(
            100 * row.share,
            100 * row.low,
            100 * row.high,
            f"{100 * row.share:.0f} % of {row.n}",
            judge.rpartition(", ")[2],
        )
        for judge, row in zip(table.index, table.itertuples(), strict=True)
    )
    return Row(NAMES.get(kind, kind), values)
