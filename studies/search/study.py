"""The experiments of Koh et al. (2024, section 5): the same tasks under several settings.

For example::

    settings = study.EXPERIMENTS["budget"].values()
    study.play("data/runs/mine_search", settings, tasks, model="gpt-5.4-mini")
    table = study.table("data/runs/mine_search")
    search_figures.search_settings(table, "budget")

Unless a setting says otherwise, a search visits BUDGET states; the paper's visit 20.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import pandas

from studies.search import reranking
from studies.search.oracle_progress import Progress, by_truth
from webvoyager import agent, runs, views
from webvoyager.lab import search
from webvoyager.lab.judging import checking
from webvoyager.lab.running import batch
from webvoyager.lab.search import trees, values
from webvoyager.lab.search.best_first import Strategy
from webvoyager.lab.search.going_back import Revisit, quick
from webvoyager.lab.search.trees import Limits
from webvoyager.models import Model
from webvoyager.records import Episode, Record, Task, Verdict
from webvoyager.start import Kit

# with and without search; half of the tasks that the agent solves take five steps
MAX_STEPS = 8
FATES = ("never proposed", "proposed, not visited", "visited, not committed", "committed")
ANSWER = "ANSWER; "  # how an answering action begins
BUDGET = 5  # states that one search visits, in settings that are about something else


@dataclass(frozen=True)
class Setting(Record):
    """How tasks are played: a search, the agent without one, or re-ranked trajectories.

    A budget of 0 is the agent without search.
    """

    budget: int = BUDGET
    depth: int = 5
    branching: int = 5
    value: str = "n=20"  # the samples of the model's opinion, or "ground truth", or "constant"
    trajectories: int = 0  # re-ranked; 0 for a search
    view: str = "marked_screenshot"  # what the agent sees, a function of `views`
    max_steps: int = MAX_STEPS

    @property
    def visits(self) -> int:
        """The states that one search may visit; 0 if there is no search."""
        return 0 if self.trajectories else self.budget

    @property
    def name(self) -> str:
        """The name of its run folder, without parts that do not apply or have their default."""
        value = self.value.replace("=", "").replace(" ", "-")
        how = f"budget-{self.budget}-depth-{self.depth}-branching-{self.branching}-{value}"
        how = (
            f"rerank-{self.trajectories}-{value}"
            if self.trajectories
            else how
            if self.budget
            else "without-search"
        )
        seen = "" if self.view == Setting.view else f"-{self.view}"
        return how + seen + ("" if self.max_steps == MAX_STEPS else f"-{self.max_steps}-steps")


EXPERIMENTS: dict[
    str, dict[str, Setting]
] = {  # the settings of each, by their names in data/paper/tree_search.csv
    "success": {
        "without search": Setting(0),
        "without search, 30 steps": Setting(0, max_steps=30),
        "with search": Setting(),
    },
    "view": {
        "screenshot": Setting(0),
        "screenshot, with search": Setting(),
        "text only": Setting(0, view="accessibility_tree"),
        "text only, with search": Setting(view="accessibility_tree"),
    },
    "budget": {str(budget): Setting(budget) for budget in (0, 5, 10, 15, 20)},
    "depth and branching": {
        f"{depth}, {branching}": Setting(depth=depth, branching=branching)
        for depth, branching in ((1, 3), (1, 5), (2, 3), (2, 5), (3, 5), (5, 5))
    },
    "value function": {
        "none": Setting(0),
        "re-ranking of three trajectories": Setting(trajectories=3),
        "constant": Setting(value="constant"),
        "n=1": Setting(value="n=1"),
        "n=5": Setting(value="n=5"),
        "n=20": Setting(),
        "ground truth": Setting(value="ground truth"),
    },
}


def play(
    folder: str | Path,
    settings: Iterable[Setting],
    tasks: Sequence[Task],
    *,
    model: str | Model | None = None,
    progress: Progress | None = None,
    **how: Any,
) -> None:
    """Play the tasks under each setting, into one run folder per setting; call it again to resume.

    `progress` is for the ground truth (`by_truth`); raises ValueError when it is missing but
    needed. `how` goes to `run_tasks`: workers, max_cost of each run, and further settings of the
    agent.
    """
    settings = tuple(dict.fromkeys(settings))
    if progress is None and any(setting.value == "ground truth" for setting in settings):
        raise ValueError(
            "The ground truth needs to know how far a state has come: pass `progress`, as "
            "studies/search/searches.py does, or leave this setting out."
        )
    for setting in settings:
        seen = {"view": getattr(views, setting.view), "max_steps": setting.max_steps}
        play_it = partial(play_one, setting=setting, progress=progress)
        batch.run_tasks(
            Path(folder) / setting.name, tasks, model=model, play=play_it, **seen, **how
        )


def play_one(
    kit: Kit,
    task: Task,
    setting: Setting,
    *,
    progress: Progress | None = None,
    revisit: Revisit = quick,
    **how: Any,
) -> Episode:
    """Play one episode under a setting; `how` as in `agent.run`, `progress` as in `play`.

    `revisit` brings a search back to a state.
    """
    if not setting.budget and not setting.trajectories:
        return agent.run(task, kit.env, kit.model, **how)
    value = _make_value(kit, setting.value, progress)
    sandbox = "web_seed" in task.extra  # a site of the mini web: a reset undoes everything there
    if setting.trajectories:
        how |= {"trajectories": setting.trajectories, "sandbox": sandbox}
        return reranking.run(task, kit.env, kit.model, value=value, **how)
    limits = Limits(setting.depth, setting.branching, setting.budget)
    strategy = Strategy(value, limits, revisit=revisit, sandbox=sandbox)
    return search.run(task, kit.env, kit.model, strategy, **how)


def table(folder: str | Path) -> pandas.DataFrame:
    """One row per experiment, setting and task: `runs.table` with columns from the search trees.

    These are the numbers of states that were visited, thought_of, went_back (to), found_changed and
    refused, and right_answer, how far the right answer came (`find_right_answer`). A run that is in
    several experiments has rows in each. Raises FileNotFoundError when the folder has no such run.
    """
    folder = Path(folder)
    read = {name: _read_run(folder / name) for name in _list_runs() if (folder / name).is_dir()}
    if not read:
        raise FileNotFoundError(
            f"There is no run of an experiment in {folder}: play some first (study.play)."
        )
    parts = [
        read[setting.name].assign(experiment=experiment, setting=label)
        for experiment, settings in EXPERIMENTS.items()
        for label, setting in settings.items()
        if setting.name in read
    ]
    return pandas.concat(parts, ignore_index=True)


def summary(found: pandas.DataFrame) -> pandas.DataFrame:
    """One row per setting: n, budget, solved, and the cost of a task and of a solved task.

    The budget is that of one search, 0 if there is none; the paper's is Limits().budget. Dollars
    are missing if the price of the model is unknown.
    """
    scored = found[found["success"].notna()].assign(
        tokens=found["prompt_tokens"] + found["completion_tokens"]
    )
    groups = scored.groupby(["experiment", "setting"], sort=False)
    taken = groups.agg(
        n=("task", "size"),
        solved=("success", "sum"),
        visited=("visited", "mean"),
        tokens=("tokens", "sum"),
        seconds=("seconds", "sum"),
        cost=("cost", lambda dollars: dollars.sum(skipna=False)),
    )
    solved = taken["solved"].astype(int).where(taken["solved"] > 0)
    return pandas.DataFrame(
        {
            "n": taken["n"],
            "budget": [EXPERIMENTS[name][setting].visits for name, setting in taken.index],
            "solved": taken["solved"].astype(int),
            "states visited per task": taken["visited"].round(1),
            "tokens per task": (taken["tokens"] / taken["n"]).round(),
            "seconds per task": (taken["seconds"] / taken["n"]).round(1),
            "tokens per solved task": (taken["tokens"] / solved).round(),
            "seconds per solved task": (taken["seconds"] / solved).round(1),
            "dollars per solved task": (taken["cost"] / solved).round(2),
        }
    )


def _list_runs() -> list[str]:
    return list(
        dict.fromkeys(
            setting.name for settings in EXPERIMENTS.values() for setting in settings.values()
        )
    )


def _read_run(run: Path) -> pandas.DataFrame:
    """A run's table with columns from its trees; without a tree, each state was visited once."""
    rows = runs.table(run)
    episodes = {episode.folder.as_posix(): episode for episode in runs.load(run)}
    read = [_read_tree(episodes[folder]) for folder in rows["folder"]]
    found = pandas.DataFrame(read, columns=list(_read_tree(None)), index=rows.index)
    return rows.join(found).drop(columns="folder")


