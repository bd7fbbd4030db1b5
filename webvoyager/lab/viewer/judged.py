"""Where a judge is wrong: the last screenshot, the answer, the judge's reason, and what was
true.
"""

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
    """A gallery of episodes on which a judge differs from the truth, believed and refused in turn.

    `verdicts` are the run's (`runs.verdicts`). Of each kind those are shown that lie in even steps
    over all, so that nobody chose them. ValueError where nobody of that name judged.
    """
    ours, theirs = runs.by_judge(verdicts, judge), runs.by_judge(verdicts, truth)
    wrong: dict[bool, list[Episode]] = {True: [], False: []}
    for episode in episodes:
        key = (episode.task.id, episode.attempt)
        believed, true = (given[key].success if key in given else None for given in (ours, theirs))
        if None not in (believed, true) and believed != true:
            wrong[believed].append(episode)
    some = {kind: _spread(found, (most + kind) // 2) for kind, found in wrong.items()}
    chosen = [each for each in chain(*zip_longest(some[True], some[False])) if each]
    cards = [_card(episode, ours, theirs) for episode in chosen]
    words = f"“{judge}” believed {len(wrong[True])} answers that are wrong, "
    words += f"and refused {len(wrong[False])} that are right."
    return HTML(
        fragments.styled(fragments.render("judged", words=words, count=len(chosen), cards=cards))
    )


def _card(episode: Episode, ours: dict, theirs: dict) -> dict:
    """What one card shows."""
    key, last = (episode.task.id, episode.attempt), episode.steps[-1]
    verdicts = [(verdict, fragments.word(verdict)) for verdict in (ours[key], theirs[key])]
    return {
        "episode": episode,
        "picture": pictures.picture(last, pictures.CLEAN, SIZE),
        "verdicts": verdicts,
    }


def _spread(found: list[Episode], count: int) -> list[Episode]:
    """So many of them, in even steps."""
    return (
        [found[place * len(found) // count] for place in range(count)]
        if len(found) > count
        else found
    )
