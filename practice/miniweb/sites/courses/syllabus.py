"""What a course consists of: weeks of lessons, readings, transcripts and deadlines.

All of it is drawn when a page needs it, from a generator of the course's own.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache
from typing import Any

from ...world import World
from .course_texts import read, slots
from .records import Course


@dataclass(frozen=True)
class Lesson:
    """A lesson; `number` counts from 1 through the course, `week` from 1."""

    number: int
    week: int
    kind: str
    title: str
    minutes: int
    concept: str


@lru_cache(maxsize=128)
def list_lessons(world: World, course: Course) -> tuple[Lesson, ...]:
    """The lessons of a course in order; none for a specialisation or a degree."""
    rng = world.random(f"courses/{course.slug}/lessons")
    lessons: list[Lesson] = []
    for week, concept in enumerate(course.concepts[: len(course.hours)], 1):
        for kind, title, chance, shortest, longest in read("readings.json")["lessons"]:
            if rng.random() < chance:
                written = title.format(**slots(course.topic, concept, week=week))
                minutes = rng.randrange(shortest, longest)
                lessons.append(Lesson(len(lessons) + 1, week, kind, written, minutes, concept))
    return () if course.parts else tuple(lessons)


def draw_study(world: World, course: Course, week: int) -> Mapping[str, Any]:
    """The study that a week's first reading reports: {"place", "n", "people", "p", "text"}."""
    rng, voices = world.random(f"courses/{course.slug}/study/{week}"), read("readings.json")
    drawn = {"n": rng.randrange(41, 990), "p": rng.randrange(23, 77)}
    drawn |= {"place": rng.choice(voices["places"]), "people": rng.choice(voices["people"])}
    fill = slots(course.topic, course.concepts[week - 1], **drawn)
    return drawn | {"text": rng.choice(voices["studies"]).format(**fill)}


def write_reading(world: World, course: Course, lesson: Lesson) -> list[str]:
    """The paragraphs of a reading; a week's first one reports the study."""
    rng = world.random(f"courses/{course.slug}/reading/{lesson.number}")
    paragraphs = rng.sample(read("readings.json")["paragraphs"], 4)
    if lesson.title.endswith("in the field"):
        paragraphs.insert(2, draw_study(world, course, lesson.week)["text"])
    fill = slots(course.topic, lesson.concept)
    return [paragraph.format(**fill) for paragraph in paragraphs]


def write_transcript(course: Course, lesson: Lesson) -> list[tuple[int, str]]:
    """What a video says: a line for each slide, with the second in which it begins."""
    lines = read("readings.json")["transcript"]
    fill = slots(course.topic, lesson.concept, week=min(lesson.week + 1, len(course.hours)))
    seconds = 60 * lesson.minutes
    return [(seconds * at // len(lines), line.format(**fill)) for at, line in enumerate(lines)]


def draw_groups(world: World, course: Course, lesson: Lesson) -> list[tuple[str, int]]:
    """The four groups that a video's fourth slide compares, with scores of which none is close."""
    rng = world.random(f"courses/{course.slug}/slide/{lesson.number}")
    names = rng.sample(read("readings.json")["groups"], 4)
    return list(zip(names, rng.sample(range(12, 97, 7), 4), strict=True))


def list_deadlines(world: World, course: Course, start: date) -> list[tuple[date, str]]:
    """The Sundays when the quizzes of a session are due, and the day for the final project."""
    rng = world.random(f"courses/{course.slug}/session/{start}")
    pause = rng.randrange(1, len(course.hours) + 1)  # a free week follows this one
    due = [
        (start + timedelta(weeks=week + (week > pause), days=-1), f"Quiz {week}")
        for week in range(1, len(course.hours) + 1)
    ]
    return [*due, (due[-1][0] + timedelta(days=rng.randrange(4, 13)), "Final project")]


def draw_months(world: World, course: Course) -> list[tuple[date, int]]:
    """The last 12 whole months, each by its first day, with the number who enrolled in it.

    The best month is clearly ahead of the others.
    """
    rng, today = world.random(f"courses/{course.slug}/months"), world.today
    scale, this = rng.randrange(90, 900), 12 * today.year + today.month - 1
    numbers = [round(scale * rng.uniform(0.25, 0.8)) for _ in range(12)]
    numbers[rng.randrange(12)] = round(scale * rng.uniform(0.95, 1.1))
    days = [date(month // 12, month % 12 + 1, 1) for month in range(this - 12, this)]
    return list(zip(days, numbers, strict=True))


def draw_grading(world: World, course: Course) -> dict[str, int]:
    """How the quizzes and the final project count, in per cent, and the days of late work."""
    rng = world.random(f"courses/{course.slug}/grading")
    quiz = rng.randrange(20, 75, 5)
    return {"quiz": quiz, "project": 100 - quiz, "grace": rng.randrange(2, 10)}
