"""What the model was sent: the prompt of each step, and how it differs from the one before."""

import difflib
import json
from collections.abc import Iterator
from itertools import groupby

from IPython.display import HTML
from markupsafe import Markup

from ... import agent, drawing, models
from ...records import NOT_READABLE, WRAPPED, Episode
from .. import baselines

_MOST_REMOVED = 5  # how many removed lines in a row are shown
TODAY = (
    "The prompt files have changed since this run: this is the prompt as it would be written today."
)
UNKNOWN = (
    "This run does not say which prompt files it was made with: "
    "this is the prompt as it would be written today."
)
# without a style sheet: the open <details> has a wider part, and the picture is as wide as it
_ENLARGEABLE = Markup(
    '<div style="display:flex"><details style="min-width:480px;max-width:100%">'
    '<summary title="Click to enlarge" style="display:block;cursor:pointer">'
    '<div style="width:0;min-width:100%"><img src="{}" style="width:100%"></div></summary>'
    '<div style="width:1100px"></div></details></div>'
)


def prompt(episode: Episode, index: int) -> str:
    """The text of the prompt of step `index`, from 1, with a line in place of each picture."""
    before, step = episode.steps[: index - 1], episode.steps[index - 1]
    if step.observation.browsed:
        args = (before, step.observation, episode.settings, step.advice)
        messages = agent.messages(episode.task, *args)
    else:
        messages = baselines.messages(episode.task)
    texts = [f"[{message['role']}]\n{_format_content(message['content'])}" for message in messages]
    return "\n\n".join(texts)


def changes(episode: Episode, index: int) -> list[tuple[str, str]]:
    """The lines in which the prompt of step `index` differs from the one before.

    Each comes with its sign: "+", "-", " " or "@".
    """
    before = prompt(episode, index - 1).splitlines() if index > 1 else []
    return list(_diff_lines(before, prompt(episode, index).splitlines()))


def caution(episode: Episode) -> str:
    """Why the prompt shown may not be the one that was sent; "" if it is."""
    if not episode.folder:
        return ""
    file = episode.folder.parent.parent / "run.json"
    try:
        hashes = json.loads(file.read_text("utf-8")).get("prompts")
    except (OSError, ValueError, AttributeError):
        hashes = None
    if not hashes:
        return UNKNOWN
    names = () if episode.browsed else baselines.PROMPTS
    today = models.prompt_hashes(*names, own=episode.settings.prompts)
    return "" if hashes == today else TODAY


def talk(messages: list[dict]) -> HTML:
    """The exact prompt: every message with its role, text in full, pictures as pictures."""
    return HTML(Markup("").join(map(_render_message, messages)))


def _format_content(content: str | list[dict]) -> str:
    if isinstance(content, str):
        return content
    return "\n".join(
        part["text"] if part["type"] == "text" else _name_picture(part) for part in content
    )


def _name_picture(part: dict) -> str:
    if part["type"] == "screenshot":
        url, style = part["observation"].url, part["style"]
        return f"(screenshot of {url}, numbers drawn in the style {style})"
    return "(picture of the task)"


def _diff_lines(before: list[str], after: list[str]) -> Iterator[tuple[str, str]]:
    diff = list(difflib.unified_diff(before, after, n=1, lineterm=""))[2:]
    for sign, group in groupby(diff, key=lambda line: line[0]):
        lines = [line[1:] for line in group]
        if sign == "@":
            yield from (("@", "…") for _ in lines)
        elif sign == "-" and len(lines) > _MOST_REMOVED:  # elements of a page that was left
            yield from (("-", line) for line in lines[: _MOST_REMOVED - 1])
            yield "@", f"… and {len(lines) - _MOST_REMOVED + 1} more lines are left out now"
        else:
            yield from ((sign, line) for line in lines)


def _render_message(message: dict) -> Markup:
    content = message["content"]
    parts = [{"type": "text", "text": content}] if isinstance(content, str) else content
    return Markup(
        '<div style="border-left:3px solid #888;padding-left:.8em;margin:.6em 0"><b>{}</b>{}</div>'
    ).format(message["role"], Markup("").join(map(_render_part, parts)))


def _render_part(part: dict) -> Markup:
    if part["type"] == "text":
        text = Markup('<pre style="{};font-size:.85em">{}</pre>')
        return text.format(WRAPPED, part["text"])
    if missing := _find_fault(part):
        return Markup("<p><i>{}</i></p>").format(missing)
    [sent] = models.to_openai({"content": [part]})["content"]
    return _ENLARGEABLE.format(sent["image_url"]["url"])


def _find_fault(part: dict) -> str:
    """Why a picture cannot be shown; "" if it can."""
    if part["type"] != "screenshot":
        return ""
    if missing := part["observation"].missing:
        return missing
    return "" if drawing.readable(part["observation"].screenshot) else NOT_READABLE
