"""Houses seen from the street, in one style for each kind of place."""

from collections.abc import Mapping

from ....kit.svg import fade, oval, path, rect
from .backdrops import ROOFS, WALLS, hills, sea, sky
from .parts import (
    GROUND,
    IRON,
    TEAL,
    TERRACOTTA,
    WHITE,
    awning,
    body,
    door,
    loggia,
    panes,
    railing,
    tiles,
    window,
)
from .plants import PLANTS, bush

DOORS = (("red", "#b8322f"), ("blue", "#2561ad"), ("green", "#2f7a45"), ("yellow", "#ecba2c"))
SHUTTERS = ("#5d8f86", "#6d8fae", "#8c6a4e", "#9aa07c", "#b6795c", "#6f7f8f")


def house(kind: str, sea_side: str, paint: Mapping[str, int]) -> str:
    """A place of this kind, seen from the street."""
    wall, shutter = WALLS[paint["wall"] % len(WALLS)], SHUTTERS[paint["shutter"] % len(SHUTTERS)]
    roof, entrance = ROOFS[paint["shape"] % 3], DOORS[paint["door"] % 4][1]
    scene = sky(paint["sky"], 360)
    inland = sea_side == "river"
    if inland:
        scene += hills(420, 190, "#b2c8c2", "#98b79b", phase=paint["shape"] % 7)
    else:
        scene += hills(372, 90, "#a9c7c8", "#8cb3ad", phase=paint["shape"] % 7) + sea(370, 470)
    plant = PLANTS[paint["tree"] % 4]
    scene += _ground(inland) + plant(92, GROUND + 4, 250) + plant(716, GROUND, 210)
    scene += _KINDS[kind](wall, shutter, roof, entrance, paint)
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
        bush(x, 520 + (x % 13), s, bloom)
        for x, s in ((40, 96), (150, 76), (250, 56), (560, 58), (660, 82), (762, 104))
    )


def _hotel(wall: str, shutter: str, roof: str, entrance: str, paint: Mapping[str, int]) -> str:
    floors = 3 + paint["shape"] % 2
    top = GROUND - 118 - floors * 76
    shapes = body(170, top, 460, wall) + rect(158, top - 14, 484, 18, WHITE)
    shapes += rect(170, top + 4, 460, 6, "#000", 'opacity=".1"')
    for floor in range(floors):
        y = top + 26 + floor * 76
        shapes += "".join(window(206 + k * 88, y, 30, 44, shutter) for k in range(5))
        shapes += railing(362, y + 20) if floor == 1 else ""
    shapes += rect(170, GROUND - 128, 460, 8, WHITE)
    shade = TERRACOTTA if paint["tree"] % 2 else TEAL
    for x in (196, 280, 462, 546):
        shapes += window(x + 12, GROUND - 92, 36, 62, arch=True) + awning(x - 2, GROUND - 98, shade)
    return shapes + door(400, entrance)


def _guesthouse(wall: str, shutter: str, roof: str, entrance: str, paint: Mapping[str, int]) -> str:
    shapes = _neighbours(paint) + body(262, 158, 276, wall) + tiles(262, 158, 276, 62, roof)
    for y in (186, 284):
        shapes += "".join(window(x, y, 38, 58, shutter) for x in (306, 381, 456))
    shapes += rect(360, 338, 80, 6, IRON) + "".join(
        bush(x, 340, 26, "#e2557c") for x in (372, 392, 412, 430)
    )
    shapes += window(294, 402, 40, 54, shutter) + window(466, 402, 40, 54, shutter)
    return shapes + door(400, entrance, 58, 106)


def _neighbours(paint: Mapping[str, int]) -> str:
    """The two paler houses on either side of a guesthouse."""
    left, right = (WALLS[(paint["wall"] + further) % len(WALLS)] for further in (2, 4))
    shapes = rect(110, 250, 160, GROUND - 250, left) + rect(530, 220, 170, GROUND - 220, right)
    shapes += tiles(110, 250, 160, 40, ROOFS[1]) + tiles(530, 220, 170, 40, ROOFS[2])
    windows = [(140, 290), (200, 290), (140, 380), (560, 270), (630, 270), (560, 360), (630, 360)]
    for x, y in windows:
        shapes += rect(x, y, 28, 44, "#6d97a2") + rect(x - 3, y + 44, 34, 4, WHITE)
    return shapes + rect(110, 250, 590, 255, "#fff", 'opacity=".16"')


