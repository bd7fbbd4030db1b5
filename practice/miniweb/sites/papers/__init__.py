"""Quire, a preprint server: http://papers.mini/."""

from .data import make
from .pages import app
from .tasks import tasks

__all__ = ["app", "make", "tasks"]
