"""The skill of reflecting on failures: what was wrong, what was overlooked, what to do next time.

It compares the words of the wrong action with those of the right one, of the task and of the plan.
It knows only what the prompt says, and sees no page.
"""

import re
from collections.abc import Iterator

from ..endpoint.protocol import Message, Sample
from ..question.words import contains_phrase
from .judge import FENCED

NAME = "reflecting on failures"
LEAD = "You look back at steps in which a web agent failed"
ACTION = re.compile(
    r'(?P<verb>\w+)(?: "(?P<value>[^"]*)")?(?:.*?(?P<element>\bthe [\w-]+ "(?P<name>[^"]*)".*))?'
)
FORMS = {  # of the verbs: the past tense, and the form after "instead of"
    "Click": ("clicked", "clicking"),
    "Type": ("typed", "typing"),
    "Select": ("selected", "selecting"),
    "Answer": ("answered", "answering"),
    "Scroll": ("scrolled", "scrolling"),
    "Go": ("went", "going"),
    "Wait": ("waited", "waiting"),
    "Open": ("opened", "opening"),
    "Name": ("named", "naming"),
}
KINDS = {  # of mistakes: what went wrong, and what to do next time
    "element": (
        "the wrong element",
        "compare the names of all elements with what the step needs, and use the one that is named"
        " for it",
    ),
    "value": ("the wrong value", "use the words that the task has, with every detail"),
    "operation": (
        "the wrong operation",
        "see what an element is for: a field takes words, a list one of its options, and a button"
        " or a link a click",
    ),
    "early": (
        "I answered too early",
        "check that the page shows every part of what the task asks for before I answer",
    ),
    "late": (
        "I should have answered already",
        "see whether the page shows what the task asks for before I go on",
    ),
}
CHECK_ANSWER = "check each part of the answer against the page before I give it"
CHECK_EFFECT = "look at what an action has changed, and try another way where that is nothing"


def is_asked(system: str) -> bool:
    """Whether a system prompt asks for a reflection on failures."""
    return system.startswith(LEAD)


def reply(messages: tuple[Message, ...], sample: Sample) -> str:
    """One reflection on all failures; the first, the most similar, decides what it is about."""
    failures: list[dict[str, str]] = []
    for block in FENCED.finditer(messages[-1].text):
        if block["name"] == "task":  # each failure begins with its task
            failures.append({})
        if failures:
            failures[-1][block["name"]] = block["words"]
    if not failures:
        return "I am shown no failure."
    found = [_reflect(failure) for failure in failures]
    stories = " In a similar attempt, ".join(story for story, _, _ in found)
    lessons = "; and I will ".join(dict.fromkeys(lesson for _, lesson, _ in found))
    about = "PLAN" if found[0][2] else "ACTION"
    return (
        f"In this attempt, I was unsuccessful. {stories}"
        f" Next time, I will {lessons}.\nAbout: {about}"
    )


def _reflect(failure: dict[str, str]) -> tuple[str, str, bool]:
    """What happened, what to do next time, and whether the plan was at fault."""
    wrong = _read_action(failure["wrong"])
    if "right" not in failure:
        cause = f" The reason given is: {failure['cause']}" if "cause" in failure else ""
        lesson = CHECK_ANSWER if wrong["verb"] == "Answer" else CHECK_EFFECT
        return f"I {_inflect(failure['wrong'], 0)}.{cause}", lesson, False
    right = _read_action(failure["right"])
    kind = _name_kind(wrong, right)
    what, lesson = KINDS[kind]
    needed = right["value" if kind == "value" else "name"] or right["value"]
    lesson += f", as {right['element']} here" if kind == "element" else ""
    lesson += f', as "{needed}" here' if kind == "value" else ""
    acts = f"{_inflect(failure['wrong'], 0)} instead of {_inflect(failure['right'], 1)}"
    planned = kind == "late" or not needed or contains_phrase(failure.get("plan", needed), needed)
    twins = wrong["name"] == needed and wrong["element"] != right["element"]
    reasons = [*_find_reasons(failure, needed, twins, planned)]
    return " ".join([f"I {acts}: {what}.", *reasons]), lesson, not planned


def _name_kind(wrong: dict[str, str], right: dict[str, str]) -> str:
    """The kind of a mistake, a key of KINDS."""
    if "Answer" in (wrong["verb"], right["verb"]) and wrong["verb"] != right["verb"]:
        return "early" if wrong["verb"] == "Answer" else "late"
    if right["element"] and wrong["element"] != right["element"]:
        return "element"
    return "value" if wrong["verb"] == right["verb"] and right["value"] else "operation"


def _find_reasons(
    failure: dict[str, str], needed: str, twins: bool, planned: bool
) -> Iterator[str]:
    """Sentences on what task, plan and earlier actions say about what was needed."""
    if twins:
        yield f'Several elements are called "{needed}", and I did not tell them apart.'
    if contains_phrase(failure["task"], needed):
        yield f'The task speaks of "{needed}".'
    if not planned:
        yield f'When planning, I left "{needed}" out.'
    elif contains_phrase(failure.get("plan", ""), needed):
        yield f'The plan named "{needed}", and I did not follow it.'
    if failure["wrong"] in failure.get("before", "").splitlines():
        yield "I had done the same before."


def _read_action(words: str) -> dict[str, str]:
    """The verb, the value, the element and its name; "" for each that an action doesn't have."""
    match = ACTION.match(words)
    return match.groupdict(default="") if match else dict.fromkeys(ACTION.groupindex, "")


def _inflect(words: str, form: int) -> str:
    """An action in the past tense (0), or in the form after "instead of" (1)."""
    verb, _, rest = words.partition(" ")
    return f"{FORMS.get(verb, (f'did {verb}', f'doing {verb}'))[form]} {rest}".strip()
