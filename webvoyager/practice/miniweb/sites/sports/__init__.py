"""Klaxon, http://sports.mini/: scores and tables of three invented leagues, standing for ESPN."""

from .data import make
from .site import app
from .tasks import FEATURES, tasks

__all__ = ["FEATURES", "app", "make", "tasks"]
