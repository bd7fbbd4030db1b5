"""Where a judge is wrong: the last screenshot, the answer, the judge's reason and the truth."""

from collections.abc import Sequence
from itertools import chain, zip_longest

from IPython.display import HTML

from ... import runs
from ...records import Episode, Verdict
from . import fragments, pictures

SIZE = 30_000  # bytes of a picture


def mistakes(
    episodes: Sequence[Episode],
    verdicts: Sequence[Verdict],
    judge: str,
    truth: str = runs.RULES,
    most: int = 6,
) -> HTML:
    """A gallery of a judge's errors: answers wrongly believed and wrongly refused, in turn.

    `verdicts` are the run's (`runs.verdicts`). The examples are evenly spaced over each kind, not
    picked by hand. Raises ValueError when there are no verdicts by that judge.
    """
    judged, true = runs.by_judge(verdicts, judge), runs.by_judge(verdicts, truth)
    wrong: dict[bool, list[Episode]] = {True: [], False: []}  # by what the judge says
    for episode in episodes:
        key = (episode.task.id, episode.attempt)
        if key in judged and key in true:
            verdict, right = judged[key].success, true[key].success
            if None not in (verdict, right) and verdict != right:
                wrong[verdict].append(episode)
    believed = _choose_evenly(wrong[True], (most + 1) // 2)
    refused = _choose_evenly(wrong[False], most // 2)
    chosen = [episode for episode in chain(*zip_longest(believed, refused)) if episode]
    cards = [_describe_card(episode, judged, true) for episode in chosen]
    text = f"“{judge}” believed {len(wrong[True])} answers that are wrong, "
    text += f"and refused {len(wrong[False])} that are right."
    gallery = fragments.render("judged", words=text, count=len(chosen), cards=cards)
    return HTML(fragments.styled(gallery))


def _describe_card(episode: Episode, judged: dict, true: dict) -> dict:
    """The last picture, and both verdicts with their outcomes."""
    key = (episode.task.id, episode.attempt)
    return {
        "episode": episode,
        "picture": pictures.picture(episode.steps[-1], pictures.CLEAN, SIZE),
        "verdicts": [(verdict[key], fragments.outcome(verdict[key])) for verdict in (judged, true)],
    }


def _choose_evenly(episodes: list[Episode], count: int) -> list[Episode]:
    """At most `count` of the episodes, evenly spaced."""
    if len(episodes) <= count:
        return episodes
    return [episodes[place * len(episodes) // count] for place in range(count)]
