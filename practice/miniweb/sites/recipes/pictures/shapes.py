"""Draws pieces of food, centred on the origin; the generator makes each a little different."""

import math
from random import Random

from .strokes import (
    around,
    at,
    baked,
    blob,
    crumbs,
    darker,
    disc,
    fill,
    glazed,
    lighter,
    line,
    put,
    scalloped,
    shade,
    slab,
    smooth,
    solid,
)


def ball(colour: str, radius: float, random: Random) -> str:
    """A pea, a berry, a bean."""
    gleam = put(fill(disc(radius * 0.2), "#ffffff", 0.65), -radius * 0.35, -radius * 0.4)
    return solid(blob(random, radius, 0.05, 8), colour) + gleam


def chunk(colour: str, radius: float, wobble: float, points: int, random: Random) -> str:
    """Something cut by hand and seared on one side."""
    tone, body = shade(random, colour), blob(random, radius, wobble, points, random.uniform(1, 1.3))
    facet = put(
        fill(blob(random, radius * 0.55, 0.25, 6, 1.3), lighter(tone, 0.3), 0.55),
        -radius * 0.16,
        -radius * 0.2,
    )
    seared = put(
        fill(blob(random, radius * 0.3, 0.4, 6, 1.8), darker(tone, 0.5), 0.4),
        radius * 0.3,
        radius * 0.3,
    )
    return solid(body, tone) + facet + seared


def leaf(colour: str, length: float, width: float, random: Random) -> str:
    """A leaf with its vein, bent a little."""
    bend, tone = random.uniform(-0.25, 0.25) * length, shade(random, colour)
    tip = at(length, bend * 0.4)
    above, below = at(-length * 0.2, bend - width), at(-length * 0.2, width + bend * 0.6)
    outline = f"M-{at(length)} 0Q{above} {tip}Q{below} -{at(length)} 0Z"
    vein = f"M{at(-length * 1.15, 0)}Q{at(-length * 0.1, bend * 0.7, length * 0.9, bend * 0.4)}"
    return solid(outline, tone) + line(vein, lighter(tone, 0.4), 1.6, 0.8)


def frond(colour: str, size: float, random: Random) -> str:
    """A curly leaf or a floret: lobes around a stalk."""
    lobes = (
        put(fill(blob(random, size * 0.42, 0.3, 7), shade(random, colour, 0.2)), x, y)
        for x, y in around(size * 0.5, 5, random.random())
    )
    stalk = line(f"M{at(-size * 1.4)} 0L0 0", darker(colour, 0.1), size * 0.16)
    return stalk + "".join(lobes) + fill(disc(size * 0.3), lighter(colour, 0.2))


def needle(colour: str, length: float, random: Random) -> str:
    """A sprig with needles: rosemary, thyme, dill."""
    long = length * 0.24
    barbs = "".join(
        f"M{at(x, 0)}l{at(long, -long)}M{at(x, 0)}l{at(long, long)}"
        for x in (-length + step * long for step in range(9))
    )
    return line(f"M{at(-length)} 0H{at(length)}", darker(colour, 0.2), 2.4) + line(
        barbs, colour, 3.2
    )


def citrus(rind: str, flesh: str, radius: float, random: Random) -> str:
    """A slice of lemon, lime or orange."""
    cuts = "".join(f"M0 0L{at(x, y)}" for x, y in around(radius * 0.84, 9, random.random()))
    inside = fill(disc(radius * 0.91), lighter(flesh, 0.75)) + fill(disc(radius * 0.85), flesh)
    return (
        solid(disc(radius), rind)
        + inside
        + line(cuts, lighter(flesh, 0.7), radius * 0.07, 0.85)
        + fill(disc(radius), "sheen", 0.6)
    )


def coin(skin: str, flesh: str, core: str, radius: float, seeds: int, random: Random) -> str:
    """A round slice with a skin, a core and perhaps seeds."""
    pip = fill(disc(radius * 0.07), darker(core, 0.35))
    pips = "".join(put(pip, x, y) for x, y in around(radius * 0.52, seeds, random.random()))
    inside = glazed(blob(random, radius * 0.87, 0.03), flesh, 0.7) + fill(
        disc(radius * 0.4), core, 0.8
    )
    return solid(disc(radius), skin) + inside + pips


