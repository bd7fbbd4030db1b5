"""Composes a picture from a line of words: reads the clauses and draws each in its place."""

import math
from functools import cache
from random import Random

from ....kit.svg import drawing
from .bakes import BAKED
from .bases import POURED
from .morsels import MORSELS, Morsel
from .strokes import DEFS, put
from .tableware import VESSELS, Vessel, cloth, fork, spoon, table

Spot = tuple[float, float]
Clause = list[str]

BASES = {base.__name__: base for base in (*POURED, *BAKED)}
COLOURS = {
    "amber": "#cf8a3a",
    "beige": "#d9bd8e",
    "berry": "#7d2145",
    "black": "#2d211d",
    "broth": "#c9924a",
    "brown": "#7a4524",
    "caramel": "#b9752f",
    "chocolate": "#3f2218",
    "coral": "#e0805a",
    "cream": "#f3e6c8",
    "curry": "#d3932f",
    "custard": "#f0cd72",
    "dark": "#4d3626",
    "egg": "#edc55a",
    "gold": "#dba748",
    "green": "#8da04a",
    "herb": "#5f8038",
    "ivory": "#efe0c0",
    "lemon": "#f2d860",
    "lentil": "#9a6a38",
    "mint": "#b7cfa2",
    "oat": "#ddc79c",
    "pea": "#92ad52",
    "peach": "#efb27a",
    "pink": "#d9788a",
    "red": "#a8321f",
    "squash": "#dd8a2e",
    "tomato": "#c4472a",
    "white": "#f8f3e8",
}
CORNERS = [(70.0, 80.0), (738.0, 86.0), (64.0, 530.0), (732.0, 528.0)]


@cache
def picture(words: str, seed: str) -> str:
    """Draw a picture line as an SVG of 800 x 600; raises KeyError for an unknown word.

    `seed` varies glaze and position.
    """
    random = Random(f"picture/{seed}")
    (kind, _, surface), *clauses = (clause.split() for clause in words.split(";"))
    vessel = VESSELS[kind](random)
    food = "".join(
        _draw_food(clause, vessel, random) for clause in clauses if clause[0] != "beside"
    )
    props = [clause[1:] for clause in clauses if clause[0] == "beside"]
    tilt, scale = (0, 1.1) if vessel.round else (random.uniform(-8, 8), 1.02)
    served = put(vessel.drawing + food, 400, 300, tilt, scale)
    grain = '<rect width="800" height="600" filter="url(#grain)" opacity=".15"/>'
    drawn = table(random, surface) + _draw_props(props, random) + served + grain
    return drawing(DEFS + drawn, 800, 600)


def _draw_food(clause: Clause, vessel: Vessel, random: Random) -> str:
    name, *rest = clause
    if name in BASES:
        return BASES[name](vessel, random, COLOURS[rest[0]])
    how = rest[1] if len(rest) > 1 else "scatter"
    spots = _choose_spots(how, int(rest[0]), vessel, MORSELS[name].radius, random)
    return _draw_pieces(MORSELS[name], spots, random)


def _draw_pieces(morsel: Morsel, spots: list[Spot], random: Random) -> str:
    turns = (random.uniform(0, 360) if morsel.turns else random.uniform(-4, 4) for _ in spots)
    pieces = [
        put(morsel.draw(random), x, y, turn) for (x, y), turn in zip(spots, turns, strict=True)
    ]
    # Large pieces overlap, so each casts its own shadow; small ones share one filter, which is
    # quicker to render.
    groups = pieces if morsel.radius > 50 else ["".join(pieces)]
    return "".join(f'<g filter="url(#lift)">{group}</g>' for group in groups)


def _draw_props(props: list[Clause], random: Random) -> str:
    """Draw the napkin and the named props, each in a different corner, and a fork or spoon."""
    corners = random.sample(CORNERS, len(CORNERS))
    drawn = put(cloth(random), *corners[-1], random.uniform(-30, 30))
    side = 44 if corners[0][0] > 400 else 756
    drawn += put(random.choice((fork, spoon))(random), side, 300, random.uniform(-6, 6), 1.15)
    for (name, *count), corner in zip(props, corners, strict=False):
        reach = Vessel("", 64, 54)
        spots = _scatter_spots(
            int(count[0]) if count else 1, reach, MORSELS[name].radius * 0.3, random, 1
        )
        drawn += put(_draw_pieces(MORSELS[name], spots, random), *corner)
    return drawn


def _choose_spots(
    how: str, count: int, vessel: Vessel, radius: float, random: Random
) -> list[Spot]:
    if how == "ring":
        return _place_in_ring(count, vessel, radius, random)
    if how == "grid":
        return _place_in_grid(count, vessel)
    if how == "one":
        return [(random.uniform(-14, 14), random.uniform(-14, 14))]
    return _scatter_spots(count, vessel, radius, random, {"heap": 0.55, "scatter": 1.0}[how])


def _place_in_ring(count: int, vessel: Vessel, radius: float, random: Random) -> list[Spot]:
    start, x_reach, y_reach = random.random() * 6.28, vessel.width - radius, vessel.height - radius
    turns = [start + 2 * math.pi * i / count for i in range(count)]
    return [(x_reach * math.cos(turn), y_reach * math.sin(turn)) for turn in turns]


def _place_in_grid(count: int, vessel: Vessel) -> list[Spot]:
    rows = max(1, round(math.sqrt(count * vessel.height / vessel.width)))
    columns = math.ceil(count / rows)
    places = (
        (2 * (i % columns) + 1 - columns, 2 * (i // columns) + 1 - rows) for i in range(count)
    )
    return [(vessel.width * column / columns, vessel.height * row / rows) for column, row in places]


def _scatter_spots(
    count: int, vessel: Vessel, radius: float, random: Random, share: float
) -> list[Spot]:
    """Place each spot far from the earlier ones (the farthest of 14 random candidates)."""
    spots: list[Spot] = []
    while len(spots) < count:
        candidates = [_draw_spot(vessel, radius, random, share) for _ in range(14)]
        spots.append(
            max(candidates, key=lambda c: min((math.dist(c, spot) for spot in spots), default=0))
        )
    return spots


def _draw_spot(vessel: Vessel, radius: float, random: Random, share: float) -> Spot:
    x_reach, y_reach = (
        max(half - radius * 0.9, 20) * share for half in (vessel.width, vessel.height)
    )
    if not vessel.round:
        return random.uniform(-x_reach, x_reach), random.uniform(-y_reach, y_reach)
    far, turn = math.sqrt(random.random()), random.random() * 2 * math.pi
    return far * x_reach * math.cos(turn), far * y_reach * math.sin(turn)
