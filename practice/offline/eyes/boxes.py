"""The boxes drawn around elements, dashed or solid, each matched to the chip with its number."""

from collections.abc import Iterator, Sequence

import numpy

from .chips import Chip

Array = numpy.ndarray

DASH, GAP = 4, 2  # pixels
SHORTEST = 8  # pixels: the shortest side of a box
# The least share of each side that is drawn or hidden, and of the whole outline that is visible.
LEAST_SIDE, LEAST_VISIBLE = 0.85, 0.5
NO_BOX_COST = 100.0  # the cost of a chip without a box
# Where a chip may be, best first: the corner of its box (0 or 1: left or right, then top or bottom)
# and the chip's own corner that touches it. Above the top left corner comes first, inside last.
CHIP_PLACES = (
    (0, 0, 0, 1), (0, 0, 1, 0), (0, 0, 1, 1), (1, 0, 1, 1), (1, 0, 0, 0), (0, 1, 0, 0),
    (1, 1, 1, 0), (0, 1, 1, 1), (1, 1, 0, 1), (0, 0, 0, 0), (1, 0, 1, 0), (0, 1, 0, 1),
    (1, 1, 1, 1),
)  # fmt: skip

Rectangle = tuple[int, int, int, int]  # left, top, right, bottom: the pixels of the line itself


class Lines:
    """The horizontal and vertical lines of a mask, and the parts that chips may hide."""

    def __init__(self, drawn: numpy.ndarray, hidden: numpy.ndarray) -> None:
        self._rows, self._columns = _close_gaps(drawn) | hidden, _close_gaps(drawn.T).T | hidden
        self._along, self._along_seen = (
            _sum_rows(mask) for mask in (self._rows, self._rows & ~hidden)
        )
        self._down, self._down_seen = (
            _sum_rows(mask.T) for mask in (self._columns, self._columns & ~hidden)
        )

    def box_at(self, x: int, y: int, to_right: bool, below: bool) -> Rectangle | None:
        """The smallest rectangle of lines with a corner at this pixel, in the given direction."""
        high, wide = self._rows.shape
        inner_x, inner_y = x + (3 if to_right else -3), y + (3 if below else -3)
        if min(x, y, inner_x, inner_y) < 0 or max(x, inner_x) >= wide or max(y, inner_y) >= high:
            return None
        if not (self._rows[y, inner_x] and self._columns[inner_y, x]):
            return None
        beside = slice(x + SHORTEST, None) if to_right else slice(0, max(0, x - SHORTEST))
        under = slice(y + SHORTEST, None) if below else slice(0, max(0, y - SHORTEST))
        across = numpy.flatnonzero(self._columns[inner_y, beside]) + beside.start
        down = numpy.flatnonzero(self._rows[under, inner_x]) + under.start
        corners = numpy.stack([grid.ravel() for grid in numpy.meshgrid(across, down)])
        (left, top), (right, bottom) = (
            ends(corners, [[x], [y]]) for ends in (numpy.minimum, numpy.maximum)
        )
        size = numpy.where(
            self._is_box(left, top, right, bottom), right - left + bottom - top, numpy.inf
        )
        if not numpy.isfinite(size).any():
            return None
        return tuple(int(side[size.argmin()]) for side in (left, top, right, bottom))

    def _is_box(self, left: Array, top: Array, right: Array, bottom: Array) -> Array:
        """Which of these rectangles have all four sides, with enough of them visible."""
        wide, high = right - left + 1, bottom - top + 1
        along, along_seen = self._along, self._along_seen
        down, down_seen = self._down, self._down_seen
        level = [along[y, right + 1] - along[y, left] >= LEAST_SIDE * wide for y in (top, bottom)]
        upright = [down[x, bottom + 1] - down[x, top] >= LEAST_SIDE * high for x in (left, right)]
        whole = numpy.logical_and.reduce(level + upright)
        seen = sum(along_seen[y, right + 1] - along_seen[y, left] for y in (top, bottom))
        seen += sum(down_seen[x, bottom + 1] - down_seen[x, top] for x in (left, right))
        return whole & (seen >= LEAST_VISIBLE * 2 * (wide + high))


def _close_gaps(drawn: numpy.ndarray) -> numpy.ndarray:
    """The runs in the rows of a mask that are at least a dash long, each with the gap after it."""
    wide = max(0, drawn.shape[1] - DASH + 1)
    dash = numpy.logical_and.reduce([drawn[:, at : at + wide] for at in range(DASH)])
    closed = numpy.zeros_like(drawn)
    for at in range(DASH + GAP):
        closed[:, at : at + wide] |= dash[:, : drawn.shape[1] - at]
    return closed


def _sum_rows(mask: numpy.ndarray) -> numpy.ndarray:
    return numpy.pad(mask.cumsum(1, dtype=numpy.int32), ((0, 0), (1, 0)))


def match(chips: Sequence[Chip], lines: Lines) -> list[Rectangle | None]:
    """The box of each chip, None for a chip without one; a box has at most one chip."""
    from scipy.optimize import linear_sum_assignment  # slow to import, and needed only here

    found = [dict(_find_boxes(chip, lines)) for chip in chips]
    boxes = sorted({box for places in found for box in places})
    cost = numpy.full((len(chips), len(boxes) + len(chips)), NO_BOX_COST)
    for row, places in enumerate(found):
        for box, price in places.items():
            cost[row, boxes.index(box)] = price
    chosen = linear_sum_assignment(cost)[1]
    return [
        boxes[at] if at < len(boxes) and cost[row, at] < NO_BOX_COST else None
        for row, at in enumerate(chosen)
    ]


def _find_boxes(chip: Chip, lines: Lines) -> Iterator[tuple[Rectangle, float]]:
    """The boxes a chip may belong to, each with the cost of its place there; cheapest last."""
    x, y, w, h = chip.x, chip.y, chip.w, chip.h
    for order, (right, low, from_right, from_low) in reversed([*enumerate(CHIP_PLACES)]):
        corner_x, corner_y = x + from_right * w - (not right), y + from_low * h - (not low)
        # The box's corner may be a pixel off, by rounding.
        tries = ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1))
        for across, down in tries:
            if box := lines.box_at(corner_x + across, corner_y + down, not right, not low):
                yield box, order + abs(across) / 3 + abs(down) / 3
                break
