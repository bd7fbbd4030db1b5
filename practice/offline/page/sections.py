"""What stands above a line: the headings of its section, and the term it is indented under."""

import re
from collections.abc import Sequence

from .page import Line, usual_height
from .placement import INDENT, LONGEST, is_label


def find_headings(lines: Sequence[Line]) -> dict[Line, str]:
    """For each line, the term and the headings above it, the nearest first, with " / " between."""
    least = 1.15 * usual_height(lines)
    heads = [line for line in lines if len(line.text) < LONGEST and re.search(r"\w", line.text)]
    heads = [line for line in heads if line.h >= least or not _in_paragraph(line, lines)]
    upwards = sorted(heads, key=lambda line: (-line.y, -line.x))
    return {line: " / ".join(_climb(line, upwards)) for line in lines}


def _in_paragraph(line: Line, lines: Sequence[Line]) -> bool:
    """Whether a line of the same letters at the same edge is right above or below it."""
    return any(
        other is not line
        and abs(other.x - line.x) < 4
        and abs(other.h - line.h) < 2
        and abs(other.y - line.y) < 2 * line.h
        for other in lines
    )


def _climb(line: Line, upwards: Sequence[Line]) -> list[str]:
    """The texts above a line: a term further left, then ever larger letters."""
    found, largest, indented, last = [], line.h, True, line
    for other in upwards:
        if other.bottom > line.y + 4 or other.x > line.x + 6:
            continue
        if indented and 8 <= line.x - other.x <= INDENT and abs(other.h - line.h) < 3:
            found += [other.text] if is_label(other.text) else []
            indented = False
        elif other.h >= max(1.1 * largest, largest + 2):
            found.append(other.text)
            largest, last, indented = other.h, other, False
        elif last is not line and abs(other.h - last.h) < 2 and _continues(other, last):
            found.append(other.text)
            last = other
    return found


def _continues(line: Line, below: Line) -> bool:
    """Whether a heading goes on in the line below."""
    return abs(line.x - below.x) < 6 and 0 <= below.y - line.bottom < 0.6 * line.h
