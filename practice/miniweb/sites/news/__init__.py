"""Northlight, http://news.mini/: the broadcaster of an invented island; stands in for BBC News."""

from .data import make
from .pages import app
from .tasks import tasks

__all__ = ["app", "make", "tasks"]
