"""Run folders: record episodes step by step, load them, add verdicts, make tables.

Begin with `record` (recording.py), which writes an episode while it runs, and `load`
(reading.py). `table` makes one row per episode; `columns` says what is in it. `steps` reads runs of
any size, step by step. `merge` (merging.py) makes one run of several. `export` and `load` also know
the official benchmark's layout (official.py). Whatever a crash or a full disk leaves behind can be
read: files are written whole or line by line (files.py).
"""

from .column_meanings import columns
from .exporting import export
from .fields import require_types
from .files import DAMAGED, append_lines, lock, read_bytes, read_lines, write_whole
from .folders import describe_difference, read_about, slug, to_folder
from .merging import merge
from .missing import Missing, existing, skip_missing
from .outcomes import failed, solved
from .reading import UNFINISHED, load, pack, set_aside, steps, summaries, unreadable
from .recording import Watch, record
from .sums import sum_up
from .tables import make_table, table
from .verdict_file import RULES, add_verdicts, by_judge, verdicts
from .watching import print_step

__all__ = [
    "DAMAGED",
    "RULES",
    "UNFINISHED",
    "Missing",
    "Watch",
    "add_verdicts",
    "append_lines",
    "by_judge",
    "columns",
    "describe_difference",
    "existing",
    "export",
    "failed",
    "load",
    "lock",
    "make_table",
    "merge",
    "pack",
    "print_step",
    "read_about",
    "read_bytes",
    "read_lines",
    "record",
    "require_types",
    "set_aside",
    "skip_missing",
    "slug",
    "solved",
    "steps",
    "sum_up",
    "summaries",
    "table",
    "to_folder",
    "unreadable",
    "verdicts",
    "write_whole",
]
