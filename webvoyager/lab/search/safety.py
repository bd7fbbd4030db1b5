"""Acts that cannot be undone: does an action order, pay, send, delete or sign up?

Before an action, a rule of thumb decides by the words of the page and its forms. It misses elements
whose words say nothing ("OK", "×"); afterwards, the requests that were sent show what was done.
"""

import re
import sys
import threading
from collections.abc import Callable, Iterator
from urllib.parse import urldefrag, urlsplit

from ...records import Action, Mark, Observation, Step, Task, quoted
from .act_words import (
    ADDRESSES,
    AFTER,
    ASKED,
    BEFORE,
    BUTTONS,
    CHANGES,
    DELETES,
    LINKS,
    SENDS,
    SIGNS,
)

Guard = Callable[[Task, Action, Observation], str]  # why an action is not taken; "" if it may be
WARNINGS = re.compile(
    r"\b(cannot be undone|can't be undone|irreversible|permanently|unwiderruflich|irréversible)\b",
    re.I,
)
SUBMITS = re.compile(  # on buttons that send a form by POST and say no more about it
    r"(submit|confirm|finish|complete|bestätigen|abschließen|confirmer|valider|confirmar|conferma|bevestigen)\b"
)
AGREES = re.compile(r"(yes|ok|okay|confirm|continue|proceed|ja|oui|sí|si)\b")
NEAR = 3  # marks after a field that may be its button
PRESSING = ("enter", "return", "space")  # keys that press the focused element
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
    if not act or _is_asked_for(act, task.question):
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
    is_here = host.endswith((".mini", "localhost")) or host.startswith("127.")
    return refuse if is_here or not _can_be_asked() else ask()


def _can_be_asked() -> bool:
    """Whether a person may be at the keyboard of a terminal or a notebook."""
    if threading.current_thread() is not threading.main_thread():
        return False
    kernel = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    if kernel is not None and hasattr(kernel, "kernel"):
        return bool(getattr(kernel.kernel, "_allow_stdin", False))
    return sys.stdin is not None and sys.stdin.isatty()


def allow(task: Task, action: Action, observation: Observation) -> str:
    """A guard that refuses nothing."""
    return ""


def asks_for_it(task: Task, step: Step) -> bool:
    """Whether a task asks for the act that a step turned out to be.

    If the step's words tell the kind of act, the task must ask for that kind; otherwise it must ask
    for some change.
    """
    act = step.action and cannot_be_undone(step.action, step.observation)
    if act:
        return _is_asked_for(act, task.question)
    return asks_for_change(task)


def asks_for_change(task: Task) -> bool:
    """Whether a task asks for something that its site has to save."""
    return any(_has_command(words, task.question) for words in (*ASKED.values(), CHANGES))


def identify(step: Step) -> tuple:
    """What identifies an act on any page: the action, and its target's kind and text."""
    action, seen = step.action, step.observation
    if action is None or not isinstance(action.label, int) or action.label >= len(seen.marks):
        return (action and action.name, action and action.text)
    mark = seen.marks[action.label]
    return (action.name, mark.tag, mark.role, mark.text)


def _is_asked_for(act: str, question: str) -> bool:
    return _has_command(ASKED[act], question)


def _has_command(words: str, question: str) -> bool:
    """Whether a task uses one of these words as a command.

    A command comes at the beginning, after a punctuation mark, or after "and", "then", "please" or
    "to".
    """
    pattern = rf"(?:^|[.;:,!?]\s+|\b(?:and|then|please|to)\s+)(?:{words})\b"
    return bool(re.search(pattern, question.strip(), re.I))


# --- what an action triggers, and the words for it -----------------------------------------------


def _list_trigger_words(action: Action, seen: Observation) -> Iterator[tuple[str, Mark]]:
    """The words that say what an action triggers, each with the mark that they belong to."""
    for mark in _find_targets(action, seen):
        if action.name == "Select" or mark.tag == "select":
            yield action.text, mark
        elif action.name in ("Type", "Press") and mark.submits:
            yield mark.submits, mark
        elif action.name == "Type" and mark.value is not None:
            yield from _find_near_button(mark, seen)
        elif action.name != "Fill" or mark.value is None:  # what isn't a field is clicked first
            yield mark.text, mark


def _find_targets(action: Action, seen: Observation) -> list[Mark]:
    """The marks that an action triggers, by number, by point or by focus."""
    if action.name == "Press":
        keys = re.split(r"[+\s]+", action.text.casefold().strip())
        return [mark for mark in seen.marks if mark.focused and keys[-1] in PRESSING]
    if action.name not in ("Click", "Type", "Fill", "Select", "Drag"):
        return []
    named = isinstance(action.label, int) and 0 <= action.label < len(seen.marks)
    targets = [seen.marks[action.label]] if named else []
    if action.name in ("Click", "Drag"):
        box = next((mark.boxes[0] for mark in targets if mark.boxes), None)
        points = _list_points(action, box)
        targets += [mark for mark in seen.marks for point in points if _lies_in(mark, point)]
    return targets


def _list_points(action: Action, box: tuple | None) -> list[tuple[float, float]]:
    """The points of the page that a click may press, and those to which a drag may lead.

    A drag begins at the point that its first two numbers name, or in the middle of its target.
    """
    numbers = [float(number) for number in _NUMBER.findall(action.text)]
    pairs = list(zip(numbers[::2], numbers[1::2], strict=False))
    left, top, width, height = box or (0.0, 0.0, 0.0, 0.0)
    begins = [(left + x, top + y) for x, y in pairs[:1]]
    if action.name == "Click":
        return begins
    begins += [(left + width / 2, top + height / 2)] if box else []
    return begins + [(x + dx, y + dy) for x, y in begins for dx, dy in pairs]


def _lies_in(mark: Mark, point: tuple[float, float]) -> bool:
    x, y = point
    return any(
        left <= x <= left + width and top <= y <= top + height
        for left, top, width, height in mark.boxes
    )


def _find_near_button(field: Mark, seen: Observation) -> Iterator[tuple[str, Mark]]:
    """The button that follows a field without a form."""
    after = seen.marks[field.label + 1 : field.label + 1 + NEAR]
    buttons = (mark for mark in after if mark.tag == "button" or mark.type == "submit")
    yield from ((mark.text, mark) for mark in list(buttons)[:1])


def _read_announced_act(words: str, mark: Mark, seen: Observation) -> str:
    """The act that words announce; "" if none."""
    words = " ".join(words.casefold().split()).strip(" .!…→>»")
    if AGREES.match(words) and any(map(WARNINGS.search, seen.words)):
        return DELETES
    if _is_link(mark, seen):
        act = _look_up_act(LINKS, words, r"(?:{})")
        return act or (DELETES if re.search(ADDRESSES, mark.href, re.I) else "")
    begins = rf"(?:(?:{BEFORE})[\s,:]+)*(?:{{}})(?![\w.'’-])(?!\s+(?:{AFTER})\b).*"
    act = _look_up_act(BUTTONS, words, begins) or _look_up_act(SIGNS, words, ".*(?:{}).*")
    return act or (SENDS if mark.posts and SUBMITS.match(words) else "")


def _look_up_act(table: dict[str, str], words: str, pattern: str) -> str:
    found = (act for act, any_of in table.items() if re.fullmatch(pattern.format(any_of), words))
    return next(found, "")


def _is_link(mark: Mark, seen: Observation) -> bool:
    """Whether a mark leads to another address; a link that does not is treated as a button."""
    return mark.href.startswith("http") and urldefrag(mark.href).url != urldefrag(seen.url).url
