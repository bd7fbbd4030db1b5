"""Plays the experiments on tree search, and stores their table: data/search/offline-42.csv.

    python -m studies.search.searches              all experiments, hours
    python -m studies.search.searches "value function" --tasks 24
                                                   one of them, on 24 tasks, the same number of each
                                                   site
    python -m studies.search.searches proposals    how often the oracle's action is among the
                                                   proposals, on the 60 tasks of "success":
                                                   data/search/proposals-42.csv

The runs with their trees and pictures are in data/runs/mine_search/, which git ignores. A few
searches with their trees are copied to data/runs/offline-42-tree_search/. Call it again to go on
after an interruption.
"""

import argparse
import shutil
from collections.abc import Sequence
from pathlib import Path

import pandas

from practice.miniweb import MiniWeb, World
from practice.offline import Offline
from studies.search import headroom, study
from studies.search.oracle_progress import Progress, read_ways
from studies.search.right_proposals import list_states
from tools.runs import RUNS, draw_tasks
from webvoyager import Model, runs
from webvoyager.records import Task
from webvoyager.start import OFFLINE

FOLDER, TABLE = RUNS / "mine_search", RUNS.parent / "search" / "offline-42.csv"
PROPOSALS = TABLE.with_name("proposals-42.csv")
TREES = RUNS / "offline-42-tree_search"
SEED = 42
TASKS = {"success": 60}  # the same number from each site; the other experiments play FEWER
FEWER = 15


def main() -> None:
    """The commands of the docstring above."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    experiments = study.EXPERIMENTS
    choices = [*experiments, "proposals"]
    parser.add_argument("experiment", nargs="?", choices=choices, help="which one (default: all)")
    parser.add_argument(
        "--tasks", type=int, help=f"how many, evenly from the sites ({TASKS['success']} or {FEWER})"
    )
    parser.add_argument(
        "--workers", type=int, default=2, help="browsers side by side (%(default)s)"
    )
    wanted = parser.parse_args()
    with MiniWeb(World(SEED)) as web:
        every, progress = web.tasks(), Progress(web.oracles(), read_ways())
        if wanted.experiment == "proposals":
            tasks = draw_tasks(every, wanted.tasks or TASKS["success"])
            write_proposals(web, tasks, wanted.workers)
            return
    for name in [wanted.experiment] if wanted.experiment else experiments:
        tasks = draw_tasks(every, wanted.tasks or TASKS.get(name, FEWER))
        how = {"model": OFFLINE, "progress": progress, "workers": wanted.workers}
        study.play(FOLDER, experiments[name].values(), tasks, **how)
        write_table(study.table(FOLDER), TABLE)
        copy_samples(study.table(FOLDER), FOLDER, TREES)
        print(study.summary(study.table(FOLDER)).to_string())


def write_proposals(web: MiniWeb, tasks: Sequence[Task], browsers: int) -> None:
    """Ask the offline rules in each state of the oracles, and write the table."""
    with Offline() as server:
        model = Model(OFFLINE, server.base_url, "none", max_tokens=None, page_text=True)
        found = list_states(web, model, tasks, browsers)
    found = found.sort_values(["task", "step"])
    found.to_csv(PROPOSALS, index=False, lineterminator="\n")
    print(headroom.count_proposals(found).to_string())


def copy_samples(table: pandas.DataFrame, folder: Path, target: Path) -> None:
    """Copy some searches without their screenshots; their trees have small pictures.

    There is one of each kind, the one with the smallest tree: a task solved with and without
    search, only with it, only without it, and not at all.
    """
    success = table[table["experiment"] == "success"]
    success = success.drop_duplicates(["setting", "task"], keep="last")
    outcomes = success.pivot(index="task", columns="setting", values="success")
    outcomes = outcomes[["with search", "without search"]].dropna()
    run = folder / study.EXPERIMENTS["success"]["with search"].name

    def measure(task: str) -> int:
        return sum(file.stat().st_size for file in (run / task).rglob("tree.json*"))

    chosen = [min(group.index, key=measure) for _, group in outcomes.groupby([*outcomes])]
    shutil.rmtree(target, ignore_errors=True)
    for task in chosen:
        shutil.copytree(run / task, target / task, ignore=shutil.ignore_patterns("*.png"))
    shutil.copy(run / "run.json", target)
    verdicts = [verdict for verdict in runs.verdicts(run) if verdict.task in chosen]
    runs.add_verdicts(target, *verdicts)
    for episode in runs.load(target):
        runs.pack(episode.folder)


def write_table(table: pandas.DataFrame, file: Path) -> None:
    """Write the table without the columns of the tasks' file; equal rows give equal bytes."""
    file.parent.mkdir(exist_ok=True)
    kept = table.drop(
        columns=["question", "reference", "reference_type", "level", "features", "reason"]
    )
    kept.to_csv(file, index=False, lineterminator="\n")


if __name__ == "__main__":
    main()
