"""Every piece of food by name, with its size and how to draw it."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from random import Random

from . import mains, shapes

Draw = Callable[[Random], str]


@dataclass(frozen=True)
class Morsel:
    """A piece: its radius, the function that draws it, and whether it may be turned freely."""

    radius: float
    draw: Draw
    turns: bool = True


def _balls(**kinds: tuple[str, float]) -> dict[str, Morsel]:
    return {
        name: Morsel(radius, partial(shapes.ball, colour, radius))
        for name, (colour, radius) in kinds.items()
    }


def _chunks(**kinds: tuple[str, float, float, int]) -> dict[str, Morsel]:
    return {name: Morsel(kind[1], partial(shapes.chunk, *kind)) for name, kind in kinds.items()}


def _leaves(**kinds: tuple[str, float, float]) -> dict[str, Morsel]:
    return {
        name: Morsel(kind[1] * 0.9, partial(shapes.leaf, *kind)) for name, kind in kinds.items()
    }


def _coins(**kinds: tuple[str, str, str, float, int]) -> dict[str, Morsel]:
    return {name: Morsel(kind[3], partial(shapes.coin, *kind)) for name, kind in kinds.items()}


SMALL = {
    **_balls(
        bean=("#7a2a22", 16),
        blackbean=("#2c2424", 14),
        blueberry=("#3d4a7a", 17),
        caper=("#6f7a3a", 9),
        cherry=("#8e1f2f", 20),
        chickpea=("#dcb46c", 17),
        hazelnut=("#b07a44", 14),
        pea=("#7fae42", 12),
        pomegranate=("#b01f3a", 9),
        sweetcorn=("#f0c23c", 10),
        whitebean=("#efe3c6", 16),
    ),
    **_leaves(
        almond=("#d9ab6a", 16, 11),
        basil=("#4f8a35", 36, 23),
        garlic=("#f0e3c8", 19, 14),
        mint=("#4c9358", 28, 18),
        rocket=("#5d8c3c", 46, 15),
        sage=("#8a9a72", 33, 14),
        seed=("#f0dfb4", 8, 5),
        spinach=("#3f7434", 44, 27),
    ),
    **{
        name: Morsel(size, partial(shapes.frond, colour, size))
        for name, (colour, size) in {
            "broccoli": ("#4d7f37", 42),
            "cauliflower": ("#dcc188", 42),
            "coriander": ("#568f3f", 18),
            "kale": ("#3f6f3a", 44),
            "parsley": ("#4c8334", 16),
        }.items()
    },
    **{
        name: Morsel(size * 0.9, partial(shapes.needle, colour, size))
        for name, (colour, size) in {
            "dill": ("#6a9a4a", 26),
            "rosemary": ("#5f7a52", 44),
            "thyme": ("#76905c", 26),
        }.items()
    },
}
CUT = {
    **_chunks(
        cheddar=("#eeb544", 19, 0.3, 6),
        chocolate=("#3b1f14", 12, 0.25, 5),
        crouton=("#cf9a4f", 25, 0.15, 4),
        crumble=("#d3a866", 24, 0.25, 7),
        feta=("#f8f3e6", 21, 0.28, 5),
        gnocchi=("#f0d9a2", 29, 0.1, 8),
        nut=("#a9753f", 17, 0.28, 7),
        potato=("#dcaa4e", 37, 0.14, 7),
        squash=("#e08a2b", 37, 0.14, 6),
        tofu=("#e6c58a", 35, 0.07, 4),
        tuna=("#d8a48c", 26, 0.25, 7),
        walnut=("#a87a48", 22, 0.25, 9),
    ),
    **_coins(
        aubergine=("#43264a", "#d2aa72", "#b98a52", 46, 7),
        banana=("#ecd9a0", "#f7ebc4", "#ecd79c", 33, 6),
        beet=("#6b1a3a", "#8f2350", "#a83a68", 46, 0),
        carrot=("#d9701f", "#ea8a34", "#f2a552", 27, 0),
        courgette=("#4e7a34", "#dfe3ae", "#d2d894", 35, 8),
        cucumber=("#3f6f33", "#d7e6b4", "#c4dba0", 37, 8),
        mushroom=("#a87b52", "#e8d6bb", "#b08d68", 34, 0),
        olive=("#3b2a3f", "#54395a", "#1e1420", 19, 0),
        pepperoni=("#8e2a1c", "#b53a27", "#c24a33", 40, 9),
        radish=("#c8325a", "#fbf0ee", "#f6e2e2", 28, 0),
    ),
    "avocado": Morsel(54, shapes.avocado),
    "avocado-fan": Morsel(54, partial(shapes.fan, "#cfd07a", "#5c7a34")),
    "apple-fan": Morsel(54, partial(shapes.fan, "#f2dfae", "#b8402e")),
    "chilli": Morsel(16, partial(shapes.ring, "#c7311f", 15)),
    "chip": Morsel(48, partial(shapes.stick, "#e3b455", 48, 21)),
    "chive": Morsel(20, partial(shapes.stick, "#5d8f3c", 17, 6)),
    "fig": Morsel(38, shapes.fig),
    "green-bean": Morsel(58, partial(shapes.stick, "#5f9140", 58, 14)),
    "lemon": Morsel(46, partial(shapes.citrus, "#e8b923", "#f6d95c", 46)),
    "lime": Morsel(40, partial(shapes.citrus, "#6f9a2e", "#cfe08a", 40)),
    "melt": Morsel(44, shapes.melt),
    "onion": Morsel(36, partial(shapes.ring, "#a8447a", 34)),
    "orange": Morsel(50, partial(shapes.citrus, "#dd7a1c", "#f2a53c", 50)),
    "pear": Morsel(58, partial(shapes.wedge, "#c7a64a", "#f3e2b0")),
    "apple": Morsel(58, partial(shapes.wedge, "#b8402e", "#f6e6bd")),
    "pepper": Morsel(38, partial(shapes.stick, "#cf3b23", 38, 19)),
    "pepper-yellow": Morsel(38, partial(shapes.stick, "#eab02c", 38, 19)),
    "raspberry": Morsel(25, shapes.raspberry),
    "spear": Morsel(62, shapes.spear),
    "spring-onion": Morsel(12, partial(shapes.ring, "#7aa84a", 11)),
    "strawberry": Morsel(38, shapes.strawberry),
    "tomato": Morsel(48, partial(shapes.tomato, 48)),
    "tomatino": Morsel(32, partial(shapes.tomato, 32)),
}
SAVOURY = {
    **_chunks(
        beef=("#6d3a22", 38, 0.16, 8),
        chicken=("#bf8440", 38, 0.16, 8),
        falafel=("#7a5a2c", 40, 0.1, 10),
        lamb=("#7b4630", 38, 0.18, 8),
        meatball=("#7d4526", 42, 0.07, 9),
        mince=("#6b3a24", 13, 0.3, 6),
        pork=("#c08a5c", 36, 0.16, 8),
    ),
    "bacon": Morsel(66, mains.rasher),
    "breast": Morsel(92, mains.breast),
    "burger": Morsel(104, mains.burger),
    "drumstick": Morsel(88, mains.drumstick),
    "dumpling": Morsel(58, mains.dumpling),
    "egg": Morsel(44, mains.half_egg),
    "fried-egg": Morsel(66, mains.fried_egg),
    "fritter": Morsel(62, partial(mains.patty, "#c98a3c")),
    "mussel": Morsel(50, mains.mussel),
    "prawn": Morsel(42, mains.prawn),
    "salmon": Morsel(92, partial(mains.fillet, "#e98257")),
    "sausage": Morsel(78, mains.sausage),
    "skewer": Morsel(120, partial(mains.skewer, ("#c98a45", "#cf3b23", "#c98a45", "#7da043"))),
    "steak": Morsel(62, mains.steak),
    "taco": Morsel(104, mains.taco, turns=False),
    "toast": Morsel(96, shapes.toast),
    "white-fish": Morsel(92, partial(mains.fillet, "#ead9bd")),
}
SWEET = {
    "brownie": Morsel(62, partial(shapes.bar, "#4a281b"), turns=False),
    "cookie": Morsel(66, partial(shapes.cookie, "#cf9a58", "#3c2015")),
    "cream": Morsel(46, partial(shapes.dollop, "#fbf5e8", 44)),
    "cracker": Morsel(62, partial(shapes.bar, "#c9a468"), turns=False),
    "muffin": Morsel(78, partial(shapes.muffin, "#cf9a4d")),
    "roll": Morsel(62, shapes.roll),
    "yoghurt": Morsel(34, partial(shapes.dollop, "#fbf7ec", 32)),
}
MORSELS = {**SMALL, **CUT, **SAVOURY, **SWEET}
