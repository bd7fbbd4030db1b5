"""Pergola, http://stays.mini/: places to stay on an invented coast, standing for Booking."""

from .data import make
from .site import app
from .tasks import FEATURES, tasks

__all__ = ["FEATURES", "app", "make", "tasks"]
