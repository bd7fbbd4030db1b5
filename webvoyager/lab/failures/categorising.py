"""Why an episode failed, according to a model that sees the definitions and the trajectory."""

import re

from ... import models
from ...models import Model
from ...records import Episode
from ..replies import last_choice
from .categories import CATEGORIES
from .labels import Label

PROMPTS = ("categorise", "trajectory")


def categorise(
    episode: Episode, model: Model, keep_images: int = 3, prompts: models.Prompts = ()
) -> Label:
    """A model's opinion on a failed episode: a Label with the category, the step and the reason.

    The model sees the definitions, the task, every thought, action and note, and the last
    screenshots, but not the reference. An unreadable reply gives a label without a category.
    `prompts` are yours in place of PROMPTS (`models.read_prompts`). Raises EpisodeError when the
    model cannot be asked.
    """
    reply = model.ask(question(episode, keep_images, prompts)).text
    known = {name.casefold(): name for name in CATEGORIES}
    category = last_choice(reply, "category", known) or ""
    steps = re.findall(r"^[^\w\n]*Step:\W*(\d{1,4})\b", reply, re.M | re.I)
    step = int(steps[-1]) if steps and 1 <= int(steps[-1]) <= len(episode.steps) else None
    note = re.sub(r"^[^\w\n]*(?:Category|Step):.*$", "", reply, flags=re.M | re.I).strip()
    rater = model.name + models.own_suffix(models.read_prompts(prompts), PROMPTS)
    about = (episode.task.id, episode.attempt, rater)
    return Label(*about, "failure", category, step, note=note[:500], by="model")


def question(episode: Episode, keep_images: int = 3, prompts: models.Prompts = ()) -> list[dict]:
    """The messages that ask a model why an episode failed."""
    own = models.read_prompts(prompts)
    pictured = [
        step.observation
        for step in episode.steps
        if step.observation.pictured and step.observation.kept
    ]
    latest = pictured[-keep_images:] if keep_images else []
    images = [models.screenshot(observation, episode.settings.style) for observation in latest]
    trajectory = {"type": "text", "text": models.fill("trajectory", own, episode=episode)}
    return [
        {"role": "system", "content": models.fill("categorise", own, categories=CATEGORIES)},
        {"role": "user", "content": [trajectory, *images]},
    ]
