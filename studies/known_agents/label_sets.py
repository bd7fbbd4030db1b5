"""Draws ten sets of ten failed episodes for raters, of agents whose slips are known.

    python -m studies.known_agents.label_sets    after studies.known_agents.play, from its runs

data/known/sets/1 to 10 are run folders with all their pictures, so that each table of a workshop
labels different episodes. data/known/sets.csv has the planted slips, and the categories that the
offline rules gave: look at it only afterwards. The stored sets are of the first eight sites, from
an earlier play than the other tables of data/known/.
"""

import random
import shutil
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pandas

from practice.simulated import PAPER
from practice.simulated.replying import CATEGORIES
from studies.known_agents.play import DATA, FOLDER
from tools.pictures import shrink
from webvoyager import runs

SETS, SIZE, LONGEST = 10, 10, 10
PLACE, TRUTH = DATA / "sets", DATA / "sets.csv"
SEED = 42


def allot(agents: Sequence[str]) -> Counter[str]:
    """The number of sets that each agent gets; `agents` has the agent of each candidate.

    Each set goes to the agent with the most candidates left.
    """
    left, sets = Counter(agents), Counter()
    for _ in range(SETS):
        agent, _ = left.most_common(1)[0]
        sets[agent] += 1
        left[agent] -= SIZE
    return sets


def choose(episodes: pandas.DataFrame, sets: int, seed: int = SEED) -> list[pandas.DataFrame]:
    """Draw `sets` sets of SIZE rows: no episode twice, and no task twice in a set if possible.

    `episodes` are failures of at most LONGEST steps that a slip lost. Over all sets together, the
    categories have the paper's shares, as far as there are enough episodes. The counts in one set
    are left to chance, so that raters cannot infer the last labels. Raises ValueError when there
    are too few episodes.
    """
    draw, wanted = random.Random(seed), sets * SIZE
    shares = {CATEGORIES[kind]: share for kind, share in PAPER.items()}
    shuffled = episodes.sample(frac=1, random_state=seed)
    taken = [
        shuffled[shuffled["planted"] == name].head(round(wanted * share))
        for name, share in shares.items()
    ]
    chosen = pandas.concat(taken)
    rest = shuffled.drop(chosen.index).head(wanted - len(chosen))
    rows = list(pandas.concat([chosen, rest]).itertuples())
    if len(rows) < wanted:
        raise ValueError(
            f"There are {len(rows)} such episodes, and {wanted} are needed: play more tasks with"
            " studies.known_agents.play, or draw fewer sets."
        )
    return _deal(draw.sample(rows, wanted), sets)


def _deal(rows: Sequence, sets: int) -> list[pandas.DataFrame]:
    """Deal the rows out, each to the smallest set, if possible one that lacks its task."""
    dealt: list[list] = [[] for _ in range(sets)]
    for row in rows:
        free = [each for each in dealt if len(each) < SIZE]
        fresh = [each for each in free if row.task not in {other.task for other in each}]
        min(fresh or free, key=len).append(row)
    return [pandas.DataFrame(each).set_index("Index") for each in dealt]


def copy_episodes(rows: pandas.DataFrame, folder: Path) -> None:
    """Make a run folder of these episodes, all of one agent, with all their pictures."""
    if folder.exists():
        shutil.rmtree(folder)
    source = FOLDER / rows["model"].iloc[0]
    folder.mkdir(parents=True)
    shutil.copy(source / "run.json", folder)
    stored = {episode.task.id: episode.folder for episode in runs.load(source)}
    for task in rows["task"]:
        place = stored[task]
        target = folder / place.parent.name / place.name
        shutil.copytree(place, target)
        runs.pack(target)
    shrink(folder)


def list_candidates(episodes: pandas.DataFrame) -> pandas.DataFrame:
    """The failures that can be labelled: short episodes that a slip lost."""
    short = episodes["steps"] <= LONGEST
    return episodes[short & episodes["planted"].notna() & ~episodes["success"]]


def main() -> None:
    """The command of the docstring above."""
    candidates = list_candidates(pandas.read_csv(DATA / "episodes.csv"))
    truth, number = [], 0
    for agent, sets in sorted(allot(candidates["model"]).items()):
        for rows in choose(candidates[candidates["model"] == agent], sets):
            number += 1
            copy_episodes(rows, PLACE / str(number))
            named = rows.rename(columns={"planted": "category", "planted_step": "step"})
            truth.append(named.assign(set=number, attempt=1))
    table = pandas.concat(truth)[
        ["set", "model", "task", "attempt", "category", "step", "labelled"]
    ]
    table.astype({"step": int}).to_csv(TRUTH, index=False, lineterminator="\n")
    print(pandas.crosstab(table["set"], table["category"]).to_string())


if __name__ == "__main__":
    main()
