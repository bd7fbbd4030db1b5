"""Which world of the mini web tasks are made for."""

from collections.abc import Sequence
from typing import Any

from ...records import Task


def find_world(tasks: Sequence[Task]) -> dict[str, Any]:
    """The arguments of `start` for the tasks' world, `seed` and `without`; {} if they name none.

    Raises ValueError if they are from several worlds.
    """
    extras = [task.extra for task in tasks if "web_seed" in task.extra]
    worlds = {(extra["web_seed"], tuple(extra.get("web_without", ()))) for extra in extras}
    if len(worlds) > 1:
        named = ", ".join(" without ".join([str(seed), *out]) for seed, out in sorted(worlds))
        raise ValueError(
            f"These tasks are from several worlds (seeds {named}): play each world into its own"
            " folder."
        )
    return next(({"seed": seed, "without": left_out} for seed, left_out in worlds), {})
