"""Maps: one of each town, with its districts, streets and landmarks, and one of the whole coast."""

import random
from collections.abc import Sequence

from ....kit.svg import group, oval, path, rect
from ..records import Town

SHORES = {  # where the water is, in a picture of 800 by 1000
    "bay": "M0 880C180 840 330 870 470 890C620 912 660 860 720 700C750 620 780 560 800 540V1000H0Z",
    "straight": "M0 872C200 860 420 884 800 846V1000H0Z",
    "cove": (
        "M0 900C140 920 220 860 300 872C380 884 420 930 520 900C640 866 670 760 700 640C720 560 "
        "740 300 800 250V1000H0Z"
    ),
    "cape": "M0 250C50 300 80 420 96 560C112 700 150 800 250 850C380 912 560 900 800 872V1000H0Z",
    "river": (
        "M0 560C120 540 180 480 300 500C430 522 470 560 600 530C690 510 740 460 800 "
        "450V500C740 512 690 560 610 582C470 616 420 574 300 552C200 536 130 600 0 612Z"
    ),
}
CENTRES = ((264, 340), (528, 380), (368, 660))
LANDMARKS = ((120, 240), (670, 470), (560, 770))
TINTS = ("#f3dccb", "#dfe8cf", "#e6dfee")
LABEL = 'font-family="Avenir Next,Segoe UI,Liberation Sans,sans-serif" text-anchor="middle"'
LAND = (
    "M0 0H1000V520C950 500 930 470 890 456C850 440 820 470 790 500C740 548 690 520 640 520C580 520 "
    "560 470 500 452C440 436 420 500 360 520C300 540 290 600 230 600C170 600 120 560 100 500C84 "
    "452 30 450 0 440Z"
)
RIVERS = (
    "M250 0C270 120 220 180 280 250S330 420 392 500",
    "M600 0C560 110 620 160 580 230S540 380 520 456",
)
ROADS = (
    ("punta-serena", "porto-alvera", "santa-lira", "cala-tersa"),
    ("valdoro", "porto-alvera", "miravel"),
)


def town_map(town: Town) -> str:
    """The map of a town, two kilometres by two and a half, drawn 800 by 1000."""
    rng = random.Random(f"map of {town.slug}")
    shapes = [rect(0, 0, 800, 1000, "#eef0e6"), *_parks(rng), *_tints()]
    shapes += [*_streets(rng, town.sea == "river"), _shore(town.sea)]
    shapes += _bridges() if town.sea == "river" else []
    shapes += [
        _name(name, *CENTRES[slot]) for name, slot in zip(town.districts, town.slots, strict=True)
    ]
    shapes += [
        _landmark(name, *LANDMARKS[slot])
        for name, slot in zip(town.landmarks, town.slots, strict=True)
    ]
    return _picture(shapes, 800, 1000)


def _picture(shapes: Sequence[str], width: int, height: int) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} '
        f'{height}" width="{width}" height="{height}">{"".join(shapes)}</svg>'
    )


def _parks(rng: random.Random) -> list[str]:
    spots = [(rng.uniform(40, 760), rng.uniform(40, 800)) for _ in range(9)]
    return [
        oval(
            x,
            y,
            rng.uniform(30, 95),
            rng.uniform(24, 70),
            "#cfe0b8",
            f'transform="rotate({rng.randrange(90)} {x:.0f} {y:.0f})"',
        )
        for x, y in spots
    ]


def _tints() -> list[str]:
    return [
        oval(x, y, 165, 178, tint, 'opacity=".75"')
        for (x, y), tint in zip(CENTRES, TINTS, strict=True)
    ]


def _streets(rng: random.Random, inland: bool) -> list[str]:
    """Lanes in an irregular grid, and three wide roads."""
    turn = rng.randrange(-24, 25)
    lanes = []
    for start in range(-300, 1200, 58):
        bend = rng.randrange(-40, 41)
        at = start + rng.randrange(-12, 13)
        lanes += [f"M-300 {at}Q400 {at + bend} 1100 {at}", f"M{at} -300Q{at + bend} 500 {at} 1300"]
    thin = group(
        [path(d, "none") for d in lanes],
        f'stroke="#fff" stroke-width="7" transform="rotate({turn} 400 500)"',
    )
    roads = [
        "M-20 180Q264 300 400 460T820 640",
        "M560 -20Q520 300 400 460T330 1020",
        "M-20 740Q200 690 368 660T820 180",
    ]
    wide = [
        path(d, "none", f'stroke="{colour}" stroke-width="{width}"')
        for colour, width in (("#e3d3a8", 19), ("#fdf3d0", 14))
        for d in roads
    ]
    return [thin, *wide]


