"""The larger pieces: meat, fish, eggs, and folded, filled or skewered food."""

import math
from random import Random

from .shapes import ball, chunk, frond, stick
from .strokes import (
    around,
    at,
    baked,
    blob,
    darker,
    disc,
    fill,
    lighter,
    line,
    put,
    slab,
    smooth,
    solid,
)

CHAR = "#6d3312"


def _draw_char_spots(
    random: Random, count: int, sizes: tuple[int, int], reach: tuple[int, int], alpha: float = 0.45
) -> str:
    """Charred spots: dark patches within `reach`."""
    patches = (
        fill(blob(random, random.uniform(*sizes), 0.3, 7), CHAR, alpha) for _ in range(count)
    )
    return "".join(
        put(patch, random.uniform(-reach[0], reach[0]), random.uniform(-reach[1], reach[1]))
        for patch in patches
    )


def prawn(random: Random) -> str:
    """A cooked prawn, curled."""
    arc = "M-28 22C-44 -14 -6 -44 26 -20C34 -12 34 -2 28 6"
    bands = ((-34, 2, 15, 2), (-24, -18, 12, 10), (-4, -30, 6, 14), (16, -25, -2, 14))
    stripes = "".join(f"M{x} {y}l{dx} {dy}" for x, y, dx, dy in bands)
    tail = fill("M-28 20L-44 40L-28 36L-20 46L-16 26Z", "#d9532f")
    gleam = line(arc, "#ffffff", 3, 0.5, f'transform="translate(-3 {at(random.uniform(-6, -4))})"')
    return (
        tail
        + line(arc, "#c85f35", 25)
        + line(arc, "#ef9468", 20)
        + line(stripes, "#f9e3d2", 3, 0.9)
        + gleam
    )


def fillet(flesh: str, random: Random) -> str:
    """A fillet of fish with visible flakes."""
    body = slab(190, 104, 34)
    flakes = "".join(f"M{x} -44Q{x + 30} 0 {x} 44" for x in range(-78, 66, 22))
    return (
        solid(body, flesh)
        + line(flakes, lighter(flesh, 0.55), 3.4, 0.75)
        + _draw_char_spots(random, 4, (10, 22), (60, 24), 0.22)
    )


def mussel(random: Random) -> str:
    """An open mussel."""
    shell = "M-52 0C-46 -36 14 -40 52 -6C56 0 54 8 48 12C8 38 -46 30 -52 0Z"
    meat = put(
        solid("M-34 0C-28 -22 8 -24 30 -4C24 16 -24 20 -34 0Z", "#e0913f"),
        2,
        2,
        random.uniform(-6, 6),
    )
    return solid(shell, "#272a38") + put(fill(shell, "#c9cbd8"), 1, 0, 0, 0.84) + meat


def steak(random: Random) -> str:
    """A slice of steak, pink within."""
    cut = "M-66 -14C-60 -36 50 -38 66 -12C70 14 44 30 -6 28C-52 28 -72 12 -66 -14Z"
    inside = put(fill(cut, "#b5564c"), 0, -1, 0, 0.84) + put(
        fill(cut, "#cf6d62"), -4, -2, random.uniform(-3, 3), 0.6
    )
    return (
        solid(cut, "#5e3524") + inside + line("M-56 -10C-40 -26 34 -28 54 -8", "#f3c7ae", 3, 0.55)
    )


def drumstick(random: Random) -> str:
    """A roast chicken leg."""
    bone = line("M40 0H104M104 -7h2M104 7h2", "#efe2c8", 16)
    leg = "M-84 4C-84 -52 -14 -62 26 -28C44 -14 62 -12 62 0C62 12 44 16 26 30C-14 64 -84 56 -84 4Z"
    return bone + baked(leg, "#bd6d2c", 0.3) + _draw_char_spots(random, 5, (7, 16), (40, 28))


def breast(random: Random) -> str:
    """A grilled chicken breast."""
    meat = (
        "M-92 10C-92 -44 -20 -62 44 -44C88 -32 104 -6 84 14C60 44 -10 58 -52 50C-78 46 -92 34 -92 "
        "10Z"
    )
    bars = "".join(
        f"M{x} {at(-38 + abs(x) * 0.15)}L{x - 32} {at(40 - abs(x) * 0.2)}"
        for x in (-40, -6, 28, 58)
    )
    return (
        baked(meat, "#d39a52", 0.3)
        + line(bars, CHAR, 8, 0.5)
        + _draw_char_spots(random, 3, (6, 12), (50, 26), 0.3)
    )


