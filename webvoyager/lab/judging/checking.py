"""Is an answer right? Checked against a reference by rules anyone can read, with no model.

A reference is {"type": "golden" | "possible", "ans": …, "rule": …}. A rule may hold:
    "parts"  what the answer must say, all of it; a part is a text, a number,
             {"number", "tolerance"}, or a list of alternatives
    "any"    rules of which one must hold
    "not"    parts of which the answer may say none (the other candidates of a comparison)
    "state"  what the site must hold afterwards: {"path", "equals" | "length" | "contains"},
             or a list of these
Texts are compared as answer_tokens.py reads them: whole words, and numbers by value.
"""

import re
from dataclasses import replace
from typing import Any

from ...records import Episode, Verdict
from ...runs import RULES
from . import objections
from .answer_parts import leaves, says
from .answer_tokens import Number, Token, places, same, tokens

JUDGE = RULES
# an honest answer may compare four things with two figures each; a page dumped has more
EXTRA_NUMBERS = 8
EXTRA_WORDS = 2  # by so many words a plain answer may exceed its reference; a longer one is prose
PLAIN_WORDS = 10  # a longer reference is prose
_NO_STATE = "The rule asks for the state of the site, which was not read."


def check(
    answer: str,
    reference: dict[str, Any],
    question: str = "",
    state: dict | None = None,
    task: str = "",
) -> Verdict:
    """The verdict on an answer; `state` is what the site holds after the episode.

    success is None (unscored) where there is no rule and the reference or the answer is prose, or
    where the rule asks for a state that is not given. ValueError where the rule itself cannot be
    read.
    """
    rule = reference.get("rule")
    if not tokens(answer):
        return Verdict(task, False, "The answer is empty.", JUDGE)
    if not rule:
        return Verdict(task, *_compare_plainly(answer, reference), JUDGE)
    missing = _find_missing(rule, answer, question, state)
    refusal = _refuse_answer(answer, reference, question)
    if not missing and not refusal:
        refusal = objections.objection(answer, rule, str(reference.get("ans", "")), question)
    if refusal:
        return Verdict(task, False, refusal, JUDGE)
    if missing:
        return Verdict(task, None if missing == _NO_STATE else False, missing, JUDGE)
    return Verdict(task, True, f"All that is asked for is there: {_describe_rule(rule)}.", JUDGE)


def grade(episode: Episode, state: dict | None = None) -> Verdict:
    """The verdict on an episode by its task's reference.

    A fault is no result, and an episode without an answer fails.
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


def _find_missing(rule: dict, answer: str, question: str, state: dict | None) -> str | None:
    """One sentence that names what is missing, None where the rule holds."""
    _require_form(rule)
    words = tokens(answer)
    for part in rule.get("parts", ()):
        if not says(words, part):
            return f"The answer does not say {_describe_part(part)}."
    claimed = tokens(_cut_comparisons(objections.leading(answer), question))
    for part in rule.get("not", ()):
        if says(_blank_right_names(part, rule, claimed), part):
            return f"The answer also names {_describe_part(part)}, which is not right."
    complaints = [_find_missing(other, answer, question, state) for other in rule.get("any", ())]
    if complaints and None not in complaints:
        if _NO_STATE in complaints:
            return _NO_STATE
        return f"None of the right answers is given: {complaints[0]}"
    for condition in _list_conditions(rule):
        if state is None:
            return _NO_STATE
        if not _holds(condition, state):
            expected = _describe_condition(condition)
            return f"Afterwards the site does not hold what was asked for: {expected}."
    return None


def _require_form(rule: Any) -> None:
    """ValueError unless the rule has the form described above."""
    if not isinstance(rule, dict) or not rule or rule.keys() - {"parts", "any", "not", "state"}:
        raise ValueError(f"A rule is made of parts, any, not and state; this one is not: {rule!r}.")
    for key in rule.keys() - {"state"}:
        if not isinstance(rule[key], list) or not rule[key]:
            raise ValueError(
                f'"{key}" of a rule is a list with something in it, not {rule[key]!r}.'
            )


def _blank_right_names(part: Any, rule: dict, words: list[Token]) -> list[Token]:
    """The words less the right names that contain a wrong one.

    "Cedar Lodge" is not said in "Cedar Lodge Spa" where that is right.
    """
    wrong_names = [tokens(str(leaf)) for leaf in leaves(part)]
    for right in (tokens(str(leaf)) for leaf in leaves(rule.get("parts", []))):
        if any(places(wrong, right) for wrong in wrong_names):
            for start in places(right, words):
                words = words[:start] + ["…"] * len(right) + words[start + len(right) :]
    return words


def _cut_comparisons(answer: str, question: str) -> str:
    """The answer without what it only compares with: "A is cheaper than B" names A, not B.

    Only where the comparison is the question's own and nothing is negated: "A is dearer than B"
    stays whole.
    """
    if re.search(r"\b(?:not|neither|nor)\b|n['’]t\b", answer, re.IGNORECASE):
        return answer
    question_words = tokens(question)
    clauses = re.split(r"([;!?\n]|[.,](?!\d))", answer)
    return "".join(_cut_at_than(clause, question_words) for clause in clauses)


def _cut_at_than(clause: str, question_words: list[Token]) -> str:
    """The clause up to its "than", where the comparison is the question's own."""
    before, than, _ = clause.partition(" than ")
    comparatives = re.findall(r"\b(?:more|less|fewer|\w{2,}er)\b", before.lower())
    return before if than and comparatives and comparatives[-1] in question_words else clause


