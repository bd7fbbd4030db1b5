"""A judge of answers: a model compares an answer with the reference, where the rules leave it.

It reads two texts and sees no screenshot, so it costs little and judges nothing but the answer.
"""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pandas

from ... import models, runs
from ...data_files import DATA
from ...models import Model, Reply
from ...records import Episode, Task, Verdict, sum_costs
from ..replies import last_choice
from ..statistics.rates import wilson
from .answer_parts import find, to_slot
from .answer_tokens import read
from .checking import A_JUDGE, JUDGE, check
from .judges import LABEL, judge_run
from .regrading import NOT_READ, without_state

PROMPTS = ("judge_answer", "judge_answer_texts")
CHOICES = {"match": True, "different": False, "cannot tell": None}
SAID = {True: "right", False: "wrong", None: "left"}
MEASURED = ["kind", "verdict", "answers", "as_labelled", "low", "high"]
REMARK = r"(?im)^(\W*verdict\W+(?:match|different|cannot tell)\W*?)\([^()]*\)\W*$"


def judge_answer(task: Task, answer: str, model: Model, prompts: models.Prompts = ()) -> Verdict:
    """Whether an answer says what the task's reference says, as a model compares the two.

    The model is asked twice, with the texts in either order, and decides only where both replies
    agree. The rules overrule it where they call the answer wrong. An answer that differs from a
    "possible" reference may still be right, so it is not called wrong. `success` is None without a
    reference and when the replies differ, can't tell or can't be read. `prompts` are yours in place
    of PROMPTS (`models.read_prompts`). Raises EpisodeError when the model cannot be asked.
    """
    own = models.read_prompts(prompts)
    verdict = Verdict(task.id, None, "", name_judge(model, own), cost=0.0)
    if not task.reference.strip():
        return replace(verdict, reason="There is no reference answer.")
    if not answer.strip():
        return replace(verdict, success=False, reason="The answer is empty.")
    texts = [("reference", task.reference), ("answer", answer)]
    replies = [_compare(task, order, model, own) for order in (texts, texts[::-1])]
    success, reason = _settle(task, answer, [reply.text.strip() for reply in replies])
    return replace(
        verdict,
        success=success,
        reason=reason,
        model=model.name,
        prompts=models.prompt_hashes(*PROMPTS, own=own),
        tokens=sum(sum(reply.usage.values()) for reply in replies),
        cost=sum_costs(reply.cost for reply in replies),
        seconds=round(sum(reply.seconds for reply in replies), 3),
    )


def _compare(task: Task, texts: list[tuple[str, str]], model: Model, own: models.Own) -> Reply:
    """The reply to a request to compare two texts, given in this order."""
    about = {"question": task.question, "golden": _is_golden(task), "texts": texts}
    messages: list[dict] = [
        {"role": "system", "content": models.fill("judge_answer", own)},
        {"role": "user", "content": models.fill("judge_answer_texts", own, **about)},
    ]
    return model.ask(messages, temperature=0)


def _settle(task: Task, answer: str, replies: list[str]) -> tuple[bool | None, str]:
    """What two replies and the rules come to together, and why."""
    first, second = map(read_match, replies)
    if first is not second:
        return None, f"The two replies differ.\n\n{replies[0]}\n\n{replies[1]}"
    if first is False and not _is_golden(task):
        return None, f"The reference is only possible.\n\n{replies[0]}"
    if first:
        reference = task.answer or {}
        words = without_state(reference.get("rule", {}))
        by_rules = check(answer, {**reference, "rule": words}, task.question)
        if by_rules.success is False:
            return False, f"{by_rules.reason}\n\n{replies[0]}"
    return first, replies[0]


def _is_golden(task: Task) -> bool:
    """Whether nothing but the reference is right: it is golden, or has a rule with one way."""
    reference = task.answer or {}
    rule = reference.get("rule", {"any": ()})
    slots = [replace(to_slot(part), alternatives=()) for part in rule.get("parts", ())]
    one_way = "any" not in rule and all(find(slot, read(task.reference)) for slot in slots)
    return reference.get("type") == "golden" or one_way


