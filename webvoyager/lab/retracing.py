"""Steps taken again in a browser: the same page, the same mark, and the way there.

Search goes back to a state this way, and stored episodes are re-lived.
"""

import contextlib
from collections.abc import Sequence
from dataclasses import replace

from ..environment import Environment
from ..records import Action, ActionError, Mark, Observation, Step, Task, quoted


def retrace(env: Environment, task: Task, steps: Sequence[Step]) -> Observation:
    """Reset the browser, open the task's address, take these steps again, and observe.

    If an action cannot be done now, the comparison of states will show whether that matters.
    """
    env.reset(task)
    for step in steps:
        if step.action is None:
            continue
        failed = env.step(step.action, step.observation, look=False).error
        if failed and not step.error:  # perhaps its element has another number now
            with contextlib.suppress(ActionError):
                env.step(counterpart(step, env.step()), look=False)
    return env.step()


def same(first: Observation, second: Observation) -> bool:
    """Whether two observations show the same state.

    Address, title, elements with their values, words, and scroll position are compared.
    """

    def describe(seen: Observation) -> tuple:
        marks = [(*name_mark(mark), mark.value, mark.checked, mark.disabled) for mark in seen.marks]
        return seen.url, seen.title, marks, seen.words, seen.scroll

    return describe(first) == describe(second)


def counterpart(step: Step, seen: Observation) -> Action:
    """A step's action on a page that is seen again, with the number of the matching mark.

    Of several marks alike, the one counts that has the same words around it; where none has, the
    one at the same place in their order. A link that leads elsewhere now matches only if no other
    could be meant. Raises ActionError when no mark matches, or the step had no action.
    """
    action = step.action
    if action is None:
        raise ActionError("This step had no action.")
    if seen is step.observation or not isinstance(action.label, int):
        return action
    mark = step.observation.mark(action.label)
    pages = (step.observation.marks, seen.marks)
    found = _find_alike(mark, *pages, by_link=True) or _find_alike(mark, *pages, by_link=False)
    if not found:
        raise ActionError(f"{quoted(mark.text)} is not on this page any more.")
    return replace(action, label=found.label)


def name_mark(mark: Mark) -> tuple[str, str, str]:
    """What a mark is and what it is called."""
    return mark.tag, mark.role, mark.text


def _find_alike(
    mark: Mark, before: Sequence[Mark], now: Sequence[Mark], by_link: bool
) -> Mark | None:
    """The mark that is now what this one was before; None if there is none.

    The words around them, such as those of a card, tell one "Add" from another. Without such words
    the order does, if as many are alike as before and lead to the same place (`by_link`).
    """

    def identify(each: Mark) -> tuple:
        return *name_mark(each), each.href if by_link else ""

    old, new = (
        [each for each in marks if identify(each) == identify(mark)] for marks in (before, now)
    )
    around = mark.identity.get("around")
    near = [
        [each for each in alike if each.identity.get("around") == around] for alike in (old, new)
    ]
    is_only = len(old) == len(new) == 1
    if not is_only and (near[1] or not by_link or len(old) != len(new)):
        old, new = near
    index = old.index(mark)
    return new[index] if index < len(new) else None
