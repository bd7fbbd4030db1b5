"""Food in one piece from oven or freezer: pies, tarts, cakes, loaves, flat breads, stacks."""

import math
from random import Random

from .bases import liquid
from .strokes import (
    around,
    at,
    baked,
    blob,
    crumbs,
    darker,
    disc,
    fill,
    lighter,
    line,
    polygon,
    put,
    scalloped,
    shadow,
    slab,
    solid,
)
from .tableware import Vessel


def lattice(vessel: Vessel, random: Random, colour: str) -> str:
    """A pie: fruit under strips of pastry, a crimped edge."""
    reach, strips = vessel.width * 0.98, ""
    for turn, row in ((turn, row) for turn in (20, 110) for row in range(-3, 4)):
        half = math.sqrt(reach**2 - (row * reach * 0.29) ** 2)
        strip = f"M{at(-half, row * reach * 0.29)}h{at(2 * half)}"
        gleam = line(strip, "#f0c987", 7, 0.7, 'transform="translate(0 -6)"')
        pastry = line(strip, "#8e5a25", 35, 0.5) + line(strip, "#dca655", 30) + gleam
        strips += put(pastry, 0, 0, turn)
    edge = ""
    for x, y in around(reach * 1.02, 42):
        crimp = solid(blob(random, 23, 0.08, 8, 1.25), "#d9a050")
        edge += put(crimp, x, y, math.degrees(math.atan2(y, x)) + 60)
    return shadow(disc(reach * 1.1), 0, 0, 2) + liquid(vessel, random, colour) + strips + edge


def tart(vessel: Vessel, random: Random, colour: str) -> str:
    """A fluted pastry case, filled."""
    reach = vessel.width * 1.1
    case, filling = scalloped(reach, 72, 0.045), disc(reach * 0.87)
    top = fill(filling, colour) + fill(filling, "sheen") + fill(filling, "hollow", 0.35)
    return shadow(case, 0, 0, 2) + solid(case, "#cf9549") + fill(disc(reach * 0.9), "#8e5a25") + top


def cake(vessel: Vessel, random: Random, colour: str) -> str:
    """A round cake with one slice pulled out."""
    reach, cut, drawn = vessel.width * 1.04, random.uniform(0.1, 0.5), ""
    for first, last, away in ((cut + 0.66, cut + 6.28, -8), (cut, cut + 0.66, 40)):
        turns = [first + (last - first) * step / 60 for step in range(61)]
        part = polygon(
            [(0, 0), *((reach * math.cos(turn), reach * math.sin(turn)) for turn in turns)]
        )
        x, y = away * math.cos(cut + 0.33), away * math.sin(cut + 0.33)
        drawn += shadow(part, x, y, 2) + put(baked(part, colour, 0.3), x, y)
    return drawn


def loaf(vessel: Vessel, random: Random, colour: str) -> str:
    """A tin loaf with three slices in front of it."""
    whole, piece = slab(380, 250, 52), slab(70, 254, 26)
    seam = "M-160 4Q-70 -26 0 4T156 0"
    top = put(line("M-160 4Q-70 -26 0 4T156 0", lighter(colour, 0.5), 5, 0.6), 0, 3)
    drawn = shadow(whole, -96, 0, 2) + put(
        baked(whole, colour) + line(seam, darker(colour, 0.5), 16, 0.6) + top, -96, 0
    )
    inside = put(fill(piece, lighter(colour, 0.62)) + crumbs(piece, 0.35), -4, 0, 0, 0.86)
    for i, x in enumerate((132, 200, 268)):
        turn = 4 + 3 * i + random.uniform(-2, 2)
        drawn += shadow(piece, x, 6 * i, 1, turn) + put(
            solid(piece, darker(colour, 0.1)) + inside, x, 6 * i, turn
        )
    return drawn


def boule(vessel: Vessel, random: Random, colour: str) -> str:
    """A round loaf, floured and scored."""
    crust = blob(random, vessel.height * 1.08, 0.02, 14, 1 if vessel.round else 1.2)
    cuts = "".join(
        f"M{x - 40} {at(-110 + abs(x) * 0.3)}Q{x + 12} 0 {x + 20} {at(110 - abs(x) * 0.3)}"
        for x in (-80, 0, 80)
    )
    return (
        shadow(crust, 0, 0, 2.5)
        + baked(crust, colour, 0.6)
        + line(cuts, lighter(colour, 0.7), 14, 0.8)
    )


