"""The catalogue in one world: what is offered is fixed; prices, hours, ratings, dates are drawn."""

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from itertools import cycle
from random import Random

from ...kit.formats import slug
from ...kit.people import draw_names, draw_namesakes
from ...world import World
from .course_texts import in_sentence, read
from .records import Account, Catalogue, Course, Instructor, Partner


def make(world: World) -> Catalogue:
    """Make the site's data for a world; the same world gives the same catalogue."""
    partners = {row["slug"]: Partner(**row) for row in read("partners.csv")}
    instructors = _draw_instructors(world, list(partners.values()))
    rng, courses = world.random("courses/courses"), {}
    for row in read("courses.csv"):
        partner = partners[row["partner"]]
        staff = [one for one in instructors if one.partner is partner]
        row = row | {"partner": partner, "parts": row["parts"].split()}
        course = _draw_course(rng, world.today, row, staff, courses)
        courses[course.slug] = course
    ranges, terms = read("course_words.json")["terms"], world.random("courses/terms")
    return Catalogue(
        world=world,
        partners=partners,
        instructors={one.slug: one for one in instructors},
        courses=courses,
        accounts={row[0]: _draw_account(world, row, courses) for row in read("accounts.json")},
        terms={name: terms.randrange(*span) for name, span in ranges.items()},
    )


def _draw_instructors(world: World, partners: Sequence[Partner]) -> list[Instructor]:
    """350 teachers, 150 of them with namesakes; a teacher's partner is the same under any seed."""
    fixed, rng = Random("courses/instructors"), world.random("courses/bios")
    names = draw_names(fixed, 240)
    names += [other for name in names[:56] for other in draw_namesakes(fixed, name, 2)]
    pairs = zip(dict.fromkeys(names), cycle(partners), strict=False)
    return [_write_instructor(rng, name, partner) for name, partner in pairs]


def _write_instructor(rng: Random, name: str, partner: Partner) -> Instructor:
    voices, topic = read("bios.json"), rng.choice(list(read("topics.json")))
    facts = {fact: rng.choice(values) for fact, values in voices["facts"].items()}
    schools = read("partners.csv")[:26]
    facts |= {"school": rng.choice(schools)["name"], "years": rng.randrange(3, 24)}
    story = " ".join(rng.choice(sentences) for sentences in voices["story"])
    bio = story.format(first=name.split()[0], topic_lower=in_sentence(topic), **facts)
    title = rng.choice(voices["titles"][partner.kind]).format(topic=topic)
    return Instructor(slug(name), name, title, partner, bio, facts)


def _draw_course(
    rng: Random, today: date, row: dict, staff: list[Instructor], courses: Mapping[str, Course]
) -> Course:
    """The course of a row of courses.csv; a whole costs less than its parts one by one."""
    parts = [courses[part] for part in row["parts"]]
    ranges = read("course_words.json")["kinds"].get(row["kind"], {})
    whole = round(sum(part.price for part in parts) * rng.uniform(0.62, 0.88))
    monday, archived = today - timedelta(days=today.weekday()), row["edition"] == "2024"
    starts = [] if archived else sorted(rng.sample(range(1, 18), 4))
    scale, shares = 10 ** rng.uniform(1.3, 3.4), rng.choice(read("course_words.json")["rated"])
    teachers = tuple(rng.sample(staff, rng.randrange(1, 4)))
    hours = [hours for part in parts for hours in part.hours]
    weeks = 0 if parts else rng.randrange(*ranges["weeks"])
    hours += [rng.randrange(*ranges["hours"]) for _ in range(weeks)]
    return Course(
        **row,
        **read("topics.json")[row["topic"]],
        slug=slug(f"{row['title']} {row['partner'].short}"),
        archived=archived,
        instructors=teachers,
        hours=tuple(hours),
        price=rng.randrange(*ranges["price"]) if ranges else whole,
        certificate=row["kind"] == "Degree" or rng.random() < 0.72,
        audit=row["kind"] != "Degree" and rng.random() < 0.5,
        stars=tuple(max(1, round(scale * n * rng.uniform(0.5, 1.6) / 60)) for n in shares),
        enrolled=round(10 ** rng.uniform(2.6, 5.3)),
        updated=today - timedelta(days=rng.randrange(5, 900) + 500 * archived),
        sessions=tuple(monday + timedelta(weeks=week) for week in starts),
    )


def _draw_account(world: World, row: Sequence[str], courses: Mapping[str, Course]) -> Account:
    """Somebody with four certificates, all with other marks, and three courses under way."""
    rng = world.random(f"courses/account/{row[0]}")
    plain = list(filter(Course.is_plain, courses.values()))
    taken: list[Course] = []
    while len({one.title for one in taken}) < 7:
        taken = rng.sample(plain, 7)
    marks = dict(zip((one.slug for one in taken), rng.sample(range(71, 100), 4), strict=False))
    current = {
        one.slug: tuple(rng.sample(range(52, 100), rng.randrange(1, len(one.hours))))
        for one in taken[4:]
    }
    return Account(*row, marks=marks, current=current)
