"""How good a policy is on gold trajectories it has not seen, step by step (teacher-forced)."""

from collections.abc import Iterator, Sequence

import pandas

from webvoyager.lab.judging.checking import check
from webvoyager.records import Episode, Task

from .gold import GoldState, read_states
from .policy import Policy
from .predicting import find_right

COLUMNS = ("task", "index", "action", "right", "among_five", "answer")


def evaluate(policy: Policy, episodes: Sequence[Episode]) -> pandas.DataFrame:
    """One row per step: task, index, action, right, among_five, answer.

    `right` says whether the likeliest move is the oracle's (for an ANSWER, only that it answers
    now), `among_five` whether one of the five likeliest is. `answer` says whether the policy's
    answer would be right; it is NaN on all other steps, and if only the state of the site counts.
    """
    rows = [row for episode in episodes for row in _evaluate_one(policy, episode)]
    return pandas.DataFrame(rows, columns=list(COLUMNS))


def _evaluate_one(policy: Policy, episode: Episode) -> Iterator[tuple]:
    for index, gold in enumerate(read_states(episode), 1):
        weighed = policy.weigh_actions(gold.state)
        right = find_right(gold, [candidate for _, candidate in weighed])
        first, five = 0 in right, any(place < 5 for place in right)
        if gold.action.name == "Type":
            typed = [text.lower() for _, text in _weigh_texts(policy, gold)]
            first = first and typed[:1] == [gold.action.text.lower()]
            five = five and gold.action.text.lower() in typed[:5]
        answer = _score_answer(policy, gold, episode.task)
        yield episode.task.id, index, gold.action.name, first, five, answer


def _weigh_texts(policy: Policy, gold: GoldState) -> list[tuple[float, str]]:
    """What the policy would type into the element that the oracle typed into."""
    for _, candidate in policy.weigh_actions(gold.state):
        if candidate.action == "Type" and candidate.label == gold.action.label:
            return policy.weigh_texts(gold.state, candidate)
    return []


def _score_answer(policy: Policy, gold: GoldState, task: Task) -> float:
    """1 if the policy's answer at the end of a trajectory is right, else 0; NaN if unchecked."""
    rule = _leave_out_state(task.answer["rule"])
    if gold.action.name != "ANSWER" or not rule.keys() & {"parts", "any"}:
        return float("nan")
    answer = policy.read_answers(gold.state)[0][1]
    return float(check(answer, {**task.answer, "rule": rule}, task.question).success is True)


def _leave_out_state(rule: dict) -> dict:
    """A rule without its conditions on the state of the site."""
    kept = {key: value for key, value in rule.items() if key != "state"}
    if "any" in kept:
        kept["any"] = [_leave_out_state(other) for other in kept["any"]]
    return kept


def summarise(table: pandas.DataFrame) -> dict[str, float]:
    """The shares of a table of `evaluate`, and its numbers of steps and tasks.

    The shares are of steps that are right, of those other than answers, of steps with the oracle's
    move among the five likeliest, of tasks with every step right, of right answers, and of tasks
    with every step and the answer right.
    """
    by_task = table.groupby("task")
    acts = table[table["action"] != "ANSWER"]
    whole, answered = by_task["right"].all(), by_task["answer"].min()
    return {
        "steps": table["right"].mean(),
        "steps but answers": acts["right"].mean(),
        "among five": table["among_five"].mean(),
        "tasks with all steps": whole.mean(),
        "answers": table["answer"].mean(),
        "tasks with all steps and answer": (whole & (answered.fillna(1) == 1)).mean(),
        "n steps": len(table),
        "n tasks": len(whole),
    }
