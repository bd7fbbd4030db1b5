"""An episode as pieces of HTML: its head, a step, the prompt, how it ended. Every word of a page is
escaped.

Notebook, stored output and exported file show the same pieces, from the files in templates/.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from ...records import Episode, Step, Verdict
from . import pictures, prompts

HERE = Path(__file__).parent
_FOLDER = FileSystemLoader(HERE / "templates")
_templates = Environment(
    loader=_FOLDER, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
)
_WORDS = {True: "solved", False: "failed", None: "unscored"}
_SIGNS = {"solved": "✓", "failed": "✗", "unscored": "–", "fault": "!"}


def render(template: str, **slots: Any) -> Markup:
    """The template in `templates/<template>.html` with its slots filled, all words escaped; a
    missing slot raises.
    """
    return Markup(_templates.get_template(f"{template}.html").render(**slots))


@cache
def asset(name: str) -> str:
    """The text of a style sheet or script that lies beside this file."""
    return (HERE / name).read_text("utf-8")


def styled(*pieces: str) -> Markup:
    """Pieces with their style sheet, to be shown by themselves."""
    return Markup(f"<style>{asset('viewer.css')}</style>") + Markup("").join(map(framed, pieces))


def framed(piece: str) -> Markup:
    """A piece in the element that the style sheet speaks of."""
    return Markup('<div class="wv">{}</div>').format(piece)


def quiet(words: str) -> Markup:
    """A line of small words."""
    return Markup('<p class="wv-quiet">{}</p>').format(words)


def head(episode: Episode) -> Markup:
    """What was asked, of whom, and how it went, in two lines."""
    return render("head", episode=episode, facts=facts(episode))


def step(episode: Episode, index: int, style: str = "black", most: int = 0) -> Markup:
    """Step `index`, from 1: picture (of `most` bytes), thought, action, what came of it, and what
    it took.
    """
    taken = episode.steps[index - 1]
    return render(
        "step",
        step=taken,
        seen=taken.observation,
        number=index,
        count=len(episode.steps),
        picture=pictures.picture(taken, style, most),
        target=_target(taken),
        results=results(episode, index),
        took=took(taken),
    )


def prompt(episode: Episode, index: int, whole: bool = True) -> Markup:
    """The reply as it came, what changed in the prompt since the step before, and, with `whole`,
    all of the prompt.
    """
    return render(
        "prompt",
        reply=episode.steps[index - 1].reply,
        reasoning=episode.steps[index - 1].reasoning,
        cut=episode.steps[index - 1].cut,
        first=index == 1,
        changes=prompts.changes(episode, index),
        whole=prompts.prompt(episode, index) if whole else "",
        caution=prompts.caution(episode),
    )


def end(
    episode: Episode, verdicts: Sequence[Verdict] = (), notes: Mapping[str, str] | None = None
) -> Markup:
    """The answer beside what was right, who judged it how, and whatever `notes` say (a label, a
    hint).
    """
    judged = [(verdict, word(verdict)) for verdict in verdicts_on(episode, verdicts)]
    slots = {"episode": episode, "ending": ending(episode), "verdicts": judged, "signs": _SIGNS}
    return render("end", notes={**(notes or {})}, **slots)


def still(episode: Episode, index: int, style: str, ending: Markup) -> Markup:
    """What a page without widgets shows: one step with its picture, the others in a table, and the
    end.
    """
    pieces = (
        {"table": render("table", episode=episode, chosen=index)}
        if episode.steps
        else {"table": Markup("")}
    )
    shown = step(episode, index, style) if episode.steps else empty(episode)
    return styled(render("still", head=head(episode), step=shown, end=ending, **pieces))


def empty(episode: Episode) -> Markup:
    """The sentence for an episode without steps."""
    return Markup('<p class="wv-missing">This episode has no steps: {}.</p>').format(
        episode.stop or "unfinished"
    )


def verdicts_on(episode: Episode, verdicts: Sequence[Verdict]) -> list[Verdict]:
    """The verdicts that are about this attempt at its task."""
    return [
        each for each in verdicts if (each.task, each.attempt) == (episode.task.id, episode.attempt)
    ]


def word(verdict: Verdict | None) -> str:
    """What a verdict says, in a word."""
    return _WORDS[verdict.success if verdict else None]


def sign(outcome: str) -> str:
    """The character that stands for an outcome."""
    return _SIGNS[outcome]


def ending(episode: Episode) -> str:
    """How it ended, where there is no answer."""
    reasons = {
        "max_steps": "the steps ran out",
        "error: unfinished": "it is unfinished",
        "": "it is unfinished",
    }
    if episode.stop == "answer":
        return ""
    other = episode.stop.replace("limit:", "it reached its limit of")
    return f"No answer: {reasons.get(episode.stop, other)}."


def results(episode: Episode, index: int) -> list[str]:
    """What came of a step: the notes of the observation that follows."""
    return [*episode.steps[index].observation.notes] if index < len(episode.steps) else []


def facts(episode: Episode) -> list[str]:
    """Who played it how, and what it took."""
    tokens, count = sum(episode.usage.values()), len(episode.steps)
    named = {
        "offline-rules": "offline-rules: offline rules, not a language model",
        "offline-eyes": "offline-eyes: offline rules with Tesseract's eyes, not a language model",
        "": "model not named",
    }
    attempt = [f"attempt {episode.attempt}"] if episode.attempt > 1 else []
    counted = [f"{count} step{'s' * (count != 1)}"] + ([f"{tokens:,} tokens"] if tokens else [])
    spent = [f"${episode.cost:.4f}"] if episode.cost else []
    lasted = [f"{episode.seconds:.1f} s"] if episode.seconds else []
    where = [episode.task.id, named.get(episode.model, episode.model), episode.settings.view]
    return [*where, *attempt, *counted, *spent, *lasted]


def took(step: Step) -> list[str]:
    """Tokens, cost and seconds of a step, as far as they are known."""
    sent, came = step.usage.get("prompt_tokens", 0), step.usage.get("completion_tokens", 0)
    tokens = [f"{sent:,} + {came:,} tokens"] if step.usage else []
    cost = [f"${step.cost:.4f}"] if step.cost else []
    parts = ", ".join(f"{name} {seconds:.1f}" for name, seconds in step.seconds.items())
    return [*tokens, *cost, *([f"{sum(step.seconds.values()):.1f} s ({parts})"] if parts else [])]


def _target(step: Step) -> str:
    """The line of the mark that the action points at, without its number."""
    label = step.action.label if step.action else None
    found = [mark.line for mark in step.observation.marks if mark.label == label]
    return found[0].partition(": ")[2].rstrip(";") if found else ""
