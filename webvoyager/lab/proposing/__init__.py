"""Where a benchmark's tasks come from: self-instruct (the paper's section 4.2).

Begin with `run` and `steps` (selfinstruct.py): examples in, proposals out, checked and kept in a
pool. `pool` is the file that people decide on, `similarity` finds duplicates, `checks` are the
questions every proposal must pass, and `dates` brings tasks up to date.
"""

from . import checks, dates, pool, similarity
from .pool import Proposal
from .selfinstruct import Site, compare, look_around, parse, prompt, propose, run, sample, steps

__all__ = [
    "Proposal",
    "Site",
    "checks",
    "compare",
    "dates",
    "look_around",
    "parse",
    "pool",
    "prompt",
    "propose",
    "run",
    "sample",
    "similarity",
    "steps",
]
