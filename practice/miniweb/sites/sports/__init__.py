"""Klaxon, http://sports.mini/: scores and tables of three invented leagues; stands in for ESPN."""

from .data import make
from .pages import app
from .tasks import tasks

__all__ = ["app", "make", "tasks"]