def sausage(random: Random) -> str:
    """A browned sausage."""
    cuts = "".join(f"M{x} -13l12 26" for x in (-46, -18, 10, 38))
    return stick("#9c5228", 72, 42, random) + line(cuts, "#5f2c14", 4, 0.6)


def rasher(random: Random) -> str:
    """Streaky bacon, crisp."""
    wave = smooth(
        [(x, 9 * math.sin(x / 16 + random.random() * 0.4)) for x in range(-84, 90, 12)],
        closed=False,
    )
    fat = line(wave, "#f0c7a4", 6, 1, 'transform="translate(0 -6)"') + line(
        wave, "#f0c7a4", 4, 1, 'transform="translate(0 7)"'
    )
    return line(wave, "#8e3520", 30) + line(wave, "#c4583c", 22) + fat


def fried_egg(random: Random) -> str:
    """A fried egg with a lacy edge."""
    white = blob(random, 66, 0.13, 9)
    return (
        fill(white, "#fdfaf1")
        + fill(white, "form", 0.45)
        + line(white, "#c99a52", 4, 0.55)
        + put(ball("#f2a922", 27, random), 4, -2)
    )


def half_egg(random: Random) -> str:
    """Half a boiled egg."""
    white = "M-42 0C-42 -30 -14 -36 8 -32C36 -28 46 -12 46 0C46 12 36 28 8 32C-14 36 -42 30 -42 0Z"
    return solid(white, "#f8f3e6") + put(
        solid(blob(random, 20, 0.04), "#f0a32a") + fill(disc(12), "#f7b93c"), -4, 0
    )


def dumpling(random: Random) -> str:
    """A pleated dumpling, fried on one side."""
    body = "M-58 16C-56 -34 -22 -46 2 -46C30 -46 56 -32 58 16C40 30 -38 30 -58 16Z"
    pleats = "".join(
        f"M{x} {at(18 - abs(x) * 0.05)}Q{at(x * 0.8, -4, x * 0.62, -18)}"
        for x in range(-44, 50, 15)
    )
    return (
        solid(body, "#efdfbd")
        + put(fill(blob(random, 18, 0.3, 8, 1.7), "#b0702f", 0.4), 0, -26)
        + line(pleats, "#b99a6a", 3, 0.7)
    )


def taco(random: Random) -> str:
    """A folded tortilla, filled."""
    fillings = (
        lambda: frond("#4f8a3a", 15, random),
        lambda: chunk("#8d4526", 18, 0.2, 7, random),
        lambda: ball("#d9402c", 12, random),
        lambda: chunk("#f6efe0", 10, 0.25, 6, random),
    )
    row = (
        put(fillings[i % 4](), -84 + 14 * i, random.uniform(-6, 12), random.uniform(0, 180))
        for i in range(13)
    )
    front = baked("M-104 30C-70 14 70 14 104 30C100 76 -100 76 -104 30Z", "#e6bd6f", 0.35)
    return (
        solid("M-104 30C-100 -64 100 -64 104 30C92 50 -92 50 -104 30Z", "#dcae5b")
        + "".join(row)
        + front
    )


def skewer(colours: tuple[str, ...], random: Random) -> str:
    """Pieces in alternating colours on a stick."""
    pieces = (
        put(
            chunk(colours[i % len(colours)], 29, 0.12, 8, random),
            -150 + 50 * i,
            random.uniform(-3, 3),
        )
        for i in range(7)
    )
    return line("M-240 0H225", "#c7a26a", 7) + "".join(pieces)


def burger(random: Random) -> str:
    """A burger in its bun."""
    seed = fill("M-5 0Q0 -4 6 0Q0 4 -5 0Z", "#f6e7c3")
    seeds = "".join(
        put(seed, x * random.random(), y * random.random(), random.uniform(0, 180))
        for x, y in around(76, 24)
    )
    under = put(fill(blob(random, 104, 0.08, 16), "#7da043"), 3, 6) + put(
        fill(blob(random, 96, 0.03, 12), "#c8402c"), 6, 8
    )
    return under + solid(disc(90), "#c98338") + seeds


def patty(colour: str, random: Random) -> str:
    """A fritter, fishcake or burger patty, more or less browned."""
    return baked(blob(random, 62, 0.06, 11), darker(colour, random.uniform(0, 0.12)), 0.6)
