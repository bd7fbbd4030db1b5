"""Gold steps made by hand, for tests of what is computed from them."""

from collections.abc import Sequence

from webvoyager.lab.planning.gold_steps import GoldStep
from webvoyager.records import Mark, Observation, Task


def make_task(site: str = "words", number: int = 0, seed: int = 1, question: str = "?") -> Task:
    """Task `number` of a site, in the world of that seed."""
    extra = {"web_seed": seed}
    return Task(
        id=f"{site}--{number}",
        site=site,
        url=f"http://{site}.mini/",
        question=question,
        extra=extra,
    )


def make_marks(*names: str) -> tuple[Mark, ...]:
    """Links of these names, one below the other."""
    return tuple(
        Mark(label, "a", "link", name, ((10, 30 * label, 80, 20),), href=f"http://x.mini/{label}")
        for label, name in enumerate(names)
    )


def make_page(marks: Sequence[Mark] = (), image: bytes = b"") -> Observation:
    """A page with these marks."""
    text = "\n".join(mark.line for mark in marks)
    return Observation("http://words.mini/", "Words", tuple(marks), text, image=image)


def click(task: Task, index: int, names: Sequence[str], target: int, **more) -> GoldStep:
    """A step that clicks one of the links of these names."""
    return GoldStep(
        task, index, make_page(make_marks(*names)), (), "CLICK", targets=(target,), **more
    )
