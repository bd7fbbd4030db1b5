"""What a policy would do at each step of gold trajectories, with and without advice."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from webvoyager.lab.planning.gold_steps import GoldStep, steps
from webvoyager.lab.planning.metrics import Prediction
from webvoyager.records import Advice, Episode

from .features import Candidate
from .gold import GoldState, read_states
from .policy import Policy
from .state import State, find_role

Adviser = Callable[[GoldStep], Advice]  # the advice for the agent at a step
Mask = Callable[[State], State]  # a state with something hidden
OPERATIONS = {"Click": "CLICK", "Type": "TYPE"}


def predict(
    policy: Policy,
    episodes: Iterable[Episode],
    advise: Adviser | None = None,
    mask: Mask | None = None,
) -> tuple[list[GoldStep], list[Prediction]]:
    """The gold steps of trajectories, and what the policy would do at each of them."""
    wanted, found = [], []
    for episode in episodes:
        for step, gold in pair_steps(episode):
            state = mask(gold.state) if mask else gold.state
            if advise:
                state = replace(state, advice=advise(step))
            wanted.append(step)
            found.append(decide(policy, step, state))
    return wanted, found


def pair_steps(episode: Episode) -> Iterator[tuple[GoldStep, GoldState]]:
    """Each gold step with the state that the learned agent reads there."""
    by_index = {step.index: step for step in steps([episode])}
    for place, gold in enumerate(read_states(episode)):
        if step := by_index.get(episode.steps[place].index):
            yield step, gold


def decide(policy: Policy, step: GoldStep, state: State) -> Prediction:
    """The likeliest action at a step, with its likeliest text; the words of answers don't count."""
    (_, candidate), *_ = policy.weigh_actions(state)
    verb, _, way = candidate.action.partition(" ")
    if verb == "ANSWER":
        value = step.value if step.operation == "ANSWER" else ""
        return Prediction(step.task.id, step.index, None, "ANSWER", value)
    operation, value = OPERATIONS.get(verb, verb.upper()), way
    if verb == "Type":
        texts = policy.weigh_texts(state, candidate)
        value = texts[0][1] if texts else ""
        operation = "SELECT" if candidate.element.options else "TYPE"
    return Prediction(step.task.id, step.index, candidate.label, operation, value)


def find_right(gold: GoldState, candidates: Sequence[Candidate]) -> frozenset[int]:
    """The indices of the candidates that do what the oracle did, on its element or one like it."""
    action = f"Scroll {gold.action.text}" if gold.action.name == "Scroll" else gold.action.name
    return frozenset(
        place
        for place, candidate in enumerate(candidates)
        if candidate.action == action
        and (
            candidate.element is None
            or candidate.label == gold.action.label
            or (candidate.element.name, find_role(candidate.element))
            == (gold.done.name, gold.done.role)
        )
    )


def advise_always(plan: str = "", lessons: Sequence[str] = ()) -> Adviser:
    """Give the same advice at every step."""
    advice = Advice(plan, tuple(lessons))
    return lambda step: advice
