"""Hatchery: a hub of invented models, datasets and demo apps, in place of Hugging Face."""

from .data import make
from .pages import app
from .tasks import tasks

__all__ = ["app", "make", "tasks"]
