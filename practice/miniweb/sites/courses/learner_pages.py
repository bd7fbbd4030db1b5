"""The pages that need an account: joining a course, aid, the player, quizzes, forum, marks."""

from flask import Flask, Response, abort, g, redirect, render_template, request

from ...kit import accounts
from ...kit.forms import field_errors, read_fields, way_back
from ...kit.lists import page_of
from ...kit.site_app import toast
from .course_pages import find_course
from .course_texts import words
from .discussion import list_threads
from .records import Account, Catalogue, Course
from .syllabus import (
    draw_grading,
    draw_groups,
    list_deadlines,
    list_lessons,
    write_reading,
    write_transcript,
)
from .week_quiz import grade, write_quiz

PAGES = 6  # that a visit lasts


def add(site: Flask, data: Catalogue) -> None:
    """Add the pages to the site."""
    passwords = {account.user: account.password for account in data.accounts.values()}
    site.context_processor(lambda: {"account": find_account(data)})
    guard = accounts.needs_account("/login", PAGES * data.world.has("session-timeout"))
    _add_joining(site, data, guard)
    _add_player(site, data, guard)

    @site.route("/login", methods=["GET", "POST"])
    def login() -> Response | str:
        error = accounts.sign_in(request.form, passwords) if request.form else ""
        if request.form and not error:
            return redirect(way_back(request.args.get("next", ""), "/my"), 303)
        return render_template("login.html", error=error)

    @site.post("/logout")
    def logout() -> Response:
        accounts.sign_out()
        toast("You are signed out.")
        return redirect("/", 303)

    @site.get("/my")
    @guard
    def my() -> str:
        return render_template("my.html")

    @site.get("/my/certificates/<slug>")
    @guard
    def certificate(slug: str) -> str:
        mark = find_account(data).marks.get(slug) or abort(404)
        return render_template("certificate.html", course=data.courses[slug], mark=mark)


def find_account(data: Catalogue) -> Account | None:
    """The account of the visitor, None if nobody is signed in."""
    return data.accounts.get(accounts.signed_in())


def _find_joined(data: Catalogue, slug: str) -> Course:
    """A course that the visitor is taking or has taken; a 404 page if it isn't one."""
    account = find_account(data)
    joined = [one["course"] for one in g.state.get("enrolments", []) if one["user"] == account.user]
    if slug not in (*account.current, *account.marks, *joined):
        abort(404, "You are not enrolled in this course.")
    return find_course(data, slug)


def _add_joining(site: Flask, data: Catalogue, guard: accounts.View) -> None:
    @site.route("/courses/<slug>/enrol", methods=["GET", "POST"])
    @guard
    def enrol(slug: str) -> Response | str:
        course, form = find_course(data, slug), request.form
        plans = {"audit": course.audit, "once": True, "plus": course.kind != "Degree"}
        if form.get("session") in map(str, course.sessions) and plans.get(form.get("plan", "")):
            entry = {"course": slug, "session": form["session"], "plan": form["plan"]}
            g.state.setdefault("enrolments", []).append({**entry, "user": accounts.signed_in()})
            toast(f"You are enrolled in {course.title}.")
            return redirect(f"/learn/{slug}", 303)
        return render_template("enrol.html", course=course, plans=plans)

    @site.route("/courses/<slug>/aid", methods=["GET", "POST"])
    @guard
    def aid(slug: str) -> Response | str:
        course, asked = find_course(data, slug), words("aid_form")
        sent = g.state.setdefault("aid", [])
        done = next((one for one in sent if one["course"] == slug), None)
        entered = read_fields(request.form, [*asked["fields"], "job"], longest=600)
        choices = {"job": (asked["jobs"], asked["job"])}
        errors = field_errors(entered, asked["fields"], choices) if request.form else {}
        if request.form and not errors and not done:
            sent.append({"course": slug, **entered})
            return redirect(f"/courses/{slug}/aid", 303)
        return render_template(
            "aid.html", course=course, done=done, entered=entered, errors=errors, jobs=asked["jobs"]
        )


def _add_player(site: Flask, data: Catalogue, guard: accounts.View) -> None:
    def show(template: str, slug: str, **given: object) -> str:
        course = _find_joined(data, slug)
        lessons = list_lessons(data.world, course)
        return render_template(template, course=course, lessons=lessons, **given)

    @site.get("/learn/<slug>")
    @guard
    def learn(slug: str) -> str:
        course, joined = _find_joined(data, slug), g.state.get("enrolments", [])
        own = [one["session"] for one in joined if one["course"] == slug]
        starts = [start for start in course.sessions if str(start) in own]
        due = list_deadlines(data.world, course, starts[0]) if starts else []
        return show("learn.html", slug, due=due)

    @site.route("/learn/<slug>/<int:number>", methods=["GET", "POST"])
    @guard
    def lesson(slug: str, number: int) -> Response | str:
        course = _find_joined(data, slug)
        lessons = {one.number: one for one in list_lessons(data.world, course)}
        found = lessons.get(number) or abort(404)
        questions = write_quiz(data.world, course, found.week) if found.kind == "quiz" else []
        if request.method == "POST" and questions:
            given = {at: request.form.getlist(f"question-{at}") for at in range(len(questions))}
            result = {"course": slug, "week": found.week, "score": grade(questions, given)}
            g.state.setdefault("quizzes", []).append(result)
            return redirect(f"/learn/{slug}/{number}", 303)
        return show(
            "lesson.html",
            slug,
            lesson=found,
            questions=questions,
            text=write_reading(data.world, course, found),
            lines=write_transcript(course, found),
            groups=draw_groups(data.world, course, found),
            beside={number - 1: lessons.get(number - 1), number + 1: lessons.get(number + 1)},
        )

    @site.get("/learn/<slug>/<any(grades, forum):tab>")
    @guard
    def tab(slug: str, tab: str) -> str:
        course = _find_joined(data, slug)
        page = page_of(list_threads(data.world, course), 10)
        return show(f"{tab}.html", slug, grading=draw_grading(data.world, course), page=page)

    @site.route("/learn/<slug>/forum/<int:number>", methods=["GET", "POST"])
    @guard
    def thread(slug: str, number: int) -> Response | str:
        threads = list_threads(data.world, _find_joined(data, slug))
        found = next((one for one in threads if one.number == number), None) or abort(404)
        text = " ".join(request.form.get("text", "").split())[:600]
        if text:
            post = {"course": slug, "thread": number, "text": text}
            g.state.setdefault("posts", []).append(post)
            return redirect(f"/learn/{slug}/forum/{number}", 303)
        return show("thread.html", slug, thread=found)
