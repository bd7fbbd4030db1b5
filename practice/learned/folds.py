"""What is learned for one fold of a split: a policy, planners, failures and a value function.

None of them has seen the fold's test part. Learning takes a minute, so the cache folder keeps the
result under a name that changes with the code and the training tasks.
"""

import hashlib
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Self

import platformdirs

from webvoyager.lab.planning import Failure, Pool, golden_plan, leaks
from webvoyager.records import Episode, Task

from . import attempts, plans, splits, training, valuing
from .attempts import Attempt
from .plans import EmpiricalPlanner
from .policy import Policy
from .valuing import Valuer

CODE = Path(__file__).parent
# modules that only use what is learned
USERS = ("__init__", "attempts", "evaluation", "folds", "skill", "splits", "valuing")
SMALL = 10  # bits of the small planner's weights; the other has 18
Tested = Sequence[Episode] | Sequence[Task]  # trajectories to score on, or tasks to play


@dataclass(frozen=True)
class Fold:
    """What was learned for one fold of a split, and its two parts."""

    split: str
    name: str
    train: Sequence[Episode]
    test: Tested
    policy: Policy
    planner: EmpiricalPlanner
    small: EmpiricalPlanner  # with fewer weights, for the table of sizes
    failures: Sequence[Failure]  # from training, with their reflections

    def __repr__(self) -> str:
        return f"Fold({self.split}, {self.name}: {len(self.train)} train, {len(self.test)} test)"

    def save(self, folder: Path) -> None:
        """Write what was learned into a folder, which appears only when it is complete."""
        part = folder.with_name(f"{folder.name}.part")
        shutil.rmtree(part, ignore_errors=True)
        part.mkdir(parents=True)
        self.policy.save(part / "policy.zip")
        self.planner.save(part / "planner.zip")
        self.small.save(part / "small.zip")
        Pool(part / "failures.jsonl").add(*self.failures)
        part.rename(folder)

    @classmethod
    def load(
        cls, folder: Path, split: str, name: str, train: Sequence[Episode], test: Tested
    ) -> Self:
        """Read what was learned; the caller passes the two parts."""
        return cls(
            split,
            name,
            train,
            test,
            Policy.load(folder / "policy.zip"),
            EmpiricalPlanner.load(folder / "planner.zip"),
            EmpiricalPlanner.load(folder / "small.zip"),
            Pool(folder / "failures.jsonl").failures,
        )

    @cached_property
    def pool(self) -> Pool:
        """A frozen pool of the failures that give away no test task."""
        given_away = set(leaks(self.failures, [episode.task for episode in self.test]))
        found = Pool()
        found.add(*(failure for failure in self.failures if failure not in given_away))
        found.freeze()
        return found

    def list_attempts(self) -> list[Attempt]:
        """The agent's own attempts at tasks that this fold does not test."""
        attempted = attempts.load()
        known, _ = splits.SPLITS[self.split]([e for e, _ in attempted], self.test, self.name)
        kept = {id(episode) for episode in known}
        return [pair for pair in attempted if id(pair[0]) in kept]

    def learn_values(self) -> Valuer:
        """A value function from these attempts."""
        return valuing.fit(self.list_attempts())


def learn(split: str, name: str, train: Sequence[Episode], test: Tested) -> Fold:
    """Learn for a fold, or read what was learned for it before."""
    known, held = splits.SPLITS[split](train, test, name)
    cache = platformdirs.user_cache_path("webvoyager") / "learned" / _hash_code()
    folder = cache / _hash_tasks(known)  # shared by a domain with one site and that site
    if not folder.is_dir():
        _fit(split, name, known, held).save(folder)
    return Fold.load(folder, split, name, known, held)


def _fit(split: str, name: str, known: Sequence[Episode], held: Tested) -> Fold:
    rehearsal = training.rehearse(known)
    policy = training.fit(known, rehearsal=rehearsal)
    pairs = [(episode.task.question, golden_plan(episode)) for episode in known]
    planner, small = plans.fit(pairs), plans.fit(pairs, bits=SMALL)
    return Fold(split, name, known, held, policy, planner, small, rehearsal.failures)


def _hash_tasks(episodes: Sequence[Episode]) -> str:
    """A name for these training tasks."""
    lines = sorted(f"{e.task.extra['web_seed']} {e.task.id} {e.task.question}" for e in episodes)
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:12]


def _hash_code() -> str:
    """A name for this state of the code, without the modules that only use what is learned."""
    files = sorted(file for file in CODE.glob("*.py") if file.stem not in USERS)
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:12]
