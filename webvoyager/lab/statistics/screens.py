"""Screenshots of a run as a table: how many marks they carry, and how crowded their numbers are."""

import math
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import msgspec
import numpy
import pandas

from ... import drawing, runs
from ...records import Box

NEAR = drawing.DIGIT  # pixels; two numbers that are nearer than a digit is wide may be read as one
VIEWPORT = (1024, 768)  # CSS pixels; it isn't in the records
COLUMNS = ["run", "task", "site", "model", "view", "attempt", "index", "marks", "pictured",
           "covered", "crowded", "moved"]  # fmt: skip


class _Mark(msgspec.Struct):
    """The fields of a mark that are used here."""

    boxes: tuple[Box, ...] = ()
    tag_box: Box = (0, 0, 0, 0)


class _Observation(msgspec.Struct):
    marks: tuple[_Mark, ...] = ()
    pictured: bool = True


class _Step(msgspec.Struct):
    index: int
    observation: _Observation


def describe_screens(
    folder: str | Path, *, viewport: tuple[int, int] = VIEWPORT
) -> pandas.DataFrame:
    """One row per step of a run: what the agent saw, and how crowded the numbers were.

    marks: how many the view has. covered: the share of the viewport's area under number tags.
    crowded: the share of tags with another tag nearer than NEAR pixels. moved: the share of tags
    that are not at their usual place, above their target's top left corner. The three are missing
    if `pictured` is False, since a text view has no tags; the last two also if there are no tags.
    Merge with `runs.table` on run, task and attempt to see which episodes succeeded. Warnings and
    errors are those of `runs.steps`.
    """
    rows, name = [], Path(folder).name
    for episode, step in runs.steps(folder, partial(runs.decode, kind=_Step)):
        seen, task = step.observation, episode.task
        named = (name, task.id, task.site, episode.model, episode.settings.view)
        counts = (episode.attempt, step.index, len(seen.marks), seen.pictured)
        tags = _measure_tags(seen.marks, viewport) if seen.pictured else (math.nan,) * 3
        rows.append((*named, *counts, *tags))
    return pandas.DataFrame(rows, columns=COLUMNS)


def _measure_tags(marks: Sequence[_Mark], viewport: tuple[int, int]) -> tuple[float, float, float]:
    """covered, crowded and moved of one screenshot."""
    if not marks:
        return 0.0, math.nan, math.nan
    tags = numpy.array([mark.tag_box for mark in marks], dtype=float)
    targets = numpy.array([(mark.boxes or (mark.tag_box,))[0] for mark in marks], dtype=float)
    covered = (tags[:, 2] * tags[:, 3]).sum() / (viewport[0] * viewport[1])
    # grown by half of NEAR, tags that are nearer than NEAR overlap
    starts, ends = tags[:, :2] - NEAR / 2, tags[:, :2] + tags[:, 2:] + NEAR / 2
    begins_before_end = (starts[:, None] < ends).all(axis=2)
    crowded = (begins_before_end & begins_before_end.T).sum(axis=1) > 1  # each overlaps itself
    usual = (targets[:, :2] - (0, drawing.TAG_HEIGHT)).round()
    moved = (tags[:, :2] != usual).any(axis=1)
    return float(covered), float(crowded.mean()), float(moved.mean())
