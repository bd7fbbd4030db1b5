"""Houses from the street, a way of building for each kind of place."""

from collections.abc import Mapping

from .backdrops import ROOFS, WALLS, hills, sea, sky
from .strokes import PLANTS, bush, fade, oval, path, rect

DOORS = (("red", "#b8322f"), ("blue", "#2561ad"), ("green", "#2f7a45"), ("yellow", "#ecba2c"))
SHUTTERS = ("#5d8f86", "#6d8fae", "#8c6a4e", "#9aa07c", "#b6795c", "#6f7f8f")
GROUND = 505


def house(kind: str, sea_side: str, paint: Mapping[str, int]) -> str:
    """A place of this kind as it looks from the street."""
    wall, shutter = WALLS[paint["wall"] % len(WALLS)], SHUTTERS[paint["shutter"] % len(SHUTTERS)]
    roof, door = ROOFS[paint["shape"] % 3], DOORS[paint["door"] % 4][1]
    scene = sky(paint["sky"], 360)
    inland = sea_side == "river"
    scene += (
        hills(420, 190, "#b2c8c2", "#98b79b", phase=paint["shape"] % 7)
        if inland
        else hills(372, 90, "#a9c7c8", "#8cb3ad", phase=paint["shape"] % 7) + sea(370, 470)
    )
    plant = PLANTS[paint["tree"] % 4]
    scene += _ground(inland) + plant(92, GROUND + 4, 250) + plant(716, GROUND, 210)
    scene += _KINDS[kind](wall, shutter, roof, door, paint)
    return scene + _garden(paint)


def _ground(inland: bool) -> str:
    far = rect(0, 416, 800, 40, "#8fb08c") if inland else ""
    green = path("M0 452Q240 430 420 446T800 440V600H0Z", "#9dba7c" if inland else "#a9bf8b")
    pave = fade("pave", "#ead9bd", "#d4bd99")
    return (
        f"<defs>{pave}</defs>{far}{green}"
        + path("M0 508Q400 494 800 508V600H0Z", "url(#pave)")
        + path("M352 504H448L560 600H240Z", "#f4e8d2", 'opacity=".7"')
    )


def _garden(paint: Mapping[str, int]) -> str:
    bloom = ("#e2557c", "#f0a24a", "#f6f0e4", "#c25ba4")[paint["tree"] % 4]
    return "".join(
        bush(x, 520 + (x % 13), s, bloom) for x, s in ((40, 96), (150, 76), (250, 56), (560, 58), (660, 82), (762, 104))
    )


def _window(x: float, y: float, w: float, h: float, shutter: str, arch: bool = False) -> str:
    top = (
        f"M{x} {y + h}V{y + w / 2}A{w / 2} {w / 2} 0 0 1 {x + w} {y + w / 2}V{y + h}Z"
        if arch
        else f"M{x} {y}H{x + w}V{y + h}H{x}Z"
    )
    glass = path(top, "#fffaf0", 'stroke="#fffaf0" stroke-width="6"') + path(top, "url(#glass)")
    bars = rect(x + w / 2 - 1.5, y, 3, h, "#fffaf0") + rect(x, y + h * 0.48, w, 3, "#fffaf0")
    slats = ""
    if shutter:
        for sx in (x - w * 0.58 - 3, x + w + 3):
            slats += rect(sx, y, w * 0.58, h, shutter, 'rx="1"') + "".join(
                rect(sx + 3, y + 6 + k * h / 6, w * 0.58 - 6, 2, "#000", 'opacity=".13"') for k in range(6)
            )
    return (
        glass
        + bars
        + slats
        + rect(x - 6, y + h, w + 12, 5, "#fffaf0")
        + rect(x - 6, y + h + 5, w + 12, 3, "#000", 'opacity=".1"')
    )


def _door(x: float, colour: str, w: float = 62, h: float = 118) -> str:
    y = GROUND - h
    frame = path(
        f"M{x - w / 2 - 9} {GROUND}V{y}A{w / 2 + 9} {w / 2 + 9} 0 0 1 {x + w / 2 + 9} {y}V{GROUND}Z",
        "#fffaf0",
    )
    leaf = path(f"M{x - w / 2} {GROUND}V{y}A{w / 2} {w / 2} 0 0 1 {x + w / 2} {y}V{GROUND}Z", colour)
    panels = "".join(
        rect(px, py, w * 0.3, ph, "#000", 'opacity=".16" rx="2"')
        for px in (x - w * 0.38, x + w * 0.08)
        for py, ph in ((y + 6, h * 0.36), (y + h * 0.5, h * 0.4))
    )
    pots = "".join(
        path(f"M{px - 15} {GROUND - 24}h30l-5 28h-20Z", "#bf6a45") + bush(px, GROUND - 22, 44, "#f4efe2")
        for px in (x - w, x + w)
    )
    return (
        frame
        + leaf
        + panels
        + oval(x + w * 0.32, y + h * 0.5, 3.5, 3.5, "#f7e2a0")
        + rect(x - w / 2 - 16, GROUND - 1, w + 32, 8, "#cdb898")
        + pots
    )


