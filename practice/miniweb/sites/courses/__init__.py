"""Lectern, http://courses.mini/: courses of invented universities; stands in for Coursera."""

from .data import make
from .pages import app
from .tasks import tasks

__all__ = ["app", "make", "tasks"]
