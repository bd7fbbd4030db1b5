"""Pergola, http://stays.mini/: places to stay on an invented coast; stands in for Booking."""

from .data import make
from .pages import app
from .tasks import tasks

__all__ = ["app", "make", "tasks"]
