"""Run folders: record episodes step by step, load them, add verdicts, make tables.

Begin with `record` (recording.py), which writes an episode while it runs, and `load`
(reading.py). `table` makes one row per episode; `columns` says what is in it. `steps` reads runs of
any size, step by step. `merge` (merging.py) makes one run of several. `export` and `load` also know
the official benchmark's layout. Whatever a crash or a full disk leaves behind can be
read: files are written whole or line by line (files.py).
"""

from .exporting import export
from .files import (
    DAMAGED,
    append_lines,
    decode,
    garbage_collection_off,
    lock,
    read_lines,
    write_whole,
)
from .folders import (
    Missing,
    describe_difference,
    existing,
    find_task,
    read_about,
    skip_missing,
    slug,
)
from .judgements import ANSWERS, RULES, add_verdicts, by_judge, verdicts
from .merging import merge
from .reading import (
    UNFINISHED,
    Sums,
    load,
    pack,
    set_aside,
    steps,
    sum_up,
    summaries,
    unreadable,
)
from .recording import Watch, print_step, record
from .tables import columns, failed, make_table, solved, table

__all__ = [
    "ANSWERS",
    "DAMAGED",
    "RULES",
    "UNFINISHED",
    "Missing",
    "Sums",
    "Watch",
    "add_verdicts",
    "append_lines",
    "by_judge",
    "columns",
    "decode",
    "describe_difference",
    "existing",
    "export",
    "failed",
    "find_task",
    "garbage_collection_off",
    "load",
    "lock",
    "make_table",
    "merge",
    "pack",
    "print_step",
    "read_about",
    "read_lines",
    "record",
    "set_aside",
    "skip_missing",
    "slug",
    "solved",
    "steps",
    "sum_up",
    "summaries",
    "table",
    "unreadable",
    "verdicts",
    "write_whole",
]
