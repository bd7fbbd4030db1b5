"""Stored episodes, performed again in a real browser, and branched where they went wrong.

`relive` takes an episode's steps again, without a model, and reports the first difference from the
record (`Relived`); `find_difference` compares two pages. `branch` re-lives the first steps and lets
the agent go on with another prompt, model, view or hint; `find_origin` says what an episode is a
branch of. Neither is needed to *replay* an episode: `episode.steps` and `viewer.show` need only its
record.
"""

from .branches import Origin, branch, find_origin
from .differences import find_difference
from .performing import Relived, RelivedStep, relive

__all__ = ["Origin", "Relived", "RelivedStep", "branch", "find_difference", "find_origin", "relive"]
