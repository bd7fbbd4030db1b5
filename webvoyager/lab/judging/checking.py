"""Is an answer right? Checked against a reference by rules anyone can read, with no model.

A reference is {"type": "golden" | "possible", "ans": …, "rule": …}. A rule may have:
    "parts"  everything the answer must say; a part is a text, a number,
             {"number", "tolerance"}, a list of alternatives, or a slot (answer_parts.py)
    "any"    rules of which one must hold
    "not"    parts that the answer must not say (the other candidates of a comparison)
    "state"  what the site's state must be afterwards: {"path", "equals" | "length" | "contains"},
             or a list of these
A reference without a rule is read as such parts if it has a type as a whole (`read_plain`).

An answer is right if it says every part and nothing that competes with them, and wrong if it
plainly says something else (deciding.py). Everything in between is left to a judge: success is
None, and the reason begins with A_JUDGE.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ...records import Episode, Verdict
from ...runs import RULES
from .answer_parts import read_plain, to_slot
from .answer_tokens import tokens
from .deciding import Outcome, decide

JUDGE = RULES
A_JUDGE = "A judge must say: "
MOST_CHARACTERS = 4000  # a longer answer is a dumped page, and takes long to read
_NO_STATE = "The rule asks for the state of the site, which was not read."
_FINAL = re.compile(r"\bfinal answer\b\s*(?:is\b)?[\s:*]*", re.IGNORECASE)
_SET = re.compile(r"\b(?:all|both|list|each|every|which \w+s)\b", re.IGNORECASE)
_ORDERED = re.compile(r"\b(?:first|order|rank\w*|sort\w*|respectively)\b", re.IGNORECASE)


def check(
    answer: str,
    reference: dict[str, Any],
    question: str = "",
    state: dict | None = None,
    task: str = "",
) -> Verdict:
    """The verdict on an answer; `state` is the site's state after the episode.

    success is None (unscored) when a judge must decide, and when the rule asks for a state that is
    not given. Raises ValueError when the rule itself cannot be read.
    """
    if not tokens(answer):
        return Verdict(task, False, "The answer is empty.", JUDGE)
    answer = cut_to_final(answer)
    if len(answer) > MOST_CHARACTERS:
        success, reason = None, f"the answer has {len(answer):,} characters."
    elif rule := reference.get("rule"):
        success, reason = _check_rule(rule, answer, reference, question, state)
    else:
        success, reason = _check_plain(answer, reference, question)
    for_judge = success is None and reason != _NO_STATE
    return Verdict(task, success, A_JUDGE + reason if for_judge else reason, JUDGE)


def cut_to_final(answer: str) -> str:
    """What follows the last "FINAL ANSWER:", or the whole answer if nothing does."""
    final = _FINAL.split(answer)[-1]
    return final if tokens(final) else answer


def grade(episode: Episode, state: dict | None = None) -> Verdict:
    """The verdict on an episode by its task's reference.

    A fault is unscored, and an episode without an answer fails.
    """
    task = episode.task
    if episode.stop.startswith("error"):
        verdict = Verdict(task.id, None, f"No result: {episode.stop}", JUDGE)
    elif episode.stop != "answer":
        limit = episode.stop.removeprefix("limit: ")
        if episode.stop == "max_steps":
            limit = f"{episode.settings.max_steps} steps"
        verdict = Verdict(task.id, False, f"No answer was given within {limit}.", JUDGE)
    elif not task.answer:
        verdict = Verdict(task.id, None, "There is no reference answer.", JUDGE)
    else:
        verdict = check(episode.answer, task.answer, task.question, state, task.id)
    return replace(verdict, attempt=episode.attempt)


# --- rules ---


def _check_rule(
    rule: dict, answer: str, reference: dict, question: str, state: dict | None
) -> Outcome:
    """The outcome of a rule: its first demand that fails, or else the first in doubt."""
    _require_form(rule)
    outcomes: list[Outcome] = []
    if "any" in rule:
        ways = [_join_rules(rule, way) for way in rule["any"]]
        outcomes.append(
            _choose_best([_check_rule(way, answer, reference, question, state) for way in ways])
        )
    elif rule.keys() & {"parts", "not"}:
        expected = str(reference.get("ans", ""))
        slots = [to_slot(part, expected) for part in rule.get("parts", ())]
        excluded = [to_slot(part) for part in rule.get("not", ())]
        ordered = bool(_ORDERED.search(question))
        outcomes.append(decide(answer, slots, excluded, question, expected, ordered))
    outcomes.append(_check_state(rule, state))
    for success in (False, None):
        for outcome in outcomes:
            if outcome[0] is success:
                return outcome
    return True, f"All that is asked for is there: {_describe_rule(rule)}."


def _join_rules(rule: dict, other: dict) -> dict:
    """One alternative of a rule, with what the rule asks for in any case."""
    _require_form(other)
    parts = {key: [*rule.get(key, ()), *other.get(key, ())] for key in ("parts", "not")}
    return other | {key: listed for key, listed in parts.items() if listed}


def _choose_best(outcomes: Sequence[Outcome]) -> Outcome:
    """The best of the outcomes of a rule's alternatives."""
    for success in (True, None):
        for outcome in outcomes:
            if outcome[0] is success:
                return outcome
    return False, f"None of the right answers is given: {outcomes[0][1]}"


