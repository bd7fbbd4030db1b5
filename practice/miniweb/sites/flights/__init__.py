"""Tern, http://flights.mini/: a flight search that stands in for Google Flights."""

from .data import make
from .pages import app
from .tasks import tasks

__all__ = ["app", "make", "tasks"]
