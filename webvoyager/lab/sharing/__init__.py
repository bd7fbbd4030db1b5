"""Episodes and runs for slides and for other people.

`animate` makes an animation of an episode; `figures.filmstrip` draws it as one picture. `pack`
makes a run small enough to hand out, `merge` makes one run of the runs of several machines.
"""

from .animation import animate
from .merging import merge
from .packing import pack

__all__ = ["animate", "merge", "pack"]