def _body(x: float, y: float, w: float, wall: str) -> str:
    light = fade("light", "#ffffff55", "#ffffff00", "#00000018", across=True)
    defs = f"<defs>{fade('glass', '#9cc6d0', '#4f8595')}{light}</defs>"
    return (
        defs
        + oval(x + w / 2 + 16, GROUND + 6, w / 2 + 26, 12, "#000", 'opacity=".13"')
        + rect(x, y, w, GROUND - y, wall)
        + rect(x, y, w, GROUND - y, "url(#light)")
    )


def _tiles(x: float, y: float, w: float, tall: float, roof: str) -> str:
    shape = path(f"M{x - 22} {y + 6}L{x + 26} {y - tall}H{x + w - 26}L{x + w + 22} {y + 6}Z", roof)
    lines = "".join(
        path(
            f"M{x - 10 + k * tall * 0.0 - 0} {y - tall + 14 + k * 18}H{x + w + 10}",
            "none",
            'stroke="#000" stroke-width="2" opacity=".07"',
        )
        for k in range(int(tall / 18))
    )
    return shape + lines + rect(x - 22, y + 4, w + 44, 8, "#000", 'opacity=".14"')


def _hotel(wall: str, shutter: str, roof: str, door: str, paint: Mapping[str, int]) -> str:
    floors = 3 + paint["shape"] % 2
    top = GROUND - 118 - floors * 76
    shapes = (
        _body(170, top, 460, wall)
        + rect(158, top - 14, 484, 18, "#fffaf0")
        + rect(170, top + 4, 460, 6, "#000", 'opacity=".1"')
    )
    for floor in range(floors):
        y = top + 26 + floor * 76
        shapes += "".join(_window(206 + k * 88, y, 30, 44, shutter) for k in range(5))
        if floor == 1:
            shapes += (
                rect(362, y + 40, 78, 5, "#54626a")
                + "".join(rect(364 + k * 9, y + 22, 2, 20, "#54626a") for k in range(9))
                + rect(362, y + 20, 78, 3, "#54626a")
            )
    shapes += rect(170, GROUND - 128, 460, 8, "#fffaf0")
    for x in (196, 280, 462, 546):
        shapes += _window(x + 12, GROUND - 92, 36, 62, "", arch=True)
        shapes += path(
            f"M{x - 2} {GROUND - 98}h64l10 24h-84Z", "#d9623b" if paint["tree"] % 2 else "#2b8c97"
        ) + "".join(path(f"M{x + 4 + k * 20} {GROUND - 98}h10l2 24h-12Z", "#fff6e6", 'opacity=".85"') for k in range(3))
    return shapes + _door(400, door)


def _guesthouse(wall: str, shutter: str, roof: str, door: str, paint: Mapping[str, int]) -> str:
    beside = WALLS[(paint["wall"] + 2) % len(WALLS)], WALLS[(paint["wall"] + 4) % len(WALLS)]
    shapes = (
        rect(110, 250, 160, GROUND - 250, beside[0])
        + rect(530, 220, 170, GROUND - 220, beside[1])
        + _tiles(110, 250, 160, 40, ROOFS[1])
        + _tiles(530, 220, 170, 40, ROOFS[2])
    )
    for x, y in ((140, 290), (200, 290), (140, 380), (560, 270), (630, 270), (560, 360), (630, 360)):
        shapes += rect(x, y, 28, 44, "#6d97a2") + rect(x - 3, y + 44, 34, 4, "#fffaf0")
    shapes += (
        rect(110, 250, 590, 255, "#fff", 'opacity=".16"') + _body(262, 158, 276, wall) + _tiles(262, 158, 276, 62, roof)
    )
    for y in (186, 284):
        shapes += "".join(_window(x, y, 38, 58, shutter) for x in (306, 381, 456))
    shapes += rect(360, 338, 80, 6, "#54626a") + "".join(bush(x, 340, 26, "#e2557c") for x in (372, 392, 412, 430))
    shapes += _window(294, 402, 40, 54, shutter) + _window(466, 402, 40, 54, shutter)
    return shapes + _door(400, door, 58, 106)


def _apartment(wall: str, shutter: str, roof: str, door: str, paint: Mapping[str, int]) -> str:
    shapes = _body(180, 150, 290, "#faf6ee") + _body(450, 216, 190, wall)
    for floor in range(4):
        y = 172 + floor * 80
        for x, w in ((204, 110), (336, 110)) if floor < 3 else ((204, 90),):
            shapes += (
                rect(x, y, w, 54, "url(#glass)")
                + rect(x + w / 2 - 2, y, 4, 54, "#fffaf0")
                + rect(x - 8, y + 30, w + 16, 32, "#dfeff0", 'opacity=".75"')
                + rect(x - 8, y + 28, w + 16, 4, shutter)
                + rect(x - 8, y + 60, w + 16, 6, "#e6dccb")
            )
            shapes += bush(x + 16, y + 32, 26, "#e2557c" if (x + floor) % 3 else "")
        if floor:
            shapes += (
                "".join(_window(x, y + 2, 44, 46, "") for x in (482, 562))
                if floor < 3
                else _window(562, y + 12, 44, 46, "")
            )
    shapes += (
        rect(172, 142, 306, 12, "#e9dfce")
        + rect(442, 208, 206, 12, "#e9dfce")
        + path("M500 208V176H600V208M500 180H600", "none", 'stroke="#8d6e52" stroke-width="5"')
        + bush(550, 180, 60)
    )
    return shapes + _door(400, door, 66, 84)


