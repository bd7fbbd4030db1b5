"""Run folders: every step on disk as it happens, episodes read back, verdicts, tables.

Begin with `record` (recording.py), which writes an episode while it is played, and `load`
(reading.py). `table` makes one row per episode. `export` and `load` also know the official
benchmark's layout (official.py). Whatever a crash or a full disk leaves behind can be read: files
are written whole or line by line (files.py).
"""

from .exporting import export
from .files import append_lines, lock, read_lines, write_whole
from .folders import slug
from .reading import UNFINISHED, load, pack, set_aside, summaries, unreadable
from .recording import record
from .sums import sum_up
from .tables import table
from .verdict_file import RULES, add_verdicts, by_judge, verdicts

__all__ = [
    "RULES",
    "UNFINISHED",
    "add_verdicts",
    "append_lines",
    "by_judge",
    "export",
    "load",
    "lock",
    "pack",
    "read_lines",
    "record",
    "set_aside",
    "slug",
    "sum_up",
    "summaries",
    "table",
    "unreadable",
    "verdicts",
    "write_whole",
]
