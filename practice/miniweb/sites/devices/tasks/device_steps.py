"""Building blocks of the tasks: records to ask about, and steps that several oracles share."""

from collections.abc import Callable, Iterable
from typing import TypeVar

from ....kit.steps import Step, fill, link, press, radio, search_for
from ..configurations import Configuration, configure
from ..records import Halden, Model, read

Record = TypeVar("Record")
ADD = press("Add to bag")


def ask(name: str, /, **facts: object) -> str:
    """A question of questions.json with these facts in it."""
    return read("questions.json")[name].format(**facts)


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


def open_model(name: str) -> list[Step]:
    """Find a model by its name and open its page."""
    return [search_for("Search Halden", name), link(name)]


def choose_options(wanted: Configuration) -> list[Step]:
    """Find a model, open its configurator and choose what isn't chosen already."""
    groups = {group.options[0]: wanted.chosen[group.key] for group in wanted.model.groups}
    chosen = [radio(option.name) for first, option in groups.items() if option != first]
    name = wanted.model.name
    return [search_for("Search Halden", name), link(f"Buy {name}"), *chosen]


def to_last_page(delivery: str, zip_code: str) -> list[Step]:
    """Put what is shown into the bag and go on to the page with all fees."""
    return [ADD, link("Check out"), radio(delivery), fill("ZIP code", zip_code)]


def in_words(wanted: Configuration) -> str:
    """A configuration as people name it: "Quill 5 in Moss with 256 GB, 12 GB memory"."""
    colour, *others = (option.name for option in wanted.chosen.values())
    return f"{wanted.model.name} in {colour} with {', '.join(others)}"


def expect(path: str, **values: object) -> list[dict]:
    """Conditions that a list in the state has exactly one entry, with these values."""
    one = {"path": path, "length": 1}
    return [one, *({"path": f"{path}.0.{key}", "equals": v} for key, v in values.items())]
