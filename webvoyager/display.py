"""How records are shown: as HTML with pictures in a notebook, in lines on a console."""

import sys
from contextlib import suppress
from io import StringIO
from typing import TYPE_CHECKING, Any, TextIO, cast

import pandas
from markupsafe import Markup

from . import drawing

if TYPE_CHECKING:  # the records show themselves by these functions
    from .records import Episode, Observation, Step

# what is said in place of a picture
NO_BROWSER = "There is no screenshot: a web search has no browser."
NOT_KEPT = "The screenshot of this step was not kept."
NOT_READABLE = "The screenshot of this step cannot be read: its file is damaged."
# lines end between words where they can
WRAPPED = "white-space:pre-wrap;word-break:normal;overflow-wrap:anywhere"
NO_MATH = "tex2jax_ignore mathjax_ignore"  # the classes that MathJax 2 and 3 leave alone


def without_math(html: str) -> Markup:
    """HTML in which notebooks and books leave "$5 or $6" as it is: MathJax makes it a formula."""
    return Markup('<div class="{}">{}</div>').format(NO_MATH, Markup(html))


class Table(pandas.DataFrame):
    """A table, and each table made from it, in which a notebook shows prices and no formulas."""

    @property
    def _constructor(self) -> type["Table"]:
        return Table

    def _repr_html_(self) -> str:
        with pandas.option_context("display.html.use_mathjax", False):
            return cast(Any, super())._repr_html_()  # the stubs of pandas lack it


class Console:
    """A standard stream that ends no episode.

    It shows "?" for characters that the stream lacks, and nothing if the stream is closed.
    """

    def __init__(self, stream: TextIO | None) -> None:
        self._stream: TextIO = stream or StringIO()

    def write(self, words: str) -> None:
        """Write the words at once."""
        encoding = getattr(self._stream, "encoding", None) or "utf-8"
        with suppress(OSError, ValueError):  # its reader is gone, or it is closed
            shown = words.encode(encoding, "replace").decode(encoding)
            print(shown, end="", file=self._stream, flush=True)

    def flush(self) -> None:
        """Do nothing: `write` has flushed."""

    def isatty(self) -> bool:
        """Whether it is a terminal."""
        with suppress(AttributeError, ValueError):  # it is closed, or one of your own
            return self._stream.isatty()
        return False

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def say(words: str) -> None:
    """Print a line, whatever the console can show."""
    Console(sys.stdout).write(f"{words}\n")


def show_observation(seen: "Observation") -> Markup:
    """The marked picture, and the notes below it."""
    notes = "\n".join(seen.notes)
    lines = Markup("<pre style='{}'>{}</pre>").format(WRAPPED, notes) if notes else ""
    return without_math(_show_picture(seen) + lines)


def show_step(step: "Step") -> Markup:
    """The page, which a click enlarges, beside the thought and the action."""
    seen, error = step.observation, Markup("<p style='color:#b00020'>{}</p>")
    words = Markup("<b>Step {}</b><p>{}</p><p><code>{}</code></p>").format(
        step.index, step.thought or step.reply, step.action or "no action"
    )
    words += error.format(step.error) if step.error else ""
    for note in seen.notes:
        words += Markup("<p style='opacity:.7'>{}</p>").format(note[:300])
    # a click opens the <details>, which then leaves no room beside it; JupyterLab removes style
    # sheets and scripts from notebooks that it does not trust
    html = Markup(
        "<div style='display:flex;flex-wrap:wrap;gap:1em;max-width:1100px;margin:.5em 0'>"
        "<details style='min-width:62%;max-width:100%'><summary title='Click to enlarge' style="
        "'display:block;cursor:pointer'><div style='width:0;min-width:100%'>{}</div></summary>"
        "<div style='width:1100px'></div></details>"
        "<div style='flex:1 1 30%;line-height:1.35'>{}</div></div>"
    ).format(_show_picture(seen), words)
    return without_math(html)


def show_episode(episode: "Episode") -> Markup:
    """The question, a row for each step, and the answer."""
    row = Markup(
        "<tr><td>{}</td><td style='text-align:left'>{}</td>"
        "<td style='text-align:left'><code>{}</code></td></tr>"
    )
    rows = Markup("").join(
        row.format(step.index, step.thought, step.action or step.error) for step in episode.steps
    )
    html = Markup("<p><b>{} ({})</b></p><table>{}</table><p>→ {}</p>").format(
        episode.task.question, episode.model, rows, episode.answer or episode.stop
    )
    return without_math(html)


def _show_picture(seen: "Observation") -> Markup:
    if seen.missing:
        return Markup("<p><i>{}</i></p>").format(seen.missing)
    try:
        address = drawing.address(seen.marked() if seen.pictured else seen.screenshot)
    except drawing.DAMAGED:
        return Markup("<p><i>{}</i></p>").format(NOT_READABLE)
    return Markup('<img src="{}" style="max-width:100%;border:1px solid #ccc">').format(address)
