"""Records gold trajectories: the oracles of whole worlds of the mini web, played and stored.

    python -m studies.learned_agent.record_gold 1 2 3
                                           all tasks of the worlds with these seeds: played in the
                                           cache, and packed into data/gold/
    python -m studies.learned_agent.record_gold 1 --into DIR --pictures
                                           into the run folder DIR/1, with its screenshots (25 MB)

Trajectories that are already recorded are kept: call it again after an interruption. A world takes
ten minutes to half an hour in two browsers.
"""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

from practice.learned import gold
from practice.miniweb import MiniWeb, World
from practice.miniweb.oracle import play
from webvoyager import runs
from webvoyager.environment import Environment
from webvoyager.lab.judging.checking import check
from webvoyager.lab.running import side_by_side
from webvoyager.lab.sharing.packing import shrink
from webvoyager.records import ActionError, EpisodeError, Step, Task

from .oracles import open_browser


def record_world(seed: int, folder: Path, pictures: bool = False, browsers: int = 2) -> list[str]:
    """Record the oracle of every task of a world into `folder`.

    Only episodes that solve their task are kept. Returns a sentence for each of the others.
    """
    with MiniWeb(World(seed)) as web:
        oracles = web.oracles()
        kept = {episode.task.id for episode in gold.load(folder)} if folder.is_dir() else set()
        waiting = [task for task in web.tasks() if task.id not in kept]

        def record_one(env: Environment, task: Task) -> str:
            return _record_oracle(web, env, task, oracles[task.id], folder, pictures)

        return [
            fault
            for fault in side_by_side(
                lambda: _OpenedEnvironment(web), record_one, waiting, browsers, f"world {seed}"
            )
            if fault
        ]


class _OpenedEnvironment:
    """An environment whose browser closes at the end of the `with` block."""

    def __init__(self, web: MiniWeb) -> None:
        self._browser = open_browser(web)

    def __enter__(self) -> Environment:
        return Environment(self._browser.__enter__())

    def __exit__(self, *error: object) -> None:
        self._browser.__exit__(*error)


def _record_oracle(
    web: MiniWeb,
    env: Environment,
    task: Task,
    oracle: Sequence[Sequence[str]],
    folder: Path,
    pictures: bool,
) -> str:
    """Play one oracle and keep its episode if it solves the task; else return why not."""
    try:
        steps = play(env, task, oracle)
    except (LookupError, ActionError, EpisodeError) as error:
        return f"{task.id}: {error}"
    state = web.state(task.site, env.browser.cookies)
    verdict = check(steps[-1].action.text, task.answer, task.question, state)
    if not verdict.success:
        return f"{task.id}: {verdict.reason}"
    episode = runs.record(_walk(steps), folder, task=task, model=gold.ORACLE)
    runs.pack(episode.folder)
    if not pictures:
        for picture in episode.folder.glob("*.png"):
            picture.unlink()
    return ""


def _walk(steps: Sequence[Step]) -> Iterator[Step]:
    yield from steps


def main() -> None:
    """The commands of the docstring above."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("seeds", nargs="+", type=int, help="the worlds to record")
    parser.add_argument("--pictures", action="store_true", help="keep the screenshots")
    parser.add_argument("--into", type=Path, help="a folder instead of the cache")
    parser.add_argument("--browsers", type=int, default=2, help="browsers side by side")
    wanted = parser.parse_args()
    for seed in wanted.seeds:
        folder = gold.find_folder(seed, wanted.into)
        for fault in record_world(seed, folder, wanted.pictures, wanted.browsers):
            print(fault)
        if wanted.pictures:
            shrink(folder)
        episodes = gold.load(folder)
        place = folder
        if wanted.into is None:
            place = gold.PACKED / f"{seed}.jsonl.xz"
            gold.pack(episodes, place)
        print(f"world {seed}: {len(episodes)} gold trajectories in {place}")


if __name__ == "__main__":
    main()
