"""The screenshots of an episode as pictures to share, with each step's target highlighted."""

from PIL import Image

from ... import drawing
from ...records import NOT_READABLE, Episode, Step
from .. import highlighting


def load_screenshots(episode: Episode) -> list[Image.Image | str]:
    """The highlighted screenshot of each step, or the sentence that says why there is none.

    Raises ValueError when the episode has no steps, or none of its pictures can be shown.
    """
    if not episode.steps:
        raise ValueError(f"The episode has no steps to show: {episode.stop or 'unfinished'}.")
    found = [_load_screenshot(step) for step in episode.steps]
    if all(isinstance(picture, str) for picture in found):
        raise ValueError(
            f"No picture of {episode.task.id} is stored: choose an episode whose pictures were"
            " kept, or play the task again."
        )
    return found


def _load_screenshot(step: Step) -> Image.Image | str:
    if step.observation.missing:
        return step.observation.missing
    try:
        return highlighting.draw(step)
    except drawing.DAMAGED:
        return NOT_READABLE
