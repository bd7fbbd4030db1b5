"""The skills of the offline model: one module each, chosen by what the system prompt asks for.

To add a skill, write a module with `NAME`, `is_asked(system)` and `reply(messages, sample)`, and
add it to SKILLS.
"""

from ..endpoint.protocol import Message, Sample
from ..rules import strategy
from . import categorise, compare, judge, keypoints, path, plan, propose, reflect, value

SKILLS = (strategy, propose, categorise, judge, compare, value, keypoints, path, plan, reflect)


def reply(messages: tuple[Message, ...], sample: Sample) -> str:
    """The text of one reply; a refusal if no skill fits the system prompt."""
    system = "\n".join(
        message.text for message in messages if message.role in ("system", "developer")
    )
    for skill in SKILLS:
        if skill.is_asked(system):
            return skill.reply(messages, sample)
    known = ", ".join(skill.NAME for skill in SKILLS)
    return f"I am a set of rules, not a language model. I have only these skills: {known}."
