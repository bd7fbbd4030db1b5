"""An episode as pieces of HTML: its head, a step, the prompt, how it ended.

Notebooks, stored outputs and exported files show the same pieces, from the files in templates/,
which escape all text of pages.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from ...models import describe, writable
from ...records import Episode, Step, Verdict
from ..ending_words import why_unanswered
from ..reliving import find_origin
from . import pictures, prompts

HERE = Path(__file__).parent
_templates = Environment(
    loader=FileSystemLoader(HERE / "templates"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
_OUTCOMES = {True: "solved", False: "failed", None: "unscored"}
_SIGNS = {"solved": "✓", "failed": "✗", "unscored": "–", "fault": "!"}


# --- HTML ---


def render(template: str, **slots: Any) -> Markup:
    """Fill the slots of `templates/<template>.html`, escaping all text; a missing slot raises."""
    return Markup(writable(_templates.get_template(f"{template}.html").render(**slots)))


@cache
def asset(name: str) -> str:
    """The text of a style sheet or script in this folder."""
    return (HERE / name).read_text("utf-8")


def styled(*pieces: str) -> Markup:
    """The pieces with their style sheet, to be shown on their own."""
    return Markup(f"<style>{asset('viewer.css')}</style>") + Markup("").join(map(framed, pieces))


def framed(piece: str) -> Markup:
    """The piece in the element that the style sheet applies to."""
    return Markup('<div class="wv">{}</div>').format(piece)


def quiet(text: str) -> Markup:
    """A line of small text."""
    return Markup('<p class="wv-quiet">{}</p>').format(text)


# --- pieces of an episode ---


def head(episode: Episode) -> Markup:
    """The question, and below it the model and the costs."""
    return render("head", episode=episode, facts=facts(episode))


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


def prompt(episode: Episode, index: int, whole: bool = True) -> Markup:
    """The reply as it came and what is new in the prompt; with `whole`, also the whole prompt."""
    taken = episode.steps[index - 1]
    return render(
        "prompt",
        reply=taken.reply,
        reasoning=taken.reasoning,
        cut=taken.cut,
        first=index == 1,
        changes=prompts.changes(episode, index),
        whole=prompts.prompt(episode, index) if whole else "",
        caution=prompts.caution(episode),
    )


def end(
    episode: Episode, verdicts: Sequence[Verdict] = (), notes: Mapping[str, str] | None = None
) -> Markup:
    """The answer beside the reference, the verdicts, and `notes` (a label, a hint) by heading."""
    return render(
        "end",
        episode=episode,
        ending=ending(episode),
        verdicts=[(verdict, outcome(verdict)) for verdict in verdicts_on(episode, verdicts)],
        signs=_SIGNS,
        notes=dict(notes or {}),
    )


def still(episode: Episode, index: int, style: str, end: Markup) -> Markup:
    """For pages without widgets: one step with its picture, all steps in a table, and the end."""
    table, shown = Markup(""), empty(episode)
    if episode.steps:
        table = render("table", episode=episode, chosen=index)
        shown = step(episode, index, style)
    return styled(render("still", head=head(episode), step=shown, table=table, end=end))


def empty(episode: Episode) -> Markup:
    """The sentence for an episode without steps."""
    text = f"This episode has no steps: {episode.stop or 'unfinished'}."
    return Markup('<p class="wv-missing">{}</p>').format(text)


# --- words about an episode ---


def verdicts_on(episode: Episode, verdicts: Sequence[Verdict]) -> list[Verdict]:
    """The verdicts on this attempt at its task."""
    key = (episode.task.id, episode.attempt)
    return [verdict for verdict in verdicts if (verdict.task, verdict.attempt) == key]


def outcome(verdict: Verdict | None) -> str:
    """A verdict in one word."""
    return _OUTCOMES[verdict.success if verdict else None]


def sign(outcome: str) -> str:
    """The character shown for an outcome."""
    return _SIGNS[outcome]


def ending(episode: Episode) -> str:
    """Why there is no answer; "" if there is one."""
    reason = why_unanswered(episode)
    return f"No answer: {reason}." if reason else ""


def results(steps: Sequence[Step], index: int) -> list[str]:
    """What step `index`, from 1, led to: the notes of the next observation."""
    return list(steps[index].observation.notes) if index < len(steps) else []


def facts(episode: Episode) -> list[str]:
    """Task, model and view, and the episode's steps, tokens, cost and time as far as known."""
    count, tokens = len(episode.steps), sum(episode.usage.values())
    known = [
        str(find_origin(episode) or ""),
        "" if episode.settings.fresh else "began with cookies kept from before",
        f"attempt {episode.attempt}" if episode.attempt > 1 else "",
        f"{count} step{'s' * (count != 1)}",
        f"{tokens:,} tokens" if tokens else "",
        f"${episode.cost:.4f}" if episode.cost else "",
        f"{episode.seconds:.1f} s" if episode.seconds else "",
    ]
    played = [episode.task.id, name_model(episode.model), episode.settings.view]
    return [*played, *filter(None, known)]


def name_model(name: str) -> str:
    """The model's name, with what it is if it isn't a language model."""
    return describe(name)


def spent(steps: Sequence[Step]) -> list[str]:
    """Tokens, dollars and seconds of the steps together."""
    tokens = sum(sum(step.usage.values()) for step in steps)
    costs = [step.cost for step in steps if step.usage]
    cost = "cost unknown" if None in costs else f"${sum(costs):.4f}"
    seconds = sum(sum(step.seconds.values()) for step in steps)
    return [f"{tokens:,} tokens", cost, f"{seconds:.1f} s"]


def costs(step: Step) -> list[str]:
    """Tokens, dollars and seconds of a step, as far as they are known."""
    sent, received = (step.usage.get(f"{kind}_tokens", 0) for kind in ("prompt", "completion"))
    tokens = f"{sent:,} + {received:,} tokens" if step.usage else ""
    cost = f"${step.cost:.4f}" if step.cost else ""
    parts = ", ".join(f"{name} {seconds:.1f}" for name, seconds in step.seconds.items())
    seconds = f"{sum(step.seconds.values()):.1f} s ({parts})" if parts else ""
    return [*filter(None, (tokens, cost, seconds))]


def _list_slots(
    steps: Sequence[Step], index: int, style: str = "black", most: int = 0
) -> dict[str, Any]:
    """What the templates of a step show."""
    taken = steps[index - 1]
    return {
        "step": taken,
        "seen": taken.observation,
        "number": index,
        "count": len(steps),
        "shown": pictures.picture(taken, style, most),
        "target": _describe_target(taken),
        "results": results(steps, index),
        "took": costs(taken),
    }


def _describe_target(step: Step) -> str:
    """The line of the mark that the action points at, without its number."""
    label = step.action.label if step.action else None
    line = next((mark.line for mark in step.observation.marks if mark.label == label), "")
    return line.partition(": ")[2].rstrip(";")
