"""Food that is poured, heaped or strewn: liquids, grains, noodles, leaves, sauces, herbs."""

import math
from random import Random

from .morsels import MORSELS
from .strokes import (
    at,
    blob,
    crumbs,
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
from .tableware import Vessel


def area(vessel: Vessel, random: Random, share: float = 1.0) -> str:
    """The outline of a share of the inside of a vessel."""
    if vessel.round:
        return blob(random, vessel.width * share, 0.012, 14)
    return slab(2 * vessel.width * share, 2 * vessel.height * share, 44)


def mound(vessel: Vessel, random: Random, share: float) -> str:
    """The outline of a heap that does not reach the edge."""
    return blob(random, vessel.height * share, 0.05, 13, vessel.width / vessel.height)


def strewn(vessel: Vessel, random: Random, count: int, share: float) -> list[tuple[float, float]]:
    """`count` random points within a share of the vessel."""
    spots: list[tuple[float, float]] = []
    while len(spots) < count:
        x, y = random.uniform(-1, 1), random.uniform(-1, 1)
        if not vessel.round or x * x + y * y < 1:
            spots.append((x * vessel.width * share, y * vessel.height * share))
    return spots


def dashes(vessel: Vessel, random: Random, count: int, share: float, reach: float) -> str:
    """Short random strokes, as one path."""
    ends = ((random.uniform(-reach, reach), random.uniform(-reach, reach)) for _ in range(count))
    return "".join(
        f"M{at(*spot)}l{at(*end)}"
        for spot, end in zip(strewn(vessel, random, count, share), ends, strict=True)
    )


def liquid(vessel: Vessel, random: Random, colour: str) -> str:
    """Soup or a drink: a level surface with a gleam and drops of oil."""
    surface, drops = area(vessel, random), ""
    for x, y in strewn(vessel, random, 30, 0.95):
        drop = disc(random.uniform(2, 9))
        drops += put(
            fill(drop, lighter(colour, 0.4), 0.4) + line(drop, darker(colour, 0.2), 1, 0.4), x, y
        )
    return (
        fill(surface, colour) + fill(surface, "hollow", 0.7) + drops + fill(surface, "sheen", 0.7)
    )


def sauce(vessel: Vessel, random: Random, colour: str) -> str:
    """Something thick: a stew, a ragù, a curry."""
    pool, lumps = mound(vessel, random, 0.96), ""
    for x, y in strewn(vessel, random, 44, 0.84):
        lumps += put(
            fill(blob(random, random.uniform(8, 26), 0.3, 7), shade(random, colour, 0.2), 0.55),
            x,
            y,
        )
    return shadow(pool, 0, 0) + solid(pool, colour) + lumps + fill(pool, "sheen", 0.6)


def spread(vessel: Vessel, random: Random, colour: str) -> str:
    """Hummus, mash, yoghurt: smoothed with the back of a spoon."""
    pool = mound(vessel, random, 0.94)
    rings = ""
    for share in (0.78, 0.6, 0.42, 0.24):
        furrow = blob(random, vessel.height * share, 0.06, 12, vessel.width / vessel.height)
        rings += line(furrow, darker(colour, 0.35), 12, 0.22) + put(
            line(furrow, lighter(colour, 0.6), 8, 0.6), -4, -6
        )
    return shadow(pool, 0, 0) + solid(pool, colour) + rings


def crust(vessel: Vessel, random: Random, colour: str) -> str:
    """A baked top: golden, uneven, darker in places."""
    top, burnt = area(vessel, random, 0.99), ""
    for x, y in strewn(vessel, random, 26, 0.86):
        patch = fill(blob(random, random.uniform(14, 44), 0.3, 8, 1.5), darker(colour, 0.42), 0.3)
        burnt += put(patch, x, y, random.uniform(0, 180))
    return fill(top, colour) + burnt + crumbs(top, 0.55) + fill(top, "form", 0.75)


def grains(vessel: Vessel, random: Random, colour: str) -> str:
    """Rice, couscous, quinoa, oats: a mound of short strokes."""
    heap = mound(vessel, random, 0.96)
    tones = (darker(colour, 0.26), darker(colour, 0.12), colour, lighter(colour, 0.5))
    layers = (line(dashes(vessel, random, 230, 0.9, 9), tone, 5) for tone in tones)
    return (
        shadow(heap, 0, 0)
        + fill(heap, darker(colour, 0.14))
        + "".join(layers)
        + fill(heap, "form", 0.5)
    )


def noodles(vessel: Vessel, random: Random, colour: str) -> str:
    """Spaghetti, ramen, tagliatelle: a nest of strands."""
    nest, strands = mound(vessel, random, 0.92), ""
    for _ in range(66):
        reach, turn = vessel.width * random.uniform(0.2, 0.88), random.random() * 6.28
        sweep, wander = random.uniform(1.2, 3.2) / 5, [random.uniform(-8, 8) for _ in range(6)]
        points = [
            (reach * math.cos(turn + sweep * s), reach * math.sin(turn + sweep * s) + wander[s])
            for s in range(6)
        ]
        strand = smooth(points, closed=False)
        strands += line(strand, darker(colour, 0.5), 12, 0.5) + line(
            strand, shade(random, colour, 0.2), 9
        )
    return shadow(nest, 0, 0) + fill(nest, darker(colour, 0.4)) + strands


def tubes(vessel: Vessel, random: Random, colour: str) -> str:
    """Short pasta, heaped."""
    heap = fill(mound(vessel, random, 0.9), darker(colour, 0.45))
    hole = put(fill("M-6 -9Q4 0 -6 9Q-10 0 -6 -9Z", darker(colour, 0.6)), 31, 0)
    gleam = line("M-22 -5H20", lighter(colour, 0.6), 4, 0.7)
    for x, y in strewn(vessel, random, 80, 0.82):
        tube = line("M-26 0H26", darker(colour, 0.45), 25) + line(
            "M-26 0H26", shade(random, colour), 21
        )
        heap += put(tube + gleam + hole, x, y, random.uniform(0, 360))
    return heap


def greens(vessel: Vessel, random: Random, colour: str) -> str:
    """A bed of leaves, from the edge inwards."""
    bed = fill(mound(vessel, random, 0.88), darker(colour, 0.5))
    for x, y in sorted(strewn(vessel, random, 74, 0.92), key=lambda spot: -math.hypot(*spot)):
        leaf = MORSELS[random.choice(("spinach", "rocket", "basil"))].draw(random)
        bed += put(
            leaf,
            x,
            y,
            math.degrees(math.atan2(y, x)) + random.uniform(-60, 60),
            random.uniform(1, 1.5),
        )
    return bed


def swirl(vessel: Vessel, random: Random, colour: str) -> str:
    """A ribbon of cream or oil, poured in a spiral."""
    start, reach = random.random() * 6, int(vessel.height * 0.72)
    turns = ((r, start + 9.5 * (r / reach) ** 0.7) for r in range(6, reach, 7))
    ribbon = smooth(
        [(r * math.cos(turn), r * 0.92 * math.sin(turn)) for r, turn in turns], closed=False
    )
    return line(ribbon, darker(colour, 0.3), 14, 0.25) + line(ribbon, colour, 10, 0.95)


def drizzle(vessel: Vessel, random: Random, colour: str) -> str:
    """A thin thread back and forth across the food."""
    rows, zigzag = 9, []
    for row in range(rows + 1):
        side = vessel.width * 0.72 * random.uniform(0.6, 1) * (1 if row % 2 else -1)
        zigzag.append((side, vessel.height * (-0.72 + 1.44 * row / rows)))
    thread = smooth(zigzag, closed=False)
    return put(
        line(thread, darker(colour, 0.3), 9, 0.3) + line(thread, colour, 6.5),
        0,
        0,
        random.uniform(-24, 24),
    )


def flecks(vessel: Vessel, random: Random, colour: str) -> str:
    """Chopped herbs, pepper, zest, sugar: strewn all over."""
    tones = (colour, darker(colour, 0.2), lighter(colour, 0.3))
    return "".join(line(dashes(vessel, random, 28, 0.84, 6), tone, 4.5) for tone in tones)


def dust(vessel: Vessel, random: Random, colour: str) -> str:
    """Icing sugar or cocoa through a sieve."""
    cloud = fill(mound(vessel, random, 0.7), colour, 0.3, 'filter="url(#softer)"')
    return cloud + line(dashes(vessel, random, 220, 0.86, 1), colour, 2.6, 0.7)


def ice(vessel: Vessel, random: Random, colour: str) -> str:
    """Cubes afloat in a drink."""
    cube, drawn = slab(86, 86, 18), ""
    block = (
        fill(cube, colour, 0.4) + line(cube, colour, 4, 0.8) + fill(slab(38, 38, 8), colour, 0.3)
    )
    for x, y in ((-66, -44), (56, -62), (4, 66)):
        drawn += put(block, x, y, random.uniform(0, 90))
    return drawn


def jam(vessel: Vessel, random: Random, colour: str) -> str:
    """A spoonful of something glossy in the middle."""
    pool = blob(random, vessel.height * 0.42, 0.12, 11)
    return shadow(pool, 0, 0, 0.6) + glazed(pool, colour)


POURED = (
    liquid, sauce, spread, crust, grains, noodles, tubes, greens, swirl, drizzle, flecks, dust, ice,
    jam,
)  # fmt: skip
