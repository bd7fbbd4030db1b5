"""Where a benchmark's tasks come from: self-instruct (the paper's section 4.2).

Begin with `run` and `steps` (selfinstruct.py): examples in, checked proposals out, kept in a pool.
Their options are the fields of `Round`. `pool` is the file in which people decide on proposals,
`similarity` finds duplicates, `checks` are what proposals must pass, and `dates` brings tasks up to
date.
"""

from . import checks, dates, pool, similarity
from .pool import Proposal
from .selfinstruct import (
    Round,
    Site,
    compare,
    look_around,
    parse,
    prompt,
    propose,
    run,
    sample,
    steps,
)

__all__ = [
    "Proposal",
    "Round",
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
