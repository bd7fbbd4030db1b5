"""Quire, http://papers.mini/: a preprint server that stands in for arXiv."""

from .data import make
from .pages import app
from .tasks import tasks

__all__ = ["app", "make", "tasks"]
