"""Looking at episodes, in a notebook or in an exported HTML file, and recording what people say.

Begin with `show` (stepping.py), which steps through one episode; `compare` puts two side by side.
`watch` shows one while it is played, and `watcher` does the same as a callback. `overview` shows
all steps at once, `mistakes` where a judge is wrong, `browse` lists a run, `tree` shows a search,
`talk` a prompt, and `export` writes a file. `label`, `resolve` and `review` save a person's clicks
(deciding.py). fragments.py turns an episode into HTML; widgets.py has what the widgets share. Every
`Viewer` also has a static version for places without widgets.

A click enlarges every picture: it is in a <details> that is wider when open, since notebooks that
JupyterLab does not trust keep neither scripts nor style sheets.
"""

from .browsing import browse
from .exporting import export
from .galleries import mistakes, overview
from .labelling import label, resolve
from .prompts import prompt_changes, talk
from .reviewing import review
from .searching import tree
from .stepping import compare, show
from .watching import watch, watcher
from .widgets import Viewer

__all__ = [
    "Viewer",
    "browse",
    "compare",
    "export",
    "label",
    "mistakes",
    "overview",
    "prompt_changes",
    "resolve",
    "review",
    "show",
    "talk",
    "tree",
    "watch",
    "watcher",
]
