"""The pages of a course that need no account: overview, reviews, dates, preview, lists."""

from calendar import Calendar
from datetime import date

from flask import Blueprint, Response, abort, g, redirect, render_template, request

from ...kit.forms import toggle, way_back
from ...kit.lists import choice, page_of
from ...kit.site_app import toast
from .course_reviews import write_reviews
from .records import Course
from .syllabus import list_deadlines, list_lessons

MOST_COMPARED = 3
ORDERS = {
    "": ("Newest", lambda review: 0),
    "helpful": ("Most helpful", lambda review: -review.helpful),
    "low": ("Lowest rating", lambda review: review.stars),
}
pages = Blueprint("courses", __name__)


@pages.get("/courses/<course:course>")
def _show_course(course: Course) -> str:
    return render_template("course.html", course=course)


@pages.get("/courses/<course:course>/reviews")
def _show_reviews(course: Course) -> str:
    stars = request.args.get("stars", 0, type=int)
    order = choice(request.args, "order", ORDERS)
    chosen = [one for one in write_reviews(g.data.world, course) if stars in (0, one.stars)]
    page = page_of(sorted(chosen, key=ORDERS[order][1]), 10)
    names = {"stars": stars, "order": order, "orders": ORDERS}
    return render_template("reviews.html", course=course, page=page, **names)


@pages.get("/courses/<course:course>/dates")
def _show_dates(course: Course) -> str:
    starts = {f"{start}": start for start in course.sessions}
    start = starts.get(request.args.get("start", ""), next(iter(starts.values()), None))
    due = dict(list_deadlines(g.data.world, course, start)) if start else {}
    months = dict.fromkeys((day.year, day.month) for day in (start, *due) if day)
    weeks = {date(*month, 1): Calendar().monthdatescalendar(*month) for month in months}
    return render_template("dates.html", course=course, start=start, due=due, weeks=weeks)


@pages.get("/courses/<course:course>/preview")
def _show_preview(course: Course) -> str:
    lesson = next(iter(list_lessons(g.data.world, course)), None) or abort(404)
    return render_template("preview.html", course=course, lesson=lesson)


@pages.post("/courses/<course:course>/<any(wishes, compare):key>")
def _keep(course: Course, key: str) -> Response:
    kept = g.state.get(key, [])
    where = {"wishes": "your wish list", "compare": "the comparison"}[key]
    if key == "compare" and course.slug not in kept and len(kept) == MOST_COMPARED:
        toast("Three courses can be compared. Remove one first.")
    else:
        is_on = "is on" if toggle(key, course.slug) else "is no longer on"
        toast(f"{course.title} {is_on} {where}.")
    return redirect(way_back(request.form.get("back", ""), f"/courses/{course.slug}"), 303)


@pages.get("/<any(wishes, compare):key>")
def _show_kept(key: str) -> str:
    courses = [g.data.courses[slug] for slug in g.state.get(key, [])]
    return render_template(f"{key}.html", courses=courses)
