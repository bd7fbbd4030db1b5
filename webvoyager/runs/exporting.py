"""Write a run in the official benchmark's layout."""

import warnings
from pathlib import Path

from . import official
from .folders import slug, to_folder
from .reading import load


def export(folder: str | Path, target: str | Path) -> list[Path]:
    """Write the run's episodes in the official layout, one folder task<id>/ each.

    Each has interact_messages.json and screenshot<k>.png. Screenshots that the run did not keep are
    left out, with a warning that counts them.
    """
    episodes = load(folder)
    seen = [step.observation for each in episodes for step in each.steps]
    if lost := sum(each.browsed and not each.kept for each in seen):
        warnings.warn(
            f"{folder} did not keep {lost} of its screenshots: they are left out.", stacklevel=2
        )
    named = ((episode, slug(episode.task.id).replace("_", " ")) for episode in episodes)
    return [official.write(episode, to_folder(target) / f"task{name}") for episode, name in named]
