"""Plays simulated agents, and has judges, signals and a categoriser look at what they did.

    python -m studies.known_agents.play             four skills on 150 tasks, ten a site: hours
    python -m studies.known_agents.play --tasks 30  on fewer tasks, the same number of each site

The planted slips are known, so every opinion can be compared with the truth. It writes four tables
into data/known/:

    episodes.csv    one row per episode, with the slip that lost it
    slips.csv       one row per slip, with its effect
    verdicts.csv    one row per verdict of a judge on an episode
    hints.csv       one row per signal that fired

The runs are in data/runs/mine_known/, which git ignores. Call it again to go on after an
interruption.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pandas

from practice.miniweb import MiniWeb, World
from practice.offline import Offline
from practice.simulated import Simulated, Skill, Ways, log
from practice.simulated.effects import Effect, find_faults
from practice.simulated.log import Slip
from practice.simulated.replying import CATEGORIES
from tools.runs import RUNS, draw_tasks
from webvoyager import Model, runs
from webvoyager.lab import failures, judging
from webvoyager.lab.failures import Label, signals
from webvoyager.lab.running import batch
from webvoyager.records import Episode, Task
from webvoyager.start import Kit

FOLDER, DATA = RUNS / "mine_known", RUNS.parent / "known"
SEED, TASKS = 42, 150
SKILLS = tuple(Skill(steps) for steps in (1.0, 0.9, 0.8, 0.7))
KS = (1, 2, 3, None)


def play(skill: Skill, tasks: Sequence[Task], browsers: int) -> Path:
    """Play the tasks and store the slips beside them; return the run's folder."""
    folder = FOLDER / skill.name
    with Simulated([skill], SEED) as served:

        def play_and_note(kit: Kit, task: Task, **how: Any) -> Episode:
            episode = batch.play_with_agent(kit, task, **how)
            log.append(folder, served.log.find_slips(episode))
            return episode

        model = Model(skill.name, served.base_url, "none", page_text=True)
        batch.run_tasks(folder, tasks, model=model, workers=browsers, play=play_and_note)
    return folder


def judge(folder: Path) -> None:
    """Have the offline judges, and the one that reads the words of the pages, judge a run."""
    with Offline() as server:
        model = Model("offline-rules", server.base_url, "none", page_text=True)
        judges = judging.panel(model, KS) | {judging.WORDS: judging.judge_by_words}
        judging.judge_run(folder, judges, workers=2)


def describe(folder: Path, ways: Ways, categoriser: Model) -> dict[str, list[dict]]:
    """The rows of the four tables for a run."""
    slips = log.read(folder)
    success = runs.table(folder).set_index(["task", "attempt"]).success
    rows: dict[str, list[dict]] = {"episodes": [], "slips": [], "verdicts": [], "hints": []}
    for episode in runs.load(folder):
        solved = success[episode.task.id, episode.attempt]
        if pandas.isna(solved):
            continue
        about = {"model": episode.model, "task": episode.task.id}
        found = find_faults(slips, episode, ways.find(episode.task.question), bool(solved))
        label = failures.categorise(episode, categoriser)  # solved ones too, to see if it is misled
        rows["episodes"].append(about | _describe_episode(episode, found, bool(solved), label))
        rows["slips"] += [
            about | {"step": slip.step, "category": CATEGORIES[slip.kind], "effect": effect}
            for slip, effect in found
        ]
        rows["hints"] += [
            about | {"hint": hint.name, "category": hint.category, "step": hint.steps[0]}
            for hint in signals.hints(episode)
        ]
    rows["verdicts"] = [
        {"model": folder.name, "task": each.task, "judge": each.judge, "success": each.success}
        for each in runs.verdicts(folder)
    ]
    return rows


def _describe_episode(
    episode: Episode, found: list[tuple[Slip, Effect]], solved: bool, label: Label
) -> dict:
    faults = [slip for slip, effect in found if effect == "fault"]
    return {
        "site": episode.task.site,
        "difficulty": episode.task.extra["difficulty"],
        "steps": len(episode.steps),
        "stop": episode.stop,
        "success": solved,
        "slips": len(found),
        "harmless": sum(effect == "harmless" for _, effect in found),
        "planted": CATEGORIES[faults[0].kind] if faults else "",
        "planted_step": faults[0].step if faults else None,
        "labelled": label.category,
        "labelled_step": label.step,
    }


def main() -> None:
    """The commands of the docstring above."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tasks", type=int, default=TASKS, help="how many (%(default)s)")
    parser.add_argument("--browsers", type=int, default=2, help="side by side (%(default)s)")
    wanted = parser.parse_args()
    with MiniWeb(World(SEED)) as web:
        tasks = draw_tasks(web.tasks(), wanted.tasks)
    tables: dict[str, list[dict]] = {}
    with Offline() as server:
        categoriser = Model("offline-rules", server.base_url, "none", page_text=True)
        for skill in SKILLS:
            folder = play(skill, tasks, wanted.browsers)
            judge(folder)
            for name, rows in describe(folder, Ways(SEED), categoriser).items():
                tables.setdefault(name, []).extend(rows)
    DATA.mkdir(exist_ok=True)
    for name, rows in tables.items():
        pandas.DataFrame(rows).to_csv(DATA / f"{name}.csv", index=False, lineterminator="\n")
    table = pandas.DataFrame(tables["episodes"])
    print(table.groupby("model").success.agg(["size", "mean"]).round(3).to_string())
    print(pandas.crosstab(table.planted, table.labelled).to_string())


if __name__ == "__main__":
    main()
