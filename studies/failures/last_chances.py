"""Finds the step after which the task of each episode could no longer be done; prints the counts.

    python -m studies.failures.last_chances                  all of data/runs/offline-42
    python -m studies.failures.last_chances shop words--3    some sites, some tasks
    python -m studies.failures.last_chances --run data/runs/mine

It writes last_chances.csv in the run's folder: task, attempt, success, steps, step (the one that
lost the episode; empty if none did) and why (a key of turns.WHY, or "not replayed" if the
steps led elsewhere when they were repeated).

An episode's first steps are repeated in a fresh world, and the oracle plays on from there. It
answers if everything has been seen, or takes the rest of its way if it is on a page of it, or goes
back to the first page and takes the whole way. The task can be done if its rule accepts the answer
and the site's state, if every part of the reference that the oracle's pages show has been seen on
them, and if enough steps are left. So "no known way led on" can also mean that the agent closed a
dialog that the oracle expects.

When this was checked, 50 episodes of offline-42 counted as solved. In 46 of them everything had
been seen by the last step, so the oracle only had to answer; it had to play on in four. That no
solved episode is flagged therefore says little about how well the oracle plays on.
"""

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pandas

from practice.learned import gold
from practice.miniweb import MiniWeb, World
from practice.miniweb.oracle import play_on
from studies.failures.evidence import Screen, find_unseen, list_parts
from studies.failures.turns import COLUMNS, TURNS, find_turn
from tools.oracles import open_browser
from webvoyager import runs
from webvoyager.browser import Browser
from webvoyager.environment import Environment
from webvoyager.lab.failures.signals import address, page
from webvoyager.lab.judging.answer_tokens import tokens
from webvoyager.lab.judging.checking import check
from webvoyager.lab.running import side_by_side
from webvoyager.lab.search.going_back import retrace
from webvoyager.records import Action, ActionError, Episode, Observation, Step, Task

ROOT = Path(__file__).resolve().parents[2]
FAR = 15  # the most actions for going back to the first page


class NotReplayed(Exception):
    """An episode's steps lead to another page when they are repeated."""


@dataclass(frozen=True)
class Way:
    """An oracle's way: its steps, the address of each, and the parts of the reference it shows."""

    task: Task
    steps: Sequence[Sequence[str]]
    pages: tuple[str, ...]
    parts: tuple

    @property
    def answer(self) -> str:
        """The oracle's answer."""
        return self.steps[-1][-1]

    def has_steps_left(self, first: int) -> bool:
        """Whether more than the answer is left from the oracle's step `first` on.

        If the site's state counts, this is always true: the state has to be checked.
        """
        return first < len(self.steps) - 1 or "state" in self.task.answer["rule"]

    def all_seen(self, seen: Sequence[Step]) -> bool:
        """Whether the parts were seen on the way's pages, or, without parts, its last page was.

        If the task has no parts and its rule asks for the site's state, this is true.
        """
        rule = self.task.answer["rule"]
        if not self.parts and "state" not in rule:
            return self.pages[-1] in map(page, seen)
        on_way = [step for step in seen if page(step) in self.pages]
        return not find_unseen(self.parts, map(Screen.of, on_way))


def read_way(oracle: Episode, steps: Sequence[Sequence[str]]) -> Way:
    """The way of an oracle, from its recorded episode, without the scrolling to find a mark."""
    rest, places = iter(oracle.steps), []
    for verb, *_ in steps:
        places.append(next(step for step in rest if step.action.name == verb))
    parts = list_parts(oracle.task)
    unseen = find_unseen(parts, map(Screen.of, oracle.steps))
    shown = tuple(part for part in parts if part not in unseen)
    return Way(oracle.task, steps, tuple(map(page, places)), shown)


