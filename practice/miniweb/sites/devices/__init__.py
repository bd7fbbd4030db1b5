"""Halden, a maker of phones, tablets, laptops, watches, earphones and speakers."""

from .data import make
from .pages import app
from .tasks import tasks

__all__ = ["app", "make", "tasks"]
