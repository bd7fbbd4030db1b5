"""Compasso: maps of the city of Velmora and seven towns around it."""

from .data import make
from .pages import app
from .tasks import tasks

__all__ = ["app", "make", "tasks"]
