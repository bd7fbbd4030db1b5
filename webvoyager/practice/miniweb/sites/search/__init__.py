"""Lantern (http://search.mini/), which really indexes all other sites; stands for Google Search."""

from .data import make
from .pages import app
from .tasks import FEATURES, tasks

__all__ = ["FEATURES", "app", "make", "tasks"]
