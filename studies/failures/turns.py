"""Where an episode went wrong: the step after which its task could no longer be done.

A task can still be done from a state if a known way leads from there to a right answer within the
remaining steps. Browsing changes little on a server, so nearly every task can be done from nearly
every page: what an agent loses is steps, now and then a state (by a wrong order), and in the end
the answer.
"""

from collections.abc import Callable
from pathlib import Path

import pandas

from webvoyager.records import Episode

CanStill = Callable[[Episode, int, int], bool]
UNLIMITED_STEPS = 10**6  # steps left, to ask whether the task can be done at all
WHY = {
    "answer": "could be done until\nit answered or gave up",
    "steps": "too few steps were left",
    "state": "no known way led on",
    "start": "could not be done\nfrom the start",
}
TURNS = "last_chances.csv"  # the file in a run's folder
COLUMNS = ["task", "attempt", "success", "steps", "step", "why"]
SOLVED = "solved episodes (control)"


def last_chance(episode: Episode, can_still: CanStill) -> int | None:
    """The number of steps after which the task could last be done; None if it never could.

    `can_still(episode, taken, most)` repeats the first `taken` steps in a fresh world and says
    whether a known way does the task from there in at most `most` steps. States are tried backwards
    from the one before the last step, since what can be done later could be done earlier.
    """
    limit = episode.settings.max_steps
    states = range(len(episode.steps) - 1, -1, -1)
    return next((taken for taken in states if can_still(episode, taken, limit - taken)), None)


def find_turn(episode: Episode, success: bool, can_still: CanStill) -> tuple[int | None, str]:
    """The step that lost an episode, and why, as in WHY; (None, "") if none did.

    The last step of a solved episode loses nothing. Its other steps are tested like those of a
    failed episode, so that solved episodes show how often the test is wrong.
    """
    last = last_chance(episode, can_still)
    if last is None:
        return 1, "start"
    if last == len(episode.steps) - 1:
        if success:
            return None, ""
        return last + 1, "answer" if episode.answer else "steps"
    return last + 1, "steps" if can_still(episode, last + 1, UNLIMITED_STEPS) else "state"


def read_turns(folder: str | Path) -> pandas.DataFrame:
    """The turns of a run's episodes: task, attempt, success, steps, step and why.

    If they have not been found yet, it prints a sentence and returns a table without rows.
    """
    file = Path(folder, TURNS)
    if file.is_file():
        return pandas.read_csv(file)
    command = f"python -m studies.failures.last_chances --run {folder}"
    print(f"Skipped: Where its episodes went wrong is not known yet: `{command}` finds it.")
    return pandas.DataFrame(columns=COLUMNS)


def name_turns(turns: pandas.DataFrame) -> pandas.DataFrame:
    """The turns of a run's episodes with their `source`, for `figures.where_it_went_wrong`.

    `turns` has success, step and why, one row per episode (see `read_turns`). The source of a
    failure says why it was lost; solved episodes come last, as the control. Episodes whose steps
    led elsewhere when they were repeated are left out.
    """
    known = turns[turns["why"] != "not replayed"]
    success = known["success"].astype(bool)
    failed = known[~success]
    named = [
        failed[failed["why"] == why].assign(source=source)
        for why, source in WHY.items()
        if (failed["why"] == why).any()
    ]
    return pandas.concat([*named, known[success].assign(source=SOLVED)], ignore_index=True)
