"""The figure of judges' errors: its rows and its numbers."""

import matplotlib.pyplot as plt
import pandas

from studies.known_agents import known_agents_figures


def test_judges_errors_are_drawn_by_kind_with_the_solved_last():
    kinds = ["solved", "Hallucination", "Navigation Stuck"]
    index = pandas.MultiIndex.from_product([["rules-x, k=1", "rules-x, all"], kinds])
    errors = pandas.DataFrame(
        {"n": 10, "wrong": [1, 5, 2] * 2, "share": [0.1, 0.5, 0.2] * 2, "low": 0.0, "high": 0.6},
        index=index.set_names(["judge", "kind"]),
    )
    axes = known_agents_figures.judge_errors(errors)
    assert [tick.get_text() for tick in axes[0].get_yticklabels()] == [
        "Hallucination (10)",
        "Navigation Stuck (10)",
        "solved but refused (10)",
    ]
    words = [text.get_text() for ax in axes for text in ax.texts]
    assert words[:3] == ["50", "20", "10"] and "simulated" in axes[0].figure.get_supxlabel()
    plt.close(axes[0].figure)
