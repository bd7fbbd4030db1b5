"""Checks the answers of stored runs again, after the rules or the references have changed.

    python -m tools.recheck data/runs/offline-42 …      each run's verdicts by the rules, and by the
                                                        judge that reads the words of the pages

It lists the verdicts of the rules that change (`judging.regrade`). Verdicts of other judges are
kept; a model's labels of episodes that are no longer failures are dropped.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

from practice.miniweb import MiniWeb, World
from webvoyager import runs
from webvoyager.lab import judging
from webvoyager.lab.failures import labels


def recheck(folder: Path, references: dict[str, dict]) -> None:
    """Renew a run's verdicts by rules and by words, and print what changes."""
    changed = judging.regrade(folder, references)
    for row in changed.itertuples():
        print(f"{row.task}: {row.before} -> {row.after}, {row.answer[:90]!r} {row.reason}")
    newest = runs.by_judge(runs.verdicts(folder), judging.RULES)
    others = [
        each for each in runs.verdicts(folder) if each.judge not in (judging.RULES, judging.WORDS)
    ]
    read = map(judging.judge_by_words, runs.load(folder))
    (folder / "verdicts.jsonl").unlink()
    runs.add_verdicts(folder, *newest.values(), *others, *read)
    drop_labels(folder, {key for key, verdict in newest.items() if verdict.success is False})
    counts = [
        [each.success for each in newest.values()].count(said) for said in (True, False, None)
    ]
    print(f"{folder.name}: {counts[0]} right, {counts[1]} wrong, {counts[2]} unscored\n")


def drop_labels(folder: Path, failed: set[tuple[str, int]]) -> None:
    """Keep people's labels, and a model's labels of episodes that failed."""
    given = labels.load(folder)
    kept = [each for each in given if each.by != "model" or (each.task, each.attempt) in failed]
    if kept != given:
        (folder / labels.FILE).unlink()
        labels.add(folder, *kept)


def list_references(seeds: Sequence[int]) -> dict[int, dict[str, dict]]:
    """The references of each world's tasks, by task id."""
    found = {}
    for seed in seeds:
        with MiniWeb(World(seed)) as web:
            found[seed] = {task.id: task.answer for task in web.tasks()}
    return found


def main() -> None:
    """The command of the docstring above."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("runs", nargs="+", type=Path)
    folders = parser.parse_args().runs
    seeds = {folder: runs.load(folder)[0].task.extra["web_seed"] for folder in folders}
    references = list_references(sorted(set(seeds.values())))
    for folder in folders:
        recheck(folder, references[seeds[folder]])


if __name__ == "__main__":
    main()
