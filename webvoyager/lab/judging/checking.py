"""Is an answer right? Checked against a reference by rules anyone can read, with no model.

A reference is {"type": "golden" | "possible", "ans": …, "rule": …}. A rule may have:
    "parts"  everything the answer must say; a part is a text, a number,
             {"number", "tolerance"}, a list of alternatives, or a slot (answer_parts.py)
    "any"    rules of which one must hold
    "not"    parts that the answer must not say (the other candidates of a comparison)
    "state"  what the site's state must be afterwards: {"path", "equals" | "length" | "contains"},
             or a list of these
An answer is right if it says every part and nothing that competes with them (competing.py). It is
wrong if it plainly says something else, or leaves a part out (missing.py). Everything in between is
left to a judge: success is None, and the reason begins with A_JUDGE.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ...records import Episode, Verdict
from ...runs import RULES
from .answer_parts import NO_YEAR, PERCENTAGE, Hit, Slot, find, leaves, to_slot
from .answer_tokens import Number, Reading, Token, read, same, tokens
from .competing import PLAIN, Known, find_competing
from .missing import explain_missing
from .plain_answers import compare_plainly

JUDGE = RULES
A_JUDGE = "A judge must say: "
# an honest answer may compare four things with two figures each; a dumped page has more
EXTRA_NUMBERS = 8
MOST_CHARACTERS = 4000  # a longer answer is a dumped page
_NO_STATE = "The rule asks for the state of the site, which was not read."
_FINAL = re.compile(r"\bfinal answer\b\s*(?:is\b)?[\s:*]*", re.IGNORECASE)
Outcome = tuple[bool | None, str]  # success, and one sentence on why


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
    if len(answer) > MOST_CHARACTERS:
        reason = f"The answer has {len(answer):,} characters, as a page dumped has."
        return Verdict(task, False, reason, JUDGE)
    if not tokens(answer):
        return Verdict(task, False, "The answer is empty.", JUDGE)
    answer, rule = cut_to_final(answer), reference.get("rule")
    if not rule:
        success, reason = compare_plainly(answer, reference)
    else:
        success, reason = _check_rule(rule, answer, reference, question, state)
        if refusal := _find_non_answer(answer, reference, question):
            success, reason = False, refusal
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
        outcomes.append(_check_words(rule, answer, str(reference.get("ans", "")), question))
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


def _check_words(rule: dict, answer: str, reference: str, question: str) -> Outcome:
    """Whether the answer says the parts, and nothing that competes with them."""
    reading = read(answer)
    slots = [to_slot(part, reference) for part in rule.get("parts", ())]
    hits = [find(slot, reading, PLAIN) for slot in slots]
    wrong = _find_wrong_name(rule, reading, hits)
    missing = [
        explain_missing(slot, reading, question, wrong)
        for slot, found in zip(slots, hits, strict=True)
        if not found
    ]
    if missing:
        return min(missing, key=lambda outcome: outcome[0] is None)
    if wrong:
        return (None if slots else False), f'The answer also names "{wrong}".'
    doubt = _find_doubt(slots, hits, question, reference)
    doubt = doubt or find_competing(answer, reading, slots, hits, Known(question, reference, slots))
    return (None, f"The answer {doubt}.") if doubt else (True, "")


def _find_wrong_name(rule: dict, reading: Reading, hits: Sequence[list[Hit]]) -> str:
    """A wrong name that the answer says outside the right ones; "" if there is none.

    "Cedar Lodge" doesn't count inside "Cedar Lodge Spa" if that is right.
    """
    own = {at for found in hits for hit in found for at in range(hit.start, hit.end)}
    for part in rule.get("not", ()):
        slot = to_slot(part)
        for hit in find(slot, reading, PLAIN):
            if not own & {*range(hit.start, hit.end)}:
                return slot.texts[0]
    return ""


def _find_doubt(
    slots: Sequence[Slot], hits: Sequence[list[Hit]], question: str, reference: str
) -> str:
    """Why the parts that were found may mean something else; "" if nothing is in doubt."""
    for slot, found in zip(slots, hits, strict=True):
        if all(hit.doubt and not _is_settled(hit.doubt, question, reference) for hit in found):
            return f"says {slot.describe()}, but {found[0].doubt}"
    ordered = "first" in tokens(question)
    for first, others in enumerate(zip(slots, hits, strict=True), 1):
        for slot, found in list(zip(slots, hits, strict=True))[first:]:
            if found[0].start < others[1][0].start and _need_order(
                (others[0], others[1][0]), (slot, found[0]), ordered
            ):
                return "says the parts in another order than they were asked for"
    return ""


def _is_settled(doubt: str, question: str, reference: str) -> bool:
    """Whether the question settles a doubt: it names the year, or asks for a percentage."""
    if doubt == PERCENTAGE:
        return bool(re.search(r"%|percent|share", f"{question} {reference}"))
    if doubt == NO_YEAR:
        years = re.findall(r"\b(?:19|20)\d\d\b", reference)
        return not years or any(year in question for year in years)
    return False


def _need_order(first: tuple[Slot, Hit], second: tuple[Slot, Hit], ordered: bool) -> bool:
    """Whether only their order tells two parts apart."""
    (slot, hit), (other, later) = first, second
    if slot.type in ("name", "code") or other.type in ("name", "code"):
        return slot.type == other.type and ordered
    if hit.value is None or later.value is None or hit.value.kind != later.value.kind:
        return False
    return not (hit.value.nouns and later.value.nouns and slot.nouns != other.nouns)


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


# --- answers to refuse, whatever they contain ---


def _find_non_answer(answer: str, reference: dict, question: str) -> str | None:
    """A reason if the answer repeats the question or lists numbers by the dozen, else None."""
    rule, words, question_words = reference["rule"], tokens(answer), tokens(question)
    repeated = all(word in question_words for word in words)
    if repeated and 2 * len(words) >= len(question_words) and not _is_safe_from_echo(rule):
        return "The answer only repeats the question."
    expected = question_words + tokens(str(reference.get("ans", "")))
    expected += [token for leaf in leaves(rule) for token in tokens(str(leaf))]
    numbers = {word for word in words if _is_numeric(word)}
    extra = [number for number in numbers if not any(same(number, token) for token in expected)]
    allowed = max(EXTRA_NUMBERS, 2 * len(rule.get("parts", ())))
    if len(extra) > allowed:
        return (
            f"The answer lists {len(extra)} numbers that nobody asked for, where {allowed} may"
            " stand."
        )
    return None


def _is_safe_from_echo(rule: dict) -> bool:
    """Whether repeating the question cannot pass: no words are asked for, or "not" covers them."""
    if not rule.keys() & {"parts", "any"} or "not" in rule:
        return True
    return all("not" in other for other in rule.get("any", [{}]))


def _is_numeric(token: Token) -> bool:
    return isinstance(token, Number) or token[0].isdigit()


# --- a rule in words ---


def _describe_condition(condition: dict) -> str:
    kind = next(key for key in ("equals", "length", "contains") if key in condition)
    return f"{condition['path']} {kind} {condition[kind]!r}"


def _describe_rule(rule: dict) -> str:
    """What a rule asks for, in words."""
    parts = [to_slot(part).describe() for part in rule.get("parts", ())]
    conditions = [_describe_condition(condition) for condition in _list_conditions(rule)]
    return "; ".join([*parts, *conditions]) or "one of the right answers"
