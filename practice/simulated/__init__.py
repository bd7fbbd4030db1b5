"""Simulated agents: they follow the answer key, and slip on purpose, at known rates.

A simulated agent is no agent: it knows the oracle's way of every practice task. What it is for is
measuring what measures agents: judges, categories, search, statistics. Their results can be
compared with the truth, since it is known which steps are slips, and of what kind.

`skill.py` has all that can be set. `ways.py` reads the answer key, `standing.py` finds from the
conversation alone where the agent stands on the way, `acting.py` gives each possible reply its
probability, `slips.py` has what goes wrong. `opinions.py` gives values, verdicts and categories of
known quality. What was done on purpose is in the `Log`, and in no prompt.
"""

from collections.abc import Iterable

from ..offline import Offline, Served
from .log import Log
from .replying import make_reply
from .skill import KINDS, PAPER, Skill
from .ways import Ways

OWNER = "simulated agent: follows the answer key, slips on purpose"
VERSION = "simulated-2026.1"  # change it when replies change


class Simulated(Offline):
    """An endpoint with simulated agents of these skills; a context manager.

    Without any it has one of the usual skill. `names` are their models' names, `log` has the slips
    of all of them. `seed` is the world whose tasks they know. FileNotFoundError says how to get the
    answer key of a world that has none; ValueError where two have one name.
    """

    def __init__(self, skills: Iterable[Skill] = (), seed: int = 42, port: int = 0) -> None:
        listed = [*skills] or [Skill()]
        self.skills = {skill.name: skill for skill in listed}
        if len(self.skills) < len(listed):
            raise ValueError("Two of the skills have one name: serve each at its own endpoint.")
        ways, self.log = Ways(seed), Log()
        served = {
            name: Served(make_reply(skill, ways, self.log), OWNER, VERSION)
            for name, skill in self.skills.items()
        }
        super().__init__(port, more=served)

    @property
    def names(self) -> list[str]:
        """What the models are called."""
        return list(self.skills)


__all__ = ["KINDS", "OWNER", "PAPER", "VERSION", "Log", "Simulated", "Skill", "Ways"]
