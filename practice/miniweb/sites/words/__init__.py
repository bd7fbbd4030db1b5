"""Verbarium, http://words.mini/: a learner's dictionary that stands in for Cambridge Dictionary."""

from .data import make
from .pages import app
from .tasks import tasks

__all__ = ["app", "make", "tasks"]
