"""The people and projects of Cairn; their histories and issues are made when they are asked for.

Names are fixed. Licenses, stars, dates and teams are drawn from the world.
"""

from collections.abc import Iterator
from datetime import date, timedelta
from random import Random
from typing import Any

from ...kit.people import draw_names, draw_namesakes, user_name
from ...world import World
from .code_catalogue import read
from .records import Hub, Person, Project

USERS, NAMESAKES, VARIANTS, FORKS = 110, 4, 5, 2


def make(world: World) -> Hub:
    """Make the data of a world."""
    rng = world.random("code/projects")
    people = {person.login: person for person in _draw_people(world)}
    users = [login for login, person in people.items() if person.type == "person"]
    projects = [_draw_project(rng, world.today, draft, users) for draft in _list_drafts(users)]
    return Hub(
        world=world,
        people=people,
        projects={project.slug: project for project in projects},
        user=users[7],
        password=f"{rng.choice(projects).name}-{rng.randrange(100, 999)}",
    )


def _draw_people(world: World) -> Iterator[Person]:
    """The teams, then the people; many share their family name, and so nearly their login."""
    fixed, rng, words = Random("cairn/people"), world.random("code/people"), read("people.json")
    for row in read("teams.csv"):
        yield Person(**row, joined=_before(rng, world.today, 3000, 4200), type="team")
    names = draw_names(fixed, USERS)
    names += [other for name in names[:10] for other in draw_namesakes(fixed, name, NAMESAKES)]
    logins: dict[str, str] = {}
    for number, name in enumerate(dict.fromkeys(names)):
        login = user_name(name)
        logins[f"{login}{number}" if login in logins else login] = name
    for login, name in logins.items():
        place, bio = fixed.choice(words["places"]), fixed.choice(words["bios"])
        yield Person(login, name, place, bio, _before(rng, world.today, 300, 3600), "person")


def _list_drafts(users: list[str]) -> Iterator[dict[str, Any]]:
    """What is the same about the projects in every world; variants and forks after each."""
    fixed = Random("cairn/projects")
    for row in read("projects.csv"):
        base = row | {"topics": row["topics"].split(), "origin": "", "states": ("source",)}
        yield base
        derived = base | {"origin": f"{base['owner']}/{base['name']}"}
        owners = fixed.sample(users, VARIANTS + FORKS)
        variants = fixed.sample(read("variants.csv"), VARIANTS)
        for owner, variant in zip(owners, variants, strict=False):
            texts = {key: variant[key].format(name=base["name"]) for key in ("name", "about")}
            language = variant["language"] or base["language"]
            yield derived | texts | {"owner": owner, "language": language}
        for owner in owners[VARIANTS:]:
            yield derived | {"owner": owner, "states": ("fork",)}


def _draw_project(rng: Random, today: date, draft: dict[str, Any], users: list[str]) -> Project:
    is_deep = not draft["origin"]
    stars = round(10 ** (rng.uniform(2.9, 4.6) if is_deep else rng.uniform(0.3, 3.2)))
    return Project(
        **draft,
        slug=f"{draft['owner']}/{draft['name']}",
        license=rng.choice(read("people.json")["licenses"]),
        stars=stars,
        forks=round(stars * rng.uniform(0.03, 0.12)),
        created=_before(rng, today, 500, 1400),
        pushed=_before(rng, today, 0, 9 if is_deep else 190),
        team=rng.sample(users, 8) if is_deep else [draft["owner"]],
    )


def _before(rng: Random, day: date, least: int, most: int) -> date:
    """A day from `least` to `most` days before another."""
    return day - timedelta(days=rng.randint(least, most))
