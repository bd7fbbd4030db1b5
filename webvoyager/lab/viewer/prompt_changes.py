"""How prompts of one's own differ from the kit's."""

import difflib

from IPython.display import HTML
from markupsafe import Markup

from ... import models
from ...records import WRAPPED

_COLOURS = {"+": "#d7f5dd", "-": "#fde0e0"}  # added, removed


def prompt_changes(prompts: models.Prompts) -> HTML:
    """The lines of your prompts that differ from the kit's, removed ones first.

    `prompts` are a folder or a dict, as in `models.read_prompts`.
    """
    kit, own = models.prompt_texts(), models.read_prompts(prompts)
    if not own:
        return HTML("<p>All prompts are the same as the kit's.</p>")
    return HTML(Markup("").join(_show_changes(name, kit[name], text) for name, text in own))


def _show_changes(name: str, before: str, after: str) -> Markup:
    diff = list(difflib.unified_diff(before.splitlines(), after.splitlines(), n=0, lineterm=""))
    lines = [
        Markup("<div style='{};color:#111;background:{}'>{}</div>").format(
            WRAPPED, _COLOURS[line[0]], line
        )
        for line in diff[2:]
        if line[0] in _COLOURS
    ]
    return Markup("<p><b>{}.md</b></p><code>{}</code>").format(name, Markup("").join(lines))
