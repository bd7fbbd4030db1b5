"""Which actions to try in a state (section 4.1).

One call returns many replies, and equal actions are counted together.
"""

import contextlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, field

from ... import actions, agent
from ...models import Model
from ...records import ActionError, Observation, Step
from .trees import Spent

PAPER_SAMPLING = {"temperature": 1.0, "top_p": 0.95}


@dataclass(frozen=True)
class Branches:
    """The most frequent actions as steps not yet taken, each with its share of the replies."""

    steps: tuple[Step, ...]
    shares: tuple[float, ...]
    replies: int  # including those that could not be used
    cut: int = 0  # replies that reached max_tokens
    unreadable: int = 0  # replies without an action that could be tried in this state
    spent: Spent = field(default_factory=Spent)


def branch(
    model: Model,
    messages: Sequence[dict],
    observation: Observation,
    *,
    index: int = 1,
    samples: int = 20,
    branching: int = 5,
    allowed: Sequence[str] = actions.PAPER,
) -> Branches:
    """The `branching` most frequent actions among `samples` replies to a prompt.

    Of equally frequent actions, the one proposed first comes first. Two replies choose the same
    action if name, target and text are the same: "Click [3]" and "click on [3]". A reply that
    cannot be read, breaks off within its action or names a number that is not on the page is
    counted, but not tried. `index` is the number of the step in its episode.
    """
    reply = model.ask(messages, n=samples, **PAPER_SAMPLING)
    chosen: dict[str, list[Step]] = {}
    for text, reasoning, cut in zip(reply.texts, reply.reasonings, reply.cuts, strict=True):
        step = Step(index, observation, text, reasoning=reasoning, cut=cut)
        step = agent.understand(step, allowed)
        with contextlib.suppress(ActionError):  # the number is not on the page
            if not step.error:
                chosen.setdefault(identify(step), []).append(step)
    most_frequent = sorted(chosen.values(), key=len, reverse=True)[:branching]
    usable, cuts = sum(map(len, chosen.values())), sum(reply.cuts)
    cut_unusable = cuts - sum(step.cut for steps in chosen.values() for step in steps)
    return Branches(
        steps=tuple(steps[0] for steps in most_frequent),
        shares=tuple(len(steps) / len(reply.texts) for steps in most_frequent),
        replies=len(reply.texts),
        cut=cuts,
        unreadable=len(reply.texts) - usable - cut_unusable,
        spent=Spent(reply.usage, reply.cost, {"ask": round(reply.seconds, 3)}),
    )


def identify(step: Step) -> str:
    """A text that says what an action does, the same for all replies that mean the same.

    Raises ActionError when the reply names no action, or its number is not on the page.
    """
    action = step.action
    if action is None:
        raise ActionError(step.error)
    target = action.label
    if isinstance(target, int):
        mark = step.observation.mark(target)
        element = {name: part for name, part in mark.identity.items() if name != "known"}
        target = json.dumps(element, sort_keys=True) if element else str(target)
    return json.dumps([action.name, target, " ".join(action.text.split()).casefold()])
