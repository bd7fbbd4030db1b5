"""What a search could gain, and what it loses: is the right action proposed, and is it taken?

Both tables are stored in data/search/: `proposals-42.csv` has one row for each state on an oracle's
way (`python -m studies.search.searches proposals`), and `offline-42.csv` is `study.table`.
"""

import pandas

from webvoyager.lab.statistics import rates

_WITH, _WITHOUT = "with search", "without search"


def count_proposals(states: pandas.DataFrame) -> pandas.DataFrame:
    """How often the right action or answer is proposed: count, n, share, Wilson 95 % interval.

    `states` has one row per state on an oracle's way: task, and right_action and right_answer, the
    place of each among the proposals (from 1), missing if it is not proposed.
    """
    rates.require(states, "task", "right_action", "right_answer")
    answered = states.groupby("task")["right_answer"].min()
    counts = {
        "states: the right action is proposed": states["right_action"].notna(),
        "states: it is the most frequent proposal": states["right_action"] == 1,
        "tasks: the right answer is proposed somewhere": answered.notna(),
    }
    return _tabulate_shares(counts)


def compare_with(states: pandas.DataFrame, table: pandas.DataFrame) -> pandas.DataFrame:
    """What is left for a search to gain: tasks whose right answer is proposed, and who solves them.

    A row has count, n, share and its interval, as in `count_proposals`. `table` is `study.table`;
    only tasks that are in both tables and were scored with and without search count.
    """
    solved = _pair_outcomes(table)
    proposed = states.groupby("task")["right_answer"].min().notna()
    both = solved.join(proposed.rename("proposed"), how="inner")
    plain, searched = both[_WITHOUT], both[_WITH]
    counts = {
        "right answer proposed on the oracle's way": both["proposed"],
        "… and solved without search": both["proposed"] & plain,
        "… but not solved: what a search could add": both["proposed"] & ~plain,
        "… and of these solved with search": both["proposed"] & ~plain & searched,
        "solved without search": plain,
        "solved with search": searched,
    }
    return _tabulate_shares(counts)


def list_lost(table: pandas.DataFrame) -> pandas.DataFrame:
    """The tasks that were solved without search but not with it, and why, one row per task.

    right_answer is how far the right answer came in the search (study.FATES); stop is how the
    episode with search ended, and answer is its answer.
    """
    rates.require(table, "right_answer", "steps", "visited", "answer")
    solved = _pair_outcomes(table)
    lost = solved[solved[_WITHOUT] & ~solved[_WITH]].index
    rows = _choose_scored(table, _WITH).set_index("task").loc[lost]
    return rows[["right_answer", "stop", "steps", "visited", "answer"]]


def _choose_scored(table: pandas.DataFrame, setting: str) -> pandas.DataFrame:
    rates.require(table, "experiment", "setting", "task", "success", "stop")
    chosen = table[(table["experiment"] == "success") & (table["setting"] == setting)]
    return rates.scored(chosen) if len(chosen) else chosen


def _pair_outcomes(table: pandas.DataFrame) -> pandas.DataFrame:
    """Whether each task was solved with and without search."""
    solved = {
        name: _choose_scored(table, name).set_index("task")["success"] for name in (_WITH, _WITHOUT)
    }
    return pandas.DataFrame(solved).dropna().astype(bool)


def _tabulate_shares(counts: dict[str, pandas.Series]) -> pandas.DataFrame:
    """One row per name: count, n, share, and the share's interval."""
    found = {name: each.fillna(False).astype(bool) for name, each in counts.items()}
    rows = [
        (each.sum(), len(each), each.mean(), *rates.wilson(int(each.sum()), len(each)))
        for each in found.values()
    ]
    columns = ["count", "n", "share", "low", "high"]
    return pandas.DataFrame(rows, columns=columns, index=list(found)).round(3)
