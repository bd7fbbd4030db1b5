"""Reckon, http://compute.mini/: a computing engine that stands in for Wolfram Alpha."""

from .data import make
from .pages import app
from .tasks import tasks

__all__ = ["app", "make", "tasks"]
