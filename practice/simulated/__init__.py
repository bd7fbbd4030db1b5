"""Simulated agents: they follow the answer key, and slip on purpose, at known rates.

A simulated agent isn't a real agent: it knows the oracle's way through every practice task. It
serves to test what measures agents: judges, categories, search, statistics. Their results can be
compared with the truth, because it is known which steps are slips, and of what kind.

`skill.py` has the settings. `ways.py` reads the answer key, `standing.py` finds from the
conversation alone where the agent is on the way, `acting.py` gives each possible reply its
probability, and `slips.py` makes the slips. `opinions.py` gives values, verdicts and categories of
known quality. The `Log` records the slips; no prompt contains them.
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
    """An endpoint with a simulated agent for each of these skills; a context manager.

    Without `skills` it has one agent with the default skill. `names` are the names of the models,
    and `log` has the slips of all of them. `seed` is the world whose tasks they know. Raises
    FileNotFoundError, which says what to do, if the world has no answer key, and ValueError if two
    skills have the same name.
    """

    def __init__(self, skills: Iterable[Skill] = (), seed: int = 42, port: int = 0) -> None:
        listed = [*skills] or [Skill()]
        self.skills = {skill.name: skill for skill in listed}
        if len(self.skills) < len(listed):
            raise ValueError("Two of the skills have the same name: give them different labels.")
        ways, self.log = Ways(seed), Log()
        served = {
            name: Served(make_reply(skill, ways, self.log), OWNER, VERSION)
            for name, skill in self.skills.items()
        }
        super().__init__(port, more=served)

    @property
    def names(self) -> list[str]:
        """The names of the models."""
        return list(self.skills)


__all__ = ["KINDS", "OWNER", "PAPER", "VERSION", "Log", "Simulated", "Skill", "Ways"]
