"""Runs the experiments with plans and experience on gold steps, and stores their tables.

    python -m studies.planning.single_steps    train on worlds 1 and 2, test on world 42: all four
                                               splits, into data/planning/ (about half an hour)
    python -m studies.planning.single_steps 5 6 --test 7 --into DIR
                                               other worlds, into a folder of your own

The tables have one row per step, or per task and planner: steps.csv.xz (by method), lessons.csv.xz
(by k), sizes.csv.xz (by parameters of the executor), plans.csv.xz, recall.csv, reflections.csv. See
teacher_forced.py.
"""

import argparse
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pandas
from tqdm import tqdm

from practice import learned
from practice.learned import folds, gold, splits
from practice.offline import Offline
from studies.planning import teacher_forced
from webvoyager import Model

INTO = Path(__file__).parents[2] / "data" / "planning"
DETAILED = "cross_task"  # the only split with the slow studies, of sizes and numbers of lessons
Tables = dict[str, pandas.DataFrame]


def study_fold(split: str, fold: str, train: Sequence[int], test: int, address: str) -> Tables:
    """All tables of one fold."""
    model = Model(learned.NAME, address, "none", embedding="offline-rules")
    known = folds.learn(split, fold, gold.load_worlds(train), gold.load_worlds([test]))
    tables = {
        "steps.csv.xz": teacher_forced.score_methods(known, model),
        "plans.csv.xz": teacher_forced.score_plans(known),
        "recall.csv": teacher_forced.recall_candidates(known),
    }
    if split == DETAILED:
        tables["lessons.csv.xz"] = teacher_forced.score_lessons(known, model)
        tables["sizes.csv.xz"] = teacher_forced.score_sizes(known)
    if split == "new_world":
        tables["reflections.csv"] = teacher_forced.score_reflections(known)
    return tables


def run(train: Sequence[int], test: int, into: Path, workers: int = 2) -> None:
    """Study every fold of every split, several at a time, and write the tables."""
    found: dict[str, list[pandas.DataFrame]] = {}
    with Offline() as server, ProcessPoolExecutor(workers) as pool:
        waiting = [
            pool.submit(study_fold, split, fold, train, test, server.base_url)
            for split in splits.SPLITS
            for fold in splits.folds(split)
        ]
        for done in tqdm(waiting, "folds"):
            for name, table in done.result().items():
                found.setdefault(name, []).append(table)
    into.mkdir(parents=True, exist_ok=True)
    for name, tables in found.items():
        table = pandas.concat(tables, ignore_index=True)
        table.to_csv(into / name, index=False, float_format="%.4g")
        print(f"{name}: {len(table)} rows")


def main() -> None:
    """The command of the docstring above."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "worlds", nargs="*", type=int, default=gold.TRAINING, help="seeds to train on"
    )
    parser.add_argument("--test", type=int, default=42, help="the seed of the world to test on")
    parser.add_argument("--into", type=Path, default=INTO, help="the folder for the tables")
    wanted = parser.parse_args()
    run(wanted.worlds, wanted.test, wanted.into)


if __name__ == "__main__":
    main()
