"""Checks the answers of stored runs again, after the rules or the references have changed.

    python -m tools.recheck data/runs/offline-42 …

It lists the verdicts of the rules that change (`judging.regrade`), has the offline rules compare
the answers that they leave with the references, and renews the verdicts of the judge that reads the
words of the pages. Verdicts of other judges are kept; a model's labels of episodes that are no
longer failures are dropped.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

from practice.miniweb import MiniWeb, World
from webvoyager import Model, runs, start
from webvoyager.lab import judging
from webvoyager.lab.failures import labels
from webvoyager.records import Task


def recheck(folder: Path, tasks: Sequence[Task], model: Model) -> None:
    """Renew a run's verdicts by rules, by words and on the rest; print what changes."""
    changed = judging.regrade(folder, tasks)
    for row in changed.itertuples():
        print(f"{row.task}: {row.before} -> {row.after}, {row.answer[:90]!r} {row.reason}")
    given, ours = runs.verdicts(folder), (runs.RULES, judging.WORDS)
    newest = runs.by_judge(each for each in given if each.judge == runs.RULES).values()
    others = [each for each in given if each.judge not in ours and runs.ANSWERS not in each.judge]
    read = map(judging.judge_by_words, runs.load(folder))
    (folder / "verdicts.jsonl").unlink()
    runs.add_verdicts(folder, *newest, *others, *read)
    table = judging.judge_answers(folder, model, workers=1)
    failed = table[table.success.eq(False).fillna(False)]
    drop_labels(folder, {*zip(failed.task, failed.attempt, strict=True)})
    print(f"{folder.name}:", table.success.value_counts(dropna=False).to_dict(), "\n")


def drop_labels(folder: Path, failed: set[tuple[str, int]]) -> None:
    """Keep people's labels, and a model's labels of episodes that failed."""
    given = labels.load(folder)
    kept = [each for each in given if each.by != "model" or (each.task, each.attempt) in failed]
    if kept != given:
        (folder / labels.FILE).unlink()
        labels.add(folder, *kept)


def list_tasks(seed: int) -> list[Task]:
    """The tasks of a world."""
    with MiniWeb(World(seed)) as web:
        return web.tasks()


def main() -> None:
    """The command of the docstring above."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("runs", nargs="+", type=Path)
    folders = parser.parse_args().runs
    seeds = {folder: runs.load(folder)[0].task.extra["web_seed"] for folder in folders}
    worlds = {seed: list_tasks(seed) for seed in sorted(set(seeds.values()))}
    with start("offline-rules") as kit:
        for folder in folders:
            recheck(folder, worlds[seeds[folder]], kit.model)


if __name__ == "__main__":
    main()
