"""Bigbarrow, http://shop.mini/: a department store of the mini web, standing for Amazon."""

from .data import make
from .site import app
from .tasks import FEATURES, tasks

__all__ = ["FEATURES", "app", "make", "tasks"]
