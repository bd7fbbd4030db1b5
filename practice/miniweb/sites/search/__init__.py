"""Lantern (http://search.mini/), which really indexes all other sites; stands for Google Search."""

from .data import make
from .pages import app
from .tasks import tasks

__all__ = ["app", "make", "tasks"]
