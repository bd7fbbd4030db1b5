"""Acts that cannot be undone: does an action order, pay, send, delete or sign up?

Before an action is taken, the words of the page and its forms tell, by a rule of thumb. What says
nothing about itself ("OK", "×") is not recognised so; what was sent tells afterwards.
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

Guard = Callable[[Task, Action, Observation], str]  # why an action is not taken; "" where it may be
WARNINGS = re.compile(
    r"\b(cannot be undone|can't be undone|irreversible|permanently|unwiderruflich|irréversible)\b",
    re.I,
)
SUBMITS = re.compile(  # by POST, and where its page says no more of what that does
    r"(submit|confirm|finish|complete|bestätigen|abschließen|confirmer|valider|confirmar|conferma|bevestigen)\b"
)
AGREES = re.compile(r"(yes|ok|okay|confirm|continue|proceed|ja|oui|sí|si)\b")
NEAR = 3  # marks after a field among which its button stands
PRESSING = ("enter", "return", "space")  # keys that press what has the focus
_NUMBER = re.compile(r"-?\d{1,5}(?:\.\d{1,5})?")


def cannot_be_undone(action: Action, observation: Observation) -> str:
    """What an action seems to do that cannot be taken back ("orders or pays"); "" for nothing.

    A click is read by the words of its target, or of whatever lies at its point. On a page that
    warns ("cannot be undone"), "yes" and "confirm" count too, and so does "submit" on a button that
    sends its form by POST. Typing ends with Enter, and is read by the button of the field's form,
    or by the button that follows. Enter and Space are read by what has the focus.
    """
    promises = _list_promises(action, observation)
    acts = (_read_promise(words, mark, observation) for words, mark in promises)
    return next(filter(None, acts), "")


def find_act(step: Step) -> str:
    """What a step that was taken did that cannot be taken back, in words; "" for nothing.

    It is what the step sent, or what its link promised: a link that deletes sends no more than any
    other link.
    """
    if step.writes:
        return ", ".join(dict.fromkeys(step.writes))
    if step.action is None or step.error:
        return ""
    promises = _list_promises(step.action, step.observation)
    followed = any(_is_link(mark, step.observation) for _, mark in promises)
    return cannot_be_undone(step.action, step.observation) if followed else ""


def refuse(task: Task, action: Action, observation: Observation) -> str:
    """The sentence that refuses what cannot be undone, "" where nothing is refused.

    What the task itself asks for is not refused.
    """
    act = cannot_be_undone(action, observation)
    if not act or _is_asked_for(act, task.question):
        return ""
    names = [words for words, mark in _list_promises(action, observation) if words]
    target = f" on {quoted(names[0])}" if names else ""
    return (
        f"{action.name}{target} {act}, which cannot be undone and is not asked for: it is not"
        " tried."
    )


def ask(person: Callable[[str], str] = input) -> Guard:
    """A guard that asks a person about what `refuse` would refuse; only "yes" allows it.

    Each act is asked about once, however often a search comes to it. `person` gets a question and
    returns the answer, as `input` does.
    """
    answers: dict[tuple[str, str], str] = {}

    def guard(task: Task, action: Action, observation: Observation) -> str:
        """Why the act is refused, "" where it is not or the person said yes."""
        refusal = refuse(task, action, observation)
        about = (observation.url, refusal)
        if refusal and about not in answers:
            sentence = refusal.partition(" and is not asked for")[0]
            answers[about] = person(
                f"{sentence}. On {observation.url}. Shall it be done? (yes or no) "
            )
        return "" if answers.get(about, "").strip().casefold() in ("y", "yes") else refusal

    return guard


def choose_guard(task: Task) -> Guard:
    """Who decides where nobody was named: on the live web a person, where one can be asked.

    On a site of this machine, from a thread, and where nothing can be typed in, it is `refuse`: a
    question would wait for ever.
    """
    host = urlsplit(task.url).hostname or ""
    is_here = host.endswith((".mini", "localhost")) or host.startswith("127.")
    return refuse if is_here or not _can_be_asked() else ask()


def _can_be_asked() -> bool:
    """Whether a person may sit at the keyboard, of a terminal or of a notebook."""
    if threading.current_thread() is not threading.main_thread():
        return False
    kernel = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    if kernel is not None and hasattr(kernel, "kernel"):
        return bool(getattr(kernel.kernel, "_allow_stdin", False))
    return sys.stdin is not None and sys.stdin.isatty()


def allow(task: Task, action: Action, observation: Observation) -> str:
    """Nothing is refused."""
    return ""


def asks_for_it(task: Task, step: Step) -> bool:
    """Whether a task asks for the act that a step turned out to be.

    By the kind of act where its words tell it; else by whether the task asks for any change.
    """
    act = step.action and cannot_be_undone(step.action, step.observation)
    if act:
        return _is_asked_for(act, task.question)
    return asks_for_change(task)


def asks_for_change(task: Task) -> bool:
    """Whether a task asks for something that its site has to write down."""
    return any(_commands(words, task.question) for words in (*ASKED.values(), CHANGES))


def identify(step: Step) -> tuple:
    """What an act is recognised by on any page: the action, and its target's kind and name."""
    action, seen = step.action, step.observation
    if action is None or not isinstance(action.label, int) or action.label >= len(seen.marks):
        return (action and action.name, action and action.text)
    mark = seen.marks[action.label]
    return (action.name, mark.tag, mark.role, mark.text)


