"""`python -m webvoyager.practice.miniweb` writes data/tasks/miniweb.jsonl and miniweb_answers.json anew."""

from . import World, taskfile

taskfile.write(World())
print(f"Written: {taskfile.FOLDER / 'miniweb.jsonl'} and miniweb_answers.json")
