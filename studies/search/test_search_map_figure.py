"""The map of where a search helps."""

import pandas
import pytest

from studies.search.search_map_figure import search_map


def test_a_search_map_compares_each_search_with_the_same_agent_without_search():
    """A search of 20 states solves everything; one of 5 solves what the agent solves alone."""
    rows = [
        (skill, votes, budget, f"shop--{task}", budget == 20 or task < 3)
        for skill in (0.6, 0.8)
        for votes, budget in ((1.0, 0), (0.5, 5), (1.0, 5), (0.5, 20), (1.0, 20))
        for task in range(6)
    ]
    table = pandas.DataFrame(rows, columns=["skill", "votes", "budget", "task", "success"])
    panels = search_map(table)
    assert [ax.get_title(loc="left") for ax in panels] == [
        "Search of 5 states",
        "Search of 20 states",
    ]
    few, many = ([text.get_text() for text in ax.texts] for ax in panels)
    assert few[::2] == ["0"] * 4 and many[::2] == ["+50"] * 4
    assert [tick.get_text() for tick in panels[0].get_xticklabels()] == ["60 %\n50 %", "80 %\n50 %"]
    assert [tick.get_text() for tick in panels[0].get_yticklabels()] == ["50 %", "100 %"]
    with pytest.raises(ValueError, match="scored under all settings, one of them with budget 0"):
        search_map(table[table["budget"] > 0])
