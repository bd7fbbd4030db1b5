"""Decides which tasks can be solved, by playing the steps written for each in a real browser.

    python -m studies.self_instruct.solvable            all three sets below, in two browsers
    python -m studies.self_instruct.solvable planted    one of them; "shop--planted-0" is one task

seeds      the mini web's own tasks, by their oracles: all can be solved
planted    data/tasks/planted.jsonl: tasks that nobody can solve, each with the steps of somebody
           who believes that it can be solved, and the reason why it can't
proposed   data/tasks/proposed.jsonl, by the steps in data/tasks/proposed_oracles.jsonl

It writes data/tasks/solvable.csv (one row per task; tasks that are not played keep their rows), and
prints the share of tasks that pass, with its 95 % Wilson interval. A proposal that is solved is
accepted in its pool, and its oracle's answer becomes the reference; one whose oracle fails is
rejected; one for which the oracle's author found no answer stays open. A language model wrote the
planted tasks, and all steps except those of the seeds.
"""

import argparse
import json
import re
from collections.abc import Sequence
from pathlib import Path

import pandas

from practice.miniweb import MiniWeb
from practice.miniweb.kit.answer_slots import list_forms
from practice.miniweb.oracle import play
from tools.oracles import open_browser
from webvoyager import Browser, Environment, Task
from webvoyager.lab.judging.answer_tokens import Token, places, tokens
from webvoyager.lab.proposing import checks, pool
from webvoyager.lab.proposing.pool import Proposal
from webvoyager.lab.running import side_by_side
from webvoyager.lab.statistics import rates
from webvoyager.records import ActionError, EpisodeError, Step

FOLDER = Path(__file__).resolve().parents[2] / "data" / "tasks"
FILE, POOL = FOLDER / "solvable.csv", FOLDER / "proposed.jsonl"
REVIEWER = "the browser, playing steps that a language model wrote"
SETS = ("seeds", "planted", "proposed")
# "steps", the last of which is the answer; "parts" of the answer that must be seen on the way,
# each a text or a list of alternatives
Oracle = dict


def main() -> None:
    """The command of the docstring above."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("which", nargs="*", default=SETS, help="sets and ids of tasks")
    wanted = set(parser.parse_args().which)
    with MiniWeb() as web:
        tasks = [
            (name, row, oracle)
            for name in SETS
            for row, oracle in load(name, web)
            if {name, row.id} & wanted
        ]
        rows = side_by_side(lambda: open_browser(web), decide, tasks, 2, "oracles")
        known = {row.id for name in SETS for row, _ in load(name, web)}
    for row in rows:
        if row["set"] == "proposed":
            record(row)
    table = store(rows, known)
    print(table[table["solvable"] == "no"][["set", "task", "reason"]].to_string(index=False))
    print(count(table).to_string())


def load(name: str, web: MiniWeb) -> list[tuple[Proposal, Oracle]]:
    """The tasks of a set that have an oracle, each with it."""
    if name == "seeds":
        steps = web.oracles()
        return [
            (
                Proposal.of(task),
                {"steps": _end_with_reference(task, steps[task.id]), "parts": _list_parts(task)},
            )
            for task in web.tasks()
        ]
    if name == "planted":
        rows = _read_lines(FOLDER / "planted.jsonl")
        columns = ("id", "web_name", "web", "ques")
        return [(Proposal(*(row[key] for key in columns)), row) for row in rows]
    rows = _read_lines(FOLDER / "proposed_oracles.jsonl")
    oracles = {(row["site"], row["question"]): row for row in rows}
    dropped = ("malformed", "duplicate")
    proposals = [row for row in pool.load(POOL) if row.status not in dropped]
    found = [(row, oracles.get((row.web_name, row.ques))) for row in proposals]
    return [(row, oracle) for row, oracle in found if oracle]


def decide(browser: Browser, task: tuple[str, Proposal, Oracle]) -> dict:
    """One row of the table: whether a task's oracle leads to its answer."""
    name, row, oracle = task
    passed, reason = follow(Environment(browser), row.task, oracle)
    solvable = {True: "yes", False: "no", None: "unknown"}[passed]
    answer = oracle["steps"][-1][-1] if passed else ""
    return {"set": name, "task": row.id, "solvable": solvable, "reason": reason, "answer": answer}


