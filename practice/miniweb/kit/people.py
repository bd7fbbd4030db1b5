"""Invented people: names for authors, teachers, reviewers and owners."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random

from .formats import slug

NAMES = Path(__file__).parent / "names.txt"


def draw_names(random: Random, count: int) -> list[str]:
    """Draw different full names; many share a first name or a family name with another."""
    first, family = _read_names()
    pairs = random.sample(range(len(first) * len(family)), count)
    return [f"{first[pair % len(first)]} {family[pair // len(first)]}" for pair in pairs]


def draw_namesakes(random: Random, name: str, count: int) -> list[str]:
    """Draw other people with the same family name, for questions that a first name decides."""
    given, family = name.split(" ", 1)
    others = [other for other in _read_names()[0] if other != given]
    return [f"{other} {family}" for other in random.sample(others, count)]


def user_name(name: str) -> str:
    """A name as people write it to sign in: "Nora Bell" is "nbell"."""
    given, family = name.split(" ", 1)
    return slug(given[:1] + family).replace("-", "")


@cache
def _read_names() -> tuple[Sequence[str], Sequence[str]]:
    parts = NAMES.read_text(encoding="utf-8").split("#")
    first, family = (part.split() for part in (parts[1].split("\n", 1)[1], parts[2]))
    return first, family
