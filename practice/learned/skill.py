"""The learned agent behind the endpoint: read the prompt, weigh the moves, write one of them."""

import math
import random
from collections.abc import Callable
from functools import lru_cache

from webvoyager.records import Advice

from ..offline.endpoint.conversation import read_conversation
from ..offline.endpoint.protocol import Message, Sample
from ..offline.skills.judge import read_fenced
from .plans import EmpiricalPlanner
from .policy import Move, Policy
from .state import read_state, say
from .valuing import Valuer

NAME = "offline-learned"
OWNER = "trained on the oracles of other worlds, not a language model"
AGENT = ("Click", "Type", "Scroll", "ANSWER")  # the actions that the agent's prompt lists
PLAN_LEAD = "You plan at a glance"  # the beginning of the prompt for a plan
VALUE_LEAD = "You watch a web agent at work and say how far"  # and of that for a state's value
SKILLS = "acting as the web agent, planning at a glance, valuing states of a search"
GOLDEN_RATIO = 0.6180339887  # its multiples modulo 1 are spread evenly from 0 to 1


def make_reply(
    policy: Policy, planner: EmpiricalPlanner, valuer: Valuer
) -> Callable[[tuple[Message, ...], Sample], str]:
    """A function that replies to a prompt: with a move, a plan, or the value of a state."""

    @lru_cache(maxsize=1)  # the samples of one request differ only in what they draw
    def weigh(messages: tuple[Message, ...]) -> list[Move]:
        return policy.propose(read_state(read_conversation(messages), read_advice(messages)))

    @lru_cache(maxsize=1)
    def value(messages: tuple[Message, ...]) -> float:
        return valuer.value(messages)

    def reply(messages: tuple[Message, ...], sample: Sample) -> str:
        """One reply; the sample's temperature and number decide which move it is."""
        system = "\n".join(m.text for m in messages if m.role in ("system", "developer"))
        if system.startswith(PLAN_LEAD):
            return write_plan(planner, messages[-1].text)
        if system.startswith(VALUE_LEAD):
            return write_value(value(messages), sample)
        if all(word in system for word in AGENT):
            return write_reply(draw(weigh(messages), sample))
        return f"I am a learned policy, not a language model. I have only these skills: {SKILLS}."

    return reply


def draw(moves: list[Move], sample: Sample) -> Move:
    """The likeliest move at temperature 0; else one drawn by its probability.

    A temperature of 1 uses the probabilities as they are; a lower one sharpens them.
    """
    if sample.temperature == 0:
        return moves[0]
    source = random.Random(f"{sample.digest}/{sample.seed}/{sample.index}")
    weights = [math.pow(move.probability, 1 / sample.temperature) for move in moves]
    return source.choices(moves, weights)[0]


def write_reply(move: Move) -> str:
    """The move as a model's reply: what it does in words, how sure it is, and the action."""
    sure = f"{100 * move.probability:.0f} % sure"
    if move.done.action == "ANSWER":
        return (
            f"Thought: I have read the answer on the pages I saw ({sure}).\nAction: {move.action}"
        )
    return f"Thought: {say(move.done)} I am {sure}.\nAction: {move.action}"


def read_advice(messages: tuple[Message, ...]) -> Advice:
    """The plan and the lessons in the newest message."""
    fenced = read_fenced(messages[-1].text) if messages else {}
    return Advice(fenced.get("plan", ""), tuple(fenced.get("lessons", "").splitlines()))


def write_plan(planner: EmpiricalPlanner, text: str) -> str:
    """The plan for the task in a prompt, one numbered step per line."""
    steps = planner.plan(read_fenced(text).get("task", text))
    return "\n".join(f"{number}. {step}" for number, step in enumerate(steps, 1))


def write_value(chance: float, sample: Sample) -> str:
    """The status of a state; over many samples the share of successes approaches `chance`."""
    reached = (0.5 + sample.index * GOLDEN_RATIO) % 1 < chance
    status = "SUCCESS" if reached else "FAILURE"
    return f"Of my episodes that came this way, {chance:.0%} succeeded.\nStatus: {status}"
