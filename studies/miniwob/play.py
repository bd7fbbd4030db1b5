"""Plays MiniWoB++ with the local agents, and counts on which of its pages they succeed.

    python -m studies.miniwob.play                          all pages, five seeds each: an hour
    python -m studies.miniwob.play --agents offline-rules   one agent

The runs are in data/runs/mine_miniwob/, which git ignores. The table, data/known/miniwob.csv, has
one row per agent and page. Call it again to go on after an interruption.
"""

import argparse

import pandas

from practice import miniwob
from tools.runs import RUNS
from webvoyager import tasks
from webvoyager.lab.running import run_tasks
from webvoyager.lab.statistics import rates
from webvoyager.start import LEARNED, OFFLINE

FOLDER, FILE = RUNS / "mine_miniwob", RUNS.parent / "known" / "miniwob.csv"
AGENTS = (OFFLINE, LEARNED)


def count(table: pandas.DataFrame) -> pandas.DataFrame:
    """The results on each page: agent, page, the number of tasks and how many were solved."""
    found = rates.scored(table)
    pages = found["task"].str.rpartition("--")[0].rename("page")
    counts = found.groupby(["model", pages])["success"].agg(["count", "sum"]).astype(int)
    return counts.set_axis(["tasks", "solved"], axis="columns").reset_index()


def main() -> None:
    """The commands of the docstring above."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--agents", nargs="+", default=AGENTS, choices=AGENTS)
    parser.add_argument("--workers", type=int, default=2, help="episodes side by side")
    wanted = parser.parse_args()
    every = tasks.load("miniwob")
    played = [
        run_tasks(FOLDER / agent, every, model=agent, play=miniwob.play, workers=wanted.workers)
        for agent in wanted.agents
    ]
    table = count(pandas.concat(played))
    if FILE.is_file():
        others = pandas.read_csv(FILE)
        table = pandas.concat([others[~others["model"].isin(table["model"])], table])
    table = table.sort_values(["model", "page"])
    table.to_csv(FILE, index=False, lineterminator="\n")
    print(table.groupby("model")[["tasks", "solved"]].sum().to_string())
    print(table[table["solved"] > 0].to_string(index=False))


if __name__ == "__main__":
    main()
