"""What the model was sent: the prompt of each step, and how it differs from the one before.

Also how prompts of one's own differ from the kit's.
"""

import difflib
import json
from itertools import groupby

from IPython.display import HTML
from markupsafe import Markup

from ... import agent, drawing, models
from ...display import NOT_READABLE, WRAPPED
from ...records import Episode
from .. import baselines
from . import fragments

_MOST_REMOVED = 5  # how many removed lines in a row are shown
_COLOURS = {"+": "#d7f5dd", "-": "#fde0e0"}  # added, removed
TODAY = (
    "The prompt files have changed since this run: this is the prompt as it would be written today."
)
UNKNOWN = (
    "This run does not say which prompt files it was made with: "
    "this is the prompt as it would be written today."
)


def prompt(episode: Episode, index: int) -> str:
    """The text of the prompt of step `index`, from 1, with a line in place of each picture."""
    before, step = episode.steps[: index - 1], episode.steps[index - 1]
    if step.observation.browsed:
        seen, settings = step.observation, episode.settings
        messages = agent.messages(episode.task, before, seen, settings, step.advice)
    else:
        messages = baselines.messages(episode.task)
    texts = []
    for message in messages:
        lines = [f"[{message['role']}]"]
        for part in _list_parts(message):
            if part["type"] == "screenshot":
                url, style = part["observation"].url, part["style"]
                lines.append(f"(screenshot of {url}, numbers drawn in the style {style})")
            else:
                lines.append(part.get("text", "(picture of the task)"))
        texts.append("\n".join(lines))
    return "\n\n".join(texts)


def changes(episode: Episode, index: int) -> list[tuple[str, str]]:
    """The lines in which the prompt of step `index` differs from the one before.

    Each comes with its sign: "+", "-", " " or "@".
    """
    before = prompt(episode, index - 1).splitlines() if index > 1 else []
    after = prompt(episode, index).splitlines()
    diff = list(difflib.unified_diff(before, after, n=1, lineterm=""))[2:]
    changed: list[tuple[str, str]] = []
    for sign, group in groupby(diff, key=lambda line: line[0]):
        lines = ["…" if sign == "@" else line[1:] for line in group]
        left_out = 0
        if sign == "-" and len(lines) > _MOST_REMOVED:  # elements of a page that was left
            left_out = len(lines) - _MOST_REMOVED + 1
        changed += [(sign, line) for line in lines[: len(lines) - left_out]]
        if left_out:
            changed.append(("@", f"… and {left_out} more lines are left out now"))
    return changed


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


def as_html(episode: Episode, index: int, whole: bool = True) -> Markup:
    """The reply as it came and what is new in the prompt; with `whole`, also the whole prompt."""
    return fragments.render(
        "prompt",
        step=episode.steps[index - 1],
        first=index == 1,
        changes=changes(episode, index),
        whole=prompt(episode, index) if whole else "",
        caution=caution(episode),
    )


def talk(messages: list[dict]) -> HTML:
    """The exact prompt: every message with its role, text in full, pictures as pictures."""
    shown = [(each["role"], [_show_part(part) for part in _list_parts(each)]) for each in messages]
    return fragments.output("talk", messages=shown, wrapped=WRAPPED)


def prompt_changes(prompts: models.Prompts) -> HTML:
    """The lines of your prompts that differ from the kit's, removed ones first.

    `prompts` are a folder or a dict, as in `models.read_prompts`.
    """
    kit, changed = models.prompt_texts(), []
    for name, text in models.read_prompts(prompts):
        before, after = kit[name].splitlines(), text.splitlines()
        diff = list(difflib.unified_diff(before, after, n=0, lineterm=""))[2:]
        changed.append((name, [(_COLOURS[line[0]], line) for line in diff if line[0] in _COLOURS]))
    return fragments.output("prompt_changes", changed=changed, wrapped=WRAPPED)


def _list_parts(message: dict) -> list[dict]:
    content = message["content"]
    return [{"type": "text", "text": content}] if isinstance(content, str) else content


def _show_part(part: dict) -> tuple[str, str]:
    """A part's text or the address of its picture, or why there is none, each with its kind."""
    if part["type"] == "text":
        return "text", part["text"]
    if part["type"] == "screenshot":
        seen = part["observation"]
        missing = seen.missing or ("" if drawing.readable(seen.screenshot) else NOT_READABLE)
        if missing:
            return "missing", missing
    [sent] = models.to_openai({"content": [part]})["content"]
    return "picture", sent["image_url"]["url"]
