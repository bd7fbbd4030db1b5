"""Rewrites the task files: `python -m practice.miniweb`.

They are data/tasks/miniweb.jsonl and miniweb_answers.json, and data/miniweb/features.csv.
"""

from . import World, taskfile

taskfile.write(World())
taskfile.write_features()
print(f"Written: {taskfile.FOLDER / 'miniweb.jsonl'}, miniweb_answers.json and {taskfile.FEATURES}")
