"""Is an answer right? Checked against a reference by rules anyone can read, with no model.

A reference is {"type": "golden" | "possible", "ans": …, "rule": …}. A rule may hold:
    "parts"  all must be said; a part is a text, a number, {"number", "tolerance"} or a list of
             alternatives
    "any"    rules of which one must hold
    "not"    parts of which none may be said (the other candidates of a comparison)
    "state"  what the site must hold afterwards: {"path", "equals" | "length" | "contains"}, or a
             list of such
Texts are compared as `reading.py` reads them: whole words, and numbers by value.
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
    """The verdict on an answer; `state` is what the site holds after the episode, where the rule
    asks for it.

    success is None (unscored) where there is no rule and the reference or the answer is prose, or
    where the state is asked for and not given. ValueError where the rule itself cannot be read.
    """
    rule = reference.get("rule")
    if not tokens(answer):
        return Verdict(task, False, "The answer is empty.", JUDGE)
    if not rule:
        return Verdict(task, *_compare(answer, reference), JUDGE)
    missing = _missing(rule, answer, question, state)
    refusal = _refusal(answer, reference, question)
    if not missing and not refusal:
        refusal = objections.objection(answer, rule, str(reference.get("ans", "")), question)
    if refusal or missing:
        return Verdict(
            task, None if not refusal and missing == _NO_STATE else False, refusal or missing, JUDGE
        )
    return Verdict(task, True, f"All that is asked for is there: {_told(rule)}.", JUDGE)


def grade(episode: Episode, state: dict | None = None) -> Verdict:
    """The verdict on an episode by its task's reference; a fault is no result, an episode without
    an answer fails.
    """
    task = episode.task
    if episode.stop.startswith("error"):
        verdict = Verdict(task.id, None, f"No result: {episode.stop}", JUDGE)
    elif episode.stop != "answer":
        steps = f"{episode.settings.max_steps} steps"
        most = steps if episode.stop == "max_steps" else episode.stop.removeprefix("limit: ")
        verdict = Verdict(task.id, False, f"No answer was given within {most}.", JUDGE)
    elif not task.answer:
        verdict = Verdict(task.id, None, "There is no reference answer.", JUDGE)
    else:
        verdict = check(episode.answer, task.answer, task.question, state, task.id)
    return replace(verdict, attempt=episode.attempt)


# --- rules ---


def _missing(rule: dict, answer: str, question: str, state: dict | None) -> str | None:
    """One sentence that names what is missing, None where the rule holds."""
    _readable(rule)
    words, conceded = tokens(answer), tokens(_conceded(objections.leading(answer), question))
    for part in rule.get("parts", ()):
        if not says(words, part):
            return f"The answer does not say {_named(part)}."
    for part in rule.get("not", ()):
        if says(_beside(part, rule, conceded), part):
            return f"The answer also names {_named(part)}, which is not right."
    complaints = [_missing(each, answer, question, state) for each in rule.get("any", ())]
    if complaints and None not in complaints:
        return (
            _NO_STATE
            if _NO_STATE in complaints
            else f"None of the right answers is given: {complaints[0]}"
        )
    for condition in _conditions(rule):
        if state is None:
            return _NO_STATE
        if not _holds(condition, state):
            return f"Afterwards the site does not hold what was asked for: {_expected(condition)}."
    return None


def _readable(rule: Any) -> None:
    """ValueError unless the rule has the form described above."""
    if not isinstance(rule, dict) or not rule or rule.keys() - {"parts", "any", "not", "state"}:
        raise ValueError(f"A rule is made of parts, any, not and state; this one is not: {rule!r}.")
    for key in rule.keys() - {"state"}:
        if not isinstance(rule[key], list) or not rule[key]:
            raise ValueError(
                f'"{key}" of a rule is a list with something in it, not {rule[key]!r}.'
            )


def _beside(part: Any, rule: dict, words: list[Token]) -> list[Token]:
    """What is said, less the right names that contain the wrong one: not "Cedar Lodge" in "Cedar
    Lodge Spa".
    """
    names = [tokens(str(leaf)) for leaf in leaves(part)]
    for right in (tokens(str(leaf)) for leaf in leaves(rule.get("parts", []))):
        if any(places(name, right) for name in names):
            for start in places(right, words):
                words = words[:start] + ["…"] * len(right) + words[start + len(right) :]
    return words


def _conceded(answer: str, question: str) -> str:
    """The answer without what it only compares with: "A is cheaper than B" names A, not B.

    Only where the comparison is the question's own and nothing is negated: "A is dearer than B"
    stays whole.
    """
    if re.search(r"\b(?:not|neither|nor)\b|n['’]t\b", answer, re.IGNORECASE):
        return answer
    asked = tokens(question)
    return "".join(
        _before_than(clause, asked) for clause in re.split(r"([;!?\n]|[.,](?!\d))", answer)
    )


def _before_than(clause: str, asked: list[Token]) -> str:
    """The clause up to its "than", where the comparison is the question's own."""
    before, than, _ = clause.partition(" than ")
    comparatives = re.findall(r"\b(?:more|less|fewer|\w{2,}er)\b", before.lower())
    return before if than and comparatives and comparatives[-1] in asked else clause


