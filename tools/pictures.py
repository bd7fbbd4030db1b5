"""Makes the stored screenshots of a run smaller, and restores those that were not kept.

    python -m tools.pictures data/runs/mine           every PNG becomes a WebP, and a picture that
                                                      several steps show is stored once
    python -m tools.pictures data/runs/offline-42 --play 64
                                                      play a representative sample of 64 tasks
                                                      again; episodes with the same steps give
                                                      the run their pictures (half an hour)
    python -m tools.pictures data/runs/mine --compare
                                                      compare formats on 20 of its PNGs: how many
                                                      bytes, and how many words Tesseract reads

webvoyager/lab/sharing/packing.py says how the WebP files are encoded. On 20 screenshots of the mini
web, 32 colours without loss were smaller than lossy WebP and JPEG of quality 80.
"""

import argparse
import io
import random
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy
import pandas
from PIL import Image

from practice.miniweb import MiniWeb, World
from practice.offline.eyes import words
from webvoyager import runs
from webvoyager.lab.running import batch
from webvoyager.lab.sharing.packing import encode_smaller, shrink
from webvoyager.records import Episode, Step, Task

COLOURS = 32


def _encode(image: Image.Image, form: str, **options: object) -> bytes:
    out = io.BytesIO()
    image.save(out, form, **options)
    return out.getvalue()


def sample(every: Sequence[Task], count: int, seed: int = 42) -> list[Task]:
    """Draw `count` representative tasks: every site and difficulty has its share.

    The sample is systematic: from the tasks in order of site and difficulty, shuffled within these,
    it takes tasks at even intervals.
    """
    shuffled = random.Random(seed).sample(every, len(every))
    ordered = sorted(shuffled, key=lambda task: (task.site, task.extra["difficulty"]))
    return [ordered[int((place + 0.5) * len(ordered) / count)] for place in range(count)]


def play_again(folder: Path, count: int, workers: int = 2) -> list[str]:
    """Play a sample of the run's tasks again and keep the pictures of episodes that are the same.

    Returns the tasks whose steps differed; nothing of these is kept.
    """
    stored = {episode.task.id: episode for episode in runs.load(folder)}
    one = next(iter(stored.values()))
    with MiniWeb(World(one.task.extra["web_seed"])) as web:
        tasks = sample(web.tasks(), count)
    with tempfile.TemporaryDirectory() as place:
        batch.run_tasks(place, tasks, model=one.model, workers=workers)
        return take_pictures(folder, Path(place))


def take_pictures(folder: Path, played: Path) -> list[str]:
    """Copy the pictures of played episodes to identical stored ones; return the other tasks.

    Pictures are copied unchanged: call `shrink` afterwards.
    """
    stored = {episode.task.id: episode for episode in runs.load(folder)}
    others = []
    for episode in runs.load(played):
        known = stored[episode.task.id]
        if not _is_same_episode(episode, known):
            others.append(episode.task.id)
            continue
        for step in episode.steps:
            target = known.folder / step.observation.image.name
            target.write_bytes(step.observation.screenshot)
            target.with_suffix(".webp").unlink(missing_ok=True)
    return others


def _is_same_episode(first: Episode, second: Episode) -> bool:
    """Whether two episodes have the same pages, marks and replies, step by step."""
    return [*map(_describe, first.steps)] == [*map(_describe, second.steps)]


def _describe(step: Step) -> tuple:
    seen = step.observation
    return seen.url, step.reply, [(mark.label, mark.text, mark.boxes) for mark in seen.marks]


def compare(folder: Path, count: int = 20, seed: int = 42) -> pandas.DataFrame:
    """One row per format: mean bytes, and the share of the PNG's words that Tesseract reads.

    Raises ValueError when the run has fewer than `count` PNGs.
    """
    files = sorted(folder.glob("*/*/step-*.png"))
    if len(files) < count:
        raise ValueError(
            f"{folder} has {len(files)} PNGs, and {count} are needed: choose another run."
        )
    formats: dict[str, Callable[[Image.Image], bytes]] = {
        "PNG": lambda image: _encode(image, "PNG", optimize=True),
        "PNG, 32 colours": lambda image: _encode(image.quantize(COLOURS, dither=0), "PNG"),
        "WebP, lossless": lambda image: _encode(image, "WEBP", lossless=True),
        "WebP, quality 80": lambda image: _encode(image, "WEBP", quality=80),
        "WebP, as stored": encode_smaller,
        "JPEG, quality 80": lambda image: _encode(image, "JPEG", quality=80),
    }
    rows = []
    for file in random.Random(seed).sample(files, count):
        image = Image.open(file).convert("RGB")
        known = _read_words(image)
        for name, encode in formats.items():
            data = encode(image)
            read = _read_words(Image.open(io.BytesIO(data)).convert("RGB"))
            share = len(known & read) / max(len(known), 1)
            rows.append({"format": name, "bytes": len(data), "words read": share})
    return pandas.DataFrame(rows).groupby("format", sort=False).agg(numpy.mean)


def _read_words(image: Image.Image) -> set[str]:
    return {word for line in words.read_lines(image) for word in line[4].split()}


def main() -> None:
    """The commands of the docstring above."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, help="the run")
    parser.add_argument("--play", type=int, metavar="TASKS", help="play this many tasks again")
    parser.add_argument("--compare", action="store_true", help="compare formats on 20 of its PNGs")
    wanted = parser.parse_args()
    if wanted.compare:
        print(compare(wanted.folder).round(3).to_string())
        return
    if wanted.play:
        others = play_again(wanted.folder, wanted.play)
        print(f"{len(others)} of {wanted.play} went differently: {', '.join(others) or 'none'}")
    shrink(wanted.folder)
    size = sum(file.stat().st_size for file in wanted.folder.glob("*/*/step-*"))
    print(f"The run's pictures take {size / 1e6:.1f} MB.")


if __name__ == "__main__":
    main()