def _read_tree(episode: Episode | None) -> dict:
    """The columns from the tree of one episode."""
    counts = dict.fromkeys(("visited", "thought of", "went back", "found changed", "refused"), 0)
    right = ""
    if episode is not None:
        counts["visited"] = len(episode.steps)
    if episode is not None and (episode.folder / trees.FILE).exists():
        tree = trees.load(episode.folder)
        counts = {name: tree.counts[name] for name in counts}
        right = find_right_answer(tree, episode.task)
    named = {name.replace(" ", "_"): count for name, count in counts.items()}
    return named | {"right_answer": right}


def find_right_answer(tree: trees.Tree, task: Task) -> str:
    """How far the right answer came in a search: one of FATES.

    "" if the site's state decides, too, which no tree keeps.
    """
    if "state" in ((task.answer or {}).get("rule") or {}):
        return ""
    answers = [state for state in tree.states if state.action.startswith(ANSWER)]
    right = [
        state
        for state in answers
        if checking.check(state.action.removeprefix(ANSWER), task.answer, task.question).success
    ]
    reached = [0, *(1 + bool(state.visit) + state.committed for state in right)]
    return FATES[max(reached)]


def _make_value(kit: Kit, name: str, progress: Progress | None) -> values.ValueFunction:
    """The value function with this name."""
    if name == "constant":
        return values.constant()
    if name == "ground truth":
        return by_truth(partial(_grade, kit), progress)
    samples = name.removeprefix("n=")
    if not samples.isdecimal():
        raise ValueError(
            f"There is no value function {name!r}: 'n=20' (samples), 'ground truth' or 'constant'."
        )
    return values.by_model(kit.model, int(samples))


def _grade(kit: Kit, episode: Episode) -> Verdict:
    """The rules' verdict on an episode if it ended now."""
    return checking.grade(episode, kit.web.state(episode.task.site, kit.browser.cookies))
