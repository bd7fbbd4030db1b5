"""The table and the vessels on it."""

from dataclasses import dataclass
from random import Random

from .strokes import (
    at,
    blob,
    darker,
    disc,
    fill,
    glazed,
    lighter,
    line,
    put,
    shade,
    shadow,
    slab,
    smooth,
    solid,
)

SURFACES = {
    "linen": "#e6dcc9",
    "oak": "#b98a58",
    "walnut": "#6d4a33",
    "slate": "#3d4247",
    "marble": "#ece8e2",
    "sage": "#a9b39a",
    "clay": "#c98f6f",
    "butter": "#efd9a4",
    "plaster": "#d9cdbd",
    "dusk": "#5b6b7a",
}
GLAZES = ("#f4eee2", "#e9e2d5", "#f8f4ec", "#dfe3df", "#efe3d0", "#d7dbe0", "#e5d4c0")
DARK_GLAZES = ("#4a5a63", "#7c4f3a", "#60705c")


@dataclass(frozen=True)
class Vessel:
    """A drawing centred on the origin, and half the width and height of its area for food."""

    drawing: str
    width: float
    height: float
    round: bool = True


def table(random: Random, name: str) -> str:
    """The table top, filling 800 x 600; raises KeyError for an unknown name."""
    colour = SURFACES[name]
    texture = {"oak": _planks, "walnut": _planks, "marble": _veins, "linen": _weave}.get(
        name, _plaster
    )
    window = '<rect width="800" height="600" fill="url(#window)"/>'
    return f'<rect width="800" height="600" fill="{colour}"/>' + texture(random, colour) + window


def _planks(random: Random, colour: str) -> str:
    drawn, y = "", 0.0
    while y < 600:
        high = random.uniform(110, 170)
        drawn += (
            f'<rect y="{at(y)}" width="800" height="{at(high)}" '
            f'fill="{shade(random, colour, 0.1)}"/>'
        )
        for _ in range(8):
            level = y + random.uniform(4, high - 4)
            wave = smooth(
                [(x, level + random.uniform(-4, 4)) for x in range(-20, 860, 140)], closed=False
            )
            drawn += line(wave, darker(colour, 0.3), random.uniform(0.6, 2), 0.3)
        drawn += (
            f'<rect y="{at(y)}" width="800" height="2.5" fill="{darker(colour, 0.6)}" '
            'opacity=".55"/>'
        )
        y += high
    return drawn


def _veins(random: Random, colour: str) -> str:
    drawn = ""
    for _ in range(9):
        x, y, points = random.uniform(-100, 700), random.uniform(-80, 400), []
        for _ in range(7):
            points.append((x, y))
            x, y = x + random.uniform(30, 130), y + random.uniform(-20, 90)
        vein = smooth(points, closed=False)
        drawn += line(vein, darker(colour, 0.3), random.uniform(6, 16), 0.16) + line(
            vein, darker(colour, 0.4), 1.2, 0.4
        )
    return drawn


def _weave(random: Random, colour: str) -> str:
    threads = "".join(f"M0 {y}H800" for y in range(0, 600, 5)) + "".join(
        f"M{x} 0V600" for x in range(0, 800, 5)
    )
    folds = ""
    for x in (random.uniform(0, 800) for _ in range(3)):
        folds += f"M{at(x)} -20L{at(x + random.uniform(-160, 160))} 620"
    return line(threads, darker(colour), 1, 0.17) + line(
        folds, "#fff8e8", 26, 0.22, 'filter="url(#soft)"'
    )


def _plaster(random: Random, colour: str) -> str:
    drawn = ""
    for _ in range(26):
        patch = fill(
            blob(random, random.uniform(50, 150), 0.25, 9, 1.8), shade(random, colour, 0.16), 0.22
        )
        drawn += put(patch, random.uniform(0, 800), random.uniform(0, 600), random.uniform(0, 180))
    return drawn


def cloth(random: Random) -> str:
    """A napkin, mostly under the plate."""
    colour = random.choice(("#f3ecdd", "#c9b8a0", "#8fa09a", "#b7523a", "#d9b45a", "#54646f"))
    edge = [
        (-190, -180), (0, -188), (192, -178), (186, 0),
        (190, 184), (0, 178), (-186, 186), (-194, 0),
    ]  # fmt: skip
    square = smooth(edge)
    stripes = "".join(
        f"M-184 {y}Q0 {y + random.randint(-6, 6)} 184 {y}" for y in (-146, -132, 132, 146)
    )
    creases = "M-60 -176Q-30 0 -70 176M70 -178Q50 20 84 178"
    folds = line(creases, darker(colour, 0.4), 12, 0.2, 'filter="url(#soft)"')
    woven = line(stripes, lighter(colour, 0.6), 5, 0.7)
    return shadow(square, 0, 0, 1.2) + fill(square, colour) + woven + folds


def fork(random: Random) -> str:
    """A fork, upright."""
    tone = random.choice(("#b9b5ad", "#c2a35f", "#8d8a86"))
    tines = "".join(f"M{x} -150V-92" for x in (-15, -5, 5, 15))
    body = "M-18 -96C-18 -60 18 -60 18 -96M0 -70V150"
    shape = line(tines, tone, 6) + line(body, tone, 9)
    return (
        put(line(tines + body, "#1d0d05", 8, 0.3, 'filter="url(#soft)"'), 5, 8)
        + shape
        + line("M-2 -40V140", "#ffffff", 2, 0.5)
    )


