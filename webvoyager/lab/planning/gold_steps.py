"""Gold steps: the single decisions of gold trajectories, and which marks are right at each.

Everything teacher-forced works on them: candidates, training sets and metrics. The operations and
the wording of earlier actions are Mind2Web's (Deng et al. 2023).
"""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from ...records import Action, Episode, Mark, Observation, Record, Task

ON_ELEMENT = ("CLICK", "TYPE", "SELECT")  # Mind2Web's operations
_RENAMED = {"Fill": "TYPE", "Hover": "CLICK"}  # Mind2Web, too, counts hovering as a click


@dataclass(frozen=True)
class GoldStep(Record):
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

    @classmethod
    def from_json(cls, data: dict[str, Any], image: bytes | Path = b"") -> Self:
        """The step from its JSON, with its picture or the path to it."""
        task = Task.from_json(data["task"])
        observation = Observation.from_json(data["observation"], image)
        return super().from_json({**data, "task": task, "observation": observation})

    def __repr__(self) -> str:
        return f"GoldStep({self.task.id}, step {self.index}: {self.action_repr})"


def steps(episodes: Iterable[Episode]) -> list[GoldStep]:
    """The gold steps of these episodes, in order.

    Steps without an action, and steps whose action could not be carried out, are left out.
    """
    return [step for episode in episodes for step in _list_steps(episode)]


def describe(mark: Mark | None, operation: str, value: str = "") -> str:
    """A step in words: `[link]  Recipes -> CLICK`, `[textbox]  Where to? -> TYPE: Zurich`.

    Without a mark there is only the operation: `SCROLL: down`.
    """
    target = f"[{mark.role or mark.tag}]  {mark.text} -> " if mark else ""
    return target + operation + (f": {value}" if value else "")


def _list_steps(episode: Episode) -> list[GoldStep]:
    found: list[GoldStep] = []
    for step in episode.steps:
        if step.action is None or step.error:
            continue
        mark = None
        if isinstance(step.action.label, int):
            mark = step.observation.mark(step.action.label)
        found.append(
            GoldStep(
                episode.task,
                step.index,
                step.observation,
                tuple(earlier.action_repr for earlier in found),
                _name_operation(step.action, mark),
                step.action.text,
                _list_targets(mark, step.observation) if mark else (),
            )
        )
    return found


def _name_operation(action: Action, mark: Mark | None) -> str:
    """Mind2Web's name for an action; our name in capitals if it has none."""
    if action.name == "Type" and mark and (mark.tag == "select" or mark.options):
        return "SELECT"
    return _RENAMED.get(action.name, action.name.upper())


def _list_targets(mark: Mark, observation: Observation) -> tuple[int, ...]:
    """The label of the mark, then those of other links with the same role, name and address.

    Only an address shows that two marks do the same: buttons often share a name.
    """
    same_links = [
        other.label
        for other in observation.marks
        if mark.href and other.label != mark.label and _identify(other) == _identify(mark)
    ]
    return (mark.label, *same_links)


def _identify(mark: Mark) -> tuple[str, ...]:
    return mark.role, mark.text, mark.href, mark.frame