def _list_conditions(rule: dict) -> list[dict]:
    """What the rule asks of the state."""
    conditions = rule.get("state", [])
    return [conditions] if isinstance(conditions, dict) else conditions


def _holds(condition: dict, state: dict) -> bool:
    """Whether a condition is true of the state.

    A path that leads nowhere holds None, of length 0.
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
    raise ValueError(f"A state is asked for with equals, length or contains, not {condition!r}.")


def _follow_path(path: str, state: Any) -> Any:
    """What is at a path like "cart.0.sku"; None where it leads nowhere."""
    for step in path.split("."):
        if isinstance(state, list) and step.isdigit() and int(step) < len(state):
            state = state[int(step)]
        elif isinstance(state, dict):
            state = state.get(step)
        else:
            return None
    return state


# --- refusing: what is no answer, whatever it contains ---


def _refuse_answer(answer: str, reference: dict, question: str) -> str | None:
    """One sentence where the answer repeats the question or lists numbers by the dozen, or None."""
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
    """Whether repeating the question cannot pass: no words are asked for, or "not" judges them."""
    if not rule.keys() & {"parts", "any"} or "not" in rule:
        return True
    return all("not" in other for other in rule.get("any", [{}]))


def _is_numeric(token: Token) -> bool:
    return isinstance(token, Number) or token[0].isdigit()


# --- references without a rule ---


def _compare_plainly(answer: str, reference: dict) -> tuple[bool | None, str]:
    """Exact comparison with a plain golden answer in the manner of GAIA.

    Numbers are compared by value, lists item by item.
    """
    expected = str(reference.get("ans", ""))
    if reference.get("type") != "golden" or not 0 < len(tokens(expected)) <= PLAIN_WORDS:
        return None, "The reference has no rule to check an answer by: it takes a judge."
    if len(tokens(answer)) > len(tokens(expected)) + EXTRA_WORDS:
        why = f'The answer is prose, which cannot be compared exactly with "{expected}"'
        return None, f"{why}: it takes a judge."
    right_items, items = _split_items(expected), _split_items(answer)
    if len(right_items) != len(items):
        counts = f'{len(items)} items where "{expected}" has {len(right_items)}'
        return False, f"The answer has {counts}."
    for right, item in zip(right_items, items, strict=True):
        if not _say_the_same(right, item):
            return False, f'The answer says "{item.strip()}" where "{right.strip()}" is right.'
    return True, f'The answer is "{expected}".'


def _split_items(text: str) -> list[str]:
    """The items of a list written with commas or semicolons; a single number is one item."""
    return [text] if len(tokens(text)) == 1 else re.split(r"[;,]", text)


def _say_the_same(first: str, second: str) -> bool:
    """Whether two plain texts say the same; spaces do not count ("sea gull", "seagull")."""
    words, others = tokens(first), tokens(second)
    if len(words) == len(others) and all(map(same, words, others)):
        return True
    return "".join(map(str, words)) == "".join(map(str, others))


# --- saying what a rule asks for ---


def _describe_part(part: Any) -> str:
    """A part in words: "45 minutes" or "45 min"."""
    match part:
        case list():
            return " or ".join(map(_describe_part, part))
        case {"number": value, "tolerance": tolerance} if tolerance:
            return f"{value} (give or take {tolerance:.1%})"
        case {"number": value}:
            return str(value)
        case str():
            return f'"{part}"'
    return str(part)


def _describe_condition(condition: dict) -> str:
    kind = next(key for key in ("equals", "length", "contains") if key in condition)
    return f"{condition['path']} {kind} {condition[kind]!r}"


def _describe_rule(rule: dict) -> str:
    """What a rule that holds asked for, in words."""
    parts = [_describe_part(part) for part in rule.get("parts", ())]
    conditions = [_describe_condition(condition) for condition in _list_conditions(rule)]
    return "; ".join([*parts, *conditions]) or "one of the right answers"
