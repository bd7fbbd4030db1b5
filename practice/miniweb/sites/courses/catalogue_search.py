"""Searching the catalogue: words, filters with counts, orders. The state is in the address."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...kit.text_search import each_begins, fold, with_most_words
from .records import KINDS, LEVELS, Course

LENGTHS = {"Under 5 hours": 5, "5 to 20 hours": 20, "20 to 60 hours": 60, "Over 60 hours": 10**6}
RATINGS = {"4.5 and up": 4.5, "4.0 and up": 4.0, "3.5 and up": 3.5}
AUDIT, CERTIFICATE = "Free to audit", "With certificate"
MOST_SKILLS = 10
Chosen = Mapping[str, Sequence[str]]  # the values chosen, by filter
SORTS: Mapping[str, tuple[str, Callable[[Course], Any]]] = {
    "": ("Best match", lambda course: 0),
    "popular": ("Most learners", lambda course: -course.enrolled),
    "rating": ("Highest rated", lambda course: (-course.rating, -sum(course.stars))),
    "new": ("Newest", lambda course: -course.updated.toordinal()),
    "short": ("Shortest", lambda course: course.total_hours),
    "price": ("Lowest price", lambda course: course.price),
}


@dataclass(frozen=True)
class Filter:
    """A filter: the values that a course has, and their order if it isn't by number.

    `every` says that a course must have all chosen values, not one of them; `single` that only one
    can be chosen.
    """

    label: str
    values: Callable[[Course], Sequence[str]]
    order: tuple[str, ...] = ()
    every: bool = False
    single: bool = False


def _length(course: Course) -> list[str]:
    return [next(name for name, limit in LENGTHS.items() if course.total_hours < limit)]


FILTERS = {
    "subject": Filter("Subject", lambda course: (course.subject,)),
    "kind": Filter("Kind", lambda course: (course.kind,), KINDS),
    "level": Filter("Level", lambda course: (course.level,), LEVELS),
    "language": Filter("Language", lambda course: (course.language,)),
    "length": Filter("Length", _length, tuple(LENGTHS)),
    "terms": Filter(
        "Terms",
        lambda course: [AUDIT] * course.audit + [CERTIFICATE] * course.certificate,
        (AUDIT, CERTIFICATE),
        every=True,
    ),
    "rating": Filter(
        "Rating",
        lambda course: [name for name, least in RATINGS.items() if course.rating >= least],
        tuple(RATINGS),
        single=True,
    ),
    "skill": Filter("Skills", lambda course: course.skills, every=True),
}


def match_words(courses: Iterable[Course], typed: str) -> list[Course]:
    """The courses that have the most of the words; those with them in the title first."""
    parts = fold(typed).replace(",", " ").split()
    scores = {
        course: [
            3 * each_begins([part], course.words[0]) + each_begins([part], course.words[1])
            for part in parts
        ]
        for course in courses
    }
    found = with_most_words(scores) if parts else scores
    return sorted(found, key=lambda course: (-sum(scores[course]), -course.enrolled))


def suggest(courses: Iterable[Course], typed: str, most: int = 7) -> list[Course]:
    """Courses whose title has a beginning of each typed word, the most popular first."""
    parts = fold(typed).split()
    fits = [course for course in courses if parts and each_begins(parts, course.words[0])]
    return sorted(fits, key=lambda course: -course.enrolled)[:most]


def narrow(courses: Sequence[Course], chosen: Chosen, apart_from: str = "") -> list[Course]:
    """The courses that have what is chosen in all filters but one."""
    checks = [
        (FILTERS[name], chosen[name]) for name in FILTERS if chosen.get(name) and name != apart_from
    ]
    return [
        course
        for course in courses
        if all(
            (all if one.every else any)(value in one.values(course) for value in values)
            for one, values in checks
        )
    ]


def count_values(name: str, courses: Sequence[Course], chosen: Chosen) -> list[tuple[str, int]]:
    """The values of a filter, each with the number of courses that choosing it would leave."""
    one, own = FILTERS[name], chosen.get(name, ())
    fitting = narrow(courses, chosen, "" if one.every else name)
    counts = Counter(value for course in fitting for value in one.values(course))
    ranked = one.order or sorted({*counts, *own}, key=lambda value: (-counts[value], value))
    if name == "skill":
        ranked = list(dict.fromkeys([*own, *ranked]))[:MOST_SKILLS]
    return [(value, counts[value]) for value in ranked]
