"""What a search could gain: how often the right action is proposed, and what becomes of it."""

import pandas
import pytest

from practice.offline import Offline
from studies.search import headroom
from studies.search.right_proposals import list_states
from webvoyager import Model
from webvoyager.lab.statistics import rates

STATES = pandas.DataFrame(
    {
        "task": ["a", "a", "b", "b", "c", "d"],
        "right_action": [1, 2, None, 1, None, None],
        "right_answer": [None, 2, None, 1, None, 3],
    }
)


def table(plain: dict[str, bool], searched: dict[str, bool]) -> pandas.DataFrame:
    """Rows of `study.table`: which tasks were solved without and with search."""
    rows = [
        {"task": task, "setting": setting, "success": success}
        for setting, solved in (("without search", plain), ("with search", searched))
        for task, success in solved.items()
    ]
    usual = {"experiment": "success", "stop": "answer", "right_answer": "never proposed"}
    return pandas.DataFrame(rows).assign(**usual, steps=2, visited=5, answer="x")


def test_right_proposals_are_counted_with_their_interval():
    found = headroom.count_proposals(STATES)
    assert found["count"].tolist() == [3, 2, 3] and found["n"].tolist() == [6, 6, 4]
    low, high = rates.wilson(3, 6)
    assert found.iloc[0][["share", "low", "high"]].tolist() == pytest.approx(
        [0.5, low, high], abs=5e-4
    )


def test_a_search_can_only_gain_where_the_right_answer_is_proposed():
    plain = {"a": True, "b": False, "c": False, "d": False, "e": True}
    searched = {"a": False, "b": True, "c": True, "d": False}
    found = headroom.compare_with(STATES, table(plain, searched))
    assert found["count"].tolist() == [3, 1, 2, 1, 1, 2]
    assert set(found["n"]) == {4}  # e was not played with search


def test_lost_tasks_are_listed_with_their_cause():
    lost = headroom.list_lost(table({"a": True, "b": True}, {"a": False, "b": True}))
    assert lost.index.tolist() == ["a"] and lost.loc["a", "right_answer"] == "never proposed"
    with pytest.raises(ValueError, match="no column"):
        headroom.list_lost(STATES)


def test_the_agent_is_asked_in_each_state_of_an_oracle(web):
    with Offline() as served:
        model = Model("offline-rules", served.base_url, "none", max_tokens=None, page_text=True)
        found = list_states(web, model, web.tasks("shop--0"), browsers=1)
    assert found["step"].tolist() == list(range(1, len(found) + 1))
    assert set(found["task"]) == {"shop--0"} and set(found["model"]) == {"offline-rules"}
    assert found["right_answer"].iloc[-1] == found["right_action"].iloc[-1] == 1
    assert found["right_answer"].iloc[:-1].isna().all()
