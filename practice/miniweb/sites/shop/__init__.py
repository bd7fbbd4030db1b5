"""Bigbarrow, http://shop.mini/: a department store of the mini web, standing for Amazon."""

from .data import make
from .pages import app
from .tasks import tasks

__all__ = ["app", "make", "tasks"]
