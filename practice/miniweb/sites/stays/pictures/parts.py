"""Parts of houses: walls, roofs, windows, doors, awnings, railings."""

from ....kit.svg import fade, oval, path, rect
from .plants import bush

GROUND = 505
WHITE, IRON, TERRACOTTA, TEAL = "#fffaf0", "#54626a", "#d9623b", "#2b8c97"


def window(x: float, y: float, w: float, h: float, shutter: str = "", arch: bool = False) -> str:
    """A window with a cross bar and a sill, and with shutters if they have a colour."""
    top = f"M{x} {y}H{x + w}V{y + h}H{x}Z"
    if arch:
        top = f"M{x} {y + h}V{y + w / 2}A{w / 2} {w / 2} 0 0 1 {x + w} {y + w / 2}V{y + h}Z"
    glass = path(top, WHITE, f'stroke="{WHITE}" stroke-width="6"') + path(top, "url(#glass)")
    bars = rect(x + w / 2 - 1.5, y, 3, h, WHITE) + rect(x, y + h * 0.48, w, 3, WHITE)
    slats = "".join(
        _shutter(left, y, w * 0.58, h, shutter) for left in (x - w * 0.58 - 3, x + w + 3) if shutter
    )
    sill = rect(x - 6, y + h, w + 12, 5, WHITE) + rect(
        x - 6, y + h + 5, w + 12, 3, "#000", 'opacity=".1"'
    )
    return glass + bars + slats + sill


def _shutter(x: float, y: float, w: float, h: float, colour: str) -> str:
    slats = "".join(
        rect(x + 3, y + 6 + k * h / 6, w - 6, 2, "#000", 'opacity=".13"') for k in range(6)
    )
    return rect(x, y, w, h, colour, 'rx="1"') + slats


def panes(x: float, y: float, w: float, h: float, bars: int, step: float) -> str:
    """A wall of glass with upright bars."""
    return rect(x, y, w, h, "url(#glass)") + "".join(
        rect(x + k * step, y, 4, h, WHITE) for k in range(bars)
    )


def door(x: float, colour: str, w: float = 62, h: float = 118) -> str:
    """An arched door around the middle x, with a step and a pot of flowers on either side."""
    y = GROUND - h
    frame = path(_arch(x, y, w / 2 + 9), WHITE) + path(_arch(x, y, w / 2), colour)
    panels = "".join(
        rect(px, py, w * 0.3, ph, "#000", 'opacity=".16" rx="2"')
        for px in (x - w * 0.38, x + w * 0.08)
        for py, ph in ((y + 6, h * 0.36), (y + h * 0.5, h * 0.4))
    )
    knob = oval(x + w * 0.32, y + h * 0.5, 3.5, 3.5, "#f7e2a0")
    step = rect(x - w / 2 - 16, GROUND - 1, w + 32, 8, "#cdb898")
    pots = "".join(
        path(f"M{px - 15} {GROUND - 24}h30l-5 28h-20Z", "#bf6a45")
        + bush(px, GROUND - 22, 44, "#f4efe2")
        for px in (x - w, x + w)
    )
    return frame + panels + knob + step + pots


def _arch(x: float, y: float, half: float) -> str:
    return f"M{x - half} {GROUND}V{y}A{half} {half} 0 0 1 {x + half} {y}V{GROUND}Z"


def body(x: float, y: float, w: float, wall: str) -> str:
    """The walls down to the ground, lit, with a shadow at their foot."""
    light = fade("light", "#ffffff55", "#ffffff00", "#00000018", across=True)
    defs = f"<defs>{fade('glass', '#9cc6d0', '#4f8595')}{light}</defs>"
    shadow = oval(x + w / 2 + 16, GROUND + 6, w / 2 + 26, 12, "#000", 'opacity=".13"')
    return (
        defs + shadow + rect(x, y, w, GROUND - y, wall) + rect(x, y, w, GROUND - y, "url(#light)")
    )


def tiles(x: float, y: float, w: float, tall: float, roof: str) -> str:
    """A tiled roof that projects over the walls."""
    shape = path(f"M{x - 22} {y + 6}L{x + 26} {y - tall}H{x + w - 26}L{x + w + 22} {y + 6}Z", roof)
    line = 'stroke="#000" stroke-width="2" opacity=".07"'
    lines = "".join(
        path(f"M{x - 10:.1f} {y - tall + 14 + k * 18}H{x + w + 10}", "none", line)
        for k in range(int(tall / 18))
    )
    return shape + lines + rect(x - 22, y + 4, w + 44, 8, "#000", 'opacity=".14"')


def railing(x: float, y: float) -> str:
    """The iron railing of a small balcony, seen from the street."""
    bars = "".join(rect(x + 2 + k * 9, y + 2, 2, 20, IRON) for k in range(9))
    return rect(x, y + 20, 78, 5, IRON) + bars + rect(x, y, 78, 3, IRON)


def awning(x: float, y: float, colour: str) -> str:
    """A striped awning over a shop window."""
    stripes = (
        path(f"M{x + 6 + k * 20} {y}h10l2 24h-12Z", "#fff6e6", 'opacity=".85"') for k in range(3)
    )
    return path(f"M{x} {y}h64l10 24h-84Z", colour) + "".join(stripes)


def loggia(x: float, y: float, w: float, rail: str) -> str:
    """A wide window behind a glass balcony."""
    glass = rect(x, y, w, 54, "url(#glass)") + rect(x + w / 2 - 2, y, 4, 54, WHITE)
    front = rect(x - 8, y + 30, w + 16, 32, "#dfeff0", 'opacity=".75"')
    return (
        glass
        + front
        + rect(x - 8, y + 28, w + 16, 4, rail)
        + rect(x - 8, y + 60, w + 16, 6, "#e6dccb")
    )
