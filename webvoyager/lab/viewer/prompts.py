"""What the model was sent: the prompt of each step, and what changed in it since the step
before.
"""

import difflib
import html
import json
from collections.abc import Iterator
from itertools import groupby

from IPython.display import HTML

from ... import agent, models
from ...records import WRAPPED, Episode

_REMOVED = 5  # lines in a row that are shown when they leave the prompt
TODAY = (
    "The prompt files have changed since this run: this is the prompt as it would be written today."
)
UNKNOWN = (
    "This run does not say which prompt files it was made with: this is the prompt as it would be"
    " written today."
)


def prompt(episode: Episode, index: int) -> str:
    """The text of the prompt of step `index`, from 1; in the place of each picture a line that
    names it.
    """
    done, step = episode.steps[: index - 1], episode.steps[index - 1]
    messages = agent.messages(episode.task, done, step.observation, episode.settings)
    return "\n\n".join(f"[{message['role']}]\n{_words(message['content'])}" for message in messages)


def changes(episode: Episode, index: int) -> list[tuple[str, str]]:
    """How the prompt of step `index` differs from the one before: lines with their sign, "+", "-",
    " " or "@".
    """
    before = prompt(episode, index - 1).splitlines() if index > 1 else []
    return list(_differences(before, prompt(episode, index).splitlines()))


def caution(episode: Episode) -> str:
    """Why the prompt shown may not be the one that was sent; "" where it is."""
    file = episode.folder.parent.parent / "run.json" if episode.folder else None
    if file is None:
        return ""
    try:
        known = json.loads(file.read_text("utf-8")).get("prompts")
    except (OSError, ValueError, AttributeError):
        known = None
    if not known:
        return UNKNOWN
    return "" if known == models.prompt_hashes() else TODAY


def talk(messages: list[dict]) -> HTML:
    """The exact prompt: every message with its role, texts in full, pictures as pictures."""
    return HTML("".join(_message(message) for message in messages))


def _words(content: str | list[dict]) -> str:
    parts = [{"type": "text", "text": content}] if isinstance(content, str) else content
    return "\n".join(part["text"] if part["type"] == "text" else _named(part) for part in parts)


def _named(part: dict) -> str:
    if part["type"] == "screenshot":
        return (
            f"(screenshot of {part['observation'].url}, numbers drawn in the style {part['style']})"
        )
    return "(picture of the task)"


def _differences(before: list[str], after: list[str]) -> Iterator[tuple[str, str]]:
    lines = list(difflib.unified_diff(before, after, n=1, lineterm=""))[2:]
    for sign, group in groupby(lines, key=lambda line: line[0]):
        found = [line[1:] for line in group]
        if (
            sign == "-" and len(found) > _REMOVED
        ):  # the elements of a page that is no longer in view
            yield from (("-", line) for line in found[: _REMOVED - 1])
            yield "@", f"… and {len(found) - _REMOVED + 1} more lines are left out now"
        else:
            yield from (("@", "…") if sign == "@" else (sign, line) for line in found)


def _message(message: dict) -> str:
    content = models.to_openai(message)["content"]
    parts = [{"type": "text", "text": content}] if isinstance(content, str) else content
    shown = "".join(_part(part) for part in parts)
    return (
        '<div style="border-left:3px solid #888;padding-left:.8em;margin:.6em'
        f' 0"><b>{message["role"]}</b>{shown}</div>'
    )


def _part(part: dict) -> str:
    if part["type"] == "text":
        return f'<pre style="{WRAPPED};font-size:.85em">{html.escape(part["text"])}</pre>'
    return (
        f'<img src="{html.escape(part["image_url"]["url"])}" style="max-width:480px;display:block">'
    )
