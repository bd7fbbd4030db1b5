"""Building blocks of the tasks: choosing records, and putting them into words and steps."""

from collections.abc import Callable, Iterable
from itertools import chain
from typing import Any

from ....kit.filled_texts import fill, fill_all
from ....kit.tasks import SiteTask, task
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
    """The task with this key in questions.json, with the values in its slots.

    A step that is the name of one of the "ways" stands for several.
    """
    entry, ways = read("questions.json")[key], read("questions.json")["ways"]
    listed = [ways[one] if isinstance(one, str) else [one] for one in entry["steps"]]
    return task(
        fill(entry["ask"], values),
        fill(entry["answer"], values),
        fill_all(entry["rule"], values),
        [[fill(part, values) for part in step] for step in chain(*listed)],
        golden="golden" in entry,
        needs_vision="needs_vision" in entry,
    )
