"""Building blocks of the tasks: questions, choosing courses, finding them, signing in."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ....kit.steps import Step, fill, link, search_for
from ..course_texts import words
from ..learner_pages import PAGES
from ..records import Account, Catalogue, Course

HOME_SEARCH = "What do you want to learn?"


def ask(name: str, **values: object) -> str:
    """A question of catalogue/questions.json, with its slots filled."""
    return words("questions")[name].format(**values)


def choose(data: Catalogue, purpose: str, fits: Callable[[Course], object]) -> Course:
    """The first course that fits, in an order of the purpose's own."""
    courses = list(data.courses.values())
    data.world.random(f"courses/task/{purpose}").shuffle(courses)
    return next(filter(fits, courses))


def open_course(course: Course) -> list[Step]:
    """Search for a course and open its page; in lists, a link names the partner too."""
    words = f"{course.title} {course.partner.short}"
    return [search_for(HOME_SEARCH, words), link(f"{course.title}, {course.partner.short}")]


def only(path: str, entry: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The conditions on the state that a list has this entry and no other."""
    return [{"path": path, "length": 1}, {"path": path, "contains": entry}]


def within_session(
    data: Catalogue, account: Account, steps: Iterable[tuple[Step, int]]
) -> list[Step]:
    """The steps, each given with the number of private pages it asks for, and the signing in.

    One has to sign in before the first of these pages, and again whenever a visit has ended.
    """
    taken: list[Step] = []
    left = 0
    for step, pages in steps:
        taken.append(step)
        for _ in range(pages):
            if not left:
                taken += [fill("User name", account.user), fill("Password", account.password)]
                left = PAGES if data.world.has("session-timeout") else 99
            left -= 1
    return taken