def _is_asked_for(act: str, question: str) -> bool:
    return _commands(ASKED[act], question)


def _commands(words: str, question: str) -> bool:
    """Whether a task says one of these words as a command.

    It stands at the beginning of a sentence, or after "and", "then" or "please".
    """
    pattern = rf"(?:^|[.;:,!?]\s+|\b(?:and|then|please|to)\s+)(?:{words})\b"
    return bool(re.search(pattern, question.strip(), re.I))


# --- what an action sets off, and the words for it -----------------------------------------------


def _list_promises(action: Action, seen: Observation) -> Iterator[tuple[str, Mark]]:
    """The words that say what an action sets off, each with the mark that they belong to."""
    for mark in _find_targets(action, seen):
        if action.name == "Select" or mark.tag == "select":
            yield action.text, mark
        elif action.name in ("Type", "Press") and mark.submits:
            yield mark.submits, mark
        elif action.name == "Type" and mark.value is not None:
            yield from _find_near_button(mark, seen)
        elif action.name != "Fill" or mark.value is None:  # what is no field is clicked first
            yield mark.text, mark


def _find_targets(action: Action, seen: Observation) -> list[Mark]:
    """The marks that an action sets off, by number, by point or by focus."""
    if action.name == "Press":
        keys = re.split(r"[+\s]+", action.text.casefold().strip())
        return [mark for mark in seen.marks if mark.focused and keys[-1] in PRESSING]
    if action.name not in ("Click", "Type", "Fill", "Select", "Drag"):
        return []
    named = isinstance(action.label, int) and 0 <= action.label < len(seen.marks)
    targets = [seen.marks[action.label]] if named else []
    if action.name in ("Click", "Drag"):
        points = _list_points(action, targets[0].boxes[0] if named else None)
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
    """The button that stands after a field without a form of its own."""
    after = seen.marks[field.label + 1 : field.label + 1 + NEAR]
    buttons = (mark for mark in after if mark.tag == "button" or mark.type == "submit")
    yield from ((mark.text, mark) for mark in list(buttons)[:1])


def _read_promise(words: str, mark: Mark, seen: Observation) -> str:
    """The act that words promise, "" for none."""
    words = " ".join(words.casefold().split()).strip(" .!…→>»")
    if AGREES.match(words) and any(map(WARNINGS.search, seen.words)):
        return DELETES
    if _is_link(mark, seen):
        act = _find(LINKS, words, r"(?:{})")
        return act or (DELETES if re.search(ADDRESSES, mark.href, re.I) else "")
    begins = rf"(?:(?:{BEFORE})[\s,:]+)*(?:{{}})(?![\w.'’-])(?!\s+(?:{AFTER})\b).*"
    act = _find(BUTTONS, words, begins) or _find(SIGNS, words, ".*(?:{}).*")
    return act or (SENDS if mark.posts and SUBMITS.match(words) else "")


def _find(table: dict[str, str], words: str, pattern: str) -> str:
    found = (act for act, any_of in table.items() if re.fullmatch(pattern.format(any_of), words))
    return next(found, "")


def _is_link(mark: Mark, seen: Observation) -> bool:
    """Whether a mark leads to another address; one that leads nowhere is a button of a script."""
    return mark.href.startswith("http") and urldefrag(mark.href).url != urldefrag(seen.url).url
