"""Has two raters decide, blind, which tasks are natural (data/tasks/natural_*.csv).

    python -m studies.self_instruct.natural sheets    write the two empty sheets, each in a
                                                      different order
    python -m studies.self_instruct.natural           with both filled in: agreement, and shares of
                                                      natural tasks

The sheets have 24 proposals and 12 seeds. The stored ones were filled in by one language model in
two passes. It had seen these tasks before, and in the second pass it remembered the first. They
show how the instrument works; their kappa says nothing about how well two people agree.
"""

import sys

from studies.self_instruct import ratings
from studies.self_instruct.solvable import FOLDER, POOL
from webvoyager.lab.proposing import pool
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
            ratings.write_sheet(file, choose(), seed)
        return
    rated = ratings.read_ratings(files, choose())
    print(ratings.measure_agreement(rated).round(2).to_string())
    print(ratings.count_natural(rated).round(2).to_string())


if __name__ == "__main__":
    main()
