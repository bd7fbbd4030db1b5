"""Questions about one course or teacher: prose, syllabus, reviews, and figures in pictures."""

from ....kit.tasks import SiteTask
from ..course_reviews import write_reviews
from ..records import Catalogue, Course
from ..syllabus import draw_groups, draw_months, list_lessons, write_transcript
from .course_chooser import choose, write


def instrument(data: Catalogue) -> SiteTask:
    """A fact in the story of a teacher who has namesakes."""
    people = list(data.instructors.values())
    data.world.random("courses/task/instrument").shuffle(people)
    families = [person.name.split()[1] for person in people]
    person = next(one for one in people if families.count(one.name.split()[1]) > 2)
    names = {"name": person.name, "family": person.name.split()[1], "partner": person.partner.name}
    return write("instrument", instrument=person.facts["instrument"], **names)


def lesson_length(data: Catalogue) -> SiteTask:
    """The length of a lesson in the syllabus of the right one of two editions."""
    course = choose(data, "lesson", lambda one: one.edition and not one.archived)
    lessons = [one for one in list_lessons(data.world, course) if one.title.startswith("Common")]
    title, lesson = course.title.removesuffix(f" ({course.edition})"), lessons[-1]
    slots = {"lesson": lesson.title, "week": lesson.week, "minutes": lesson.minutes}
    return write("lesson_length", course, plain_title=title, edition=course.edition, **slots)


def told_in_a_review(data: Catalogue) -> SiteTask:
    """A fact that only one review tells, and not one of the newest."""

    def list_facts(course: Course) -> list[dict]:
        return [one.fact for one in write_reviews(data.world, course)[10:20] if one.fact]

    course = choose(data, "review", lambda one: one.is_plain() and list_facts(one))
    return write("review", course, **list_facts(course)[0])


def best_month(data: Catalogue) -> SiteTask:
    """The highest column of a chart."""
    course = choose(data, "month", Course.is_plain)
    months = draw_months(data.world, course)
    best = max(months, key=lambda pair: pair[1])[0]
    others = [f"{day:%B}" for day, _ in months if day != best]
    return write("best_month", course, month=f"{best:%B}", brief=f"{best:%b}", others=others)


def group_on_slide(data: Catalogue) -> SiteTask:
    """A bar on a slide of the video that can be watched without an account."""
    course = choose(data, "slide", Course.is_plain)
    lesson = list_lessons(data.world, course)[0]
    groups = sorted(draw_groups(data.world, course, lesson), key=lambda pair: -pair[1])
    first, second, *others = (name for name, _ in groups)
    begins = write_transcript(course, lesson)[3][0]
    slots = {"lesson": lesson.title, "time": f"{begins // 60}:{begins % 60:02d}"}
    return write("slide", course, second=second, others=[first, *others], **slots)
