"""Tasks for people with an account; judged by the visitor's state."""

from itertools import product

from ....kit.tasks import SiteTask
from ..model_search import search
from ..records import Hub, read
from .hub_chooser import Chooser, write


def like_most_downloaded(hub: Hub, choose: Chooser) -> SiteTask:
    """A like for the first of a filtered and sorted list."""
    tasks, languages = read("tasks.json"), read("terms.json")["languages"]
    spoken = [code for code, task in tasks.items() if task["group"] in ("Language", "Audio")]
    for task, code in choose.shuffle(product(spoken, languages)):
        found = search(hub.models.values(), {"task": task, "languages": code}, "downloads")
        if len(found) > 2 and found[0].downloads > found[1].downloads:
            break
    kind = tasks[task]["name"]
    values = {"language": languages[code], "kind": kind, "task": kind.lower()}
    return write("like_most_downloaded", id=found[0].id, likes=found[0].likes + 1, **values)


def ask_access(hub: Hub, choose: Chooser) -> SiteTask:
    """A request for access, which can be sent once only."""
    model = choose.model(lambda one: one.gated and "." not in one.id)
    return write("ask_access", id=model.id, name=model.name, org=model.org)


def start_thread(hub: Hub, choose: Chooser) -> SiteTask:
    """A new discussion with a given title and text."""
    model = choose.model(lambda one: one.task == "token-classification")
    return write("start_thread", id=model.id)
