"""Many pictures at once: all steps of an episode, and the episodes about which a judge is wrong."""

from collections.abc import Sequence
from itertools import chain, zip_longest

from IPython.display import HTML

from ... import runs
from ...models import describe
from ...records import Episode, Verdict
from ..ending_words import describe_ending
from . import fragments, pictures

STEP_SIZE = 16_000  # bytes of a picture: together about as many as those of `figures.filmstrip`
LAST_SIZE = 30_000


def overview(episode: Episode, *, style: str = "black") -> HTML:
    """Show all steps of an episode at once, each with its action and thought, and how it ended.

    A click enlarges a picture until its numbers are legible. `figures.filmstrip` draws the same as
    one picture, for print. Raises ValueError when the episode has no steps or there is no such
    style.
    """
    pictures.check_style(style)
    if not episode.steps:
        raise ValueError(f"The episode has no steps to show: {episode.stop}.")
    shown = [(step, pictures.picture(step, style, STEP_SIZE)) for step in episode.steps]
    slots = {"model": describe(episode.model), "ending": describe_ending(episode)}
    return fragments.output("overview", question=episode.task.question, steps=shown, **slots)


def mistakes(
    episodes: Sequence[Episode],
    verdicts: Sequence[Verdict],
    judge: str,
    truth: str = runs.RULES,
    most: int = 6,
) -> HTML:
    """A gallery of a judge's errors: answers wrongly believed and wrongly refused, in turn.

    Each has its last screenshot, answer and reference, and both verdicts. `verdicts` are the run's
    (`runs.verdicts`). The examples are evenly spaced over each kind, not picked by hand. Raises
    ValueError when there are no verdicts by that judge.
    """
    judged, true = runs.by_judge(verdicts, judge), runs.by_judge(verdicts, truth)
    believed: list[Episode] = []
    refused: list[Episode] = []
    for episode in episodes:
        key = (episode.task.id, episode.attempt)
        says, right = (given[key].success if key in given else None for given in (judged, true))
        if None not in (says, right) and says != right:
            (believed if says else refused).append(episode)
    examples = []
    for wrong, count in ((believed, (most + 1) // 2), (refused, most // 2)):
        count = min(count, len(wrong))
        examples.append([wrong[place * len(wrong) // count] for place in range(count)])
    cards = []
    for episode in filter(None, chain(*zip_longest(*examples))):
        given = (judged[episode.task.id, episode.attempt], true[episode.task.id, episode.attempt])
        last = pictures.picture(episode.steps[-1], pictures.CLEAN, LAST_SIZE)
        cards.append((episode, last, [(verdict, fragments.outcome(verdict)) for verdict in given]))
    text = f"“{judge}” believed {len(believed)} answers that are wrong, "
    text += f"and refused {len(refused)} that are right."
    return HTML(fragments.styled(fragments.render("judged", words=text, cards=cards)))
