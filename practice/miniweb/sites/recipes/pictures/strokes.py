"""Drawing primitives: soft outlines, colours, and one light from the upper left."""

import math
from collections.abc import Iterable
from pathlib import Path
from random import Random

Point = tuple[float, float]

# The gradients and filters that every picture shares.
DEFS = (Path(__file__).parent / "defs.svg").read_text(encoding="utf-8")


def at(*values: float) -> str:
    """Numbers for a path; one decimal at most halves the bytes without a visible difference."""
    return " ".join(f"{value:.1f}".removesuffix(".0") for value in values)


def polygon(points: Iterable[Point]) -> str:
    """A closed path with corners."""
    return "M" + "L".join(at(*point) for point in points) + "Z"


def smooth(points: list[Point], closed: bool = True) -> str:
    """A path through `points` without corners (Catmull-Rom written as Bézier curves)."""
    count = len(points)
    path = f"M{at(*points[0])}"
    for i in range(count if closed else count - 1):
        steps = (
            (i + k) % count if closed else min(max(i + k, 0), count - 1) for k in (-1, 0, 1, 2)
        )
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = (points[step] for step in steps)
        path += "C" + at(
            bx + (cx - ax) / 6, by + (cy - ay) / 6, cx - (dx - bx) / 6, cy - (dy - by) / 6, cx, cy
        )
    return path + ("Z" if closed else "")


def around(radius: float, count: int, start: float = 0.0) -> list[Point]:
    """`count` points evenly on a circle about the origin."""
    turns = (start + 2 * math.pi * i / count for i in range(count))
    return [(radius * math.cos(turn), radius * math.sin(turn)) for turn in turns]


def scalloped(radius: float, count: int, depth: float) -> str:
    """A circle with a fluted edge, like a paper case or a tart tin."""
    points = around(radius, count)
    return smooth(
        [(x * (1 - depth * (i % 2)), y * (1 - depth * (i % 2))) for i, (x, y) in enumerate(points)]
    )


def blob(
    random: Random, radius: float, wobble: float = 0.1, points: int = 10, stretch: float = 1.0
) -> str:
    """A hand-drawn disc; `wobble` is how far its outline strays, `stretch` is width / height."""
    strays = (
        (point, 1 + random.uniform(-wobble, wobble))
        for point in around(radius, points, random.random())
    )
    return smooth([(x * stray * stretch, y * stray) for (x, y), stray in strays])


def disc(radius: float) -> str:
    """A true circle about the origin, as a path."""
    r, across = at(radius), at(2 * radius)
    return f"M-{r} 0a{r} {r} 0 1 0 {across} 0a{r} {r} 0 1 0 -{across} 0Z"


def slab(width: float, height: float, corner: float) -> str:
    """A rectangle with round corners about the origin, as a path."""
    c, wide, high = at(corner), at(width - 2 * corner), at(height - 2 * corner)
    start = at(corner - width / 2, -height / 2)
    turns = (
        f"a{c} {c} 0 0 1 {x}{c} {y}{c}" for x, y in (("", ""), ("-", ""), ("-", "-"), ("", "-"))
    )
    return f"M{start}h{wide}{next(turns)}v{high}{next(turns)}h-{wide}{next(turns)}v-{high}{next(turns)}Z"


def fill(path: str, colour: str, alpha: float = 1, more: str = "") -> str:
    """A path filled with a colour, or with a gradient named in `defs.svg`."""
    paint = colour if colour.startswith("#") else f"url(#{colour})"
    return f'<path d="{path}" fill="{paint}"{_alpha(alpha)} {more}/>'


def line(path: str, colour: str, width: float, alpha: float = 1, more: str = "") -> str:
    """A stroke with round ends."""
    look = f'stroke="{colour}" stroke-width="{at(width)}" stroke-linecap="round"'
    return f'<path d="{path}" fill="none" {look}{_alpha(alpha)} {more}/>'


def _alpha(alpha: float) -> str:
    return "" if alpha == 1 else f' opacity="{alpha:g}"'


def solid(path: str, colour: str) -> str:
    """A path with volume: lit above, dark below."""
    return fill(path, colour) + fill(path, "form")


def glazed(path: str, colour: str, alpha: float = 1) -> str:
    """A path that shines, as pottery and sauces do."""
    return fill(path, colour) + fill(path, "sheen", alpha)


def baked(path: str, colour: str, strength: float = 0.5) -> str:
    """A path with volume and the mottled crust of baked food."""
    return solid(path, colour) + crumbs(path, strength)


def crumbs(path: str, strength: float) -> str:
    """Only the mottled crust."""
    return fill(path, "#000", strength, 'filter="url(#crumb)"')


def put(drawing: str, x: float, y: float, turn: float = 0.0, scale: float = 1.0) -> str:
    """A drawing moved to (x, y), turned by `turn` degrees, scaled."""
    size = f" scale({scale:.2f})" if scale != 1 else ""
    angle = f" rotate({at(turn)})" if turn else ""
    return f'<g transform="translate({at(x, y)}){angle}{size}">{drawing}</g>'


def shadow(path: str, x: float, y: float, far: float = 1.0, turn: float = 0.0) -> str:
    """The shadow that a path at (x, y) casts; `far` is how high above the surface the path is."""
    cast = put(fill(path, "#1d0d05"), x + 5 * far, y + 8 * far, turn)
    return f'<g filter="url(#{"softer" if far > 1.5 else "soft"})" opacity=".42">{cast}</g>'


def mixed(colour: str, other: str, share: float) -> str:
    """`colour` with a share of `other` in it; both "#rrggbb"."""
    pairs = ((int(colour[i : i + 2], 16), int(other[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def lighter(colour: str, share: float = 0.25) -> str:
    """`colour` mixed with a share of warm white."""
    return mixed(colour, "#fff4dd", share)


def darker(colour: str, share: float = 0.25) -> str:
    """`colour` mixed with a share of warm black."""
    return mixed(colour, "#2b1207", share)


def shade(random: Random, colour: str, share: float = 0.14) -> str:
    """The colour as it is, a little lighter or a little darker, so that pieces differ."""
    return random.choice((colour, lighter(colour, share), darker(colour, share)))