def _check_plain(answer: str, reference: dict, question: str) -> Outcome:
    """The outcome for a reference without a rule, if it has a type as a whole.

    A name, a list and "yes" may be said in many ways, and where the reference is only "possible",
    others are right too: there no answer is called wrong.
    """
    kind, expected = reference.get("type", "golden"), str(reference.get("ans", ""))
    if kind not in ("golden", "possible"):
        return None, f'the type of the reference must be "golden" or "possible", not {kind!r}.'
    slots = read_plain(expected)
    if not slots:
        return None, f'the reference "{expected:.60}" is neither a value nor a name.'
    ordered = not _SET.search(question)
    success, reason = decide(answer, slots, (), question, expected, ordered)
    decidable = kind == "golden" and len(slots) == 1 and slots[0].type not in ("name", "yes-no")
    return (success if success or decidable else None), reason or f'The answer is "{expected}".'


def _require_form(rule: Any) -> None:
    """Raise ValueError unless the rule has the form described above."""
    if not isinstance(rule, dict) or not rule or rule.keys() - {"parts", "any", "not", "state"}:
        raise ValueError(f"A rule has only the keys parts, any, not and state, unlike {rule!r}.")
    for key in rule.keys() - {"state"}:
        if not isinstance(rule[key], list) or not rule[key]:
            raise ValueError(
                f'"{key}" of a rule must be a list that is not empty, not {rule[key]!r}.'
            )


def _check_state(rule: dict, state: dict | None) -> Outcome:
    """Whether the site's state is what the rule asks for."""
    for condition in _list_conditions(rule):
        if state is None:
            return None, _NO_STATE
        if not _holds(condition, state):
            expected = _describe_condition(condition)
            return False, f"Afterwards the site does not hold what was asked for: {expected}."
    return True, ""


def _list_conditions(rule: dict) -> list[dict]:
    """The rule's conditions on the state."""
    conditions = rule.get("state", [])
    return [conditions] if isinstance(conditions, dict) else conditions


def _holds(condition: dict, state: dict) -> bool:
    """Whether the state meets a condition.

    The value at a path that doesn't exist is None, of length 0.
    """
    value = _follow_path(condition["path"], state)
    match condition:
        case {"equals": expected}:
            return value == expected
        case {"length": expected}:
            return len(value or ()) == expected
        case {"contains": dict() as expected}:
            items = [item for item in value or () if isinstance(item, dict)]
            return any(expected.items() <= item.items() for item in items)
        case {"contains": expected}:
            return expected in (value or ())
    raise ValueError(f"A condition on the state needs equals, length or contains: {condition!r}.")


def _follow_path(path: str, state: Any) -> Any:
    """The value at a path such as "cart.0.sku"; None if the path doesn't exist."""
    for step in path.split("."):
        if isinstance(state, list) and step.isdigit() and int(step) < len(state):
            state = state[int(step)]
        elif isinstance(state, dict):
            state = state.get(step)
        else:
            return None
    return state


# --- a rule in words ---


def _describe_condition(condition: dict) -> str:
    kind = next(key for key in ("equals", "length", "contains") if key in condition)
    return f"{condition['path']} {kind} {condition[kind]!r}"


def _describe_rule(rule: dict) -> str:
    """What a rule asks for, in words."""
    parts = [to_slot(part).describe() for part in rule.get("parts", ())]
    conditions = [_describe_condition(condition) for condition in _list_conditions(rule)]
    return "; ".join([*parts, *conditions]) or "one of the right answers"
