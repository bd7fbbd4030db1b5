"""Questions that choose between courses: comparisons, sums, wishes, and a course there isn't."""

from collections import Counter

from ....kit.answer_variants import none_variants
from ....kit.tasks import SiteTask
from ..catalogue_search import AUDIT, count_values, narrow
from ..course_texts import in_sentence
from ..records import Catalogue, Course
from .course_chooser import choose, write


def busiest_week(data: Catalogue) -> SiteTask:
    """A row of the table that compares three courses."""

    def list_rivals(course: Course) -> list[Course]:
        """Three courses of a topic, if one of them has the busiest week; no title comes twice."""
        same = [one for one in data.courses.values() if one.topic == course.topic]
        plain = [one for one in same if one.is_plain() and "I" not in one.title]
        by_hours = sorted(plain, key=lambda one: -max(one.hours))[:3]
        most = [max(one.hours) for one in by_hours]
        return by_hours if len(most) == 3 and most[0] > most[1] else []

    best, *others = list_rivals(choose(data, "busiest", list_rivals))
    slots = {"best": best.title, "others": [one.title for one in others]}
    for at, one in enumerate(sorted((best, *others), key=lambda one: one.title), 1):
        names = {"title": one.title, "partner": one.partner.name, "short": one.partner.short}
        slots |= {f"{key}_{at}": name for key, name in names.items()}
    return write("busiest_week", **slots)


def cheaper_by_month(data: Catalogue) -> SiteTask:
    """What the monthly plan saves, by the rules on the page about prices."""
    pace, plus = 4, data.terms["plus"]

    def saved(course: Course) -> int:
        weeks = -(-course.total_hours // pace)
        return course.price - -(-weeks // 4) * plus

    course = choose(data, "monthly", lambda one: one.is_plain() and saved(one) > 9)
    return write("monthly", course, pace=pace, saved=saved(course))


def in_her_language(data: Catalogue) -> SiteTask:
    """The one course that fits what somebody wishes for."""
    courses = [one for one in data.courses.values() if one.audit and one.language != "English"]
    like = Counter((one.language, one.subject) for one in courses)
    rare = [one for one in courses if like[one.language, one.subject] == 1]
    course = choose(data, "language", rare.__contains__)
    titles = [course.title, course.title.rsplit(" (", 1)[0]]
    wish = {"field": in_sentence(course.subject), "subject": course.subject}
    return write("language", course, language=course.language, titles=titles, **wish)


def sunday_project(data: Catalogue) -> SiteTask:
    """The cheapest of the well rated guided projects for a skill."""
    courses = list(data.courses.values())
    every = {"kind": ["Guided project"], "rating": ["4.0 and up"]}
    for skill, _ in count_values("skill", courses, every):
        found = sorted(narrow(courses, every | {"skill": [skill]}), key=lambda one: one.price)
        if len(found) > 2 and found[0].price < found[1].price:
            break
    best, *others = (one.title for one in found[:4])
    return write("project", skill=skill, practice=skill.lower(), best=best, others=others)


def not_taught(data: Catalogue) -> SiteTask:
    """A course that isn't there: only beginners are taught in that language."""
    course = choose(data, "absent", lambda one: one.language != "English")
    none = [*none_variants("course"), "no advanced course"]
    wish = {"topic": course.topic, "field": in_sentence(course.topic), "language": course.language}
    return write("absent", course, price=course.price, none=none, **wish)


def any_beginning(data: Catalogue) -> SiteTask:
    """Several answers are right."""
    chosen = {"kind": ["Course"], "level": ["Beginner"], "terms": [AUDIT]}
    fitting = narrow(list(data.courses.values()), chosen)
    topics = Counter(one.topic for one in fitting)
    course = choose(data, "any", lambda one: one in fitting and topics[one.topic] == 3)
    alike = [one for one in fitting if one.topic == course.topic]
    rules = [{"parts": [one.title, one.rating]} for one in alike]
    slots = {"topic": course.topic, "field": in_sentence(course.topic), "rating": course.rating}
    return write("any", course, rules=rules, **slots)
