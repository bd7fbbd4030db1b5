"""Plateful (http://recipes.mini/): a food magazine, the stand-in for Allrecipes."""

from .data import make
from .pages import app
from .tasks import FEATURES, tasks

__all__ = ["FEATURES", "app", "make", "tasks"]
