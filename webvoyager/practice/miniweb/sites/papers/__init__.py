"""Quire, a preprint server: http://papers.mini/."""

from .data import make
from .pages import app
from .tasks import FEATURES, tasks

__all__ = ["FEATURES", "app", "make", "tasks"]
