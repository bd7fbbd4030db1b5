"""Regenerates data/runs/: tasks of the mini web, played and judged by the offline model.

    python -m tools.runs                               all tasks under the default seed,
                                                       into data/runs/offline-42
    python -m tools.runs --view accessibility_tree     with another view,
                                                       into data/runs/offline-42-accessibility_tree
    python -m tools.runs --seed 1                      under another seed, into data/runs/offline-1
    python -m tools.runs --model offline-eyes --tasks 60
                                                       60 tasks, the same number of each site,
                                                       into data/runs/offline-eyes-42
    python -m tools.runs --model offline-learned       all tasks, by the agent that was trained on
                                                       other worlds: data/runs/offline-learned-42

Call it again to go on after an interruption.
"""

import argparse
import random
from collections.abc import Collection, Sequence
from itertools import zip_longest
from pathlib import Path

from practice.miniweb import MiniWeb, World
from practice.offline import Offline
from webvoyager import Model, runs, views
from webvoyager.lab import figures, judging
from webvoyager.lab.running import batch
from webvoyager.records import Task
from webvoyager.start import EYES, LEARNED, OFFLINE

from .pictures import sample, shrink

RUNS = Path(__file__).resolve().parents[1] / "data" / "runs"
WHOLE = 64  # tasks of which all pictures are kept, for judges by several screenshots


def judge(folder: Path, ks: tuple[int | None, ...]) -> None:
    """Have the offline judges look at a run that has all its pictures still."""
    with Offline() as server:
        model = Model("offline-rules", server.base_url, "none", page_text=True)
        judges = judging.panel(model, ks) | {judging.WORDS: judging.judge_by_words}
        judging.judge_run(folder, judges, workers=2)


def lighter(folder: Path, whole: Collection[str], last: bool = True) -> None:
    """Keep the repository small: all pictures of the tasks `whole`, of the others only the last.

    Without `last` these keep none.
    """
    for episode in runs.load(folder):
        runs.pack(episode.folder)
        for step in episode.steps:
            kept = episode.task.id in whole or (last and step is episode.steps[-1])
            if not kept and step.observation.image.parent == episode.folder:
                step.observation.image.unlink(missing_ok=True)
    shrink(folder)


def some(every: Sequence[Task], count: int, seed: int = 42) -> list[Task]:
    """`count` of the tasks, drawn at random: the same number of each site, or one fewer."""
    draw, sites = random.Random(seed), sorted({task.site for task in every})
    shuffled = draw.sample(every, len(every))
    rounds = zip_longest(*([task for task in shuffled if task.site == site] for site in sites))
    return [task for turn in rounds for task in turn if task][:count]


def main() -> None:
    """The commands of the docstring above."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=42, help="the mini web's world")
    parser.add_argument("--workers", type=int, default=2, help="browsers side by side")
    parser.add_argument(
        "--view", default="marked_screenshot", help="what the agent is shown, a name from views.py"
    )
    parser.add_argument(
        "--model", default=OFFLINE, choices=(OFFLINE, EYES, LEARNED), help="which local model"
    )
    parser.add_argument(
        "--tasks", type=int, help="so many tasks, of each site alike; without it, all"
    )
    wanted = parser.parse_args()
    paper, rules = wanted.view == "marked_screenshot", wanted.model == OFFLINE
    name = f"{'offline' if rules else wanted.model}-{wanted.seed}"
    folder = RUNS / (name if paper else f"{name}-{wanted.view}")
    view = getattr(views, wanted.view)
    with MiniWeb(World(wanted.seed)) as web:
        chosen = some(web.tasks(), wanted.tasks or len(web.tasks()))
    settings = dict(model=wanted.model, workers=wanted.workers, view=view)
    table = batch.run_tasks(folder, chosen, **settings)
    judge(folder, (1, 2, 3, None) if paper and rules else (None,))
    pictured = paper and rules
    whole = {task.id for task in sample(chosen, WHOLE)} if pictured else ()
    lighter(folder, whole, last=pictured)
    print(figures.summary(table).to_string())


if __name__ == "__main__":
    main()
