"""Trains the learned agent on gold trajectories, and tests it on others.

    python -m studies.learned_agent.train         on worlds 1 and 2, into practice/learned/: the
                                                  policy (weights.zip), the planner (plans.zip) and
                                                  the value function (values.zip)
    … train 5 6 --into DIR                        on worlds 5 and 6, into a folder of your own
    … train --test 42                             and test it, step by step, on the gold of world 42
    … train --test 42 --splits                    train and test for every fold of every split

The gold trajectories are in data/gold/ (record_gold.py records those of other worlds). The value
function learns from the agent's own attempts, which are there, too (play_attempts.py). The same
files give the same weights. Training on world 42, where agents are compared, is refused.
"""

import argparse
import time
from collections.abc import Sequence
from pathlib import Path

import pandas

from practice.learned import (
    PLANS,
    VALUES,
    WEIGHTS,
    attempts,
    gold,
    plans,
    splits,
    training,
    valuing,
)
from practice.learned.evaluation import evaluate, summarise
from webvoyager.lab.planning import golden_plan
from webvoyager.records import Episode


def compare_splits(train: Sequence[Episode], test: Sequence[Episode]) -> pandas.DataFrame:
    """One row per split: a policy is trained and tested for each of its folds."""
    rows = {}
    for name, split in splits.SPLITS.items():
        tables = []
        for fold in splits.folds(name):
            known, held_out = split(train, test, fold)
            tables.append(evaluate(training.fit(known), held_out))
        rows[name] = summarise(pandas.concat(tables))
        print(pandas.DataFrame(rows).T.round(3).to_string(), flush=True)
    return pandas.DataFrame(rows).T


def main() -> None:
    """The commands of the docstring above."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "worlds", nargs="*", type=int, default=gold.TRAINING, help="seeds to train on"
    )
    parser.add_argument(
        "--into", type=Path, default=WEIGHTS.parent, help="the folder for all three"
    )
    parser.add_argument("--test", type=int, help="the seed of a recorded world to test on")
    parser.add_argument("--splits", action="store_true", help="test all four splits")
    wanted = parser.parse_args()
    train = gold.load_worlds(wanted.worlds)
    test = gold.load_worlds([wanted.test]) if wanted.test is not None else []
    if wanted.splits:
        compare_splits(train, test)
        return
    began = time.perf_counter()
    policy = training.fit(train)
    planner = plans.fit([(e.task.question, golden_plan(e)) for e in train])
    policy.save(wanted.into / WEIGHTS.name)
    planner.save(wanted.into / PLANS.name)
    valuing.fit(attempts.load()).save(wanted.into / VALUES.name)
    files = [wanted.into / file.name for file in (WEIGHTS, PLANS, VALUES)]
    size = sum(file.stat().st_size for file in files) / 1e6
    print(f"{policy.about}: {time.perf_counter() - began:.0f} s, {size:.1f} MB in {wanted.into}")
    if test:
        print(pandas.Series(summarise(evaluate(policy, test))).round(3).to_string())


if __name__ == "__main__":
    main()