def _apartment(wall: str, shutter: str, roof: str, entrance: str, paint: Mapping[str, int]) -> str:
    shapes = body(180, 150, 290, "#faf6ee") + body(450, 216, 190, wall)
    for floor in range(4):
        y = 172 + floor * 80
        for x, w in ((204, 110), (336, 110)) if floor < 3 else ((204, 90),):
            shapes += loggia(x, y, w, shutter) + bush(
                x + 16, y + 32, 26, "#e2557c" if (x + floor) % 3 else ""
            )
        if floor in (1, 2):
            shapes += window(482, y + 2, 44, 46) + window(562, y + 2, 44, 46)
    shapes += window(562, y + 12, 44, 46)
    shapes += rect(172, 142, 306, 12, "#e9dfce") + rect(442, 208, 206, 12, "#e9dfce")
    arbour = path(
        "M500 208V176H600V208M500 180H600", "none", 'stroke="#8d6e52" stroke-width="5"'
    ) + bush(550, 180, 60)
    return shapes + arbour + door(400, entrance, 66, 84)


def _villa(wall: str, shutter: str, roof: str, entrance: str, paint: Mapping[str, int]) -> str:
    shapes = body(120, 330, 560, "#fbf7ef") + body(330, 236, 260, "#f4ecdf")
    shapes += rect(312, 224, 296, 16, "#e6d9c4") + rect(104, 320, 592, 14, "#e6d9c4")
    shapes += panes(352, 256, 216, 58, 5, 54) + panes(146, 356, 170, 120, 4, 56)
    shapes += rect(500, 356, 152, 120, "url(#glass)") + rect(574, 356, 4, 120, WHITE)
    shapes += "".join(rect(x, 334, 9, GROUND - 334, "#a07c5a") for x in (130, 330, 478, 664))
    shapes += rect(120, 334, 560, 22, "#000", 'opacity=".12"') + door(405, entrance, 66, 92)
    pool = path("M90 556H640L720 600H30Z", "#59bfca") + path("M90 556H640L652 563H80Z", WHITE)
    glitter = (
        rect(120 + k * 90, 574 + (k * 7) % 16, 60, 3, "#e9fbf7", 'opacity=".7"') for k in range(6)
    )
    return shapes + pool + "".join(glitter)


def _farmhouse(wall: str, shutter: str, roof: str, entrance: str, paint: Mapping[str, int]) -> str:
    stone = ("#dcc5a0", "#e4d2b4", "#d3bb98")[paint["wall"] % 3]
    shapes = body(120, 318, 360, stone) + tiles(120, 318, 360, 76, roof)
    shapes += body(440, 248, 230, wall) + tiles(440, 248, 230, 66, roof)
    shapes += rect(520, 150, 34, 50, stone) + rect(514, 144, 46, 9, roof)  # the chimney
    for k in range(34):
        x, y = 128 + (k * 83) % 330, 330 + (k * 47) % 160
        shapes += rect(x, y, 24 + (k * 7) % 14, 9, "#b99c72", 'opacity=".45" rx="3"')
    shapes += "".join(window(x, 352, 36, 50, shutter) for x in (166, 266))
    shapes += "".join(
        window(x, y, 36, h, shutter) for y, h in ((276, 52), (390, 56)) for x in (490, 584)
    )
    return shapes + _climber(146) + _climber(330) + door(402, entrance, 64, 100)


def _climber(x: float) -> str:
    """A flowering climber on a wall."""
    stem = f"M{x} {GROUND}Q{x + 6} {GROUND - 90} {x - 8} {GROUND - 150}"
    return path(stem, "none", 'stroke="#6b8f55" stroke-width="7"') + bush(
        x - 8, GROUND - 130, 54, "#8b5aa8"
    )


def _hostel(wall: str, shutter: str, roof: str, entrance: str, paint: Mapping[str, int]) -> str:
    bright = ("#f3c15e", "#7fc0bb", "#ee9a76", "#9bb8dc")[paint["wall"] % 4]
    shapes = (
        body(190, 236, 420, bright)
        + rect(178, 224, 444, 16, WHITE)
        + rect(250, 176, 300, 52, WHITE, 'rx="8"')
    )
    shapes += "".join(
        oval(286 + k * 46, 202, 12, 12, (TERRACOTTA, TEAL, "#f0b84a")[k % 3]) for k in range(6)
    )
    for y in (264, 350):
        shapes += "".join(window(x, y, 46, 52) for x in (222, 306, 448, 532))
    boards = "".join(
        oval(x, 440, 13, 68, colour, f'stroke="{WHITE}" stroke-width="4"')
        for x, colour in ((226, TEAL), (262, "#f0b84a"), (560, "#e2557c"))
    )
    return shapes + _bunting() + boards + door(400, entrance, 70, 110)


def _bunting() -> str:
    """A line of small flags."""
    line = path("M190 250Q300 300 400 262T610 250", "none", f'stroke="{WHITE}" stroke-width="3"')
    colours = (TERRACOTTA, "#fff6e6", TEAL, "#e2557c")
    return line + "".join(
        path(f"M{208 + k * 38} {262 + (k % 3) * 8}h22l-11 22Z", colours[k % 4]) for k in range(10)
    )


_KINDS = {
    "Hotel": _hotel,
    "Guesthouse": _guesthouse,
    "Apartment": _apartment,
    "Villa": _villa,
    "Farmhouse": _farmhouse,
    "Hostel": _hostel,
}
