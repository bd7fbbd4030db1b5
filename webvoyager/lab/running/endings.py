"""How episodes ended, one per task: with an answer, right or wrong, at a limit or in a fault."""

import numpy
import pandas

from . import rates

ENDINGS = ("right answer", "wrong answer", "unscored answer", "limit", "fault")


def find_endings(data: pandas.DataFrame) -> pandas.DataFrame:
    """The table with one row per task and its `ending`, one of ENDINGS.

    Of several attempts at a task the newest result counts or, if all ended in a fault, the newest
    fault. "limit" is any limit: steps, dollars, tokens or seconds. Raises ValueError when a column
    is missing, or when simulated agents are mixed with others.
    """
    rates.require(data, "stop", "success", "model")
    rates.require_one_kind(data)
    chosen = _choose_attempts(data)
    answered, success = chosen["stop"] == "answer", chosen["success"]
    tests = [
        chosen["stop"].str.startswith("error"),
        ~answered,
        success.isna(),
        success.fillna(False).astype(bool),
    ]
    ending = numpy.select(tests, ["fault", "limit", "unscored answer", "right answer"], ENDINGS[1])
    return chosen.assign(ending=ending)


def count_endings(data: pandas.DataFrame, hue: str = "model") -> pandas.DataFrame:
    """The number of tasks by ending: one row per series, one column per ending."""
    blocks = rates.split(find_endings(data), hue)
    counts = {name: block["ending"].value_counts() for name, block in blocks.items()}
    table = pandas.DataFrame(counts).T.reindex(columns=ENDINGS)
    return table.fillna(0).astype(int).rename_axis(index=hue, columns="ending")


def _choose_attempts(data: pandas.DataFrame) -> pandas.DataFrame:
    """The newest result of each task, or its newest fault if it has no result."""
    if "attempt" not in data:
        return data
    result = ~data["stop"].str.startswith("error")
    order = data["attempt"] + result * (data["attempt"].max() + 1)  # every result after every fault
    numbered = data.assign(attempt=order, place=range(len(data)))
    return data.iloc[rates.newest(numbered)["place"]]