def spoon(random: Random) -> str:
    """A spoon, upright."""
    tone = random.choice(("#b9b5ad", "#c2a35f", "#8d8a86"))
    head = "M0 -155C30 -150 32 -84 0 -78C-32 -84 -30 -150 0 -155Z"
    stem = line("M0 -80V150", tone, 9)
    return shadow(head, 0, 0) + stem + solid(head, tone) + line("M-2 -60V140", "#ffffff", 2, 0.5)


def plate(random: Random) -> Vessel:
    """A wide stoneware plate."""
    glaze = random.choice(GLAZES)
    well = fill(disc(214), lighter(glaze, 0.3)) + fill(disc(214), "hollow", 0.5)
    rims = line(disc(264), darker(glaze, 0.35), 3, 0.5) + line(
        disc(214), darker(glaze, 0.25), 2, 0.4
    )
    return Vessel(
        shadow(disc(266), 0, 0, 3)
        + glazed(disc(266), glaze)
        + _speckles(random, 260)
        + well
        + rims,
        208,
        208,
    )


def bowl(random: Random) -> Vessel:
    """A deep bowl, in a light glaze or a dark one."""
    glaze = random.choice((*GLAZES, *DARK_GLAZES))
    inside = (
        fill(disc(230), darker(glaze, 0.12))
        + fill(disc(230), "hollow")
        + line(disc(230), lighter(glaze, 0.5), 3, 0.7)
    )
    return Vessel(
        shadow(disc(256), 0, 0, 3.4) + glazed(disc(256), glaze) + _speckles(random, 252) + inside,
        220,
        220,
    )


def skillet(random: Random) -> Vessel:
    """A black iron pan, its handle to the lower right."""
    grip = shadow(slab(230, 54, 26), 345, 0, 2) + put(solid(slab(230, 54, 26), "#2c2a29"), 345, 0)
    hole = put(fill(disc(11), "#8d7a66"), 430, 0)
    iron = solid(disc(258), "#333130") + fill(disc(236), "#242221") + fill(disc(236), "hollow")
    handle = put(grip + hole, 0, 0, random.uniform(28, 42))
    return Vessel(
        handle + shadow(disc(258), 0, 0, 3) + iron + line(disc(252), "#6a6560", 3, 0.6), 228, 228
    )


def dish(random: Random) -> Vessel:
    """An oven dish with two ears."""
    glaze = random.choice(("#f1e8d8", "#b9563c", "#3f6470", "#e3c384", "#7d8b6a"))
    body, inside = slab(640, 460, 72), slab(588, 408, 52)
    ears = "".join(put(solid(slab(86, 150, 40), glaze), x, 0) for x in (-318, 318))
    lip = fill(inside, darker(glaze, 0.3)) + line(inside, lighter(glaze, 0.5), 3, 0.8)
    return Vessel(shadow(body, 0, 0, 3) + ears + glazed(body, glaze) + lip, 290, 200, round=False)


def tray(random: Random) -> Vessel:
    """A baking sheet lined with paper."""
    sheet = slab(760, 550, 34)
    edge = [
        (-342, -246), (0, -238), (344, -248), (338, 0),
        (346, 242), (0, 248), (-348, 240), (-340, 0),
    ]  # fmt: skip
    paper = smooth(edge)
    creases = "".join(f"M{x} -230L{x + random.randint(20, 60)} 232" for x in (-210, -40, 150))
    metal = shadow(sheet, 0, 0, 2.5) + fill(sheet, "#8b8883") + line(sheet, "#c9c5be", 5)
    return Vessel(
        metal + fill(paper, "#ead9bb") + line(creases, "#cdb88f", 2, 0.5), 325, 226, round=False
    )


def board(random: Random) -> Vessel:
    """A wooden board."""
    wood, body = random.choice(("#c99a63", "#a8744a", "#d9b27c")), slab(720, 500, 46)
    grain = ""
    for y in range(-210, 230, 34):
        grain += smooth(
            [(x, y + random.uniform(-5, 5)) for x in range(-335, 345, 110)], closed=False
        )
    lines = line(grain, darker(wood, 0.3), 1.6, 0.4) + line(body, darker(wood, 0.35), 3, 0.5)
    return Vessel(shadow(body, 0, 0, 2.6) + glazed(body, wood) + lines, 300, 200, round=False)


def glass(random: Random) -> Vessel:
    """A tumbler seen from above, on a coaster."""
    coaster = shadow(disc(252), 0, 0, 1.4) + solid(
        disc(252), random.choice(("#c3a27a", "#8d9a86", "#b5654a"))
    )
    rim = fill(disc(214), "#eef2f0", 0.85) + fill(disc(196), "#cfd8d6", 0.6)
    return Vessel(
        coaster + line(disc(240), "#3a2413", 3, 0.3) + shadow(disc(214), 0, 0, 3) + rim, 188, 188
    )


def _speckles(random: Random, radius: float) -> str:
    reach = radius * 0.7
    spots = (
        f"M{at(random.uniform(-reach, reach), random.uniform(-reach, reach))}h.1" for _ in range(60)
    )
    return line("".join(spots), "#6b5a48", 2.2, 0.35)


VESSELS = {vessel.__name__: vessel for vessel in (plate, bowl, skillet, dish, tray, board, glass)}
