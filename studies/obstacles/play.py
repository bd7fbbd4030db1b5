"""Plays each task that meets an obstacle of the mini web twice: with the obstacle and without it.

    python -m studies.obstacles.play     all tasks, by all agents: hours
    … play --tasks 6                     on fewer tasks, from as many obstacles as there are
    … play --agents offline-rules        by one agent; any name that start() takes

The world is the default one; the other differs from it only in the obstacle. Local agents that
always do the same play once; simulated and hosted ones make several attempts. A simulated agent
knows the oracle's way in the world that it plays in, with the obstacle or without, so what it loses
is lost on the longer way.

The table of everything played so far is data/known/obstacles.csv, with an empty success where a
fault left no result. The runs and the oracles' ways are in data/runs/mine_obstacles/, which git
ignores. Call it again to go on after an interruption, and delete that folder when sites change.
"""

import argparse
import re
from collections.abc import Iterator, Sequence
from itertools import groupby, zip_longest
from pathlib import Path
from typing import Any

import pandas

from practice.learned import gold
from practice.miniweb import MiniWeb, World
from practice.miniweb.oracle import play
from practice.miniweb.world import OBSTACLES
from practice.offline import Offline, Served
from practice.simulated import OWNER, VERSION, Log, Skill, Ways
from practice.simulated.replying import make_reply
from studies.obstacles.obstacle_effects import measure_obstacles
from tools.oracles import open_browser
from tools.runs import RUNS
from webvoyager import Browser, Environment, Model, models, runs, tasks
from webvoyager.lab.judging.checking import check
from webvoyager.lab.running import run_tasks, side_by_side
from webvoyager.records import ActionError, Episode, EpisodeError, Task
from webvoyager.start import LEARNED, OFFLINE

FOLDER, TABLE = RUNS / "mine_obstacles", RUNS.parent / "known" / "obstacles.csv"
SEED, ATTEMPTS = 42, 5
AGENTS = (OFFLINE, LEARNED, "simulated-0.9")
WAYS = "ways.jsonl.xz"  # the oracles' episodes, in the folder of each world
KINDS = {OFFLINE: "rules", "offline-eyes": "rules", LEARNED: "learned"}
COLUMNS = ["agent", "kind", "obstacle", "task", "attempt", "met", "success", "steps", "stop"]

Pair = tuple[str, str]  # an obstacle, and the id of a task that meets it
Without = tuple[str, ...]  # what a world leaves out: nothing, or one obstacle


def flip_signsairs() -> list[Pair]:
    """All obstacles with the tasks of the default world that meet them."""
    known = tasks.load("miniweb")
    return [(each, task.id) for each in OBSTACLES for task in known if _meets(task, each)]


def _meets(task: Task, obstacle: str) -> bool:
    return obstacle in task.extra["features"]


def choose_pairs(pairs: Sequence[Pair], count: int) -> list[Pair]:
    """The first `count` pairs in turns: one of each obstacle, then another one of each."""
    by_obstacle = [list(same) for _, same in groupby(pairs, key=lambda pair: pair[0])]
    return [pair for turn in zip_longest(*by_obstacle) for pair in turn if pair][:count]


def play_pairs(
    pairs: Sequence[Pair],
    agents: Sequence[str] = AGENTS,
    folder: Path = FOLDER,
    attempts: int = ATTEMPTS,
    browsers: int = 2,
    **settings: Any,
) -> None:
    """Play the missing episodes of each pair in both worlds, into one run per world and attempt.

    `settings` are those of `run_tasks`, such as max_steps.
    """
    how = {"workers": browsers} | settings
    for without, names in _list_worlds(pairs).items():
        place = folder / _name_world(without)
        with MiniWeb(World(SEED, without=without)) as web:
            met = web.tasks(*names)
            simulated = any(map(models.is_simulated, agents))
            ways = _record_ways(web, met, place / WAYS, browsers) if simulated else []
        for agent in agents:
            for attempt in range(1, _count_attempts(agent, attempts) + 1):
                _play_attempt(agent, attempt, met, ways, place, how)


def _list_worlds(pairs: Sequence[Pair]) -> dict[Without, list[str]]:
    """The tasks to play in each world: all of them in the default world, which comes first."""
    worlds: dict[Without, dict[str, None]] = {(): {}}
    for obstacle, task in pairs:
        worlds[()][task] = None
        worlds.setdefault((obstacle,), {})[task] = None
    return {without: list(names) for without, names in worlds.items()}


def _name_world(without: Without) -> str:
    return f"without-{without[0]}" if without else "default"


def _find_kind(agent: str) -> str:
    """What an agent is: "rules", "learned" or "simulated"; "hosted" for any other."""
    return "simulated" if models.is_simulated(agent) else KINDS.get(agent, "hosted")


def _count_attempts(agent: str, attempts: int) -> int:
    """How often an agent plays a task: a local one that always does the same, once."""
    return attempts if _find_kind(agent) in ("simulated", "hosted") else 1


