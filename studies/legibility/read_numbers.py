"""Regenerates data/legibility.csv: which numbers Tesseract reads, in every style of drawing.

    python -m studies.legibility.read_numbers     five minutes

It draws stored observations in each style, and has Tesseract read them.
"""

import io
import random
from collections.abc import Iterator
from pathlib import Path

import numpy
import pandas
from PIL import Image
from tqdm import tqdm

from practice.offline.eyes import chips, tesseract, words
from studies.legibility.legibility_figures import STORED, count_by_style
from webvoyager import drawing, runs
from webvoyager.records import Episode, Mark

RUN = Path(__file__).resolve().parents[2] / "data" / "runs" / "offline-42"
SITE = 2  # observations per site
NEAR = 2  # pixels that a label may be found away from its place


def sample(episodes: list[Episode], seed: int = 42) -> Iterator[tuple[Episode, int]]:
    """Observations with stored pictures, SITE per site, each as an episode and a step's index."""
    draw = random.Random(seed)
    for site in sorted({episode.task.site for episode in episodes}):
        of_site = [episode for episode in episodes if episode.task.site == site]
        for episode in draw.sample(of_site, SITE):
            pictured = [
                index for index, step in enumerate(episode.steps) if step.observation.image.exists()
            ]
            yield episode, draw.choice(pictured)


def read_labels_first(image: Image.Image) -> list[tuple[str, float, float]]:
    """The numbers of the labels on a picture, each with the middle of its label."""
    found = chips.find_chips(numpy.array(image))
    read = zip(chips.read_numbers(image, found), found, strict=True)
    return [(str(number), chip.x + chip.w / 2, chip.y + chip.h / 2) for number, chip in read]


def read_whole_picture(image: Image.Image) -> list[tuple[str, float, float]]:
    """All words on a picture, each with its middle."""
    read = tesseract.read(words.enlarged(image), *words.TEXT)
    return [
        (word.text, (word.x + word.w / 2) / words.SCALE, (word.y + word.h / 2) / words.SCALE)
        for word in read
    ]


def is_read(mark: Mark, found: list[tuple[str, float, float]]) -> bool:
    """Whether a mark's number, and nothing else, was read at its place."""
    x, y, w, h = mark.tag_box
    read_there = [
        text
        for text, across, down in found
        if x - NEAR < across < x + w + NEAR and y - NEAR < down < y + h + NEAR
    ]
    return read_there == [str(mark.label)]


def main() -> None:
    """Read all observations and write the table."""
    rows = []
    readers = {"labels first": read_labels_first, "whole picture": read_whole_picture}
    for episode, index in tqdm([*sample(runs.load(RUN))], disable=None):
        observation = episode.steps[index].observation
        for style in drawing.STYLES:
            image = Image.open(io.BytesIO(observation.marked(style))).convert("RGB")
            for reader, read in readers.items():
                words_read = read(image)
                row = {
                    "style": style,
                    "reader": reader,
                    "site": episode.task.site,
                    "task": episode.task.id,
                    "step": index + 1,
                    "marks": len(observation.marks),
                    "read": sum(is_read(mark, words_read) for mark in observation.marks),
                }
                rows.append(row)
    styles = list(drawing.STYLES)
    rows.sort(key=lambda row: (styles.index(row["style"]), row["reader"]))
    pandas.DataFrame(rows).to_csv(STORED, index=False)
    print(count_by_style(pandas.read_csv(STORED)).round(3).to_string())


if __name__ == "__main__":
    main()