def name_judge(model: Model, own: models.Own = ()) -> str:
    """The name of this judge: "gpt-5.4-mini, answers"."""
    return f"{model.name}{runs.ANSWERS}{models.own_suffix(own, PROMPTS)}"


def read_match(reply: str) -> bool | None:
    """True for MATCH, False for DIFFERENT, None for CANNOT TELL and for an unreadable reply."""
    return last_choice(re.sub(REMARK, r"\1", reply), LABEL, CHOICES)


def needs_judge(verdict: Verdict) -> bool:
    """Whether the rules leave an answer to a judge."""
    return verdict.success is None and verdict.reason.startswith(A_JUDGE)


def judge_answers(
    folder: str | Path, model: Model, workers: int = 4, prompts: models.Prompts = ()
) -> pandas.DataFrame:
    """Have a model judge the answers of a run that the rules leave; return the run's table.

    The table then shows the rules' verdict first and this judge's for the rest, and says in `judge`
    who decided. After an interruption, call it again. Errors and warnings as in `judge_run`.
    """
    own = models.read_prompts(prompts)
    by_rules = runs.by_judge(each for each in runs.verdicts(folder) if each.judge == JUDGE)
    left = {key for key, verdict in by_rules.items() if needs_judge(verdict)}

    def read_episode(episode: Episode) -> Verdict:
        verdict = judge_answer(episode.task, episode.answer, model, own)
        unread = NOT_READ in by_rules[episode.task.id, episode.attempt].reason
        if unread and verdict.success:
            verdict = replace(verdict, success=None, reason=f"{NOT_READ}\n\n{verdict.reason}")
        return replace(verdict, attempt=episode.attempt)

    judge_run(folder, {name_judge(model, own): read_episode}, workers, left)
    return runs.table(folder)


def read_labelled(name: str = "held_out") -> list[dict[str, Any]]:
    """Labelled answers to tasks of the practice web: "held_out", or "tuned", to write rules with.

    Each is {"task": Task, "answer", "right", "kind"}. Conditions on a site's state are left out.
    """
    folder = DATA / "answers"
    lines = (folder / "tasks.jsonl").read_text("utf-8").splitlines()
    tasks = {row["task"]: row for row in map(json.loads, lines)}
    rows = []
    for row in map(json.loads, (folder / f"{name}.jsonl").read_text("utf-8").splitlines()):
        asked = tasks[row["task"]]
        rule = without_state(asked["answer"]["rule"])
        if rule and row["kind"] != "arguable":
            about = {"id": row["task"], "site": row["task"].partition("--")[0], "url": ""}
            answer = {**asked["answer"], "rule": rule}
            task = Task(**about, question=asked["question"], answer=answer)
            rows.append({**row, "task": task})
    return rows


def measure(
    model: Model, labelled: Iterable[Mapping[str, Any]], prompts: models.Prompts = ()
) -> pandas.DataFrame:
    """How far to trust the judge of answers: its verdicts against people's labels, by kind.

    A labelled answer is {"task": Task, "answer", "right", "kind"}. One row per kind of answer and
    verdict, and for "all": how many answers got it, and the share of them that is labelled so, with
    its 95 % interval. Choose the share that you need, and leave what is below it to people.
    """
    said: dict[tuple[str, str], list[bool]] = {}
    for row in labelled:
        success = judge_answer(row["task"], row["answer"], model, prompts).success
        for kind in ("all", row["kind"]):
            said.setdefault((kind, SAID[success]), []).append(success is row["right"])
    rows = []
    for (kind, verdict), agree in said.items():
        share = [sum(agree) / len(agree), *wilson(sum(agree), len(agree))]
        rows.append([kind, verdict, len(agree), *([None] * 3 if verdict == SAID[None] else share)])
    return pandas.DataFrame(rows, columns=MEASURED).sort_values(["kind", "verdict"])
