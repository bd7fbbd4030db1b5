"""Episodes and runs for slides, papers and other people.

`animate` makes a moving picture of an episode, `strip` a still one; `write_table` writes a table
for LaTeX or Markdown, `to_parquet` a run as a data set. captions.py has the words on pictures,
lettering.py their fonts. A stand-in for a language model is called what it is in all of them.
"""

from .animation import animate
from .parquet import to_parquet
from .strips import strip
from .tables import write_table

__all__ = ["animate", "strip", "to_parquet", "write_table"]
