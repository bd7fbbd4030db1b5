"""An episode as pieces of HTML: its head, a step, how it ended.

Notebooks, stored outputs and exported files show the same pieces, from the files in templates/,
which escape all text of pages.
"""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from IPython.display import HTML
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from ...display import without_math
from ...models import describe, writable
from ...records import Episode, Step, Verdict
from ..ending_words import why_unanswered
from ..reliving import find_origin
from . import pictures

HERE = Path(__file__).parent
SIGNS = {"solved": "✓", "failed": "✗", "unscored": "–", "fault": "!"}  # by outcome
_templates = Environment(
    loader=FileSystemLoader(HERE / "templates"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
_templates.globals["signs"] = SIGNS


# --- HTML ---


def render(template: str, **slots: Any) -> Markup:
    """Fill the slots of `templates/<template>.html`, escaping all text; a missing slot raises."""
    return Markup(writable(_templates.get_template(f"{template}.html").render(**slots)))


def output(template: str, **slots: Any) -> HTML:
    """A filled template as a notebook's output."""
    return HTML(without_math(render(template, **slots)))


@cache
def asset(name: str) -> str:
    """The text of a style sheet or script in this folder."""
    return (HERE / name).read_text("utf-8")


def styled(*pieces: str) -> Markup:
    """The pieces with their style sheet, to be shown on their own."""
    style = Markup(f"<style>{asset('viewer.css')}</style>")
    return without_math(style + Markup("").join(map(framed, pieces)))


def framed(piece: str) -> Markup:
    """The piece in the element that the style sheet applies to."""
    return without_math(Markup('<div class="wv">{}</div>').format(piece))


def title(text: str) -> Markup:
    """A heading above everything else."""
    return Markup('<header class="wv-head"><h3>{}</h3></header>').format(text)


def line(text: object, kind: str = "quiet") -> Markup:
    """A line of small text; or of another kind, "missing" or "error"."""
    return Markup('<p class="wv-{}">{}</p>').format(kind, text)


# --- pieces of an episode ---


def head(episode: Episode) -> Markup:
    """The question; below it task, model, view and, as far as known, steps, costs and time."""
    count, tokens = len(episode.steps), sum(episode.usage.values())
    facts = (
        episode.task.id,
        describe(episode.model),
        episode.settings.view,
        str(find_origin(episode) or ""),
        "" if episode.settings.fresh else "began with cookies kept from before",
        f"attempt {episode.attempt}" if episode.attempt > 1 else "",
        f"{count} step{'s' * (count != 1)}",
        f"{tokens:,} tokens" if tokens else "",
        f"${episode.cost:.4f}" if episode.cost else "",
        f"{episode.seconds:.1f} s" if episode.seconds else "",
    )
    return render("head", episode=episode, facts=filter(None, facts))


def step(episode: Episode, index: int, style: str = "black", most: int = 0) -> Markup:
    """Step `index`, from 1: picture (of `most` bytes), thought, action, results and costs."""
    return render("step", **_list_slots(episode.steps, index, style, most))


def step_sides(episode: Episode, index: int) -> tuple[Markup, Markup]:
    """The picture of step `index`, from 1, and its words, to be laid out apart."""
    slots = _list_slots(episode.steps, index)
    return render("step_picture", **slots), render("step_words", **slots)


def newest(steps: Sequence[Step]) -> Markup:
    """The last step of an episode that may still run, without its number."""
    return render("step", **_list_slots(steps, len(steps)) | {"count": 0})


def earlier(steps: Sequence[Step]) -> Markup:
    """All steps but the last in a table, the newest first, with what came of them."""
    rows = [(step, results(steps, index)) for index, step in enumerate(steps[:-1], 1)]
    return render("earlier", rows=rows[::-1])


def results(steps: Sequence[Step], index: int) -> Sequence[str]:
    """What step `index`, from 1, led to: the notes of the next observation."""
    return steps[index].observation.notes if index < len(steps) else ()


def end(episode: Episode, verdicts: Sequence[Verdict] = ()) -> Markup:
    """The answer beside the reference, and those of the verdicts that are on this attempt."""
    key = (episode.task.id, episode.attempt)
    on_this = [verdict for verdict in verdicts if (verdict.task, verdict.attempt) == key]
    judged = [(verdict, outcome(verdict)) for verdict in on_this]
    return render("end", episode=episode, ending=ending(episode), verdicts=judged)


def empty(episode: Episode) -> Markup:
    """The sentence for an episode without steps."""
    return line(f"This episode has no steps: {episode.stop or 'unfinished'}.", "missing")


def outcome(verdict: Verdict | None) -> str:
    """A verdict in one word."""
    return {True: "solved", False: "failed", None: "unscored"}[verdict.success if verdict else None]


def ending(episode: Episode) -> str:
    """Why there is no answer; "" if there is one."""
    reason = why_unanswered(episode)
    return f"No answer: {reason}." if reason else ""


def _list_slots(
    steps: Sequence[Step], index: int, style: str = "black", most: int = 0
) -> dict[str, Any]:
    """What the templates of a step show."""
    taken = steps[index - 1]
    label = taken.action.label if taken.action else None
    marks = taken.observation.marks
    target = next((mark.line for mark in marks if mark.label == label), "")
    sent, received = (taken.usage.get(f"{kind}_tokens", 0) for kind in ("prompt", "completion"))
    parts = ", ".join(f"{name} {seconds:.1f}" for name, seconds in taken.seconds.items())
    took = (
        f"{sent:,} + {received:,} tokens" if taken.usage else "",
        f"${taken.cost:.4f}" if taken.cost else "",
        f"{sum(taken.seconds.values()):.1f} s ({parts})" if parts else "",
    )
    return {
        "step": taken,
        "seen": taken.observation,
        "number": index,
        "count": len(steps),
        "shown": pictures.picture(taken, style, most),
        "target": target.partition(": ")[2].rstrip(";"),
        "results": results(steps, index),
        "took": [*filter(None, took)],
    }
