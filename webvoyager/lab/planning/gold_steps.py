"""Gold steps: the single decisions of gold trajectories, and which marks are right at each.

Everything teacher-forced works on them. The operations and the wording of earlier actions are
Mind2Web's (Deng et al. 2023).
"""

from collections.abc import Iterable
from dataclasses import dataclass

from ...records import Action, Episode, Mark, Observation, Task

ON_ELEMENT = ("CLICK", "TYPE", "SELECT")  # Mind2Web's operations
_RENAMED = {"Fill": "TYPE", "Hover": "CLICK"}  # Mind2Web, too, counts hovering as a click


@dataclass(frozen=True)
class GoldStep:
    """One step of a gold trajectory: what was seen, what had been done, and what is right to do.

    `targets` holds labels of marks: first the one that was used, then those that do the same. It is
    empty when the step needs no mark, and when a file of Mind2Web names no right element.
    """

    task: Task
    index: int  # from 1
    observation: Observation
    history: tuple[str, ...] = ()  # the earlier actions, as in Mind2Web's action_reprs
    operation: str = ""  # CLICK, TYPE, SELECT; also SCROLL, GOBACK, WAIT, GOOGLE, ANSWER
    value: str = ""
    targets: tuple[int, ...] = ()

    @property
    def on_element(self) -> bool:
        """Whether its operation is one of Mind2Web's, which act on an element."""
        return self.operation in ON_ELEMENT

    @property
    def action_repr(self) -> str:
        """The step in words, as in Mind2Web's action_reprs."""
        mark = self.observation.mark(self.targets[0]) if self.targets else None
        return describe(mark, self.operation, self.value)

    def __repr__(self) -> str:
        return f"GoldStep({self.task.id}, step {self.index}: {self.action_repr})"


def steps(episodes: Iterable[Episode]) -> list[GoldStep]:
    """The gold steps of these episodes, in order.

    Steps without an action, and steps whose action could not be carried out, are left out. Other
    links to the address of the one that was used are right, too. Other buttons of the same name are
    not: only an address shows that two marks do the same.
    """
    found: list[GoldStep] = []
    for episode in episodes:
        history: tuple[str, ...] = ()
        for step in episode.steps:
            if step.action is None or step.error:
                continue
            action, seen = step.action, step.observation
            mark: Mark | None = None
            targets: tuple[int, ...] = ()
            if isinstance(action.label, int):
                mark = seen.mark(action.label)
                same = [
                    m.label for m in seen.marks if mark.href and _identify(m) == _identify(mark)
                ]
                targets = tuple(dict.fromkeys((mark.label, *same)))
            operation = name_operation(action, mark)
            made = GoldStep(
                episode.task, step.index, seen, history, operation, action.text, targets
            )
            found.append(made)
            history += (made.action_repr,)
    return found


def name_operation(action: Action, mark: Mark | None) -> str:
    """Mind2Web's name for an action on a mark; our name in capitals if it has none."""
    if action.name in ("Type", "Fill") and mark and (mark.tag == "select" or mark.options):
        return "SELECT"
    return _RENAMED.get(action.name, action.name.upper())


def describe(mark: Mark | None, operation: str, value: str = "") -> str:
    """A step in words: `[link]  Recipes -> CLICK`, `[textbox]  Where to? -> TYPE: Zurich`.

    Without a mark there is only the operation: `SCROLL: down`.
    """
    target = f"[{mark.role or mark.tag}]  {mark.text} -> " if mark else ""
    return target + operation + (f": {value}" if value else "")


def _identify(mark: Mark) -> tuple[str, ...]:
    return mark.role, mark.text, mark.href, mark.frame
