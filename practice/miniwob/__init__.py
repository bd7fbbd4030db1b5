"""MiniWoB++ in the kit's browser: its pages at http://miniwob.mini/, each a task with a seed.

The pages come with the package `miniwob` (`pip install miniwob`), of which nothing is imported.
`pages.py` finds them, `site.py` serves them as a site of the mini web, and `episode.js`, which is
added to each page, starts the episode and reports its outcome to the server, out of the agent's
sight. `playing.py` plays tasks with the kit's agent. `python -m practice.miniwob` writes the tasks
that `tasks.load("miniwob")` reads.
"""

from .playing import add, play

__all__ = ["add", "play"]
