"""Questions that choose between courses: comparisons, sums, wishes, and a course there isn't."""

from collections import Counter

from ....kit.answer_variants import none_variants
from ....kit.steps import choose_option, link, press, radio, search_for, tick
from ....kit.tasks import SiteTask, task
from ..catalogue_search import AUDIT, count_values, narrow
from ..course_texts import in_sentence
from ..records import Catalogue, Course
from .course_task_steps import HOME_SEARCH, ask, choose, open_course

APPLY = press("Apply filters")


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
    listed = sorted((best, *others), key=lambda one: one.title)
    question = ask("busiest week", **dict(zip("abc", listed, strict=True)))
    steps = [step for one in listed for step in (*open_course(one), press("Compare"))]
    rule = {"parts": [best.title], "not": [one.title for one in others]}
    return task(question, best.title, rule, [*steps, link("Compare")])


def cheaper_by_month(data: Catalogue) -> SiteTask:
    """What the monthly plan saves, by the rules on the page about prices."""
    pace, plus = 4, data.terms["plus"]

    def saved(course: Course) -> int:
        weeks = -(-course.total_hours // pace)
        return course.price - -(-weeks // 4) * plus

    course = choose(data, "monthly", lambda one: one.is_plain() and saved(one) > 9)
    answer, steps = saved(course), [*open_course(course), link("How Lectern Plus is charged")]
    question = ask("monthly", course=course, pace=pace)
    return task(question, f"${answer}", {"parts": [answer]}, steps)


def in_her_language(data: Catalogue) -> SiteTask:
    """The one course that fits what somebody wishes for."""
    courses = [one for one in data.courses.values() if one.audit and one.language != "English"]
    like = Counter((one.language, one.subject) for one in courses)
    rare = [one for one in courses if like[one.language, one.subject] == 1]
    course = choose(data, "language", rare.__contains__)
    steps = [link("All courses"), tick(course.subject), tick(course.language), tick(AUDIT), APPLY]
    question = ask("language", course=course, subject=in_sentence(course.subject))
    titles = [course.title, course.title.rsplit(" (", 1)[0]]
    return task(question, course.title, {"parts": [titles]}, steps)


def sunday_project(data: Catalogue) -> SiteTask:
    """The cheapest of the well rated guided projects for a skill."""
    courses = list(data.courses.values())
    every = {"kind": ["Guided project"], "rating": ["4.0 and up"]}
    for skill, _ in count_values("skill", courses, every):
        found = sorted(narrow(courses, every | {"skill": [skill]}), key=lambda one: one.price)
        if len(found) > 2 and found[0].price < found[1].price:
            break
    rule = {"parts": [found[0].title], "not": [one.title for one in found[1:4]]}
    steps = [link("Guided projects"), radio("4.0 and up"), tick(skill), APPLY]
    steps.append(choose_option("Sort by", "Lowest price"))
    return task(ask("project", skill=skill.lower()), found[0].title, rule, steps)


def not_taught(data: Catalogue) -> SiteTask:
    """A course that isn't there: only beginners are taught in that language."""
    course = choose(data, "absent", lambda one: one.language != "English")
    topic = in_sentence(course.topic)
    return task(
        ask("absent", course=course, topic=topic),
        f"There is no advanced course on {topic} in {course.language}.",
        {"parts": [[*none_variants("course"), "no advanced course"]], "not": [f"${course.price}"]},
        [search_for(HOME_SEARCH, course.topic), tick("Advanced"), tick(course.language), APPLY],
    )


def any_beginning(data: Catalogue) -> SiteTask:
    """Several answers are right."""
    chosen = {"kind": ["Course"], "level": ["Beginner"], "terms": [AUDIT]}
    fitting = narrow(list(data.courses.values()), chosen)
    topics = Counter(one.topic for one in fitting)
    course = choose(data, "any", lambda one: one in fitting and topics[one.topic] == 3)
    right = [one for one in fitting if one.topic == course.topic]
    search, opened = search_for(HOME_SEARCH, course.topic), open_course(course)[-1]
    return task(
        ask("any", topic=in_sentence(course.topic)),
        f"{course.title}, rated {course.rating}",
        {"any": [{"parts": [one.title, one.rating]} for one in right]},
        [search, tick("Beginner"), tick(AUDIT), APPLY, opened],
    )
