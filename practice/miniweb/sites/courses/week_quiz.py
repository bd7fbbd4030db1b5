"""The quiz at the end of a week: a figure of its first reading, and what the course treats."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from ...world import World
from .course_texts import read
from .records import Course
from .syllabus import draw_study


@dataclass(frozen=True)
class Question:
    """A question of a quiz; `kind` is "radio" or "checkbox", `right` are the right options."""

    text: str
    kind: str
    options: tuple[str, ...]
    right: tuple[str, ...]


def write_quiz(world: World, course: Course, week: int) -> list[Question]:
    """Two questions."""
    rng, study = world.random(f"courses/{course.slug}/quiz/{week}"), draw_study(world, course, week)
    treated = tuple(rng.sample(course.concepts[: len(course.hours)], min(2, len(course.hours))))
    topics = read("topics.json").values()
    other = rng.choice([topic for topic in topics if topic["subject"] != course.subject])
    mixed = rng.sample([*treated, *other["concepts"][:2]], len(treated) + 2)
    lowest = study["n"] - 13 * rng.randrange(4)
    numbers = [str(lowest + 13 * at) for at in range(4)]
    how_many = f"How many {study['people']} took part in {study['place']}?"
    return [
        Question(how_many, "radio", tuple(numbers), (str(study["n"]),)),
        Question("Which two of these does this course treat?", "checkbox", tuple(mixed), treated),
    ]


def grade(questions: Collection[Question], given: Mapping[int, Collection[str]]) -> int:
    """The number of questions that are answered right; `given` has the options by question."""
    return sum(sorted(given[at]) == sorted(one.right) for at, one in enumerate(questions))
