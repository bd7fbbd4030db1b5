"""What the offline model can do: one file a skill, chosen by what the system prompt asks for.

To add a skill, write a file with `NAME`, `asked(system)` and `reply(turns, sample)`, and put it in SKILLS.
"""

from . import acting
from .protocol import Sample, Turn

SKILLS = (acting,)


def reply(turns: tuple[Turn, ...], sample: Sample) -> str:
    """The text of one reply; an honest refusal when no skill fits the system prompt."""
    system = "\n".join(turn.text for turn in turns if turn.role in ("system", "developer"))
    for skill in SKILLS:
        if skill.asked(system):
            return skill.reply(turns, sample)
    known = ", ".join(skill.NAME for skill in SKILLS)
    return f"I am a set of rules, not a language model. I have only these skills: {known}."
