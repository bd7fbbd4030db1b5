"""Plateful (http://recipes.mini/): a food magazine, in place of Allrecipes."""

from .data import make
from .pages import app
from .tasks import tasks

__all__ = ["app", "make", "tasks"]