def _villa(wall: str, shutter: str, roof: str, door: str, paint: Mapping[str, int]) -> str:
    shapes = (
        _body(120, 330, 560, "#fbf7ef")
        + _body(330, 236, 260, "#f4ecdf")
        + rect(312, 224, 296, 16, "#e6d9c4")
        + rect(104, 320, 592, 14, "#e6d9c4")
    )
    shapes += rect(352, 256, 216, 58, "url(#glass)") + "".join(
        rect(352 + k * 54, 256, 4, 58, "#fffaf0") for k in range(5)
    )
    shapes += (
        rect(146, 356, 170, 120, "url(#glass)")
        + "".join(rect(146 + k * 56, 356, 4, 120, "#fffaf0") for k in range(4))
        + rect(500, 356, 152, 120, "url(#glass)")
        + rect(574, 356, 4, 120, "#fffaf0")
    )
    shapes += "".join(rect(x, 334, 9, GROUND - 334, "#a07c5a") for x in (130, 330, 478, 664)) + rect(
        120, 334, 560, 22, "#000", 'opacity=".12"'
    )
    shapes += _door(405, door, 66, 92)
    pool = (
        path("M90 556H640L720 600H30Z", "#59bfca")
        + path("M90 556H640L652 563H80Z", "#fffaf0")
        + "".join(rect(120 + k * 90, 574 + (k * 7) % 16, 60, 3, "#e9fbf7", 'opacity=".7"') for k in range(6))
    )
    return shapes + pool


def _farmhouse(wall: str, shutter: str, roof: str, door: str, paint: Mapping[str, int]) -> str:
    stone = ("#dcc5a0", "#e4d2b4", "#d3bb98")[paint["wall"] % 3]
    shapes = (
        _body(120, 318, 360, stone)
        + _tiles(120, 318, 360, 76, roof)
        + _body(440, 248, 230, wall)
        + _tiles(440, 248, 230, 66, roof)
        + rect(520, 150, 34, 50, stone)
        + rect(514, 144, 46, 9, roof)
    )
    for k in range(34):
        shapes += rect(
            128 + (k * 83) % 330,
            330 + (k * 47) % 160,
            24 + (k * 7) % 14,
            9,
            "#b99c72",
            'opacity=".45" rx="3"',
        )
    shapes += (
        "".join(_window(x, 352, 36, 50, shutter) for x in (166, 266))
        + "".join(_window(x, 276, 36, 52, shutter) for x in (490, 584))
        + "".join(_window(x, 390, 36, 56, shutter) for x in (490, 584))
    )
    shapes += "".join(
        path(
            f"M{x} {GROUND}Q{x + 6} {GROUND - 90} {x - 8} {GROUND - 150}",
            "none",
            'stroke="#6b8f55" stroke-width="7"',
        )
        + bush(x - 8, GROUND - 130, 54, "#8b5aa8")
        for x in (146, 330)
    )
    return shapes + _door(402, door, 64, 100)


def _hostel(wall: str, shutter: str, roof: str, door: str, paint: Mapping[str, int]) -> str:
    bright = ("#f3c15e", "#7fc0bb", "#ee9a76", "#9bb8dc")[paint["wall"] % 4]
    shapes = (
        _body(190, 236, 420, bright) + rect(178, 224, 444, 16, "#fffaf0") + rect(250, 176, 300, 52, "#fffaf0", 'rx="8"')
    )
    shapes += "".join(oval(286 + k * 46, 202, 12, 12, ("#d9623b", "#2b8c97", "#f0b84a")[k % 3]) for k in range(6))
    for y in (264, 350):
        shapes += "".join(_window(x, y, 46, 52, "") for x in (222, 306, 448, 532))
    shapes += path("M190 250Q300 300 400 262T610 250", "none", 'stroke="#fffaf0" stroke-width="3"') + "".join(
        path(
            f"M{208 + k * 38} {262 + (k % 3) * 8}h22l-11 22Z",
            ("#d9623b", "#fff6e6", "#2b8c97", "#e2557c")[k % 4],
        )
        for k in range(10)
    )
    boards = "".join(
        oval(x, 440, 13, 68, colour, 'stroke="#fffaf0" stroke-width="4"')
        for x, colour in ((226, "#2b8c97"), (262, "#f0b84a"), (560, "#e2557c"))
    )
    return shapes + boards + _door(400, door, 70, 110)


_KINDS = {
    "Hotel": _hotel,
    "Guesthouse": _guesthouse,
    "Apartment": _apartment,
    "Villa": _villa,
    "Farmhouse": _farmhouse,
    "Hostel": _hostel,
}
