"""Planning: ablations, splits, methods and times, above the published ones of WebExperT.

The paper's tables are data/paper/webexpert_*.csv; `source` names the table of each row:

    offline       Table 2: element_accuracy, operation_f1, step_success (%), seconds per step
    ablations     Tables 3 and 7: the same measures (%), for each variant of the method
    online        Table 4: task_success (%)
    ratings       Table 5: relevance, coherence, matching, overall (by people, 1 to 5)
    plan_quality  Table 6: bleu4, rouge_l (0 to 100)
    sizes         Table 8: the measures of Table 2 (%), by parameters (a count)
    dataset       Table 1: tasks, domains, websites (counts), mean_actions per task
    seconds       Figures 3 and 4: mean seconds per call, with low and high where they are given
    reflections   share (%) of reflections that are right, and of actions that they improve

Every figure takes our table, which may be empty: the figure then shows the paper's values alone.
The paper has other tasks (Mind2Web's) and other models: compare the changes, not the rates.
"""

import math
from collections.abc import Callable, Sequence

import pandas
from matplotlib.axes import Axes

from practice.learned.splits import SPLITS
from studies.planning.intervals import macro_means, mean_interval
from studies.planning.rows_of_values import Row, Value, draw_rows, name_signs, write_notes
from webvoyager.lab.figures.styling import PUBLISHED
from webvoyager.lab.statistics import rates

PAPER_SPLITS = ("cross_task", "cross_website", "cross_domain")
MEASURES = {  # our names, and the paper's
    "element": "element_accuracy",
    "operation_f1": "operation_f1",
    "success": "step_success",
}
METHODS = ("text-only", "plain", "search", "plan", "plan + experience", "plan + search")
COMPARED = (("WebExperT", "Flan-T5-XL"), ("MindAct", "Flan-T5-XL"), ("WebExperT", "GPT-4o"))
MACRO = "Large dots: these runs, means over tasks with their 95 % interval."
_RATES = "Large dots: these runs with the Wilson 95 % interval, {}."
_CALLS = "Large dots: these runs, means over calls with their 95 % interval."


def plan_ablations(
    table: pandas.DataFrame, paper: str = "in-context", *, ax: Axes | None = None
) -> Axes:
    """Step success of the whole method and without each of its parts, above the paper's.

    `table` has one row per step: variant (as in webexpert_ablations.csv, or others), task, success
    (0 or 1), model. `paper` is "in-context" (Table 7) or "supervised" (Table 3); anything else
    raises ValueError.
    """
    published = read_published("ablations")
    published = published[published["setting"] == paper]
    if published.empty:
        raise ValueError(f"The paper has no setting {paper!r}: choose in-context or supervised.")
    ours = find_means(table, "variant", "success")
    splits = published.pivot(index="variant", columns="split", values="step_success")
    rows = []
    for variant in dict.fromkeys([*published["variant"], *_list_groups(ours)]):
        values = ()
        if variant in splits.index:
            values = tuple(splits.loc[variant, list(PAPER_SPLITS)])
        means = _list_values(ours, variant, _describe_mean)
        rows.append(Row(variant, means, values, _join_percents(values)))
    title = "Step success without parts of the method"
    ax = draw_rows(rows, title, "Step success (%)", ax=ax)
    base, signs = published["base_model"].iloc[0], name_signs(map(name_split, PAPER_SPLITS))
    note = f"Small grey: {cite(published)}, {base}, {paper}: {signs}."
    return write_notes(ax, MACRO, note, list_models(table))


def success_by_split(
    table: pandas.DataFrame,
    compared: Sequence[tuple[str, str]] = COMPARED,
    *,
    ax: Axes | None = None,
) -> Axes:
    """Element accuracy, operation F1 and step success by split, above some of the paper's methods.

    `table` has one row per step: task, element (0, 1, or missing off elements), operation_f1 and
    success, as in `metrics.score`, split (of SPLITS) and model. `compared` lists up to three
    methods of the paper with their base models. The paper has no split "new_world". Raises
    ValueError for an unknown split.
    """
    published = read_published("offline")
    theirs = published.set_index(["method", "base_model", "split"])
    ours = {measure: find_means(table, "split", measure) for measure in MEASURES}
    if unknown := [split for split in _list_groups(ours["success"]) if split not in SPLITS]:
        raise ValueError(f"There is no split {unknown[0]!r}; the splits are {', '.join(SPLITS)}.")
    rows = []
    for split in SPLITS:
        if split not in (*PAPER_SPLITS, *_list_groups(ours["success"])):
            continue
        rows.append(Row(name_split(split), heading=True))
        for measure, name in MEASURES.items():
            found = tuple(theirs[name].get((*method, split), math.nan) for method in compared)
            values = () if all(map(math.isnan, found)) else found
            name = name.replace("_f1", " F1").replace("_", " ")
            means = _list_values(ours[measure], split, _describe_mean)
            rows.append(Row(name, means, values, _join_percents(values)))
    ax = draw_rows(rows, "Success by split", "Mean over tasks (%)", ax=ax)
    signs = name_signs(f"{method} ({base})" for method, base in compared)
    note = f"Small grey: {cite(published)}: {signs}."
    return write_notes(ax, MACRO, note, list_models(table))


