"""Tasks that need an account: joining, applying, a quiz, and pages of several courses."""

from ....kit.answer_variants import date_variants, day_variants
from ....kit.formats import capitalised
from ....kit.steps import choose_option, fill, link, press, radio, tick
from ....kit.tasks import SiteTask, task
from ..discussion import Thread, list_threads
from ..records import Catalogue, Course
from ..syllabus import list_deadlines
from ..week_quiz import write_quiz
from .course_task_steps import ask, choose, only, open_course, within_session

LOG_IN = (link("Log in"), 1)  # a step, with the number of private pages that it asks for


def best_certificate(data: Catalogue) -> SiteTask:
    """The highest of the marks on four pictures."""
    account = data.accounts["nbell"]
    titles = [data.courses[slug].title for slug in account.marks]
    best = data.courses[max(account.marks, key=account.marks.get)].title
    steps = [LOG_IN]
    for title in titles:
        steps += [(link(f"Certificate: {title}"), 1), (link("All certificates"), 1)]
    return task(
        ask("certificates", account=account),
        best,
        {"parts": [best], "not": [title for title in titles if title != best]},
        within_session(data, account, steps[:-1]),
        golden=True,
        needs_vision=True,
    )


def two_forums(data: Catalogue) -> SiteTask:
    """What the staff says in the forums of two courses."""
    account = data.accounts["tokafor"]

    def find_thread(course: Course) -> Thread:
        return next(one for one in list_threads(data.world, course) if one.fact == "essay")

    a, b = (data.courses[slug] for slug in list(account.current)[:2])
    steps = [LOG_IN]
    for course in (a, b):
        thread = find_thread(course)
        steps.append((link(f"Forum of {course.title}"), 1))
        steps += [(link("Next"), 1)] * ((thread.number - 1) // 10)
        steps += [(link(thread.title), 1), (link("My learning"), 1)]
    gap = abs(find_thread(a).told - find_thread(b).told)
    question = ask("forums", account=account, a=a, b=b)
    way = within_session(data, account, steps[:-1])
    return task(question, f"{gap} words", {"parts": [gap]}, way)


def audit(data: Catalogue) -> SiteTask:
    """Joining a session without paying; the last deadline is shown afterwards."""
    account = data.accounts["mlindgren"]
    course = choose(data, "audit", lambda one: one.is_plain() and one.audit)
    start = course.sessions[2]
    due = list_deadlines(data.world, course, start)[-1][0]
    entry = {"course": course.slug, "session": f"{start}", "plan": "audit"}
    private = [(link("Enrol"), 1), (radio(f"{start:%A} {start.day} {start:%B %Y}"), 0)]
    private += [(radio("Audit for free"), 0), (press("Confirm enrolment"), 2)]
    rule = {
        "parts": [[*day_variants(due), *date_variants(due)]],
        "state": only("enrolments", entry),
    }
    question = ask("audit", course=course, account=account, start=f"{start.day} {start:%B}")
    steps = [*open_course(course), *within_session(data, account, private)]
    return task(question, f"{due.day} {due:%B %Y}", rule, steps)


def financial_aid(data: Catalogue) -> SiteTask:
    """An application that is checked field by field and can't be taken back."""
    account, days = data.accounts["nbell"], data.terms["aid_days"]
    course = choose(data, "aid", lambda one: one.is_plain() and one.price > 60)
    income, offer = 18_400, data.world.random("courses/task/offer").randrange(5, 40)
    entry = {"course": course.slug, "income": f"{income}", "offer": f"{offer}", "job": "Employed"}
    reason = ask("aid reason")
    private = [
        (link("Financial aid available"), 1),
        (fill("Yearly income in dollars", f"{income}"), 1),
        (choose_option("What you do at the moment", "Employed"), 0),
        (fill("Dollars that you can pay yourself", f"{offer}"), 1),
        (fill("Your reasons", reason), 0),
        (tick("I know that I can apply only once"), 0),
        (press("Send application"), 2),
    ]
    given = {"account": account, "income": income, "offer": offer, "reason": reason}
    return task(
        ask("aid", course=course, **given),
        f"{days} days",
        {"parts": [days], "state": only("aid", entry)},
        [*open_course(course), *within_session(data, account, private)],
    )


def all_right(data: Catalogue) -> SiteTask:
    """A quiz whose figure is in a reading, and then a mark from the list of grades."""
    account = data.accounts["mlindgren"]
    slug, marks = next(iter(account.current.items()))
    course, week = data.courses[slug], len(marks) + 1
    first, second = write_quiz(data.world, course, week)
    reading = f"{capitalised(course.concepts[week - 1])} in the field"
    steps = [LOG_IN, (link(course.title), 1), (link(reading), 1), (link(f"Week {week} quiz"), 1)]
    steps += [(radio(first.right[0]), 0), *((tick(option), 0) for option in second.right)]
    steps += [(press("Submit answers"), 2), (link("Grades"), 1)]
    done = {"path": "quizzes", "contains": {"course": slug, "week": week, "score": 2}}
    variants = [f"{marks[0]}%", f"{marks[0]} per cent", marks[0]]
    question = ask("quiz", course=course, account=account, week=week)
    way = within_session(data, account, steps)
    return task(question, f"{marks[0]}%", {"parts": [variants], "state": [done]}, way)