def tomato(radius: float, random: Random) -> str:
    """Half a tomato, its seed chambers open."""
    chambers = (
        put(fill(blob(random, radius * 0.24, 0.15, 7), "#e8793a"), x, y)
        for x, y in around(radius * 0.5, 4, random.random())
    )
    return (
        solid(disc(radius), "#b92a1c")
        + glazed(disc(radius * 0.86), "#d9422b", 0.8)
        + "".join(chambers)
    )


def ring(colour: str, radius: float, random: Random) -> str:
    """A ring of onion, spring onion or chilli."""
    outer, inner = blob(random, radius, 0.05), blob(random, radius * 0.68, 0.05)
    return line(outer, colour, radius * 0.15) + line(inner, lighter(colour, 0.5), radius * 0.13)


def stick(colour: str, length: float, width: float, random: Random) -> str:
    """A bean, a chip, a strip of pepper: a bent cylinder."""
    bend, tone = random.uniform(-0.14, 0.14) * length, shade(random, colour, 0.1)
    path = f"M-{at(length)} 0Q0 {at(bend)} {at(length)} 0"
    gleam = line(
        path, lighter(tone, 0.4), width * 0.2, 1, f'transform="translate(0 {at(-width * 0.18)})"'
    )
    return line(path, darker(tone, 0.25), width) + line(path, tone, width * 0.75) + gleam


def spear(random: Random) -> str:
    """Asparagus."""
    tip = put(solid("M-16 -10Q24 -14 34 0Q24 14 -16 10Z", "#5d7d35"), 86, 0)
    scales = (put(fill("M-8 -6L8 0L-8 6Z", "#9a8aa0", 0.6), x, 0) for x in (-50, 0, 45))
    return stick("#7fa04a", 88, 19, random) + "".join(scales) + tip


def wedge(skin: str, flesh: str, random: Random) -> str:
    """A wedge of pear, apple or melon."""
    cut = "M-46 14C-34 -26 34 -26 46 14C20 22 -20 22 -46 14Z"
    return solid(cut, skin) + put(fill(cut, flesh), 0, 2, random.uniform(-2, 2), 0.82)


def fan(flesh: str, edge: str, random: Random) -> str:
    """Thin slices fanned out: avocado, apple."""
    cut = "M-44 10C-30 -22 30 -24 46 4C26 -4 -24 -4 -44 10Z"
    return "".join(
        put(solid(cut, flesh) + line(cut, edge, 2.4), 0, 15 * i, 2 * i + random.uniform(-3, 3))
        for i in range(-2, 3)
    )


def avocado(random: Random) -> str:
    """Half an avocado with its stone."""
    half = "M-60 0C-56 -34 -8 -34 16 -44C46 -52 64 -26 64 0C64 26 46 52 16 44C-8 34 -56 34 -60 0Z"
    inside = put(fill(half, "#a9bf5a"), 1, 0, 0, 0.88) + put(fill(half, "#e3dd93"), 6, 0, 0, 0.66)
    return solid(half, "#3d4f26") + inside + put(solid(blob(random, 21, 0.04), "#7a4a26"), 22, 0)


def strawberry(random: Random) -> str:
    """Half a strawberry and its leaves."""
    half = "M-38 0C-34 -30 4 -34 26 -22C40 -14 40 14 26 22C4 34 -34 30 -38 0Z"
    inside = put(fill(half, "#ee8a7e"), 0, 0, 0, 0.68) + put(fill(half, "#fbd9cf"), 4, 0, 0, 0.34)
    return solid(half, "#c52a2a") + inside + put(frond("#5d8a3a", 11, random), 34, 0)


def raspberry(random: Random) -> str:
    """A raspberry from below."""
    beads = (
        put(solid(disc(7.5), "#c9304f"), x, y)
        for radius, count in ((16, 8), (6, 3))
        for x, y in around(radius, count, random.random())
    )
    return fill(disc(22), "#8a1633") + "".join(beads)


