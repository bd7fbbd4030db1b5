"""`python -m practice.miniweb` writes the tasks of data/tasks/ and data/miniweb/features.csv
anew.
"""

from . import World, taskfile

taskfile.write(World())
taskfile.write_features()
print(f"Written: {taskfile.FOLDER / 'miniweb.jsonl'}, miniweb_answers.json and {taskfile.FEATURES}")
