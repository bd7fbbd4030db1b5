"""Why an episode failed, as a model says it when it is shown the definitions and the trajectory."""

import re

from ... import models
from ...models import Model
from ...records import Episode
from .categories import CATEGORIES
from .labels import Label

VERDICT = re.compile(r"^\W*Category:\W*(.+?)\W*$", re.M | re.I)


def categorise(episode: Episode, model: Model, keep_images: int = 3) -> Label:
    """What a model says of a failed episode: a Label with a category, the step where it went wrong,
    and its reason.

    It is shown the definitions, the task, every thought, action and note, and the last screenshots;
    never the reference. An unreadable reply gives a label without a category. EpisodeError where
    the model cannot be asked.
    """
    reply = model.ask(question(episode, keep_images)).text
    found = VERDICT.findall(reply)
    known = {name.casefold(): name for name in CATEGORIES}
    category = known.get(found[-1].casefold(), "") if found else ""
    step = re.findall(r"^\W*Step:\W*(\d+)", reply, re.M | re.I)
    note = re.sub(r"^\W*(?:Category|Step):.*$", "", reply, flags=re.M | re.I).strip()
    wrong_at = int(step[-1]) if step and 1 <= int(step[-1]) <= len(episode.steps) else None
    about = (episode.task.id, episode.attempt, model.name)
    return Label(*about, "failure", category, wrong_at, note=note[:500], by="model")


def question(episode: Episode, keep_images: int = 3) -> list[dict]:
    """The messages that ask a model why an episode failed."""
    system = models.fill("categorise", categories=CATEGORIES)
    trajectory = models.fill("trajectory", episode=episode)
    pictures = [
        step for step in episode.steps if step.observation.pictured and step.observation.kept
    ][-keep_images:]
    images = [
        models.screenshot(step.observation, episode.settings.style)
        for step in pictures
        if keep_images
    ]
    return [
        {"role": "system", "content": system},
        {"role": "user", "content": [{"type": "text", "text": trajectory}, *images]},
    ]
