"""Parts of drawings, as strings of SVG."""

from collections.abc import Sequence


def drawing(inner: str, width: int, height: int) -> str:
    """A complete SVG picture, `width` by `height` pixels."""
    size = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{inner}</svg>'


def rect(x: float, y: float, w: float, h: float, fill: str, more: str = "") -> str:
    """A rectangle; `more` holds further attributes."""
    return f'<rect x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}" fill="{fill}" {more}/>'


def path(d: str, fill: str = "none", more: str = "") -> str:
    """A path."""
    return f'<path d="{d}" fill="{fill}" {more}/>'


def oval(x: float, y: float, rx: float, ry: float, fill: str, more: str = "") -> str:
    """An ellipse around a point."""
    return f'<ellipse cx="{x:g}" cy="{y:g}" rx="{rx:g}" ry="{ry:g}" fill="{fill}" {more}/>'


def fade(name: str, *stops: str, across: bool = False) -> str:
    """A linear gradient of evenly spread colours, from the top down or from left to right."""
    span = 'x2="1" y2="0"' if across else 'x2="0" y2="1"'
    last = max(1, len(stops) - 1)
    inner = "".join(
        f'<stop offset="{n / last:g}" stop-color="{colour}"/>' for n, colour in enumerate(stops)
    )
    return f'<linearGradient id="{name}" x1="0" y1="0" {span}>{inner}</linearGradient>'


def glow(name: str, colour: str, strength: float) -> str:
    """A radial gradient of light that fades to nothing."""
    middle = f'<stop offset="0" stop-color="{colour}" stop-opacity="{strength}"/>'
    edge = f'<stop offset="1" stop-color="{colour}" stop-opacity="0"/>'
    return f'<radialGradient id="{name}">{middle}{edge}</radialGradient>'


def group(shapes: Sequence[str], more: str = "") -> str:
    """Shapes together, moved or clipped by `more`."""
    return f"<g {more}>{''.join(shapes)}</g>"


def shade(color: str, other: str, share: float) -> str:
    """A colour such as #3a3d47 mixed with a share of another."""
    pairs = zip(rgb(color), rgb(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def rgb(color: str) -> tuple[int, int, int]:
    """Red, green and blue of a colour such as #3a3d47, from 0 to 255."""
    return int(color[1:3], 16), int(color[3:5], 16), int(color[5:7], 16)
