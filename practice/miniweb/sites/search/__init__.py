"""Lantern (http://search.mini/), a real index of all other sites, in place of Google Search."""

from .data import make
from .pages import app
from .tasks import tasks

__all__ = ["app", "make", "tasks"]
