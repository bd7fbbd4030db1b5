"""Cairn, where invented projects are kept: an observable stand-in for a code host."""

from .data import make
from .pages import app
from .tasks import tasks

__all__ = ["app", "make", "tasks"]
