"""Acts that cannot be undone: does an action order, pay, send, delete or sign up?

Before an action, a rule of thumb decides by the words of the page and its forms. It misses elements
whose words say nothing ("OK", "×"); afterwards, the requests that were sent show what was done.
"""

import re
import sys
import threading
import tomllib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urldefrag, urlsplit

from ...records import Action, Box, Mark, Observation, Step, Task, quoted

Guard = Callable[[Task, Action, Observation], str]  # why an action is not taken; "" if it may be
Words = dict[str, list[str]]  # of each act: regular expressions, any of which announces it
NEAR = 3  # marks after a field that may be its button
PRESSING = ("enter", "return", "space")  # keys that press the focused element
_WORDS: dict[str, Any] = tomllib.loads(
    Path(__file__).with_name("act_words.toml").read_text("utf-8")
)
_NUMBER = re.compile(r"-?\d{1,5}(?:\.\d{1,5})?")


def cannot_be_undone(action: Action, observation: Observation) -> str:
    """What an action seems to do that cannot be undone ("orders or pays"); "" if nothing.

    A click is judged by the words of its target, or of whatever lies at its point. "Yes" and
    "confirm" count on a page that warns ("cannot be undone"), and "submit" on a button that sends
    its form by POST. Typing ends with Enter, so it is judged by the button of the field's form, or
    by the button that follows. Enter and Space are judged by the focused element.
    """
    trigger_words = _list_trigger_words(action, observation)
    acts = (_read_announced_act(words, mark, observation) for words, mark in trigger_words)
    return next(filter(None, acts), "")


def find_act(step: Step) -> str:
    """What a step that was taken did that cannot be undone, in words; "" if nothing.

    It is what the step sent, or what its link announced: a link that deletes sends the same kind of
    request as any other link.
    """
    if step.writes:
        return ", ".join(dict.fromkeys(step.writes))
    if step.action is None or step.error:
        return ""
    trigger_words = _list_trigger_words(step.action, step.observation)
    followed = any(_is_link(mark, step.observation) for _, mark in trigger_words)
    return cannot_be_undone(step.action, step.observation) if followed else ""


def refuse(task: Task, action: Action, observation: Observation) -> str:
    """A guard that refuses what cannot be undone, unless the task asks for it.

    Returns the sentence of refusal, or "" if the action may be taken.
    """
    act = cannot_be_undone(action, observation)
    if not act or _has_command(_WORDS["asked"][act], task):
        return ""
    names = [words for words, mark in _list_trigger_words(action, observation) if words]
    target = f" on {quoted(names[0])}" if names else ""
    return (
        f"{action.name}{target} {act}, which cannot be undone and is not asked for: it is not"
        " tried."
    )


def ask(person: Callable[[str], str] = input) -> Guard:
    """A guard that asks a person about what `refuse` would refuse; only "yes" or "y" allows it.

    It asks about each act once, however often a search comes to it. `person` gets a question and
    returns the answer, as `input` does.
    """
    answers: dict[tuple[str, str], str] = {}

    def guard(task: Task, action: Action, observation: Observation) -> str:
        """Why the act is refused; "" if it is not, or if the person said yes."""
        refusal = refuse(task, action, observation)
        about = (observation.url, refusal)
        if refusal and about not in answers:
            sentence = refusal.partition(" and is not asked for")[0]
            answers[about] = person(
                f"{sentence}. On {observation.url}. Should the agent do it? (yes or no) "
            )
        return "" if answers.get(about, "").strip().casefold() in ("y", "yes") else refusal

    return guard


def choose_guard(task: Task) -> Guard:
    """The default guard: `ask` on the live web if a person can be asked, otherwise `refuse`.

    It is `refuse` on sites of this machine, and in a thread or without a keyboard, where a question
    would wait for ever.
    """
    host = urlsplit(task.url).hostname or ""
    if host.endswith((".mini", "localhost")) or host.startswith("127."):
        return refuse
    kernel = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    if threading.current_thread() is not threading.main_thread():
        can_be_asked = False
    elif kernel is not None and hasattr(kernel, "kernel"):
        can_be_asked = bool(getattr(kernel.kernel, "_allow_stdin", False))
    else:
        can_be_asked = sys.stdin is not None and sys.stdin.isatty()
    return ask() if can_be_asked else refuse


def allow(task: Task, action: Action, observation: Observation) -> str:
    """A guard that refuses nothing."""
    return ""


def asks_for_it(task: Task, step: Step) -> bool:
    """Whether a task asks for the act that a step turned out to be.

    If the step's words tell the kind of act, the task must ask for that kind; otherwise it must ask
    for some change.
    """
    act = cannot_be_undone(step.action, step.observation) if step.action else ""
    return _has_command(_WORDS["asked"][act], task) if act else asks_for_change(task)


def asks_for_change(task: Task) -> bool:
    """Whether a task asks for something that its site has to save."""
    lists = (*_WORDS["asked"].values(), _WORDS["changes"])
    return any(_has_command(words, task) for words in lists)


