"""Plays whole tasks of world 42 with the learned agent, and stores tables in data/planning/.

    python -m studies.planning.whole_tasks    all splits and methods (1.5 hours)
    python -m studies.planning.whole_tasks cross_task --methods plain search
                                              some of them

The methods are the same agent with or without a plan, lessons from failures, search and the
screenshot. Each fold of a split has its own policy, planner, failures and value function
(practice/learned/folds.py), trained on worlds 1 and 2. Search takes longer, so it plays fewer
tasks. The stored policy, which is that of the new world, plays all tasks once, plain and with up to
15 steps: the split "stored".

The episodes are kept in the cache; call it again to go on after an interruption. Two tables are
stored: episodes.csv, one row per episode, and seconds.csv, one row per call of a module.
"""

import argparse
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

import pandas
import platformdirs

from practice import learned
from practice.learned import folds, gold, splits
from practice.learned.folds import Fold
from practice.miniweb import MiniWeb, World
from practice.offline import Offline
from studies.planning.single_steps import INTO
from tools.runs import draw_tasks
from webvoyager import Model, agent, runs, views
from webvoyager.lab import planning, search
from webvoyager.lab.running import run_tasks
from webvoyager.records import Episode, Task
from webvoyager.start import OFFLINE, Kit

SEED = 42
PLAYED = platformdirs.user_cache_path("webvoyager") / "whole_tasks"
MAX_STEPS = 10
DETAILED = ("new_world", "cross_task")  # the splits that are played by all methods
# the tasks of a split, two of each site; those under search where it is not DETAILED
TASKS, FEWEST = 30, 15
LIMITS = search.Limits(budget=5, depth=4, branching=4)
LOCAL = {"max_tokens": None, "page_text": True, "embedding": OFFLINE}
VIEWS = {"text-only": views.accessibility_tree}
Play = Callable[..., Episode]


def list_methods(fold: Fold, model: Model, rules: Model, tasks: Sequence[Task]) -> dict[str, Play]:
    """How to play a task by each method; the model `rules` makes slow plans and embeddings."""
    memory = planning.Memory(fold.pool, rules, k=1, test_tasks=tasks)
    fast, slow = planning.fast(model), planning.slow(rules)
    known = planning.familiarity([episode.task.question for episode in fold.train])
    return {
        "plain": play_it,
        "text-only": play_it,
        "plan": partial(play_it, advise=planning.follow(fast)),
        "slow plan": partial(play_it, advise=planning.follow(slow)),
        "fast or slow plan": partial(play_it, advise=planning.adaptive(fast, slow, known)),
        "experience": partial(play_it, advise=planning.lessons_only(memory)),
        "plan + experience": partial(play_it, advise=planning.follow(fast, memory)),
        "search": search_it,
        "plan + search": partial(search_it, advise=planning.follow(fast)),
    }


BRIEF = ("plain", "slow plan", "search")  # for the splits in which hardly any task is solved
METHODS = ("plain", "text-only", "plan", "slow plan", "fast or slow plan", "experience",
           "plan + experience", "search", "plan + search")  # fmt: skip


def play_it(kit: Kit, task: Task, advise: agent.Advise | None = None, **how: object) -> Episode:
    """Play one task with the agent's loop."""
    return agent.run(task, kit.env, kit.model, advise=advise, **how)


def search_it(kit: Kit, task: Task, advise: agent.Advise | None = None, **how: object) -> Episode:
    """Play one task under search, with the learned value of states."""
    value = search.by_model(kit.model)
    strategy = search.Strategy(value, LIMITS, revisit=search.quick, advise=advise)
    return search.run(task, kit.env, kit.model, strategy, **how)


