"""The pages of a course that need no account: overview, reviews, dates, preview, lists."""

from calendar import Calendar
from datetime import date

from flask import Flask, Response, abort, g, redirect, render_template, request

from ...kit.forms import toggle, way_back
from ...kit.lists import choice, page_of
from ...kit.site_app import toast
from .course_reviews import write_reviews
from .records import Catalogue, Course
from .syllabus import (
    draw_grading,
    draw_groups,
    draw_months,
    list_deadlines,
    list_lessons,
    write_transcript,
)

MOST_COMPARED = 3
ORDERS = {
    "": ("Newest", lambda review: 0),
    "helpful": ("Most helpful", lambda review: -review.helpful),
    "low": ("Lowest rating", lambda review: review.stars),
}


def find_course(data: Catalogue, slug: str) -> Course:
    """The course at an address; a 404 page if there is none."""
    return data.courses.get(slug) or abort(404)


def add(site: Flask, data: Catalogue) -> None:
    """Add the pages to the site."""

    @site.get("/courses/<slug>")
    def course(slug: str) -> str:
        found = find_course(data, slug)
        return render_template(
            "course.html",
            course=found,
            lessons=list_lessons(data.world, found),
            reviews=write_reviews(data.world, found)[:3],
            grading=draw_grading(data.world, found),
            months=draw_months(data.world, found),
            members=[data.courses[part] for part in found.parts],
            wholes=[one for one in data.courses.values() if slug in one.parts],
        )

    @site.get("/courses/<slug>/reviews")
    def reviews(slug: str) -> str:
        found, stars = find_course(data, slug), request.args.get("stars", 0, type=int)
        order = choice(request.args, "order", ORDERS)
        written = write_reviews(data.world, found)
        chosen = [one for one in written if stars in (0, one.stars)]
        page = page_of(sorted(chosen, key=ORDERS[order][1]), 10)
        return render_template(
            "reviews.html", course=found, page=page, stars=stars, order=order, orders=ORDERS
        )

    @site.get("/courses/<slug>/dates")
    def dates(slug: str) -> str:
        found = find_course(data, slug)
        starts = {f"{start}": start for start in found.sessions}
        start = starts.get(request.args.get("start", ""), next(iter(starts.values()), None))
        due = dict(list_deadlines(data.world, found, start)) if start else {}
        months = dict.fromkeys((day.year, day.month) for day in (start, *due) if day)
        weeks = {date(*month, 1): Calendar().monthdatescalendar(*month) for month in months}
        return render_template("dates.html", course=found, start=start, due=due, weeks=weeks)

    @site.get("/courses/<slug>/preview")
    def preview(slug: str) -> str:
        found = find_course(data, slug)
        lesson = next(iter(list_lessons(data.world, found)), None) or abort(404)
        lines, groups = write_transcript(found, lesson), draw_groups(data.world, found, lesson)
        return render_template(
            "preview.html", course=found, lesson=lesson, lines=lines, groups=groups
        )

    @site.post("/courses/<slug>/<any(wishes, compare):key>")
    def keep(slug: str, key: str) -> Response:
        title, kept = find_course(data, slug).title, g.state.get(key, [])
        where = {"wishes": "your wish list", "compare": "the comparison"}[key]
        if key == "compare" and slug not in kept and len(kept) == MOST_COMPARED:
            toast("Three courses can be compared. Remove one first.")
        else:
            toast(f"{title} {'is on' if toggle(key, slug) else 'is no longer on'} {where}.")
        return redirect(way_back(request.form.get("back", ""), f"/courses/{slug}"), 303)

    @site.get("/<any(wishes, compare):key>")
    def kept(key: str) -> str:
        courses = [data.courses[slug] for slug in g.state.get(key, [])]
        return render_template(f"{key}.html", courses=courses)
