"""Rewrite the tasks of MiniWoB++ from the installed package, or write more of them to a file.

python -m practice.miniwob                        data/tasks/miniwob.jsonl, 5 seeds for each page
python -m practice.miniwob --seeds 20 more.jsonl  your own file, for tasks.load("more.jsonl")
"""

import argparse
from pathlib import Path

from webvoyager.start import OFFLINE, start

from . import taskfile

parser = argparse.ArgumentParser(
    description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
)
parser.add_argument("file", nargs="?", type=Path, default=taskfile.FILE)
parser.add_argument("--seeds", type=int, default=taskfile.SEEDS, help="episodes of each page")
wanted = parser.parse_args()
with start(OFFLINE) as kit:
    print(f"Wrote {taskfile.write(kit, wanted.file, wanted.seeds)} tasks to {wanted.file}")
