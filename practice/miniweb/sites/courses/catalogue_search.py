"""Searching the catalogue: words, filters with counts, orders. The state is in the address."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ...kit.text_search import each_begins, fold, with_most_words
from .records import KINDS, LEVELS, Course

LENGTHS = {"Under 5 hours": 5, "5 to 20 hours": 20, "20 to 60 hours": 60, "Over 60 hours": 10**6}
RATINGS = {"4.5 and up": 4.5, "4.0 and up": 4.0, "3.5 and up": 3.5}
AUDIT, CERTIFICATE = "Free to audit", "With certificate"
MOST_SKILLS = 10
Chosen = Mapping[str, Sequence[str]]  # the values chosen, by filter
SORTS = {
    "": ("Best match", lambda course: 0),
    "popular": ("Most learners", lambda course: -course.enrolled),
    "rating": ("Highest rated", lambda course: (-course.rating, -sum(course.stars))),
    "new": ("Newest", lambda course: -course.updated.toordinal()),
    "short": ("Shortest", lambda course: course.total_hours),
    "price": ("Lowest price", lambda course: course.price),
}


@dataclass(frozen=True)
class Filter:
    """A filter; `order` is the order of its values, without which the most frequent come first.

    `every` says that a course must have all chosen values, not one of them; `single` that only one
    can be chosen.
    """

    label: str
    order: tuple[str, ...] = ()
    every: bool = False
    single: bool = False


FILTERS = {
    "subject": Filter("Subject"),
    "kind": Filter("Kind", KINDS),
    "level": Filter("Level", LEVELS),
    "language": Filter("Language"),
    "length": Filter("Length", tuple(LENGTHS)),
    "terms": Filter("Terms", (AUDIT, CERTIFICATE), every=True),
    "rating": Filter("Rating", tuple(RATINGS), single=True),
    "skill": Filter("Skills", every=True),
}


def list_values(name: str, course: Course) -> Sequence[str]:
    """The values that a course has for a filter."""
    match name:
        case "length":
            return [next(words for words, most in LENGTHS.items() if course.total_hours < most)]
        case "terms":
            return [AUDIT] * course.audit + [CERTIFICATE] * course.certificate
        case "rating":
            return [words for words, least in RATINGS.items() if course.rating >= least]
        case "skill":
            return course.skills
    return [getattr(course, name)]


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
    left = list(courses)
    for name, facet in FILTERS.items():
        if (wanted := chosen.get(name)) and name != apart_from:
            fits = all if facet.every else any
            left = [one for one in left if fits(each in list_values(name, one) for each in wanted)]
    return left


def count_values(name: str, courses: Sequence[Course], chosen: Chosen) -> list[tuple[str, int]]:
    """The values of a filter, each with the number of courses that choosing it would leave."""
    one, own = FILTERS[name], chosen.get(name, ())
    fitting = narrow(courses, chosen, "" if one.every else name)
    counts = Counter(value for course in fitting for value in list_values(name, course))
    ranked = one.order or sorted({*counts, *own}, key=lambda value: (-counts[value], value))
    if name == "skill":
        ranked = list(dict.fromkeys([*own, *ranked]))[:MOST_SKILLS]
    return [(value, counts[value]) for value in ranked]
