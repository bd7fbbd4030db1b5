"""The pages that need an account: joining a course, aid, the player, quizzes, forum, marks."""

from flask import Blueprint, Response, abort, g, redirect, render_template, request

from ...kit.accounts import needs_account, signed_in
from ...kit.forms import field_errors, read_fields
from ...kit.lists import page_of
from ...kit.site_app import toast
from .course_texts import read
from .discussion import list_threads
from .records import Account, Course
from .syllabus import list_lessons
from .week_quiz import grade, write_quiz

PAGES = 6  # that a visit lasts
pages = Blueprint("learning", __name__)


@pages.before_request
def _ask_for_account() -> Response | None:
    """Send people without an account, and those whose visit has ended, to sign in."""
    most = PAGES * g.data.world.has("session-timeout")
    return needs_account("/login", most)(_check_joined)()


def find_account() -> Account | None:
    """The account of the visitor, None if nobody is signed in."""
    return g.data.accounts.get(signed_in())


def _check_joined() -> None:
    """Show a 404 page for lessons of a course that the visitor neither takes nor has taken."""
    account = find_account()
    joined = [one["course"] for one in g.state.get("enrolments", []) if one["user"] == account.user]
    own = [*account.current, *account.marks, *joined]
    if request.path.startswith("/learn/") and request.view_args["course"].slug not in own:
        abort(404, "You are not enrolled in this course.")


def _save(key: str, **entry: object) -> None:
    """Append an entry to one of the visitor's lists."""
    g.state.setdefault(key, []).append(entry)


@pages.get("/my")
def _show_own() -> str:
    return render_template("my.html")


@pages.get("/my/certificates/<course:course>")
def _show_certificate(course: Course) -> str:
    mark = find_account().marks.get(course.slug) or abort(404)
    return render_template("certificate.html", course=course, mark=mark)


@pages.route("/courses/<course:course>/enrol", methods=["GET", "POST"])
def _enrol(course: Course) -> Response | str:
    session, plan = (request.form.get(key, "") for key in ("session", "plan"))
    plans = {"audit": course.audit, "once": True, "plus": course.kind != "Degree"}
    if session in map(str, course.sessions) and plans.get(plan):
        _save("enrolments", course=course.slug, session=session, plan=plan, user=signed_in())
        toast(f"You are enrolled in {course.title}.")
        return redirect(f"/learn/{course.slug}", 303)
    return render_template("enrol.html", course=course, plans=plans)


@pages.route("/courses/<course:course>/aid", methods=["GET", "POST"])
def _apply_for_aid(course: Course) -> Response | str:
    asked, sent = read("aid_form.json"), g.state.setdefault("aid", [])
    done = any(one["course"] == course.slug for one in sent)
    entered = read_fields(request.form, [*asked["fields"], "job"], longest=600)
    choices = {"job": (asked["jobs"], asked["job"])}
    errors = field_errors(entered, asked["fields"], choices) if request.form else {}
    if request.form and not errors and not done:
        _save("aid", course=course.slug, **entered)
        return redirect(request.path, 303)
    names = {"done": done, "entered": entered, "errors": errors, "jobs": asked["jobs"]}
    return render_template("aid.html", course=course, **names)


@pages.get("/learn/<course:course>")
def _show_start(course: Course) -> str:
    joined = g.state.get("enrolments", [])
    own = [one["session"] for one in joined if one["course"] == course.slug]
    start = next((day for day in course.sessions if str(day) in own), None)
    return render_template("learn.html", course=course, start=start)


@pages.route("/learn/<course:course>/<int:number>", methods=["GET", "POST"])
def _show_lesson(course: Course, number: int) -> Response | str:
    lessons = {one.number: one for one in list_lessons(g.data.world, course)}
    lesson = lessons.get(number) or abort(404)
    questions = write_quiz(g.data.world, course, lesson.week) if lesson.kind == "quiz" else []
    if request.method == "POST" and questions:
        given = {at: request.form.getlist(f"question-{at}") for at in range(len(questions))}
        _save("quizzes", course=course.slug, week=lesson.week, score=grade(questions, given))
        return redirect(request.path, 303)
    return render_template("lesson.html", course=course, lesson=lesson, questions=questions)


@pages.get("/learn/<course:course>/<any(grades, forum):tab>")
def _show_tab(course: Course, tab: str) -> str:
    page = page_of(list_threads(g.data.world, course), 10)
    return render_template(f"{tab}.html", course=course, page=page)


@pages.route("/learn/<course:course>/forum/<int:number>", methods=["GET", "POST"])
def _show_thread(course: Course, number: int) -> Response | str:
    threads = {one.number: one for one in list_threads(g.data.world, course)}
    thread = threads.get(number) or abort(404)
    if text := " ".join(request.form.get("text", "").split())[:600]:
        _save("posts", course=course.slug, thread=number, text=text)
        return redirect(request.path, 303)
    return render_template("thread.html", course=course, thread=thread)
