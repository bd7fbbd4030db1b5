"""Questions about one course or teacher: prose, syllabus, reviews, and figures in pictures."""

from ....kit.steps import fill, link, press
from ....kit.tasks import SiteTask, task
from ..course_reviews import Review, write_reviews
from ..records import Catalogue, Course
from ..syllabus import draw_groups, draw_months, list_lessons, write_transcript
from .course_task_steps import ask, choose, open_course


def instrument(data: Catalogue) -> SiteTask:
    """A fact in the story of a teacher who has namesakes."""
    people = list(data.instructors.values())
    data.world.random("courses/task/instrument").shuffle(people)
    families = [person.name.split()[1] for person in people]
    person = next(one for one in people if families.count(one.name.split()[1]) > 2)
    answer = str(person.facts["instrument"])
    steps = [link("Instructors"), fill("Name", person.name.split()[1]), link(person.name)]
    return task(ask("instrument", one=person), answer, {"parts": [answer]}, steps, golden=True)


def lesson_length(data: Catalogue) -> SiteTask:
    """The length of a lesson in the syllabus of the right one of two editions."""
    course = choose(data, "lesson", lambda one: one.edition and not one.archived)
    lessons = [one for one in list_lessons(data.world, course) if one.title.startswith("Common")]
    lesson, title = lessons[-1], course.title.removesuffix(f" ({course.edition})")
    question = ask("lesson length", course=course, title=title, lesson=lesson)
    steps = [*open_course(course), press(f"Week {lesson.week}:")]
    return task(question, f"{lesson.minutes} minutes", {"parts": [lesson.minutes]}, steps)


def told_in_a_review(data: Catalogue) -> SiteTask:
    """A fact that only one review tells, and not one of the newest."""

    def list_telling(course: Course) -> list[Review]:
        return [one for one in write_reviews(data.world, course)[10:20] if one.fact]

    course = choose(data, "review", lambda one: one.is_plain() and list_telling(one))
    review = list_telling(course)[0]
    question = ask("review", course=course, fact=review.fact)
    steps = [*open_course(course), link("Read all reviews"), link("Next")]
    return task(question, f"{review.told} {review.fact['unit']}", {"parts": [review.told]}, steps)


def best_month(data: Catalogue) -> SiteTask:
    """The highest column of a chart."""
    course = choose(data, "month", Course.is_plain)
    months = draw_months(data.world, course)
    best = max(months, key=lambda pair: pair[1])[0]
    others = [f"{day:%B}" for day, _ in months if day != best]
    return task(
        ask("best month", course=course),
        f"{best:%B}",
        {"parts": [[f"{best:%B}", f"{best:%b}"]], "not": others},
        [*open_course(course), link("Reviews")],
        golden=True,
        needs_vision=True,
    )


def group_on_slide(data: Catalogue) -> SiteTask:
    """A bar on a slide of the video that can be watched without an account."""
    course = choose(data, "slide", Course.is_plain)
    lesson = list_lessons(data.world, course)[0]
    groups = sorted(draw_groups(data.world, course, lesson), key=lambda pair: -pair[1])
    first, second, *others = (name for name, _ in groups)
    begins = write_transcript(course, lesson)[3][0]
    steps = [link("Watch the first lesson"), press(f"{begins // 60}:{begins % 60:02d}")]
    return task(
        ask("slide", course=course, lesson=lesson),
        second,
        {"parts": [second], "not": [first, *others]},
        [*open_course(course), *steps],
        needs_vision=True,
    )
