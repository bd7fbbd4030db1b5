"""The sets that the tables of a workshop label: drawn fairly, all different, with known causes."""

from pathlib import Path

import pandas
import pytest

from practice.simulated.replying import CATEGORIES
from studies.known_agents.label_sets import LONGEST, SIZE, allot, choose, list_candidates
from webvoyager import runs
from webvoyager.lab.judging import checking

pytestmark = pytest.mark.slow

KNOWN = Path(__file__).parents[2] / "data" / "known"


@pytest.fixture(scope="module")
def truth():
    return pandas.read_csv(KNOWN / "sets.csv")


def test_ten_sets_of_ten_different_failures_are_stored_with_their_pictures(truth):
    assert truth["set"].value_counts().eq(SIZE).all() and truth["set"].nunique() == 10
    assert not truth.duplicated(["model", "task"]).any()
    assert set(truth["category"]) == set(CATEGORIES.values()) >= set(truth["labelled"])
    for number, rows in truth.groupby("set"):
        episodes = runs.load(KNOWN / "sets" / str(number))
        assert sorted(episode.task.id for episode in episodes) == sorted(rows["task"])
        assert {episode.model for episode in episodes} == set(rows["model"])
        assert all(step.observation.kept for episode in episodes for step in episode.steps)


def test_each_planted_slip_is_in_a_step_that_its_episode_has(truth):
    for number, rows in truth.groupby("set"):
        lengths = {e.task.id: len(e.steps) for e in runs.load(KNOWN / "sets" / str(number))}
        assert max(lengths.values()) <= LONGEST
        assert all(1 <= row.step <= lengths[row.task] for row in rows.itertuples())


def test_every_episode_in_the_sets_failed_where_its_answer_alone_decides(truth):
    episodes = [
        e for number in truth["set"].unique() for e in runs.load(KNOWN / "sets" / str(number))
    ]
    decided = [e for e in episodes if e.stop == "answer" and "state" not in e.task.answer["rule"]]
    assert len(decided) > len(episodes) / 2
    assert not [e.task.id for e in decided if checking.grade(e, None).success]


def test_no_set_reveals_its_truth(truth):
    for number in truth["set"].unique():
        names = {file.name for file in (KNOWN / "sets" / str(number)).rglob("*")}
        assert not names & {"slips.jsonl", "labels.jsonl", "verdicts.jsonl"}


def test_sets_are_drawn_reproducibly_and_need_enough_episodes():
    episodes = pandas.read_csv(KNOWN / "episodes.csv")
    candidates = list_candidates(episodes)
    mine = candidates[candidates["model"] == "simulated-0.8"]
    first, again = ([rows["task"].tolist() for rows in choose(mine, 3)] for _ in range(2))
    assert first == again
    with pytest.raises(ValueError, match=r"There are \d+ such episodes, and 500 are needed"):
        choose(mine, 50)


def test_sets_are_shared_out_among_agents_with_enough_episodes():
    assert allot(["a"] * 80 + ["b"] * 45 + ["c"] * 3) == {"a": 7, "b": 3}
