"""Chooses what tasks ask about, and words them; the words are in questions.json."""

from collections.abc import Callable, Iterable
from typing import Any

from ....kit.tasks import SiteTask
from ....kit.worded_tasks import write_task
from ..records import Hub, Model, read


class Chooser:
    """Hands out records to ask about in an order that depends on the world, each only once."""

    def __init__(self, hub: Hub) -> None:
        self.hub, self.used = hub, set()
        self.models = self.shuffle(hub.models.values())

    def shuffle(self, records: Iterable[Any]) -> list[Any]:
        """Records in another order, the same for every call."""
        shuffled = list(records)
        self.hub.random("tasks").shuffle(shuffled)
        return shuffled

    def model(self, fits: Callable[[Model], object]) -> Model:
        """A model that fits and that no other task asks about."""
        found = next(one for one in self.models if one.id not in self.used and fits(one))
        self.used.add(found.id)
        return found


def write(key: str, **values: object) -> SiteTask:
    """The task with this key in questions.json, with the values in its slots."""
    return write_task(read("questions.json"), key, **values)