def fig(random: Random) -> str:
    """Half a fig."""
    seeds = "".join(
        f"M{at(x, y)}h.1"
        for radius, count in ((9, 7), (17, 11))
        for x, y in around(radius, count, random.random())
    )
    return (
        solid(disc(36), "#53304f")
        + fill(disc(32), "#efd3c2")
        + fill(blob(random, 25, 0.08), "#b3364a")
        + line(seeds, "#f2d9a0", 4)
    )


def dollop(colour: str, radius: float, random: Random) -> str:
    """A spoonful of cream, yoghurt, mash."""
    curl = [
        (r * math.cos(r * 0.28) * 0.9, r * math.sin(r * 0.28) * 0.9)
        for r in range(2, int(radius * 0.8), 3)
    ]
    return solid(blob(random, radius, 0.09, 9), colour) + line(
        smooth(curl, closed=False), darker(colour, 0.16), 4, 0.6
    )


def melt(random: Random) -> str:
    """A patch of molten cheese, browned in spots."""
    patch = blob(random, random.uniform(34, 50), 0.2, 9)
    browned = (
        put(
            fill(blob(random, 8, 0.3, 7), "#b9722f", 0.5),
            random.uniform(-20, 20),
            random.uniform(-20, 20),
        )
        for _ in range(3)
    )
    return fill(patch, "#fbeecb") + fill(patch, "form", 0.5) + "".join(browned)


def cookie(dough: str, chips: str, random: Random) -> str:
    """A biscuit with lumps in it."""
    path, bits = blob(random, 62, 0.05, 12), ""
    cracks = "".join(
        f"M{at(random.randint(-40, 20), random.randint(-40, 30))}l{at(random.randint(10, 26), random.randint(-10, 14))}"
        for _ in range(5)
    )
    for spot in range(10):
        turn, far = spot * 2.4 + random.random(), 15 * math.sqrt(spot)
        bits += put(
            solid(blob(random, random.uniform(7, 11), 0.25, 6), chips),
            far * math.cos(turn),
            far * math.sin(turn),
        )
    return (
        solid(path, dough)
        + crumbs(path, 0.25)
        + line(path, darker(dough, 0.25), 3, 0.4)
        + line(cracks, darker(dough, 0.35), 2.4, 0.5)
        + bits
    )


def bar(top: str, random: Random) -> str:
    """A square cut from a tray: brownie, cracker."""
    path, cracks = slab(random.uniform(124, 132), random.uniform(120, 128), 12), ""
    for _ in range(6):
        x, y, bend = random.randint(-50, 0), random.randint(-46, 42), random.randint(-16, 16)
        cracks += f"M{x} {y}q{at(random.randint(10, 30), bend, random.randint(34, 52), 4)}"
    return baked(path, top, 0.35) + line(cracks, lighter(top, 0.28), 2.6, 0.6)


def muffin(top: str, random: Random) -> str:
    """A muffin in its paper case."""
    return solid(scalloped(76, 36, 0.07), "#e7d8bd") + baked(blob(random, 62, 0.06, 11), top)


def frosted(cake: str, cream: str, random: Random) -> str:
    """A cupcake with a swirl of cream."""
    turns = ((54, darker(cream, 0.06)), (38, cream), (21, lighter(cream, 0.4)))
    return muffin(cake, random) + "".join(
        solid(blob(random, radius, 0.07, 9), tone) for radius, tone in turns
    )


def roll(random: Random) -> str:
    """A cinnamon roll."""
    coil = smooth(
        [(r * math.cos(r / 4.4), r * math.sin(r / 4.4)) for r in range(3, 52, 3)], closed=False
    )
    icing = line(coil, "#f4e6cf", 3.4, 0.8, 'transform="translate(4 -6)"')
    return (
        baked(blob(random, 60, 0.04, 11), "#cf9652", 0.25) + line(coil, "#6f3a18", 8, 0.75) + icing
    )


def toast(random: Random) -> str:
    """A slice of bread."""
    crown = "M-92 -62C-116 -84 -60 -104 0 -100C60 -104 116 -84 92 -62"
    crumb = "C60 96 -60 96 -92 84C-96 60 -100 -20 -92 -62Z"
    crust = f"{crown}C100 -20 96 60 92 84{crumb}"
    return solid(crust, "#a8672c") + put(
        fill(crust, shade(random, "#e7c388")) + crumbs(crust, 0.3), 0, 0, 0, 0.91
    )
