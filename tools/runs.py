"""Makes data/runs/ anew: every task of the mini web, played by the offline model. Call it again to go on.

python -m tools.runs                             all tasks under the default seed, into data/runs/offline-42
python -m tools.runs --view accessibility_tree   with another view, into data/runs/offline-42-accessibility_tree
python -m tools.runs --seed 1                    under another seed, into data/runs/offline-1
"""

import argparse
from collections import Counter
from pathlib import Path

from PIL import Image

from webvoyager import runs, views
from webvoyager.lab import batch, figures

RUNS = Path(__file__).resolve().parents[1] / "data" / "runs"
SHOWN = 1  # solved and failed episodes a site of which all pictures are kept, the shortest first
LEAST = 4  # steps, for an episode to be worth a filmstrip
COLOURS = 64  # of stored screenshots: a quarter of the bytes, and still what one reads


def lighter(folder: Path, shown_of_each: int = SHOWN) -> None:
    """Keep the repository small: all pictures of some solved and some failed episodes a site, of others the last."""
    table = runs.table(folder).set_index(["task", "attempt"])
    shown: Counter[tuple] = Counter()
    for episode in sorted(runs.load(folder), key=lambda episode: len(episode.steps)):
        kind = (episode.task.site, table.success.get((episode.task.id, episode.attempt)))
        long_enough = len(episode.steps) >= LEAST
        shown[kind] += long_enough
        first = 1 if long_enough and shown[kind] <= shown_of_each else len(episode.steps)
        for step in episode.steps:
            file = episode.folder / f"step-{step.index:02}.png"
            if step.index < first or not shown_of_each:
                file.unlink(missing_ok=True)
            elif step.observation.kept:
                fewer_colours(file)


def fewer_colours(file: Path) -> None:
    """The picture in COLOURS colours; a second time changes nothing."""
    image = Image.open(file)
    if image.mode == "P":
        return
    image.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE).save(file, "PNG", optimize=True)


def main() -> None:
    """The commands of the docstring above."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=42, help="the mini web's world")
    parser.add_argument("--workers", type=int, default=2, help="browsers side by side")
    parser.add_argument("--view", default="marked_screenshot", help="what the agent is shown, a name from views.py")
    wanted = parser.parse_args()
    paper = wanted.view == "marked_screenshot"
    folder = RUNS / (f"offline-{wanted.seed}" if paper else f"offline-{wanted.seed}-{wanted.view}")
    view = getattr(views, wanted.view)
    table = batch.run_tasks(folder, model="offline-rules", seed=wanted.seed, workers=wanted.workers, view=view)
    lighter(folder, SHOWN if paper else 0)
    print(figures.summary(table).to_string())


if __name__ == "__main__":
    main()
