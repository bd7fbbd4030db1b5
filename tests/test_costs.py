"""Cost estimates, worked by hand for a small table and for a stored run."""

from pathlib import Path

import pandas
import pytest

from webvoyager import Model, runs
from webvoyager.lab.running import costs

RUN = Path(__file__).parents[1] / "data" / "runs" / "offline-42"
# 2.50 and 10 dollars per million tokens
HOSTED = Model("gpt-4o", "https://api.openai.com/v1", "key")
OWN = Model("mine", "http://127.0.0.1:9/v1", "none")


def table(prompt: list[int], completion: list[int], stop: str = "answer") -> pandas.DataFrame:
    columns = {"prompt_tokens": prompt, "completion_tokens": completion}
    return pandas.DataFrame(columns).assign(run="a-run", model="a-model", stop=stop)


def test_an_estimate_multiplies_tasks_tokens_and_price():
    found = costs.estimate(10, HOSTED, table([1000, 2000, 3000], [100, 100, 400]))
    assert found.prompt_tokens == (12_000, 20_000, 28_000) and found.completion_tokens == (
        1000,
        2000,
        3400,
    )
    each = [0.0035, 0.006, 0.0115]  # 1000 * 2.5 / 1e6 + 100 * 10 / 1e6, and so on
    low, high = 0.0035 + 0.2 * 0.0025, 0.006 + 0.8 * 0.0055  # the 10 % and 90 % points between them
    assert found.cost == pytest.approx((10 * low, 10 * sum(each) / 3, 10 * high))
    assert (
        repr(found)
        == "10 tasks with gpt-4o: about 0.07 dollars (0.04 to 0.10), for about 22,000 tokens"
        " (13,000 to 31,400), as counted in 3 episodes of a-run by a-model."
    )
    assert "if all are long (90 %)" in found._repr_html_() and repr(found) in found._repr_html_()


def test_without_a_known_price_an_estimate_gives_tokens():
    found = costs.estimate(["a task", "another"], OWN, table([1000], [100]))
    assert found.cost is None and found.tasks == 2 and found.prompt_tokens[1] == 2000
    assert "the price is not known: add it to data/prices.csv, for about 2,200 tokens" in repr(
        found
    )
    assert "not known" in found._repr_html_()


def test_an_estimate_from_a_stored_run_names_its_source():
    found, stored = costs.estimate(189, HOSTED, RUN), runs.table(RUN)
    counted = stored[~stored["stop"].str.startswith("error")]
    assert found.prompt_tokens[1] == round(189 * counted["prompt_tokens"].mean())
    assert found.cost[0] < found.cost[1] < found.cost[2]
    assert "episodes of offline-42 by offline-rules, rules and no language model." in repr(found)


def test_a_run_without_token_counts_gives_no_estimate():
    with pytest.raises(ValueError, match="its server counted none"):
        costs.estimate(1, HOSTED, table([0], [0]))
    with pytest.raises(ValueError, match="all ended in a fault"):
        costs.estimate(1, HOSTED, table([10], [1], stop="error: gone"))
