"""Episodes and runs for slides, papers and other people.

`animate` makes an animation of an episode, `strip` a still picture; `write_table` writes a table
for LaTeX or Markdown, `to_parquet` a run as a data set. captions.py has the words on pictures,
lettering.py their fonts. All of them say so if the model was a stand-in for a language model.
"""

from .animation import animate
from .parquet import to_parquet
from .strips import strip
from .tables import write_table

__all__ = ["animate", "strip", "to_parquet", "write_table"]