def play_split(split: str, methods: Sequence[str], every: Sequence[Task]) -> None:
    """Play a split's share of the tasks, fold by fold."""
    train, test = gold.load_worlds(gold.TRAINING), gold.load_worlds([SEED])
    for name in splits.folds(split):
        fold = folds.learn(split, name, train, test)
        with Offline() as offline, serve(fold) as server:
            model = Model(learned.NAME, server.base_url, "none", 0.0, **LOCAL)
            rules = Model(OFFLINE, offline.base_url, "none", **LOCAL)
            play = list_methods(fold, model, rules, [episode.task for episode in fold.test])
            tested = {episode.task.id for episode in fold.test}
            for method in methods:
                fewer = "search" in method and split not in DETAILED
                count = FEWEST if fewer else TASKS
                chosen = [task for task in draw_tasks(every, count) if task.id in tested]
                view = VIEWS.get(method, views.marked_screenshot)
                how = {"play": play[method], "view": view, "max_steps": MAX_STEPS}
                run_tasks(PLAYED / method / f"{split}-{name}", chosen, model=model, **how)


def play_stored(every: Sequence[Task]) -> None:
    """Play all tasks with the stored policy, up to the paper's 15 steps."""
    with learned.serve() as server:
        model = Model(learned.NAME, server.base_url, "none", 0.0, **LOCAL)
        run_tasks(PLAYED / "plain" / "stored-all", every, model=model)


def serve(fold: Fold) -> learned.Offline:
    """An endpoint with what was learned for a fold."""
    return learned.serve(fold.policy, fold.planner, fold.learn_values())


def read_tables() -> tuple[pandas.DataFrame, pandas.DataFrame]:
    """What was played: one row per episode, and one per call of a module."""
    episodes, calls = [], []
    for run in sorted(PLAYED.glob("*/*")):
        split, _, fold = run.name.partition("-")
        about = {"method": run.parent.name, "split": split, "fold": fold}
        episodes.append(runs.table(run).assign(**about))
        rows = [row for episode in runs.load(run) for row in time_calls(episode)]
        calls.append(pandas.DataFrame(rows, columns=["module", "model", "seconds"]).assign(**about))
    kept = ["method", "split", "fold", "task", "site", "model", "view", "steps", "stop", "success",
            "prompt_tokens", "completion_tokens", "cost", "seconds"]  # fmt: skip
    return pandas.concat(episodes)[kept], pandas.concat(calls)


def time_calls(episode: Episode) -> Iterator[tuple[str, str, float]]:
    """The calls that an episode made: the paper's name of the module, the model, the seconds."""
    for step in episode.steps:
        if "ask" in step.seconds:
            yield "action", learned.NAME, step.seconds["ask"]
        if step.advice and step.advice.plan and step.index == 1:
            slow = step.advice.made_by.startswith("slow")
            module, model = ("slow", OFFLINE) if slow else ("fast", learned.NAME)
            yield f"{module} thinking", model, step.advice.seconds
        if step.advice and step.advice.lessons and not step.advice.plan:
            yield "experience", learned.NAME, step.advice.seconds


def write_tables(into: Path) -> None:
    """Write both tables; the same episodes give the same bytes."""
    into.mkdir(parents=True, exist_ok=True)
    episodes, calls = read_tables()
    episodes["seconds"] = episodes["seconds"].round(1)
    order = ["method", "split", "fold", "task"]
    episodes.sort_values(order).to_csv(into / "episodes.csv", index=False)
    calls.groupby(["module", "split"], sort=True).head(200).to_csv(
        into / "seconds.csv", index=False, float_format="%.4f"
    )
    by = episodes.assign(success=episodes["success"].astype(float))
    print(by.pivot_table("success", "method", "split", ["mean", "count"]).round(3).to_string())


def main() -> None:
    """The commands of the docstring above."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("splits", nargs="*", help=f"of {', '.join(splits.SPLITS)}; default: all")
    parser.add_argument("--methods", nargs="+", choices=METHODS, help="default: see METHODS, BRIEF")
    parser.add_argument("--into", type=Path, default=INTO, help="the folder for the tables")
    wanted = parser.parse_args()
    with MiniWeb(World(SEED)) as web:
        every = web.tasks()
    play_stored(every)
    for split in wanted.splits or splits.SPLITS:
        usual = METHODS if split in DETAILED else BRIEF
        play_split(split, wanted.methods or usual, every)
        write_tables(wanted.into)


if __name__ == "__main__":
    main()
