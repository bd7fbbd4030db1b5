"""Verbarium (http://words.mini/): a learner's dictionary, the stand-in for Cambridge Dictionary."""

from .data import make
from .pages import app
from .tasks import tasks

__all__ = ["app", "make", "tasks"]
