"""Skies, hills, seas, and distant boats and houses along a shore."""

from ....kit.svg import fade, glow, group, oval, path, rect

SKIES = (
    ("#8cc7dd", "#cfe9ee", "#fbf4e4"),
    ("#6fb4d2", "#b4dcea", "#eaf6f5"),
    ("#7f9fc0", "#f0c5a4", "#fde6c6"),
    ("#9ccbd6", "#e3efe7", "#fbe9d2"),
)
WALLS = ("#f6efe2", "#f2d9bd", "#e9b896", "#f5e3b6", "#dce6dd", "#f3cdbd", "#e3ddd2")
ROOFS = ("#c4673f", "#b65a38", "#cf7a4c")


def sky(number: int, level: float, width: int = 800) -> str:
    """A sky down to a level, with a sun and a few clouds."""
    colours = SKIES[number % len(SKIES)]
    sun = width * (0.22 + 0.17 * (number % 4))
    shapes = f"<defs>{fade('sky', *colours)}{glow('sun', '#fff6d8', 0.95)}</defs>{rect(0, 0, width, level + 2, 'url(#sky)')}"
    shapes += oval(sun, level * 0.5, level * 0.55, level * 0.55, "url(#sun)") + oval(
        sun, level * 0.5, 26, 26, "#fffaf0", 'opacity=".9"'
    )
    for x, y, w in ((0.12, 0.2, 90), (0.58, 0.13, 120), (0.84, 0.34, 80)):
        shapes += group(
            [
                oval(width * x, level * y, w, 9, "#fff"),
                oval(width * x + w * 0.3, level * y - 8, w * 0.5, 10, "#fff"),
            ],
            'opacity=".55"',
        )
    return shapes


def hills(level: float, tall: float, far: str, near: str, width: int = 800, phase: int = 0) -> str:
    """Two ranges of hills that rise from a level."""
    shapes = ""
    for n, (colour, h) in enumerate(((far, tall), (near, tall * 0.62))):
        d, step = f"M0 {level}", width / 4
        for k in range(5):
            top = level - h * (0.55 + 0.45 * (((k * 7 + phase * 3 + n * 5) % 9) / 9))
            d += (
                f"{'L' if k == 0 else 'S'}{f'{k * step - step * 0.45:g} {top:g} ' if k else ''}{k * step:g}"
                f" {top:g}"
            )
        shapes += path(f"{d}L{width} {level}Z", colour)
    return shapes


def sea(level: float, bottom: float, width: int = 800) -> str:
    """The sea between two levels, with light on it."""
    shapes = f"<defs>{fade('sea', '#5fb3bd', '#2f8a9b', '#1f6d82')}</defs>"
    shapes += rect(0, level, width, bottom - level, "url(#sea)")
    for k in range(26):
        x, y = (k * 197 + 31) % width, level + 6 + (k * 53) % max(8, int(bottom - level - 10))
        shapes += rect(x, y, 22 + (k * 29) % 60, 2, "#e9fbf7", 'rx="1" opacity=".5"')
    return shapes


def boat(x: float, y: float, size: float, sail: str = "#fffdf6") -> str:
    """A sailing boat at a point."""
    hull = path(
        f"M{x - size * 0.5} {y}h{size}l-{size * 0.16} {size * 0.2}h-{size * 0.68}Z", "#7c3f2a"
    )
    deck = y - size * 0.06
    main = path(f"M{x - size * 0.02} {deck}V{y - size}L{x - size * 0.42} {deck}Z", sail)
    jib = path(f"M{x + size * 0.04} {deck}V{y - size * 0.86}L{x + size * 0.36} {deck}Z", "#f2dcc0")
    return hull + main + jib


def cottage(x: float, y: float, w: float, h: float, number: int) -> str:
    """A small distant house, standing on a point."""
    wall, roof = WALLS[number % len(WALLS)], ROOFS[number % len(ROOFS)]
    shapes = rect(x, y - h, w, h, wall) + rect(
        x + w * 0.72, y - h, w * 0.28, h, "#000", 'opacity=".08"'
    )
    shapes += path(f"M{x - 3} {y - h}L{x + w * 0.5} {y - h - w * 0.3}L{x + w + 3} {y - h}Z", roof)
    for k in range(max(1, int(w // 16))):
        for floor in range(max(1, int(h // 24))):
            shapes += rect(x + 6 + k * 16, y - h + 8 + floor * 22, 6, 10, "#547784", 'opacity=".8"')
    return shapes


def rows_of_houses(
    level: float, count: int, start: float, end: float, number: int, tall: float = 54
) -> str:
    """Houses side by side along a shore."""
    step = (end - start) / count
    return "".join(
        cottage(
            start + k * step,
            level + (k * 5) % 7,
            step * 0.96,
            tall * (0.7 + ((k * 7 + number) % 5) * 0.15),
            k + number,
        )
        for k in range(count)
    )
