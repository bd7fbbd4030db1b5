"""The smallest complete site.

To make another site, copy this folder, give it the name of a host, and go on from there.
"""

from .data import make
from .pages import app
from .tasks import tasks

__all__ = ["app", "make", "tasks"]
