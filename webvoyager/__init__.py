"""Explore, reproduce and teach multimodal web agents.

Begin with `kit = webvoyager.start()`.
"""

from . import actions, agent, runs, tasks, views
from .browser import Browser
from .environment import Environment
from .models import Model
from .records import Action, Episode, Mark, Observation, Settings, Task
from .start import start

__all__ = [
    "Action",
    "Browser",
    "Environment",
    "Episode",
    "Mark",
    "Model",
    "Observation",
    "Settings",
    "Task",
    "actions",
    "agent",
    "runs",
    "start",
    "tasks",
    "views",
]
