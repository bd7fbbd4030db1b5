"""Product pictures: one drawing for each kind and shape, tinted in a product's color and trim."""

from functools import cache
from pathlib import Path

from ...kit.svg import rgb, shade

DRAWINGS = Path(__file__).parent / "pictures"
INK, SNOW = "#12131a", "#ffffff"

COLORS = {
    "Black": "#3a3d47",
    "Gray": "#8d949e",
    "Silver": "#c3c9d1",
    "White": "#f1f2f4",
    "Cream": "#ecdfc4",
    "Sand": "#d3bd93",
    "Brown": "#8a5d3c",
    "Copper": "#c07a4a",
    "Red": "#cf4440",
    "Orange": "#e8853b",
    "Yellow": "#efc13d",
    "Olive": "#7d8047",
    "Green": "#3f8f5b",
    "Teal": "#22908f",
    "Blue": "#3b7fc9",
    "Navy": "#2c4474",
    "Purple": "#7a5bb0",
    "Pink": "#e291ad",
}
TRIMS = {name.lower(): value for name, value in COLORS.items()} | {
    "walnut": "#8b5e3c",
    "brass": "#c9a24b",
}


@cache
def picture(kind: str, shape: int, color: str, trim: str) -> str:
    """A product as SVG text, 200 by 200, on a transparent background.

    Raises KeyError for an unknown color or trim.
    """
    drawing = (DRAWINGS / f"{kind}-{shape}.svg").read_text(encoding="utf-8")
    return drawing.replace("<defs/>", _write_styles(COLORS[color], TRIMS[trim]))


def _write_styles(main: str, trim: str) -> str:
    """The drawings' classes and gradients: main, shade, light, trim, dark, contrast, floor."""
    tones = {
        "m": main,
        "s": shade(main, INK, 0.22),
        "l": shade(main, SNOW, 0.55),
        "t": trim,
        "d": "#2b2e38",
    }
    lines = tones | {"c": "#2b2e38" if _measure_lightness(main) > 0.5 else "#ffffff"}
    fills = "".join(f".{name}{{fill:{tone}}}" for name, tone in tones.items())
    strokes = "".join(f".o{name}{{stroke:{tone}}}" for name, tone in lines.items())
    style = f"<style>{fills}{strokes}.f{{fill:{INK};opacity:.1}}</style>"
    return style + f"<defs>{_draw_sheen('g', main)}{_draw_sheen('u', trim)}</defs>"


def _draw_sheen(name: str, color: str) -> str:
    """A left-to-right gradient that makes a flat shape look round."""
    stops = [
        (0, shade(color, INK, 0.1)),
        (0.22, shade(color, SNOW, 0.28)),
        (0.55, color),
        (1, shade(color, INK, 0.26)),
    ]
    inner = "".join(f'<stop offset="{at}" stop-color="{tone}"/>' for at, tone in stops)
    return f'<linearGradient id="{name}">{inner}</linearGradient>'


def _measure_lightness(color: str) -> float:
    red, green, blue = rgb(color)
    return (0.3 * red + 0.59 * green + 0.11 * blue) / 255
