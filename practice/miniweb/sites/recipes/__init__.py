"""Plateful, http://recipes.mini/: a food magazine that stands in for Allrecipes."""

from .data import make
from .pages import app
from .tasks import tasks

__all__ = ["app", "make", "tasks"]
