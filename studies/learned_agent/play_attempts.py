"""Plays the attempts from which the learned agent's value function is learned.

    python -m studies.learned_agent.play_attempts    into data/gold/attempts.jsonl.xz (half an hour)

The stored policy plays kinds of question that it was trained on, in world 100. The five policies of
the split cross-task play kinds that they were not trained on, in world 3. Actions are drawn by
their probabilities. Attempts that are already played are kept: call it again after an interruption.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

import platformdirs

from practice import learned
from practice.learned import attempts, folds, gold, splits
from practice.learned.policy import Policy
from practice.miniweb import MiniWeb, World
from webvoyager import Model, runs
from webvoyager.lab.running import run_tasks
from webvoyager.records import Task

KNOWN, NEW = 100, 3  # the worlds of the attempts
PLAYED = platformdirs.user_cache_path("webvoyager") / "attempts"


def play_all() -> list[attempts.Attempt]:
    """Play the attempts at known and at new kinds of question, and read them with their success."""
    with MiniWeb(World(KNOWN)) as web:
        found = [*_play(Policy.load(learned.WEIGHTS), web.tasks(), PLAYED / "known")]
    with MiniWeb(World(NEW)) as web:
        tasks = web.tasks()
    train = gold.load_worlds(gold.TRAINING)
    for name in splits.folds("cross_task"):
        fold = folds.learn("cross_task", name, train, tasks)
        found += _play(fold.policy, fold.test, PLAYED / f"new-{name}")
    return found


def _play(policy: Policy, tasks: Sequence[Task], folder: Path) -> Iterator[attempts.Attempt]:
    """Play tasks with a policy; the attempts that have a verdict."""
    with learned.serve(policy) as server:
        model = Model(learned.NAME, server.base_url, "none", page_text=True, max_tokens=None)
        run_tasks(folder, tasks, model=model)
    success = {(v.task, v.attempt): v.success for v in runs.verdicts(folder)}
    for episode in runs.load(folder):
        verdict = success.get((episode.task.id, episode.attempt))
        if verdict is not None and episode.steps:
            yield episode, verdict


if __name__ == "__main__":
    made = play_all()
    attempts.save(made)
    solved = sum(success for _, success in made)
    print(f"{len(made)} attempts, {solved} of them successful, in {attempts.FILE}")
