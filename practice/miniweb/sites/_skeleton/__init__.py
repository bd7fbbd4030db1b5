"""The smallest complete site.

To make another site, copy this folder, name it after the new host, and go on from there.
"""

from .data import make
from .pages import app
from .tasks import tasks

__all__ = ["app", "make", "tasks"]
