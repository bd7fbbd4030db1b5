"""Verbarium (http://words.mini/): a learner's dictionary, in place of Cambridge Dictionary."""

from .data import make
from .pages import app
from .tasks import tasks

__all__ = ["app", "make", "tasks"]
