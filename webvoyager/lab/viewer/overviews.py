"""All steps of an episode as small pictures; a click enlarges one until its numbers are legible."""

from IPython.display import HTML

from ...records import Episode
from ..ending_words import describe_ending
from . import fragments, pictures

SIZE = 16_000  # bytes of a picture: together about as many as those of `figures.filmstrip`


def overview(episode: Episode, *, style: str = "black") -> HTML:
    """Show all steps of an episode at once, each with its action and thought, and how it ended.

    `figures.filmstrip` draws the same as one picture, for print. Raises ValueError when the episode
    has no steps or there is no such style.
    """
    pictures.check_style(style)
    if not episode.steps:
        raise ValueError(f"The episode has no steps to show: {episode.stop}.")
    shown = [pictures.picture(step, style, SIZE) for step in episode.steps]
    return HTML(
        fragments.render(
            "overview",
            question=episode.task.question,
            model=fragments.name_model(episode.model),
            steps=list(zip(episode.steps, shown, strict=True)),
            ending=describe_ending(episode),
        )
    )
