"""Rewrite the task files: `python -m practice.miniweb`.

They are data/tasks/miniweb*, data/tasks/minigaia* and data/miniweb/features.csv.
"""

from . import World, taskfile

taskfile.write(World())
taskfile.write_questions(World())
taskfile.write_features()
print(f"Wrote miniweb* and minigaia* in {taskfile.FOLDER}, and {taskfile.FEATURES}")
