"""Regenerates data/runs/: tasks of the mini web, played and judged by the offline model.

    python -m tools.runs                               all tasks under the default seed,
                                                       into data/runs/offline-42
    python -m tools.runs --view accessibility_tree     with another view,
                                                       into data/runs/offline-42-accessibility_tree
    python -m tools.runs --view web_search             without a browser, by one web search each,
                                                       into data/runs/offline-42-web_search
    python -m tools.runs --seed 1                      under another seed, into data/runs/offline-1
    python -m tools.runs --model offline-eyes --tasks 60
                                                       60 tasks, the same number of each site,
                                                       into data/runs/offline-eyes-42
    python -m tools.runs --model offline-learned       all tasks, by the agent that was trained on
                                                       other worlds: data/runs/offline-learned-42
    python -m tools.runs --questions                   the questions across sites, into
                                                       data/runs/minigaia-offline-42

To keep the repository small, the offline rules' own runs keep some of their pictures; the others
keep neither pictures nor the positions of marks. Call it again to go on after an interruption.
"""

import argparse
import gzip
import json
import random
from collections.abc import Collection, Sequence
from contextlib import nullcontext
from itertools import zip_longest
from pathlib import Path

import pandas

from practice.miniweb import MiniWeb, World, questions
from practice.offline import Offline, Web
from webvoyager import Model, runs, views
from webvoyager.lab import baselines, failures, figures, judging
from webvoyager.lab.failures import labels
from webvoyager.lab.running import batch
from webvoyager.lab.statistics import rates
from webvoyager.records import WEB_SEARCH, Episode, Task
from webvoyager.start import EYES, LEARNED, OFFLINE, SEARCH_ENGINE

from .pictures import sample, shrink

RUNS = Path(__file__).resolve().parents[1] / "data" / "runs"
WHOLE = 40  # sampled tasks that keep all pictures, for judges that see several screenshots
LAST = 120  # sampled tasks that keep the last picture


def search(folder: Path, tasks: Sequence[Task], web: MiniWeb, workers: int = 2) -> pandas.DataFrame:
    """Have the offline rules answer tasks by a web search; return the run's table."""
    with Offline(web=Web(web.port, SEARCH_ENGINE)) as server:
        model = Model(OFFLINE, server.base_url, "none", page_text=True, max_tokens=None)
        return run_searches(folder, tasks, model, workers)


def run_searches(
    folder: Path, tasks: Sequence[Task], model: Model, workers: int = 2
) -> pandas.DataFrame:
    """Play tasks by a web search, check the answers, and return the run's table.

    A task that asks for an act, such as a booking, fails, because nothing is done on any site.
    """

    def play(used: Model, task: Task) -> tuple[Episode, dict]:
        return baselines.search_only(task, used, folder), {}

    settings = {
        name: getattr(baselines.SETTINGS, name) for name in ("view", "max_steps", "allowed")
    }
    return batch.play_all(
        folder, tasks, lambda: nullcontext(model), play, settings, workers=workers
    )


def judge(folder: Path, ks: tuple[int | None, ...]) -> None:
    """Have the offline judges judge a run that still has all its pictures.

    A run of web searches shows no pages, so there are no words to judge by.
    """
    with Offline() as server:
        model = Model("offline-rules", server.base_url, "none", page_text=True)
        judges = judging.panel(model, ks)
        if any(episode.browsed for episode in runs.load(folder)):
            judges |= {judging.WORDS: judging.judge_by_words}
        judging.judge_run(folder, judges, workers=2)
        judging.judge_answers(folder, model)


def label_failures(folder: Path) -> None:
    """Have the offline rules say why each failed episode failed; labels that exist are kept."""
    done = {(label.task, label.attempt) for label in labels.load(folder)}
    verdicts = runs.by_judge(runs.verdicts(folder))
    failed = {key for key, verdict in verdicts.items() if verdict.success is False}
    with Offline() as server:
        model = Model(OFFLINE, server.base_url, "none", page_text=True)
        for episode in runs.load(folder):
            key = (episode.task.id, episode.attempt)
            if key in failed and key not in done and episode.steps:
                labels.add(folder, failures.categorise(episode, model))