def _shore(sea: str) -> str:
    sand = "" if sea == "river" else path(SHORES[sea], "none", 'stroke="#f2dfb4" stroke-width="34"')
    waves = "".join(
        path(
            f"M{60 + (k * 211) % 640} {930 + (k * 23) % 56}q12 -7 24 0t24 0",
            "none",
            'stroke="#fff" stroke-width="3" opacity=".6"',
        )
        for k in range(9 if sand else 0)
    )
    return sand + path(SHORES[sea], "#9fd2d8") + waves


def _bridges() -> list[str]:
    return [
        path(d, "none", f'stroke="{c}" stroke-width="{w}"')
        for c, w in (("#d5bf8b", 20), ("#fdf3d0", 14))
        for d in ("M391 484Q384 540 372 600", "M560 500L566 612")
    ]


def _name(name: str, x: float, y: float) -> str:
    text = name.upper().replace("'", "’")
    style = f'{LABEL} font-size="25" font-weight="700" letter-spacing="3"'
    return (
        f'<text x="{x}" y="{y - 122}" {style} fill="#47636a" '
        f'stroke="#fbfaf5" stroke-width="6" paint-order="stroke">{text}</text>'
    )


def _landmark(name: str, x: float, y: float) -> str:
    style = f'{LABEL} font-size="19" font-style="italic"'
    text = (
        f'<text x="{x}" y="{y + 30}" {style} fill="#5b6f74" stroke="#fbfaf5" stroke-width="5" '
        'paint-order="stroke">'
    )
    return oval(x, y, 9, 9, "#47636a", 'stroke="#fff" stroke-width="3"') + f"{text}{name}</text>"


def coast_map(towns: Sequence[Town]) -> str:
    """The whole coast, 1000 by 760, with hills, rivers and roads; pins for the towns go on top."""
    sea = (
        f'<text x="560" y="690" {LABEL} font-size="30" font-style="italic" '
        'letter-spacing="9" fill="#4e8f99">Gulf of Alvera</text>'
    )
    rivers = [path(d, "none", 'stroke="#8fcbd3" stroke-width="9"') for d in RIVERS]
    return _picture([*_land(), *_hills(), *rivers, *_roads(towns), sea], 1000, 760)


def _land() -> list[str]:
    return [
        rect(0, 0, 1000, 760, "#a8d6db"),
        path(LAND, "none", 'stroke="#c5e6e6" stroke-width="70"'),
        path(LAND, "none", 'stroke="#f2dfb4" stroke-width="14"'),
        path(LAND, "#eef0e4"),
    ]


def _hills() -> list[str]:
    """Woods in the background; in front, mountains with a lit and a shaded side."""
    rng, shapes = random.Random("map of the coast"), []
    for _ in range(26):
        x, y, r = rng.uniform(0, 1000), rng.uniform(0, 300), rng.uniform(28, 80)
        shapes.append(oval(x, y, r * 1.5, r * 0.8, "#d3e0be", 'opacity=".7"'))
    for _ in range(22):
        x, y, h = rng.uniform(20, 960), rng.uniform(40, 190), rng.uniform(26, 52)
        shapes.append(
            path(f"M{x:.0f} {y:.0f}l{h:.0f} -{h * 1.1:.0f}l{h:.0f} {h * 1.1:.0f}Z", "#c3cfb4")
            + path(
                f"M{x + h:.0f} {y - h * 1.1:.0f}l{h:.0f} {h * 1.1:.0f}h-{h * 0.7:.0f}Z", "#b2c1a2"
            )
        )
    return shapes


def _roads(towns: Sequence[Town]) -> list[str]:
    spots = {town.slug: (town.at[0] * 10, town.at[1] * 7.6) for town in towns}
    lines = ["M" + "L".join(f"{x:.0f} {y:.0f}" for x, y in map(spots.get, road)) for road in ROADS]
    return [
        path(line, "none", f'stroke="{colour}" stroke-width="{width}" stroke-linejoin="round"')
        for line in lines
        for colour, width in (("#e0cf9f", 11), ("#fdf3d0", 7))
    ]
