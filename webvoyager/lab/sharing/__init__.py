"""Episodes and runs for slides, papers and other people.

`animate` makes an animation of an episode, `strip` a still picture; `write_table` writes a table
for LaTeX or Markdown, `to_parquet` a run as a data set. `pack` makes a run small enough to hand
out, `merge` makes one run of the runs of several machines. captions.py has the words on pictures,
lettering.py their fonts. All of them say so if the model was a stand-in for a language model.
"""

from .animation import animate
from .merging import merge
from .packing import pack
from .parquet import to_parquet
from .strips import strip
from .tables import write_table

__all__ = ["animate", "merge", "pack", "strip", "to_parquet", "write_table"]