def drop_pictures(folder: Path, whole: Collection[str] = (), last: Collection[str] = ()) -> None:
    """Drop pictures, to keep the repository small.

    The tasks `whole` keep all of theirs, the tasks `last` the last one, all others none.
    """
    for episode in runs.load(folder):
        runs.pack(episode.folder)
        for step in episode.steps:
            ended = step is episode.steps[-1]
            kept = episode.task.id in whole or (ended and episode.task.id in last)
            if not kept and step.observation.image.parent == episode.folder:
                step.observation.image.unlink(missing_ok=True)
    shrink(folder)


def drop_positions(folder: Path) -> None:
    """Drop all positions from a run without pictures, to keep the repository small.

    The marks, their texts and the words that were shown remain; a text-only view has these words in
    its text.
    """
    for file in folder.glob("*/*/steps.jsonl.gz"):
        steps = [json.loads(line) for line in gzip.decompress(file.read_bytes()).splitlines()]
        for step in steps:
            seen = step["observation"]
            lines = seen.pop("lines", ())
            if seen.get("pictured", True):
                seen["lines"] = [[0, 0, 0, 0, words] for *_, words in lines]
            for mark in seen["marks"]:
                mark["boxes"] = []
                mark.pop("tag_box", None)
                mark.pop("identity", None)
        lines = [json.dumps(step, ensure_ascii=False, separators=(",", ":")) for step in steps]
        file.write_bytes(gzip.compress("".join(f"{line}\n" for line in lines).encode(), mtime=0))


def draw_tasks(every: Sequence[Task], count: int, seed: int = 42) -> list[Task]:
    """Draw `count` tasks at random: the same number from each site, or one fewer."""
    draw, sites = random.Random(seed), sorted({task.site for task in every})
    shuffled = draw.sample(every, len(every))
    rounds = zip_longest(*([task for task in shuffled if task.site == site] for site in sites))
    return [task for turn in rounds for task in turn if task][:count]


def main() -> None:
    """The commands of the docstring above."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=42, help="the mini web's world")
    parser.add_argument("--workers", type=int, default=2, help="episodes side by side")
    parser.add_argument(
        "--view", default="marked_screenshot", help="a name from views.py, or web_search"
    )
    parser.add_argument(
        "--model", default=OFFLINE, choices=(OFFLINE, EYES, LEARNED), help="which local model"
    )
    parser.add_argument(
        "--tasks", type=int, help="how many, the same number from each site (default: all)"
    )
    parser.add_argument(
        "--questions", action="store_true", help="the questions across sites, not the sites' tasks"
    )
    wanted = parser.parse_args()
    if wanted.view == WEB_SEARCH and wanted.model != OFFLINE:
        parser.error(f"Only {OFFLINE} can search the web: leave out --model.")
    paper, rules = wanted.view == "marked_screenshot", wanted.model == OFFLINE
    name = f"{'offline' if rules else wanted.model}-{wanted.seed}"
    name = f"{questions.NAME}-{name}" if wanted.questions else name
    folder = RUNS / (name if paper else f"{name}-{wanted.view}")
    with MiniWeb(World(wanted.seed)) as web:
        every = web.tasks(questions.NAME) if wanted.questions else web.tasks()
        chosen = draw_tasks(every, wanted.tasks or len(every))
        if wanted.view == WEB_SEARCH:
            table = search(folder, chosen, web, wanted.workers)
    if wanted.view != WEB_SEARCH:
        how = dict(model=wanted.model, workers=wanted.workers, view=getattr(views, wanted.view))
        table = batch.run_tasks(folder, chosen, final_answer=True, **how)
    pictured = paper and rules and not wanted.questions
    judge(folder, (1, 2, 3, None) if pictured else (None,))
    if pictured:
        label_failures(folder)
        whole, last = ({task.id for task in sample(chosen, count)} for count in (WHOLE, LAST))
        drop_pictures(folder, whole, last)
    else:
        drop_pictures(folder)
        drop_positions(folder)
    print(figures.summary(table).to_string())
    if wanted.questions:
        print(rates.rates(table, ["level"]).round(3).to_string())


if __name__ == "__main__":
    main()
