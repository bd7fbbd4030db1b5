"""The outdoor area behind the house: a pool, a garden or a terrace by the sea."""

from collections.abc import Mapping

from ....kit.svg import oval, path, rect
from .backdrops import boat, hills, sea, sky
from .plants import PLANTS, bush

CLOTHS = ("#d9623b", "#2b8c97", "#f0b84a", "#c25b7a")


def outdoors(caption: str, sea_side: str, paint: Mapping[str, int]) -> str:
    """The scene that a caption names."""
    inland = sea_side == "river"
    back = sky(paint["sky"] + 2, 270)
    if inland:
        back += hills(330, 190, "#b2c8c2", "#98b79b", phase=paint["tree"] % 6)
    else:
        back += hills(282, 70, "#a9c7c8", "#8cb3ad", phase=paint["tree"] % 6)
        back += sea(280, 400) + boat(250, 330, 46) + boat(610, 318, 34)
    cloth = CLOTHS[paint["tree"] % 4]
    if caption == "The pool":
        return back + _pool(paint, cloth)
    return back + (_terrace(cloth) if "sea" in caption else _garden(paint, cloth))


def _lounger(x: float, y: float, cloth: str) -> str:
    frame = path(
        f"M{x} {y}h110M{x + 12} {y}v24M{x + 98} {y}v24", "none", 'stroke="#8d6e52" stroke-width="6"'
    )
    return (
        oval(x + 56, y + 26, 70, 8, "#000", 'opacity=".12"')
        + frame
        + path(f"M{x} {y - 4}l-34 -38l12 -8l38 34h96v14Z", "#fffaf0")
        + path(f"M{x + 34} {y - 12}h40v12h-40Z", cloth)
    )


def _shade(x: float, y: float, cloth: str) -> str:
    wings = path(f"M{x - 110} {y - 150}Q{x} {y - 236} {x + 110} {y - 150}Z", cloth) + path(
        f"M{x - 36} {y - 150}Q{x} {y - 236} {x + 36} {y - 150}Z", "#fff6e6", 'opacity=".9"'
    )
    return (
        oval(x + 20, y + 4, 90, 11, "#000", 'opacity=".12"')
        + rect(x - 4, y - 154, 8, 158, "#8d6e52")
        + wings
    )


def _pool(paint: Mapping[str, int], cloth: str) -> str:
    plant = PLANTS[paint["tree"] % 4]
    deck = path("M0 392H800V600H0Z", "#ecdcc0") + "".join(
        rect(0, y, 800, 2, "#000", 'opacity=".05"') for y in range(410, 600, 26)
    )
    hedge = (
        "".join(bush(x, 404, 104, "#e2557c" if x % 3 else "") for x in range(-10, 840, 82))
        + plant(90, 412, 210)
        + plant(700, 410, 240)
    )
    water = (
        path("M150 470H650L790 600H10Z", "#fffaf0")
        + path("M162 480H638L752 600H48Z", "#4fb9c6")
        + path("M162 480H638L660 503H140Z", "#2f93a5", 'opacity=".5"')
    )
    ripples = "".join(
        path(
            f"M{120 + (k * 137) % 480} {508 + (k * 29) % 84}q18 -8 36 0t36 0",
            "none",
            'stroke="#e5fbfa" stroke-width="3" opacity=".8"',
        )
        for k in range(13)
    )
    return (
        hedge
        + deck
        + _shade(250, 444, cloth)
        + _lounger(120, 436, cloth)
        + _lounger(280, 436, cloth)
        + _lounger(520, 436, cloth)
        + water
        + ripples
    )


def _garden(paint: Mapping[str, int], cloth: str) -> str:
    plant = PLANTS[paint["tree"] % 4]
    lawn = (
        path("M0 372Q300 350 800 378V600H0Z", "#a6c184")
        + path("M0 470Q360 420 800 480V600H0Z", "#93b371")
        + path("M330 600Q360 500 420 470T470 380L486 380Q470 460 470 490T520 600Z", "#ecdcc0")
    )
    plants = (
        plant(110, 430, 270)
        + plant(660, 420, 230)
        + plant(740, 440, 190)
        + "".join(
            bush(x, y, s, c)
            for x, y, s, c in (
                (40, 470, 120, "#e2557c"),
                (220, 420, 80, "#f6f0e4"),
                (580, 430, 90, "#f0a24a"),
                (770, 500, 140, "#c25ba4"),
                (20, 590, 150, "#f0a24a"),
            )
        )
    )
    table = (
        oval(250, 556, 130, 14, "#000", 'opacity=".13"')
        + rect(244, 470, 12, 84, "#fffaf0")
        + oval(250, 470, 92, 18, "#fffaf0")
        + oval(250, 466, 92, 18, "#f4ecdd")
        + oval(230, 460, 16, 6, cloth)
        + rect(262, 438, 14, 24, "#e8b75a", 'rx="3"')
    )
    chairs = "".join(
        path(
            f"M{x} 560V440q26 -16 52 0V560M{x} 506h52",
            "none",
            'stroke="#5d8f86" stroke-width="8" stroke-linecap="round"',
        )
        for x in (96, 352)
    )
    return lawn + plants + chairs + table


def _terrace(cloth: str) -> str:
    sand = path("M0 392Q220 372 430 396T800 386V460H0Z", "#f1deb8") + path(
        "M0 390Q220 370 430 394T800 384", "none", 'stroke="#fff" stroke-width="6" opacity=".8"'
    )
    deck = rect(0, 440, 800, 160, "#c79b6e") + "".join(
        path(f"M{400 + (x - 400) * 0.7:g} 440L{x} 600", "none", 'stroke="#ad8257" stroke-width="4"')
        for x in range(-140, 960, 60)
    )
    rail = (
        rect(0, 398, 800, 7, "#fffaf0")
        + "".join(rect(x, 398, 7, 50, "#fffaf0") for x in range(20, 800, 96))
        + rect(0, 424, 800, 3, "#fffaf0")
    )
    table = (
        oval(560, 566, 120, 13, "#000", 'opacity=".14"')
        + rect(554, 490, 12, 74, "#54626a")
        + oval(560, 488, 86, 16, "#fffaf0")
        + oval(536, 480, 14, 5, cloth)
        + rect(570, 456, 12, 26, "#c5dfe0", 'rx="3"')
        + rect(596, 456, 12, 26, "#f3c9a6", 'rx="3"')
    )
    chairs = "".join(
        path(
            f"M{x} 570V460q24 -14 48 0V570M{x} 520h48",
            "none",
            f'stroke="{cloth}" stroke-width="8" stroke-linecap="round"',
        )
        for x in (420, 654)
    )
    return (
        sand
        + rail
        + deck
        + _shade(230, 520, cloth)
        + _lounger(110, 534, cloth)
        + _lounger(250, 534, cloth)
        + chairs
        + table
    )
