"""Repeats the paper's experiments on tree search with a simulated agent of one skill.

    python -m studies.search.simulated_searches    all experiments on 60 tasks, hours
    python -m studies.search.simulated_searches --tasks 15
                                                   on fewer tasks, the same number of each site

The agent follows the answer key, slips in 15 % of its steps, and 70 % of its votes on a state are
right. The tasks are drawn as in search_map.py. The table is data/search/simulated-42.csv; the runs,
without pictures, are in data/runs/mine_simulated_search/, which git ignores. Call it again to go on
after an interruption.
"""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import Self

import platformdirs

from practice.miniweb import MiniWeb, World
from practice.simulated import Simulated, Skill
from studies.search import study
from studies.search.oracle_progress import Progress, read_ways
from studies.search.remembered import Memory, Remembered
from studies.search.search_map import choose_tasks
from studies.search.searches import write_table
from tools.oracles import open_browser
from tools.runs import RUNS
from webvoyager import Browser, Environment, Model, runs, views
from webvoyager.lab.judging import checking
from webvoyager.lab.running import side_by_side
from webvoyager.lab.search import replay
from webvoyager.records import Task

FOLDER, TABLE = RUNS / "mine_simulated_search", RUNS.parent / "search" / "simulated-42.csv"
SEED, TASKS = 42, 60
SKILL = Skill(0.85, votes=0.7, label="votes-0.7")


@dataclass
class Kit:
    """What `study.play_one` needs from a kit; the site's state is remembered, too."""

    model: Model
    env: Remembered
    practice: MiniWeb
    task: Task
    cookies: tuple = ()  # ignored by `state`, which asks the environment

    @property
    def browser(self) -> Self:
        """This object, which has the cookies."""
        return self

    @property
    def web(self) -> Self:
        """This object, which has the state."""
        return self

    def state(self, site: str, cookies: object) -> dict:
        """The site's state after the agent's steps; {} if the task's rule does not ask for it."""
        return self.env.state(self.practice) if "state" in self.task.answer["rule"] else {}


def play_all(tasks: Sequence[Task], browsers: int) -> None:
    """Play the missing episodes of all experiments, each into the run of its setting."""
    settings = {setting: None for each in study.EXPERIMENTS.values() for setting in each.values()}
    memory = Memory(platformdirs.user_cache_path("webvoyager") / f"seen-{SEED}.sqlite")
    done = {
        (setting.name, verdict.task)
        for setting in settings
        if (FOLDER / setting.name).exists()
        for verdict in runs.verdicts(FOLDER / setting.name)
    }
    todo = [
        (setting, task)
        for setting, task in product(settings, tasks)
        if (setting.name, task.id) not in done
    ]
    with MiniWeb(World(SEED)) as web, Simulated([SKILL], SEED) as served:
        progress = Progress(web.oracles(), read_ways())

        def play_one(browser: Browser, item: tuple[study.Setting, Task]) -> None:
            setting, task = item
            real = Environment(browser, getattr(views, setting.view))
            model = Model(SKILL.name, served.base_url, "none", page_text=True)
            kit = Kit(model, Remembered(real, memory, str(SEED)), web, task)
            how = {"progress": progress, "revisit": replay, "max_steps": setting.max_steps}
            folder = FOLDER / setting.name
            episode = study.play_one(kit, task, setting, folder=folder, **how)
            verdict = checking.grade(episode, kit.state(task.site, None))
            runs.add_verdicts(folder, verdict)

        side_by_side(lambda: open_browser(web), play_one, todo, browsers, "searches")


def main() -> None:
    """The commands of the docstring above."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tasks", type=int, default=TASKS, help="how many (%(default)s)")
    parser.add_argument("--browsers", type=int, default=2, help="side by side (%(default)s)")
    wanted = parser.parse_args()
    with MiniWeb(World(SEED)) as web:
        tasks = choose_tasks(web, wanted.tasks)
    play_all(tasks, wanted.browsers)
    table = study.table(FOLDER)
    write_table(table, TABLE)
    print(study.summary(table).to_string())


if __name__ == "__main__":
    main()