def follow(env: Environment, task: Task, oracle: Oracle) -> tuple[bool | None, str]:
    """Whether the steps that somebody wrote for a task lead to its answer, and how we know.

    They don't if a step cannot be carried out, or if no page on the way shows a part of the answer.
    It is unknown if the last step gives no answer, or if the browser fails.
    """
    try:
        taken = play(env, task, oracle["steps"])
    except (LookupError, ActionError) as error:
        notes = getattr(error, "__notes__", ())
        return False, " ".join([str(error).partition(" There are:")[0], *notes])
    except EpisodeError as error:
        return None, f"No result: {error}"
    answer = taken[-1].action.text
    if checks.gives_up(answer):
        return None, f"Its author found no answer at {taken[-1].observation.url}."
    if unread := _list_unread(oracle["parts"], taken):
        return False, f"No page shows {', '.join(map(repr, unread))}."
    return True, f"{len(taken)} steps lead to {answer!r}."


def _list_unread(parts: Sequence[str | Sequence[str]], taken: Sequence[Step]) -> list[str]:
    """The parts of an answer that no observation shows."""
    seen = [step.observation for step in taken]
    text = " ".join(" ".join([*page.notes, page.text, *page.words]) for page in seen)
    words = tokens(text)
    choices = [[part] if isinstance(part, str) else list(part) for part in parts]
    return [
        " or ".join(some)
        for some in choices
        if not any(_is_read(each, text, words) for each in some)
    ]


def _is_read(part: str, text: str, words: list[Token]) -> bool:
    """Whether the text has a part: its words in a row, and its currency sign if it has one."""
    signed = re.search(r"[$€£]\d[\d.,]*\b", part)
    return bool(places(tokens(part), words)) and (not signed or signed[0] in text)


def record(row: dict) -> None:
    """Accept or reject a proposal in its pool by what its oracle showed."""
    decision = {"yes": "accept", "no": "reject"}.get(row["solvable"])
    before = next(each for each in pool.load(POOL) if each.id == row["task"])
    if decision is None or before.status == pool.DECISIONS[decision]:
        return
    if decision == "accept":
        pool.annotate(POOL, row["task"], "possible", row["answer"])
    pool.decide(POOL, row["task"], decision, row["reason"], reviewer=REVIEWER)


def store(rows: list[dict], known: set[str]) -> pandas.DataFrame:
    """The stored table with these rows in place of those of the same tasks.

    Tasks that are no longer `known` are dropped.
    """
    table = pandas.DataFrame(rows).drop(columns="answer")
    if FILE.is_file():
        table = pandas.concat([pandas.read_csv(FILE), table])
    table = table.drop_duplicates(["set", "task"], keep="last").sort_values(["set", "task"])
    table = table[table["task"].isin(known)]
    table.to_csv(FILE, index=False, lineterminator="\n")
    return table


def count(table: pandas.DataFrame) -> pandas.DataFrame:
    """One row per set: its tasks, how many pass, the share and its interval in %."""
    rows = {}
    for name, block in table.groupby("set"):
        passed = int((block["solvable"] == "yes").sum())
        low, high = rates.wilson(passed, len(block))
        share = 100 * passed / len(block)
        rows[name] = (len(block), passed, round(share, 1), round(100 * low), round(100 * high))
    columns = ["tasks", "passed", "share", "low", "high"]
    return pandas.DataFrame.from_dict(rows, "index", columns=columns)


def _end_with_reference(task: Task, steps: Sequence[Sequence[str]]) -> list[Sequence[str]]:
    """A seed's steps, with its reference as the answer, or a sentence if that is just "done"."""
    reference = task.answer["ans"]
    answer = "It has been saved." if checks.gives_up(reference) else reference
    return [*steps[:-1], ("ANSWER", answer)]


def _list_parts(task: Task) -> list:
    """The words of a seed's answer that must have been seen.

    Numbers and durations may be worked out from others.
    """
    if task.extra["needs_vision"]:
        return []
    rules = task.answer["rule"].get("any", [task.answer["rule"]])
    slots = [
        part
        for part in rules[0].get("parts", ())
        if not isinstance(part, dict) or part.get("type") != "duration"
    ]
    forms = map(list_forms, slots)
    parts = [part if isinstance(part, list) else [part] for part in forms]
    return [part for part in parts if all(isinstance(text, str) for text in part)]


def _read_lines(file: Path) -> list[dict]:
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()]


if __name__ == "__main__":
    main()
