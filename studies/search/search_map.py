"""Maps where a tree search helps: success by skill, quality of the value, and budget.

    python -m studies.search.search_map             what the file lacks of all settings on 30 tasks,
                                                    hours
    python -m studies.search.search_map --tasks 15  on fewer tasks, the same number of each site

The agents are simulated: they follow the answer key and slip at known rates, and a known share of
their votes on states is right. The tasks are those that the key solves in six steps or fewer; the
agents have eight, like the offline rules in searches.py. data/search/map-42.csv has one row per
task and setting. Observations are remembered (remembered.py, in the user's cache), so that the
browser only goes to new states.
"""

import argparse
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path

import pandas
import platformdirs

from practice.miniweb import MiniWeb, World
from practice.simulated import VERSION, Simulated, Skill, Ways
from studies.search.remembered import Memory, Remembered
from tools.oracles import open_browser
from tools.runs import draw_tasks
from webvoyager import Environment, Model, agent
from webvoyager.lab import search
from webvoyager.lab.judging import checking
from webvoyager.lab.running import side_by_side
from webvoyager.records import Episode, Task

FILE = Path(__file__).resolve().parents[2] / "data" / "search" / "map-42.csv"
SEED, TASKS, STEPS = 42, 30, 8
SHORT = 6  # the most steps of the answer key in the tasks that are played
SKILLS = (0.6, 0.7, 0.8, 0.9, 0.95)
VOTES = (0.5, 0.65, 0.8, 1.0)
BUDGETS = (0, 5, 20)  # states that a search visits; 0: the agent without search
LIMITS = search.Limits(samples=20, branching=5, depth=5)
KEY = ["skill", "votes", "budget", "task"]


@dataclass(frozen=True)
class Setting:
    """One cell of the map."""

    skill: float
    votes: float
    budget: int

    @property
    def agent(self) -> Skill:
        """The skill of the agent that plays."""
        return Skill(self.skill, votes=self.votes, label=f"votes-{self.votes:g}")


def list_settings() -> list[Setting]:
    """All cells; without search there is one per skill, since the value plays no part."""
    cells = [Setting(*each) for each in product(SKILLS, VOTES, BUDGETS)]
    return [each for each in cells if each.budget or each.votes == VOTES[-1]]


def play(web: MiniWeb, model: Model, env: Remembered, setting: Setting, task: Task) -> dict:
    """Play a task under a setting; return its row of the map."""
    if setting.budget:
        strategy = search.Strategy(
            search.by_model(model, samples=LIMITS.samples),
            replace(LIMITS, budget=setting.budget),
            revisit=search.replay,
            sandbox=True,
        )
        episode = search.run(task, env, model, strategy, max_steps=STEPS)
    else:
        episode = agent.run(task, env, model, max_steps=STEPS)
    verdict = checking.grade(episode, _read_state(web, env, episode))
    about = {"skill": setting.skill, "votes": setting.votes, "budget": setting.budget}
    found = {"task": task.id, "success": verdict.success, "steps": len(episode.steps)}
    return about | found | {"stop": episode.stop, "version": VERSION}


def _read_state(web: MiniWeb, env: Remembered, episode: Episode) -> dict | None:
    asks = "state" in episode.task.answer["rule"] and episode.stop == "answer"
    return env.state(web) if asks else None


def choose_tasks(web: MiniWeb, count: int) -> list[Task]:
    """Draw `count` tasks whose way takes at most SHORT steps, the same number from each site."""
    ways = Ways(SEED)
    short = [task for task in web.tasks() if len(ways.find(task.question).stops) <= SHORT]
    return draw_tasks(short, count)


def play_all(tasks: Sequence[Task], browsers: int, file: Path = FILE) -> None:
    """Add the rows that the file lacks."""
    memory = Memory(platformdirs.user_cache_path("webvoyager") / f"seen-{SEED}.sqlite")
    done = set(pandas.read_csv(file).set_index(KEY).index) if file.exists() else set()
    settings = list_settings()
    todo = [
        (setting, task)
        for setting, task in product(settings, tasks)
        if (setting.skill, setting.votes, setting.budget, task.id) not in done
    ]

    def add(row: dict) -> None:
        if not row["stop"].startswith("error"):
            table = pandas.DataFrame([row])
            table.to_csv(file, mode="a", header=not file.exists(), index=False)

    skills = {each.agent.name: each.agent for each in settings}.values()
    with MiniWeb(World(SEED)) as web, Simulated(skills, SEED) as served:

        @contextmanager
        def start() -> Iterator[Remembered]:
            with open_browser(web) as browser:
                yield Remembered(Environment(browser), memory, str(SEED))

        def play_one(env: Remembered, item: tuple[Setting, Task]) -> dict:
            setting, task = item
            model = Model(setting.agent.name, served.base_url, "none", page_text=True)
            return play(web, model, env, setting, task)

        side_by_side(start, play_one, todo, browsers, "map", keep=add)
    print(f"{memory.found} states were remembered, {memory.missed} were not.")


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
    table = pandas.read_csv(FILE).sort_values(KEY)
    table.to_csv(FILE, index=False)
    shown = table.pivot_table("success", ["skill", "votes"], "budget", aggfunc="mean")
    print(shown.round(2).to_string())


if __name__ == "__main__":
    main()
