"""Chooses what tasks ask about, and words them; the words are in tasks.json."""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from ....kit.tasks import SiteTask
from ....kit.worded_tasks import write_task
from ..configurations import Configuration, configure
from ..records import Halden, Model, read

Record = TypeVar("Record")


def write(name: str, /, **values: object) -> SiteTask:
    """The task of this name in tasks.json with its slots filled."""
    return write_task(read("tasks.json"), name, **values)


def choose(
    halden: Halden, why: str, records: Iterable[Record], fits: Callable = lambda record: True
) -> Record:
    """A record that fits, drawn for one purpose; the same with all obstacles and without."""
    order = sorted(filter(fits, records), key=lambda record: record.slug)
    return halden.world.random(f"devices/ask/{why}").choice(order)


def set_up(halden: Halden, model: Model, *keys: str, **wishes: str) -> Configuration:
    """A model in its second colour, with the last option of some groups where it can be had."""
    asked = {group.key: group.options[-1].slug for group in model.groups if group.key in keys}
    return configure(halden, model, asked | {"colour": model.groups[0].options[1].slug} | wishes)


def describe(wanted: Configuration) -> dict[str, Any]:
    """Slots of a configuration: its words, such as "Quill 5 in Moss with 256 GB, 12 GB memory".

    `choices` are the steps that choose what isn't chosen from the start.
    """
    model, chosen = wanted.model, wanted.chosen
    colour, *others = (option.name for option in chosen.values())
    changed = [group.key for group in model.groups if chosen[group.key] != group.options[0]]
    return {
        "name": model.name,
        "slug": model.slug,
        "wanted": f"{model.name} in {colour} with {', '.join(others)}",
        "options": wanted.line()["options"],
        "choices": [f"radio {chosen[key].name}" for key in changed],
    }