def success_by_method(table: pandas.DataFrame, *, ax: Axes | None = None) -> Axes:
    """Success rate of whole tasks by method, above the paper's online evaluation.

    `table` has one row per episode, as in `runs.table`: method (of METHODS, or others), task,
    success, stop, model. Only tasks that were scored under all methods of their model count. Raises
    ValueError when there are none.
    """
    published = read_published("online")
    ours, played = pandas.DataFrame(), ""
    if not table.empty:
        shared = _keep_shared_tasks(table)
        ours = rates.rates(shared, ["method", "model"]).rename(columns={"rate": "mean"})
        played = f"on the same {shared['task'].nunique()} tasks"
    groups = _list_groups(ours)
    known = [*(name for name in METHODS if name in groups), *groups]
    rows = [Row(name, _list_values(ours, name, _describe_rate)) for name in dict.fromkeys(known)]
    rows += [
        Row(f"paper: {method}", paper=(rate,), words=f"{rate} %")
        for method, rate in zip(published["method"], published["task_success"], strict=True)
    ]
    ax = draw_rows(rows, "Success by method", "Success rate of whole tasks (%)", ax=ax)
    note = f"Grey: {cite(published)}, on live websites, judged by people."
    return write_notes(ax, _RATES.format(played), note, list_models(table))


def seconds_by_module(table: pandas.DataFrame, *, ax: Axes | None = None) -> Axes:
    """Seconds per call of each module, above the paper's; on a log scale if they are far apart.

    `table` has one row per call: module (as in webexpert_seconds.csv, or others), seconds, model.
    """
    published = read_published("seconds")
    theirs = published.set_index("module")
    ours = mean_interval(table, ["module", "model"], "seconds")
    rows = []
    for module in dict.fromkeys([*theirs.index, *_list_groups(ours)]):
        values = _list_values(ours, module, _describe_seconds, 1)
        if module in theirs.index:
            mean, low, high = theirs.loc[module, ["seconds", "low", "high"]]
            span = (mean if math.isnan(low) else low, mean if math.isnan(high) else high)
            rows.append(Row(module, values, (mean,), f"{mean} s", span))
        else:
            rows.append(Row(module, values))
    shown = [value.middle for row in rows for value in row.ours] + [*published["seconds"]]
    far = min(shown) < max(shown) / 20
    ax = draw_rows(rows, "Time by module", "Time per call (s)", ax=ax, log=far)
    note = f"Small grey: {cite(published)}; lines show the range."
    return write_notes(ax, _CALLS, note, list_models(table))


def read_published(name: str) -> pandas.DataFrame:
    """One of the paper's tables, by its name in the list at the top of this file."""
    return pandas.read_csv(PUBLISHED / f"webexpert_{name}.csv")


def cite(published: pandas.DataFrame) -> str:
    """The sources of the paper's rows: "Luo et al., ACL 2025, Figure 3 and Figure 4"."""
    sources = list(dict.fromkeys(published["source"]))
    paper = sources[0].rpartition(", ")[0]
    return f"{paper}, {' and '.join(source.rpartition(', ')[2] for source in sources)}"


def find_means(table: pandas.DataFrame, by: str, measure: str) -> pandas.DataFrame:
    """Macro means of a measure by group and model, n in tasks; empty for an empty table."""
    if table.empty:
        return pandas.DataFrame()
    return macro_means(table, [by, "model"], measure).rename(columns={"tasks": "n"})


def list_models(table: pandas.DataFrame) -> list[str]:
    """The names of the models in a table; none for an empty one."""
    if table.empty:
        return []
    rates.require(table, "model")
    return list(table["model"].unique())


def name_split(split: str) -> str:
    """A split's name in figures: "cross-task"."""
    return split.replace("_", " " if split == "new_world" else "-")


def _list_groups(ours: pandas.DataFrame) -> list[str]:
    return [] if ours.empty else list(ours.index.unique(0))


def _list_values(
    ours: pandas.DataFrame, group: str, describe: Callable[[float, int], str], scale: float = 100
) -> tuple[Value, ...]:
    """Our values of a group, one per model; `describe` puts a value and its n into words."""
    if group not in _list_groups(ours):
        return ()
    found = ours.loc[group]
    ends = scale * found[["mean", "low", "high"]]
    return tuple(
        Value(*values, describe(values[0], n), model)
        for model, values, n in zip(found.index, ends.to_numpy(), found["n"], strict=True)
    )


def _describe_mean(percent: float, tasks: int) -> str:
    return f"{percent:.0f} % ({tasks} task{'s' * (tasks != 1)})"


def _describe_rate(percent: float, tasks: int) -> str:
    return f"{percent:.0f} % of {tasks}"


def _describe_seconds(seconds: float, calls: int) -> str:
    rounded = f"{seconds:.2g}" if seconds < 10 else f"{seconds:.0f}"
    return f"{rounded} s ({calls} call{'s' * (calls != 1)})"


def _join_percents(values: Sequence[float]) -> str:
    known = [f"{value:.1f}" for value in values if not math.isnan(value)]
    return f"{' / '.join(known)} %" if known else ""


def _keep_shared_tasks(table: pandas.DataFrame) -> pandas.DataFrame:
    """The rows of the tasks that were scored under all methods of their model."""
    rates.require(table, "method", "task", "success", "stop", "model")
    # an attempt under one method doesn't replace another's
    scored = rates.scored(table if "run" in table else table.assign(run=table["method"]))
    under = scored.groupby(["model", "task"])["method"].transform("nunique")
    wanted = scored["model"].map(table.groupby("model")["method"].nunique())
    shared = scored[under == wanted]
    if shared.empty:
        raise ValueError("No task was scored under all methods: play the same tasks with each.")
    return shared
