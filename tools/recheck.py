"""Checks the answers of stored runs again, after the rules or the references have changed.

    python -m tools.recheck data/runs/offline-42 …      each run's verdicts by the rules, and by the
                                                        judge that reads the words of the pages

Nothing is played, so the state of a site is not read again. If the earlier verdict found the state
wrong, the episode still fails. If it did not get as far as the state, and the answer is accepted
now, the episode is unscored. Verdicts of other judges are kept; a model's labels of episodes that
are no longer failures are dropped.
"""

import argparse
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from practice.miniweb import MiniWeb, World
from webvoyager import runs
from webvoyager.lab import judging
from webvoyager.lab.failures import labels
from webvoyager.lab.judging import checking
from webvoyager.records import Episode, Verdict

STATE_FAILED = "Afterwards the site does not hold"
NOT_READ = "The answer says what it should; the site's state was not read when this was checked."


def recheck(folder: Path, references: dict[str, dict]) -> dict[str, int]:
    """Renew a run's verdicts by rules and by words; count the right, wrong and unscored."""
    given = runs.verdicts(folder)
    before = runs.by_judge(given, checking.JUDGE)
    episodes = runs.load(folder)
    found = [
        check_again(episode, references[episode.task.id], before[episode.task.id, episode.attempt])
        for episode in episodes
    ]
    read = [judging.judge_by_words(episode) for episode in episodes]
    ours = {checking.JUDGE, judging.WORDS}
    (folder / "verdicts.jsonl").unlink()
    others = [verdict for verdict in given if verdict.judge not in ours]
    runs.add_verdicts(folder, *found, *others, *read)
    failed = {(verdict.task, verdict.attempt) for verdict in found if verdict.success is False}
    drop_labels(folder, failed)
    names = {True: "right", False: "wrong", None: "unscored"}
    counts = dict.fromkeys(names.values(), 0)
    for verdict in found:
        counts[names[verdict.success]] += 1
    return counts


def check_again(episode: Episode, reference: dict, before: Verdict) -> Verdict:
    """The verdict by today's rules, with what the earlier one said about the site's state."""
    words = without_state(reference["rule"])
    if not words:  # only the state counts
        return before
    task = replace(episode.task, answer={**reference, "rule": words})
    verdict = checking.grade(replace(episode, task=task))
    if words == reference["rule"] or verdict.success is False or before.success:
        return verdict
    if before.reason.startswith(STATE_FAILED):
        return replace(verdict, success=False, reason=before.reason)
    return replace(verdict, success=None, reason=NOT_READ)


def drop_labels(folder: Path, failed: set[tuple[str, int]]) -> None:
    """Keep people's labels, and a model's labels of episodes that failed."""
    given = labels.load(folder)
    kept = [each for each in given if each.by != "model" or (each.task, each.attempt) in failed]
    if kept != given:
        (folder / labels.FILE).unlink()
        labels.add(folder, *kept)


def without_state(rule: dict) -> dict:
    """The rule without its conditions on the site's state; {} if it has no others."""
    words = {key: value for key, value in rule.items() if key != "state"}
    if "any" in words:
        words["any"] = [without_state(one) for one in words["any"]]
    return words


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
        print(folder.name, recheck(folder, references[seeds[folder]]))


if __name__ == "__main__":
    main()
