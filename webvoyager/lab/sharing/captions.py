"""The words on pictures of an episode: what a step did, and who played."""

import re

from ...models import describe
from ...records import Episode, Step
from ..planning.action_words import say_step

_NOT_TEXT = re.compile("[^ -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # as XML 1.0 has it


def make_line(text: str) -> str:
    """The text on one line, with "?" for characters that pictures and XML can't hold."""
    return _NOT_TEXT.sub("?", " ".join(text.split()))


def describe_step(step: Step) -> str:
    """What a step did, with the number of its element: `Click the link "Recipes" [3]`."""
    if step.action is None:
        return make_line(f"No action: {step.error}")
    number = f" [{step.action.label}]" if isinstance(step.action.label, int) else ""
    failed = f" (not carried out: {step.error})" if step.error else ""
    return make_line(f"{say_step(step)}{number}{failed}")


def name_player(episode: Episode) -> str:
    """The model's name, with what it is if it isn't a language model."""
    return make_line(describe(episode.model.strip()))
