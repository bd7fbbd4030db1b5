"""Bigbarrow, http://shop.mini/: a department store that stands in for Amazon."""

from .data import make
from .pages import app
from .tasks import tasks

__all__ = ["app", "make", "tasks"]
