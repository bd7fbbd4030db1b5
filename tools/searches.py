"""Plays the experiments on tree search and keeps their table: data/search/offline-42.csv. Call it again to go on.

python -m tools.searches                              all experiments, hours
python -m tools.searches "value function" --tasks 16  one of them, on so many tasks, of each site alike

The runs with their trees and pictures lie in data/runs/mine_search/, which git ignores; the table is what is kept.
"""

import argparse
from pathlib import Path

import pandas

from tools.runs import RUNS, some
from webvoyager.lab import search_study
from webvoyager.practice.miniweb import MiniWeb, World
from webvoyager.start import OFFLINE

FOLDER, TABLE = RUNS / "mine_search", RUNS.parent / "search" / "offline-42.csv"
SEED = 42


def main() -> None:
    """The commands of the docstring above."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    experiments = search_study.EXPERIMENTS
    parser.add_argument("experiment", nargs="?", choices=list(experiments), help="without it, all")
    parser.add_argument("--tasks", type=int, default=60, help="how many, of each site alike (%(default)s)")
    parser.add_argument("--workers", type=int, default=2, help="browsers side by side (%(default)s)")
    wanted = parser.parse_args()
    with MiniWeb(World(SEED)) as web:
        tasks = some(web.tasks(), wanted.tasks)
    for name in [wanted.experiment] if wanted.experiment else experiments:
        settings = experiments[name].values()
        search_study.play(FOLDER, settings, tasks, model=OFFLINE, seed=SEED, workers=wanted.workers)
        keep(search_study.table(FOLDER), TABLE)
        print(search_study.summary(search_study.table(FOLDER)).to_string())


def keep(found: pandas.DataFrame, file: Path) -> None:
    """Write the table; the same rows give the same bytes."""
    file.parent.mkdir(exist_ok=True)
    found.to_csv(file, index=False, lineterminator="\n")


if __name__ == "__main__":
    main()
