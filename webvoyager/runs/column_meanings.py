"""What the columns of a run's table mean, and where their values come from."""

from typing import NamedTuple

import pandas


class Meaning(NamedTuple):
    """A column of `table`: its name, what it means, its unit ("" if none), and its source."""

    column: str
    meaning: str
    unit: str
    source: str


TASK, RESULT, VERDICTS, LABELS = "task.json", "result.json", "verdicts.jsonl", "labels.jsonl"
MEANINGS = (
    Meaning("run", "name of the run", "", "the run's folder"),
    Meaning("task", "id of the task", "", TASK),
    Meaning("site", "site of the task", "", TASK),
    Meaning("attempt", "number of the attempt at the task, from 1", "", "the attempt's folder"),
    Meaning("question", "what the agent was asked", "", TASK),
    Meaning("model", "who chose the actions", "", RESULT),
    Meaning("view", "what the agent was shown of a page", "", "run.json"),
    Meaning("max_steps", "steps after which an episode ends", "steps", "run.json"),
    Meaning("steps", "steps taken", "steps", RESULT),
    Meaning("answer", "what the agent answered, empty if it did not", "", RESULT),
    Meaning("stop", "how it ended: answer, max_steps, limit: …, or error: … (a fault)", "", RESULT),
    Meaning("reference", "the reference answer, which no agent was shown", "", TASK),
    Meaning("reference_type", "golden or possible, as in the paper", "", TASK),
    Meaning("difficulty", "easy, medium or hard, by the length of the oracle", "", TASK),
    Meaning("level", "GAIA's level of the question", "", TASK),
    Meaning("features", "what is hard about the task's pages, separated by commas", "", TASK),
    Meaning("needs_vision", "whether only a picture has the answer; missing: not stated", "", TASK),
    Meaning(
        "oracle_steps",
        "length of the oracle, the steps that solve the task; missing: not stated",
        "steps",
        TASK,
    ),
    Meaning(
        "success",
        "whether the judge called it solved; missing: unscored, or a fault",
        "",
        VERDICTS,
    ),
    Meaning("judge", "who judged it, empty if nobody did", "", VERDICTS),
    Meaning("reason", "why the judge decided so", "", VERDICTS),
    Meaning("raters", "people who labelled it", "people", LABELS),
    Meaning(
        "label",
        "success, failure or cannot tell, as people agree; empty if they don't",
        "",
        LABELS,
    ),
    Meaning("label_category", "the failure category that people agree on, else empty", "", LABELS),
    Meaning("marks", "numbered elements in a screenshot, on average", "elements", RESULT),
    Meaning("prompt_tokens", "tokens sent, as the server counted them", "tokens", RESULT),
    Meaning("completion_tokens", "tokens received, as the server counted them", "tokens", RESULT),
    Meaning("cost", "price of the tokens; missing: a price is not known", "US dollars", RESULT),
    Meaning("seconds", "how long the episode took", "seconds", RESULT),
    Meaning("folder", "where the episode is stored", "", "the attempt's folder"),
)


def columns() -> pandas.DataFrame:
    """What each column of `table` means, its unit, and the file its values come from.

    A result without sums, as older versions wrote it, gets them from its steps.
    """
    return pandas.DataFrame(MEANINGS).set_index("column")