def _play_attempt(
    agent: str,
    attempt: int,
    played: Sequence[Task],
    ways: Sequence[Episode],
    place: Path,
    how: dict[str, Any],
) -> None:
    """Play the tasks; the attempt's number is the seed of a simulated agent."""
    run = place / f"{agent}-{attempt}"
    if not models.is_simulated(agent):
        run_tasks(run, played, model=agent, **how)
    elif ways:
        skill = Skill(float(agent.removeprefix("simulated-")), seed=attempt)
        served = Served(make_reply(skill, Ways(SEED, ways), Log()), OWNER, VERSION)
        with Offline(more={skill.name: served}) as server:
            # the model gets no seed, since the skill's seed decides all draws
            model = Model(skill.name, server.base_url, "none", seed=None, page_text=True)
            run_tasks(run, [each.task for each in ways], model=model, **how)


def _record_ways(web: MiniWeb, wanted: Sequence[Task], file: Path, browsers: int) -> list[Episode]:
    """The oracles' episodes for these tasks; those that aren't in the file yet are played."""
    stored = gold.load(file) if file.exists() else []
    current = {task.id: task for task in wanted}
    kept = [each for each in stored if current.get(each.task.id, each.task) == each.task]
    known = {episode.task.id for episode in kept}
    if waiting := [task for task in wanted if task.id not in known]:
        gold.pack([*kept, *_play_oracles(web, waiting, browsers)], file)
    return [episode for episode in gold.load(file) if episode.task.id in current]


def _play_oracles(web: MiniWeb, waiting: Sequence[Task], browsers: int) -> list[Episode]:
    """The episodes of the oracles that solve their task."""
    oracles = web.oracles(*(task.id for task in waiting))

    def play_one(browser: Browser, task: Task) -> Episode | None:
        return _play_oracle(web, browser, task, oracles[task.id])

    played = side_by_side(lambda: open_browser(web), play_one, waiting, browsers, "ways")
    return [episode for episode in played if episode]


def _play_oracle(
    web: MiniWeb, browser: Browser, task: Task, oracle: Sequence[Sequence[str]]
) -> Episode | None:
    """The oracle's episode; None, with a line that says why, if it does not solve the task."""
    try:
        steps = play(Environment(browser), task, oracle)
        state = web.state(task.site, browser.cookies)
        verdict = check(steps[-1].action.text, task.answer, task.question, state)
    except (LookupError, ActionError, EpisodeError) as error:
        print(f"{task.id}: no way for simulated agents: {error}")
        return None
    if not verdict.success:
        print(f"{task.id}: no way for simulated agents: {verdict.reason}")
        return None
    return Episode(task, steps, "answer", gold.ORACLE)


def make_table(pairs: Sequence[Pair], folder: Path = FOLDER) -> pandas.DataFrame:
    """One row per agent, pair, attempt and way of playing, for everything that was played."""
    default = _read_results(folder / _name_world(()))
    rows: list[dict] = []
    for obstacle, same in groupby(pairs, key=lambda pair: pair[0]):
        names = [task for _, task in same]
        without = _read_results(folder / _name_world((obstacle,)))
        for met, results in ((True, default), (False, without)):
            rows += [
                {**result, "obstacle": obstacle, "met": met}
                for result in results
                if result["task"] in names
            ]
    table = pandas.DataFrame(rows, columns=COLUMNS)
    return table.sort_values(["agent", "obstacle", "task", "attempt", "met"], ignore_index=True)


def _read_results(place: Path) -> list[dict]:
    """The newest episode of each task in each run of a world; a fault has no success."""
    return [row for run in sorted(place.glob("*-*/")) for row in _read_run(run)]


def _read_run(run: Path) -> Iterator[dict]:
    agent, attempt = re.fullmatch(r"(.+)-(\d+)", run.name).groups()
    played = runs.table(run).sort_values("attempt").drop_duplicates("task", keep="last")
    for row in played.itertuples():
        fault = row.stop.startswith("error")
        yield {
            "agent": agent,
            "kind": _find_kind(agent),
            "task": row.task,
            "attempt": int(attempt),
            "success": None if fault else row.success,
            "steps": row.steps,
            "stop": row.stop,
        }


def main() -> None:
    """The commands of the docstring above."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tasks", type=int, help="the number of tasks (default: all)")
    parser.add_argument("--agents", nargs="+", default=AGENTS, help="names of models")
    parser.add_argument("--attempts", type=int, default=ATTEMPTS, help="by chance (%(default)s)")
    parser.add_argument("--browsers", type=int, default=2, help="side by side (%(default)s)")
    wanted = parser.parse_args()
    pairs = flip_signsairs()
    chosen = choose_pairs(pairs, wanted.tasks) if wanted.tasks else pairs
    play_pairs(chosen, wanted.agents, attempts=wanted.attempts, browsers=wanted.browsers)
    table = make_table(pairs)
    table.to_csv(TABLE, index=False, lineterminator="\n")
    print(measure_obstacles(table).round(2).to_string(index=False))


if __name__ == "__main__":
    main()