class Player:
    """Plays the oracle on from the states of an episode; see the top of this file."""

    def __init__(self, web: MiniWeb, browser: Browser, way: Way) -> None:
        self.web, self.browser, self.way = web, browser, way
        self.env = Environment(browser)

    def can_still(self, episode: Episode, taken: int, most: int) -> bool:
        """Whether the task can be done in at most `most` steps after the first `taken` ones."""
        return any(
            self._try_way(episode, taken, home, first, most)
            for home, first in self._list_ways(episode.steps[: taken + 1])
            if len(self.way.steps) - first + home <= most
        )

    def _list_ways(self, seen: Sequence[Step]) -> Iterator[tuple[bool, int]]:
        """Ways to try: whether to go to the first page, and the oracle's step to play on from."""
        last, here = len(self.way.steps) - 1, page(seen[-1])
        if self.way.all_seen(seen):
            yield False, last
        fitting = [n for n in range(last) if self.way.pages[n] == here]
        yield from ((False, n) for n in reversed(fitting))
        if here != self.way.pages[0]:
            yield True, 0

    def _try_way(self, episode: Episode, taken: int, home: bool, first: int, most: int) -> bool:
        seen, task = list(episode.steps[: taken + 1]), episode.task
        if not self.way.has_steps_left(first):
            return True
        if not _is_same_page(retrace(self.env, task, seen[:-1]), seen[-1].observation):
            raise NotReplayed
        try:
            more = self._go_home(task) if home else []
            more += play_on(self.env, task, self.way.steps[first:])
        except (LookupError, ActionError):
            return False
        state = self.web.state(task.site, self.browser.cookies)
        verdict = check(self.way.answer, task.answer, task.question, state)
        return bool(verdict.success) and len(more) <= most and self.way.all_seen(seen + more)

    def _go_home(self, task: Task) -> list[Step]:
        """Go to the first page by a link that leads there, or by going back; return the steps."""
        taken: list[Step] = []
        while address(self.env.observation.url) != address(task.url):
            seen = self.env.observation
            links = [m.label for m in seen.marks if address(m.href) == address(task.url)]
            if links:
                action = Action("Click", links[0])
            else:
                action = Action("Scroll", "WINDOW", "up") if seen.scroll[0] else Action("GoBack")
            taken.append(Step(len(taken) + 1, seen, action=action))
            if self.env.step(action).error or len(taken) > FAR:
                raise LookupError(f"No way leads from {seen.url} to {task.url}.")
        return taken


def _is_same_page(found: Observation, wanted: Observation) -> bool:
    """Whether two observations have the same address and words, separators aside."""
    words = [tokens(" ".join(seen.words)) for seen in (found, wanted)]
    return found.url == wanted.url and words[0] == words[1]


def judge(web: MiniWeb, browser: Browser, episode: Episode, way: Way, success: bool) -> dict:
    """A row of the table: which step lost the episode, and why."""
    try:
        step, why = find_turn(episode, success, Player(web, browser, way).can_still)
    except NotReplayed:
        step, why = None, "not replayed"
    row = (episode.task.id, episode.attempt, success, len(episode.steps), step, why)
    return dict(zip(COLUMNS, row, strict=True))


def judge_all(web: MiniWeb, run: Path, which: Sequence[str], browsers: int, into: Path) -> None:
    """Add a row for each judged episode of a run that the file lacks."""
    verdicts = runs.table(run).set_index(["task", "attempt"]).success.dropna()
    steps = web.oracles(*which)
    played = [episode for episode in gold.load_world(web.world.seed) if episode.task.id in steps]
    ways = {episode.task.id: read_way(episode, steps[episode.task.id]) for episode in played}
    done = set(pandas.read_csv(into).set_index(COLUMNS[:2]).index) if into.exists() else set()
    waiting = {
        (episode.task.id, episode.attempt): episode
        for episode in runs.load(run)
        if episode.task.id in ways
    }

    def judge_one(browser: Browser, episode: Episode) -> dict:
        success = bool(verdicts[episode.task.id, episode.attempt])
        return judge(web, browser, episode, ways[episode.task.id], success)

    def add(row: dict) -> None:
        table = pandas.DataFrame([row], columns=COLUMNS).astype({"step": "Int64"})
        table.to_csv(into, mode="a", header=not into.exists(), index=False)

    todo = [waiting[key] for key in waiting if key in verdicts.index and key not in done]
    side_by_side(lambda: open_browser(web), judge_one, todo, browsers, "last chances", keep=add)


def main() -> None:
    """The commands of the docstring above."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("which", nargs="*", help="sites and ids of tasks (default: all)")
    parser.add_argument("--run", type=Path, default=ROOT / "data" / "runs" / "offline-42")
    parser.add_argument("--seed", type=int, default=World.seed, help="the mini web's world")
    parser.add_argument("--browsers", type=int, default=2, help="browsers side by side")
    wanted = parser.parse_args()
    into = wanted.run / TURNS
    with MiniWeb(World(wanted.seed)) as web:
        judge_all(web, wanted.run, wanted.which, wanted.browsers, into)
    table = pandas.read_csv(into, dtype={"step": "Int64"}).sort_values(COLUMNS[:2])
    table.to_csv(into, index=False)
    print(table.fillna({"why": ""}).groupby(["success", "why"]).size().to_string())


if __name__ == "__main__":
    main()