def flatbread(vessel: Vessel, random: Random, colour: str) -> str:
    """A pizza base: a raised, blistered rim around the sauce."""
    reach, blisters = max(vessel.height * 1.16, 200), ""
    rim, topping = blob(random, reach, 0.02, 15), blob(random, reach * 0.87, 0.03, 15)
    for x, y in around(reach * 0.94, 19, random.random()):
        blisters += put(fill(blob(random, random.uniform(5, 14), 0.3, 7), "#6f3d17", 0.5), x, y)
    return (
        shadow(rim, 0, 0, 2)
        + solid(rim, "#d8a35c")
        + blisters
        + fill(topping, colour)
        + crumbs(topping, 0.4)
    )


def sheet(vessel: Vessel, random: Random, colour: str) -> str:
    """A slab baked in a tray, dimpled: focaccia, shortbread, granola."""
    dough, dimples = slab(vessel.width * 1.9, vessel.height * 1.84, 40), ""
    for x in range(-240, 280, 80):
        for y in range(-140, 180, 70):
            hollow = blob(random, 17, 0.15, 8)
            spot = fill(hollow, darker(colour, 0.5), 0.4) + put(
                fill(hollow, lighter(colour, 0.4), 0.5), 4, 5, 0, 0.7
            )
            dimples += put(spot, x + random.uniform(-18, 18), y + random.uniform(-14, 14))
    return shadow(dough, 0, 0, 1.4) + baked(dough, colour, 0.55) + dimples


def stack(vessel: Vessel, random: Random, colour: str) -> str:
    """A stack of pancakes, not quite straight."""
    drawn = ""
    for layer, reach in enumerate((186, 182, 178, 172)):
        cake = blob(random, reach, 0.02, 13)
        top = put(
            fill(blob(random, reach * 0.9, 0.03, 15), darker(colour, 0.28)) + crumbs(cake, 0.3),
            0,
            0,
        )
        x, y = random.uniform(-16, 16), 14 - 12 * layer
        drawn += shadow(cake, x, y, 1.2) + put(
            solid(cake, lighter(colour, 0.35)) + top + fill(cake, "form", 0.5), x, y
        )
    return drawn


def omelette(vessel: Vessel, random: Random, colour: str) -> str:
    """Eggs set in a pan: a frittata, a tortilla."""
    disc_of_egg = blob(random, vessel.height * 0.97, 0.015, 14)
    return baked(disc_of_egg, colour, 0.5) + line(disc_of_egg, darker(colour, 0.5), 6, 0.5)


def scoops(vessel: Vessel, random: Random, colour: str) -> str:
    """Three balls of ice cream."""
    drawn = ""
    for x, y in around(vessel.width * 0.46, 3, random.uniform(0, 2)):
        ball = blob(random, vessel.width * 0.47, 0.04, 12)
        drawn += shadow(ball, x, y) + put(baked(ball, colour, 0.28), x, y)
    return drawn


def pots(vessel: Vessel, random: Random, colour: str) -> str:
    """Four small pots, each filled."""
    drawn = ""
    for x, y in ((-150, -106), (150, -110), (-146, 112), (152, 108)):
        pot = (
            solid(scalloped(112, 44, 0.03), "#f3ece0")
            + fill(disc(92), colour)
            + fill(disc(92), "hollow", 0.5)
        )
        drawn += shadow(disc(112), x, y, 1.6) + put(pot + fill(disc(92), "sheen", 0.7), x, y)
    return drawn


def pie(vessel: Vessel, random: Random, colour: str) -> str:
    """A closed pastry lid with slits and a crimped edge."""
    lid, slits = area_of(vessel, random), "M-70 -30Q-50 0 -76 36M0 -44Q14 0 -6 46M70 -30Q86 0 64 36"
    edge = line(lid, darker(colour, 0.3), 22, 0.5) + line(
        lid, lighter(colour, 0.2), 20, 1, 'stroke-dasharray="2 25"'
    )
    return (
        shadow(lid, 0, 0)
        + baked(lid, colour, 0.6)
        + edge
        + line(slits, darker(colour, 0.6), 9, 0.8)
    )


def area_of(vessel: Vessel, random: Random) -> str:
    """The outline of a lid over the whole vessel."""
    if vessel.round:
        return blob(random, vessel.width * 1.04, 0.01, 14)
    return slab(vessel.width * 2.02, vessel.height * 2.02, 50)


BAKED = (lattice, tart, cake, loaf, boule, flatbread, sheet, stack, omelette, scoops, pots, pie)
