"""Chains of events: a ship runs aground, is freed, an inquiry opens, a report is published."""

import random
from collections.abc import Sequence
from datetime import datetime, time, timedelta

from ...kit.formats import slug
from ...kit.people import draw_names
from ...world import World
from .news_catalogue import kinds, read
from .records import PARTS, Chain, Town

SPAN = 62  # days that the archive goes back
GAPS = range(1, 7)  # days between two events of a chain


def draw_chains(world: World, towns: Sequence[Town], now: datetime) -> list[Chain]:
    """Draw all chains; no kind of event happens twice in a town or to a thing."""
    chains = []
    for kind, script in kinds().items():
        rng = world.random(f"news/{kind}")
        places = rng.sample(towns, script["count"])
        things = rng.sample(script["things"], script["count"])
        for town, thing in zip(places, things, strict=True):
            chains.append(_draw_chain(rng, kind, town, thing, now))
    return chains


def _draw_chain(rng: random.Random, kind: str, town: Town, thing: str, now: datetime) -> Chain:
    script = kinds()[kind]
    facts = {name: _draw_number(rng, *spec) for name, spec in script["facts"].items()}
    facts |= _name_people(rng, script)
    facts |= {"thing": thing, "low": thing[0].lower() + thing[1:], "org": script["org"]}
    facts |= {"land": rng.choice(read("prose.json")["lands"]), **town.facts}
    key = slug(f"{kind} {town.name}")
    return Chain(key, kind, town, thing, facts, _draw_times(rng, now))


def _draw_number(rng: random.Random, low: int, high: int, step: int = 1, by: int = 1) -> float:
    number = rng.randrange(low, high + 1, step)
    return number if by == 1 else number / by


def _name_people(rng: random.Random, script: dict) -> dict[str, str]:
    """Who speaks in the chain: each full name under a role, the family name under role + "2"."""
    office = script["minister"]
    named = dict(zip(("official", "expert", "witness"), draw_names(rng, 3), strict=True))
    named["minister"] = read("cabinet.json")[office]
    families = {f"{role}2": name.split(" ", 1)[1] for role, name in named.items()}
    return named | families | {"portfolio": f"{office} minister"}


def _draw_times(rng: random.Random, now: datetime) -> tuple[datetime, ...]:
    """When the events happen: up to four, as far as they have happened by now."""
    day = now.date() - timedelta(days=rng.randrange(1, SPAN))
    times = []
    for _ in range(PARTS):
        when = datetime.combine(day, time(6)) + timedelta(minutes=rng.randrange(0, 740))
        times.append(when)
        day += timedelta(days=rng.choice(GAPS))
    return tuple(when for when in times if when <= now)
