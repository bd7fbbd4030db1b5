"""Chooses what tasks ask about, and words them; the words are in tasks.json."""

from collections.abc import Callable, Iterable, Iterator

from ....kit.tasks import SiteTask
from ....kit.worded_tasks import write_task
from ..course_texts import read
from ..learner_pages import PAGES
from ..records import Account, Catalogue, Course


def choose(data: Catalogue, purpose: str, fits: Callable[[Course], object]) -> Course:
    """The first course that fits, in an order of the purpose's own."""
    courses = list(data.courses.values())
    data.world.random(f"courses/task/{purpose}").shuffle(courses)
    return next(filter(fits, courses))


def write(name: str, course: Course | None = None, /, **values: object) -> SiteTask:
    """The task of this name in tasks.json; a course fills several of its slots."""
    if course:
        values |= {"partner": course.partner.name, "short": course.partner.short}
        values |= {"slug": course.slug, "title": course.title}
    return write_task(read("tasks.json"), name, **values)


def write_private(
    data: Catalogue, account: Account, name: str, course: Course | None = None, /, **values: object
) -> SiteTask:
    """The task of this name, for somebody who signs in; its slots include those of the account.

    Its steps on private pages are `private`, in tasks.json or among the values.
    """
    steps = values.pop("private", None) or read("tasks.json")[name]["private"]
    private = _sign_in_between(data, steps)
    return write(name, course, **vars(account) | values | {"private": private})


def _sign_in_between(data: Catalogue, steps: Iterable[tuple[str, int]]) -> Iterator[str]:
    """Steps, each given with the number of private pages that it asks for, with the signing in.

    One has to sign in before the first of these pages, and again whenever a visit has ended.
    """
    asked, most = 0, PAGES if data.world.has("session-timeout") else 99
    for step, pages in steps:
        yield step
        if any(number % most == 0 for number in range(asked, asked + pages)):
            yield "@sign_in@"
        asked += pages
