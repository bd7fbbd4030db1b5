"""Tasks that need an account: joining, applying, a quiz, and pages of several courses."""

from ....kit.answer_variants import date_variants, day_variants
from ....kit.formats import capitalised
from ....kit.tasks import SiteTask
from ..discussion import list_threads
from ..records import Catalogue
from ..syllabus import list_deadlines
from ..week_quiz import write_quiz
from .course_chooser import choose, write_private

LOG_IN = ("link Log in", 1)  # a step, with the number of private pages that it asks for


def best_certificate(data: Catalogue) -> SiteTask:
    """The highest of the marks on four pictures."""
    account = data.accounts["nbell"]
    titles = [data.courses[slug].title for slug in account.marks]
    best = data.courses[max(account.marks, key=account.marks.get)].title
    slots = {"best": best, "others": [title for title in titles if title != best]}
    steps = [LOG_IN]
    for title in titles:
        steps += [(f"link Certificate: {title}", 1), ("link All certificates", 1)]
    return write_private(data, account, "certificates", private=steps[:-1], **slots)


def two_forums(data: Catalogue) -> SiteTask:
    """The difference of two facts that are only in the forums of two courses."""
    account = data.accounts["tokafor"]
    courses = [data.courses[slug] for slug in list(account.current)[:2]]
    steps, limits = [LOG_IN], []
    for course in courses:
        thread = next(one for one in list_threads(data.world, course) if one.fact == "essay")
        limits.append(thread.told)
        steps.append((f"link Forum of {course.title}", 1))
        steps += [("link Next", 1)] * ((thread.number - 1) // 10)
        steps += [(f"link {thread.title}", 1), ("link My learning", 1)]
    slots = {"first": courses[0].title, "second": courses[1].title, "private": steps[:-1]}
    return write_private(data, account, "forums", gap=abs(limits[0] - limits[1]), **slots)


def audit(data: Catalogue) -> SiteTask:
    """Joining a session without paying; the last deadline is shown afterwards."""
    course = choose(data, "audit", lambda one: one.is_plain() and one.audit)
    start = course.sessions[2]
    due = list_deadlines(data.world, course, start)[-1][0]
    slots = {"session": f"{start}", "start": f"{start.day} {start:%B}", "year": start.year}
    slots |= {"weekday": f"{start:%A}", "due": f"{due.day} {due:%B %Y}"}
    days = [*day_variants(due), *date_variants(due)]
    return write_private(data, data.accounts["mlindgren"], "audit", course, days=days, **slots)


def financial_aid(data: Catalogue) -> SiteTask:
    """An application that is checked field by field and can't be taken back."""
    course = choose(data, "aid", lambda one: one.is_plain() and one.price > 60)
    offer = str(data.world.random("courses/task/offer").randrange(5, 40))
    slots = {"offer": offer, "days": data.terms["aid_days"]}
    return write_private(data, data.accounts["nbell"], "aid", course, **slots)


def all_right(data: Catalogue) -> SiteTask:
    """A quiz whose figure is in a reading, and then a mark from the list of grades."""
    account = data.accounts["mlindgren"]
    slug, marks = next(iter(account.current.items()))
    course, week = data.courses[slug], len(marks) + 1
    first, second = write_quiz(data.world, course, week)
    slots = {"reading": f"{capitalised(course.concepts[week - 1])} in the field"}
    slots |= {"right": first.right[0], "ticks": [f"tick {option}" for option in second.right]}
    return write_private(data, account, "quiz", course, week=week, mark=marks[0], **slots)