def _conditions(rule: dict) -> list[dict]:
    """What the rule asks of the state, as a list."""
    conditions = rule.get("state", [])
    return [conditions] if isinstance(conditions, dict) else conditions


def _holds(condition: dict, state: dict) -> bool:
    """Whether a condition is true of the state; a path that leads nowhere holds None, of length
    0.
    """
    value = _at(condition["path"], state)
    match condition:
        case {"equals": wanted}:
            return value == wanted
        case {"length": wanted}:
            return len(value or ()) == wanted
        case {"contains": dict() as wanted}:
            return any(
                isinstance(item, dict) and wanted.items() <= item.items() for item in value or ()
            )
        case {"contains": wanted}:
            return wanted in (value or ())
    raise ValueError(f"A state is asked for with equals, length or contains, not {condition!r}.")


def _at(path: str, state: Any) -> Any:
    """What stands at a path like "cart.0.sku"; None where it leads nowhere."""
    for step in path.split("."):
        if isinstance(state, list) and step.isdigit() and int(step) < len(state):
            state = state[int(step)]
        elif isinstance(state, dict):
            state = state.get(step)
        else:
            return None
    return state


# --- refusing: what is no answer, whatever it contains ---


def _refusal(answer: str, reference: dict, question: str) -> str | None:
    """One sentence where the answer repeats the question or lists numbers by the dozen, else
    None.
    """
    rule, words, asked = reference["rule"], tokens(answer), tokens(question)
    echo = 2 * len(words) >= len(asked) and all(token in asked for token in words)
    if echo and not _guarded(rule):
        return "The answer only repeats the question."
    given = asked + tokens(str(reference.get("ans", "")))
    given += [token for leaf in leaves(rule) for token in tokens(str(leaf))]
    extra = {
        token for token in words if _numeric(token) and not any(same(token, each) for each in given)
    }
    allowed = max(EXTRA_NUMBERS, 2 * len(rule.get("parts", ())))
    if len(extra) > allowed:
        return (
            f"The answer lists {len(extra)} numbers that nobody asked for, where {allowed} may"
            " stand."
        )
    return None


def _guarded(rule: dict) -> bool:
    """Whether repeating the question cannot pass: no words are asked for, or "not" judges an "A or
    B?".
    """
    return (
        not rule.keys() & {"parts", "any"}
        or "not" in rule
        or all("not" in each for each in rule.get("any", [{}]))
    )


def _numeric(token: Token) -> bool:
    return isinstance(token, Number) or token[0].isdigit()


# --- references without a rule ---


def _compare(answer: str, reference: dict) -> tuple[bool | None, str]:
    """Exact comparison of plain golden answers in the manner of GAIA: numbers by value, lists item
    by item.
    """
    wanted = str(reference.get("ans", ""))
    if reference.get("type") != "golden" or not 0 < len(tokens(wanted)) <= PLAIN_WORDS:
        return None, "The reference has no rule to check an answer by: it takes a judge."
    if len(tokens(answer)) > len(tokens(wanted)) + EXTRA_WORDS:
        return (
            None,
            (
                f'The answer is prose, which cannot be compared exactly with "{wanted}": it takes a'
                " judge."
            ),
        )
    ours, theirs = _items(wanted), _items(answer)
    if len(ours) != len(theirs):
        return False, f'The answer has {len(theirs)} items where "{wanted}" has {len(ours)}.'
    for right, given in zip(ours, theirs, strict=True):
        if not _equal(right, given):
            return False, f'The answer says "{given.strip()}" where "{right.strip()}" is right.'
    return True, f'The answer is "{wanted}".'


def _items(text: str) -> list[str]:
    """The items of a list written with commas or semicolons; a single number is one item."""
    return [text] if len(tokens(text)) == 1 else re.split(r"[;,]", text)


def _equal(right: str, given: str) -> bool:
    """Whether two plain texts say the same; between words, spaces do not count ("sea gull",
    "seagull").
    """
    ours, theirs = tokens(right), tokens(given)
    if len(ours) == len(theirs) and all(map(same, ours, theirs)):
        return True
    return "".join(map(str, ours)) == "".join(map(str, theirs))


# --- saying what a rule asks for ---


def _named(part: Any) -> str:
    """A part in words: "45 minutes" or "45 min"."""
    match part:
        case list():
            return " or ".join(map(_named, part))
        case {"number": value, **rest}:
            return (
                f"{value} (give or take {rest['tolerance']:.1%})"
                if rest.get("tolerance")
                else str(value)
            )
        case str():
            return f'"{part}"'
    return str(part)


def _expected(condition: dict) -> str:
    kind = next(key for key in ("equals", "length", "contains") if key in condition)
    return f"{condition['path']} {kind} {condition[kind]!r}"


def _told(rule: dict) -> str:
    """What a rule that holds asked for, in words."""
    names = [_named(part) for part in rule.get("parts", ())] + [
        _expected(each) for each in _conditions(rule)
    ]
    return "; ".join(names) or "one of the right answers"
