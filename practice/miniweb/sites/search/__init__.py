"""Lantern, http://search.mini/: a search engine that stands in for Google Search."""

from .data import make
from .pages import app
from .tasks import tasks

__all__ = ["app", "make", "tasks"]