def identify(step: Step) -> tuple[str, ...]:
    """What identifies an act on any page: the action, and its target's kind and text."""
    action, marks = step.action, step.observation.marks
    if action is None:
        return ()
    if not isinstance(action.label, int) or action.label >= len(marks):
        return (action.name, action.text)
    mark = marks[action.label]
    return (action.name, mark.tag, mark.role, mark.text)


def _has_command(words: Iterable[str], task: Task) -> bool:
    """Whether a task uses one of these words as a command.

    A command comes at the beginning, after a punctuation mark, or after "and", "then", "please" or
    "to".
    """
    starts = r"(?:^|[.;:,!?]\s+|\b(?:and|then|please|to)\s+)"
    return bool(re.search(rf"{starts}(?:{'|'.join(words)})\b", task.question.strip(), re.I))


# --- what an action triggers, and the words for it -----------------------------------------------


def _list_trigger_words(action: Action, seen: Observation) -> Iterator[tuple[str, Mark]]:
    """The words that say what an action triggers, each with the mark that they belong to."""
    for mark in _find_targets(action, seen):
        if action.name == "Select" or mark.tag == "select":
            yield action.text, mark
        elif action.name in ("Type", "Press") and mark.submits:
            yield mark.submits, mark
        elif action.name == "Type" and mark.value is not None:  # the button after a field
            after = seen.marks[mark.label + 1 : mark.label + 1 + NEAR]
            buttons = [each for each in after if each.tag == "button" or each.type == "submit"]
            yield from ((each.text, each) for each in buttons[:1])
        elif action.name != "Fill" or mark.value is None:  # what isn't a field is clicked first
            yield mark.text, mark


def _find_targets(action: Action, seen: Observation) -> list[Mark]:
    """The marks that an action triggers, by number, by point or by focus.

    A drag begins at the point that its first two numbers name, or in the middle of its target.
    """
    if action.name == "Press":
        keys = re.split(r"[+\s]+", action.text.casefold().strip())
        return [mark for mark in seen.marks if mark.focused and keys[-1] in PRESSING]
    if action.name not in ("Click", "Type", "Fill", "Select", "Drag"):
        return []
    targets = [mark for mark in seen.marks if mark.label == action.label]
    if action.name not in ("Click", "Drag"):
        return targets
    box: Box | None = next((mark.boxes[0] for mark in targets if mark.boxes), None)
    left, top, width, height = box or (0, 0, 0, 0)
    numbers = [float(number) for number in _NUMBER.findall(action.text)]
    pairs = list(zip(numbers[::2], numbers[1::2], strict=False))
    points = [(left + x, top + y) for x, y in pairs[:1]]
    if action.name == "Drag":
        points += [(left + width / 2, top + height / 2)] if box else []
        points += [(x + dx, y + dy) for x, y in points for dx, dy in pairs]

    def lies_in(mark: Mark, x: float, y: float) -> bool:
        return any(
            left <= x <= left + width and top <= y <= top + height
            for left, top, width, height in mark.boxes
        )

    return targets + [mark for mark in seen.marks for point in points if lies_in(mark, *point)]


def _read_announced_act(words: str, mark: Mark, seen: Observation) -> str:
    """The act that words announce; "" if none."""
    words = " ".join(words.casefold().split()).strip(" .!…→>»")
    any_of = {name: "|".join(_WORDS[name]) for name in ("before", "after", "agrees", "submits")}
    warnings = re.compile(rf"\b({'|'.join(_WORDS['warnings'])})\b", re.I)
    if re.match(rf"({any_of['agrees']})\b", words) and any(map(warnings.search, seen.words)):
        return "deletes"
    if _is_link(mark, seen):
        deletes = re.search(_WORDS["addresses"], mark.href, re.I)
        return _look_up_act(_WORDS["links"], words) or ("deletes" if deletes else "")
    before, after = rf"(?:(?:{any_of['before']})[\s,:]+)*", rf"(?!\s+(?:{any_of['after']})\b)"
    act = _look_up_act(_WORDS["buttons"], words, before, rf"(?![\w.'’-]){after}.*")
    act = act or _look_up_act(_WORDS["signs"], words, ".*", ".*")
    submits = mark.posts and re.match(rf"({any_of['submits']})\b", words)
    return act or ("sends" if submits else "")


def _look_up_act(table: Words, words: str, before: str = "", after: str = "") -> str:
    """The first act of a table any of whose words is in the text, between what may surround it."""
    for act, any_of in table.items():
        if re.fullmatch(rf"{before}(?:{'|'.join(any_of)}){after}", words):
            return act
    return ""


def _is_link(mark: Mark, seen: Observation) -> bool:
    """Whether a mark leads to another address; a link that does not is treated as a button."""
    return mark.href.startswith("http") and urldefrag(mark.href).url != urldefrag(seen.url).url
