"""Has two raters decide, blind, which tasks are natural (data/tasks/natural_*.csv).

    python -m tools.natural sheets    write the two empty sheets, each in an order of its own
    python -m tools.natural           when both are filled: agreement, and shares of natural tasks

The sheets have 24 proposals and 12 seeds. Those stored were filled by one language model in two
passes. It had met these tasks before, and remembered its first pass in the second: they are an
example of the instrument, and no two people, and their kappa says nothing of how people agree.
"""

import sys

from tools.solvable import FOLDER, POOL
from webvoyager.lab.proposing import natural, pool
from webvoyager.lab.proposing.pool import Proposal

SHEETS = {"first pass": "natural_first.csv", "second pass": "natural_second.csv"}
PROPOSALS, SEEDS = 24, 12


def choose() -> list[Proposal]:
    """The tasks to rate, spread evenly over the sites."""
    rows = pool.load(POOL)
    seeds = [row for row in rows if row.status == "seed"]
    new = [row for row in rows if row.status not in ("seed", "duplicate", "malformed")]
    return [*new[:: len(new) // PROPOSALS][:PROPOSALS], *seeds[:: len(seeds) // SEEDS][:SEEDS]]


def main() -> None:
    """The commands of the docstring above."""
    files = {rater: FOLDER / name for rater, name in SHEETS.items()}
    if "sheets" in sys.argv[1:]:
        for seed, file in enumerate(files.values()):
            natural.write_sheet(file, choose(), seed)
        return
    ratings = natural.read_ratings(files, choose())
    print(natural.measure_agreement(ratings).round(2).to_string())
    print(natural.count_natural(ratings).round(2).to_string())


if __name__ == "__main__":
    main()
