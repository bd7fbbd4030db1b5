"""Bedrooms with a window, and a table laid for breakfast."""

from collections.abc import Mapping

from ....kit.svg import fade, glow, group, oval, path, rect
from .backdrops import boat, hills, sea, sky
from .plants import bush

SCHEMES = (
    ("#f1ebe0", "#e6dccb", "#2f7f86", "#d9623b"),
    ("#dfe9e6", "#cfddd9", "#c96f4a", "#2f7f86"),
    ("#f4e4d4", "#ead3bd", "#5d7f5f", "#e0a03d"),
    ("#e8e6ee", "#d9d6e2", "#37618e", "#e08a6a"),
    ("#f6efd9", "#ebdfbd", "#8a5a72", "#3f8b8b"),
)
FLOORS = (("#c99a6b", "#b58556"), ("#dcc3a0", "#cbad85"), ("#b5835c", "#a2714b"))


def bedroom(sea_side: str, paint: Mapping[str, int], twin: bool) -> str:
    """A bedroom with a view of the sea or the hills, and two beds or one large one."""
    wall, shade, cloth, accent = SCHEMES[paint["room"] % len(SCHEMES)]
    plank, gap = FLOORS[paint["room"] % 3]
    floor = rect(0, 440, 800, 160, plank) + "".join(
        path(
            f"M{400 + (x - 400) * 0.62:g} 440L{x:g} 600", "none", f'stroke="{gap}" stroke-width="3"'
        )
        for x in range(-120, 960, 72)
    )
    scene = f"<defs>{fade('wall', wall, shade)}{glow('lamp', '#ffe9b0', 0.9)}{fade('ray', '#ffffff66', '#ffffff00')}</defs>"
    scene += rect(0, 0, 800, 442, "url(#wall)") + rect(0, 430, 800, 12, "#fffaf0") + floor
    scene += _window(sea_side, paint, cloth) + path(
        "M470 96H660L560 600H240Z", "url(#ray)", 'opacity=".5"'
    )
    scene += oval(330, 556, 330, 40, accent, 'opacity=".28"') + oval(
        330, 556, 280, 30, "#fffaf0", 'opacity=".35"'
    )
    beds = ((44, 250), (318, 250)) if twin else ((60, 400),)
    scene += "".join(_bed(x, w, cloth, accent) for x, w in beds)
    return (
        scene + _lamp(694 if twin else 520) + _picture(accent, cloth, paint["room"]) + _plant(748)
    )


def _window(sea_side: str, paint: Mapping[str, int], cloth: str) -> str:
    if sea_side == "river":
        inside = hills(210, 110, "#b2c8c2", "#98b79b") + rect(0, 208, 800, 200, "#9dba7c")
        inside += bush(560, 300, 120, "#e2557c")
    else:
        inside = hills(196, 50, "#a9c7c8", "#8cb3ad") + sea(194, 420)
        inside += boat(560, 250, 50) + boat(630, 230, 30)
    clip = '<clipPath id="pane"><rect x="480" y="70" width="184" height="250"/></clipPath>'
    view = group([sky(paint["sky"], 200), inside], 'clip-path="url(#pane)"')
    frame = rect(472, 62, 200, 266, "none", 'stroke="#fffaf0" stroke-width="14"')
    frame += rect(568, 62, 8, 266, "#fffaf0") + rect(460, 326, 224, 14, "#fffaf0")
    curtains = "".join(
        path(f"M{x} 46h62q-8 150 {s * 14} 330h-62q{-s * 10} -170 0 -330Z", cloth, 'opacity=".82"')
        + path(
            f"M{x + 20} 46q-4 160 {s * 8} 330",
            "none",
            'stroke="#000" stroke-width="6" opacity=".07"',
        )
        for x, s in ((424, -1), (662, 1))
    )
    rod = rect(408, 38, 336, 9, "#8d6e52", 'rx="4"')
    return f"<defs>{clip}</defs>" + view + frame + curtains + rod


def _bed(x: float, w: float, cloth: str, accent: str) -> str:
    head = rect(x, 262, w, 160, "#a97f58", 'rx="16"') + rect(
        x + 12, 274, w - 24, 60, "#000", 'rx="10" opacity=".07"'
    )
    base = oval(x + w / 2, 556, w / 2 + 18, 16, "#000", 'opacity=".16"') + rect(
        x - 8, 400, w + 16, 150, "#fdf9f1", 'rx="14"'
    )
    count = 2 if w > 300 else 1
    pillows = ""
    for k in range(count):
        px, pw = x + 18 + k * (w - 30) / count, (w - 48) / count
        pillows += (
            rect(px, 352, pw, 66, "#fff", 'rx="20"')
            + rect(px, 392, pw, 26, "#000", 'rx="13" opacity=".05"')
            + rect(px + pw * 0.2, 374, pw * 0.6, 44, accent, 'rx="12"')
        )
    cover = path(
        f"M{x - 12} 456Q{x + w / 2} 440 {x + w + 12} 456V540Q{x + w / 2} 556 {x - 12} 540Z", cloth
    ) + path(
        f"M{x - 12} 456Q{x + w / 2} 440 {x + w + 12} 456V478Q{x + w / 2} 462 {x - 12} 478Z",
        "#fff",
        'opacity=".35"',
    )
    folds = "".join(
        path(
            f"M{x + w * f} 466Q{x + w * f + 8} 500 {x + w * f - 4} 544",
            "none",
            'stroke="#000" stroke-width="4" opacity=".08"',
        )
        for f in (0.18, 0.45, 0.76)
    )
    return head + base + pillows + cover + folds


def _lamp(x: float) -> str:
    table = (
        rect(x - 36, 426, 72, 10, "#8d6e52")
        + rect(x - 30, 436, 60, 90, "#a97f58")
        + rect(x - 24, 448, 48, 28, "#000", 'opacity=".1"')
    )
    lamp = rect(x - 4, 380, 8, 46, "#6d5a48") + path(f"M{x - 20} 336h40l16 48h-72Z", "#fff1cf")
    return table + lamp + oval(x, 366, 110, 96, "url(#lamp)") + rect(x + 8, 414, 22, 12, "#2f7f86")


def _picture(accent: str, cloth: str, number: int) -> str:
    frame = rect(150, 92, 150, 112, "#fffaf0")
    frame += rect(150, 92, 150, 112, "none", 'stroke="#8d6e52" stroke-width="5"')
    art = (
        path("M164 190Q200 120 226 160T288 140V192H164Z", cloth) + oval(252, 126, 14, 14, accent),
        "".join(
            path(f"M{180 + k * 24} 192q-14 -40 0 -76q14 36 0 76", cloth if k % 2 else accent)
            for k in range(5)
        ),
        rect(166, 108, 56, 80, accent)
        + rect(228, 108, 56, 38, cloth)
        + rect(228, 152, 56, 36, "#e8cf9a"),
    )[number % 3]
    return frame + group([art])


def _plant(x: float) -> str:
    leaves = "".join(
        path(f"M{x} 470Q{x + dx} 420 {x + dx * 1.7} {y}Q{x + dx * 0.3} 420 {x} 470Z", colour)
        for dx, y, colour in (
            (-40, 350, "#3d7a5a"),
            (-20, 310, "#55916c"),
            (4, 300, "#3d7a5a"),
            (24, 320, "#55916c"),
            (36, 370, "#3d7a5a"),
        )
    )
    return (
        oval(x, 548, 40, 9, "#000", 'opacity=".15"')
        + leaves
        + path(f"M{x - 32} 464h64l-10 82h-44Z", "#c9734c")
        + rect(x - 34, 458, 68, 14, "#d98a62")
    )


def breakfast(paint: Mapping[str, int]) -> str:
    """A table laid for two, from above."""
    cloth = ("#eaf1ee", "#f6eddc", "#e3eaf1", "#f5e4dc")[paint["room"] % 4]
    line = ("#2f7f86", "#d9623b", "#5478a8", "#b6795c")[paint["room"] % 4]
    wood = rect(0, 0, 800, 600, "#c79b6e") + "".join(
        rect(0, y, 800, 3, "#b08458") for y in range(70, 600, 88)
    )
    scene = f"<defs>{fade('shine', '#ffffff77', '#ffffff00', across=True)}</defs>{wood}" + group(
        [
            rect(90, 50, 620, 500, cloth, 'rx="6"'),
            "".join(rect(90, 50 + k * 50, 620, 5, line, 'opacity=".2"') for k in range(10))
            + "".join(rect(90 + k * 50, 50, 5, 500, line, 'opacity=".2"') for k in range(13)),
        ],
        'transform="rotate(-4 400 300)"',
    )
    scene += _plate(250, 330, 118) + _croissant(226, 316) + _croissant(286, 358)
    scene += _plate(540, 250, 104) + _fruit(540, 250)
    scene += _cup(420, 440, "#6a4127") + _cup(600, 430, "#e8b75a") + _cup(150, 170, "#6a4127")
    red, blue = "#c73b4d", "#5a4a8a"
    berries = [(-18, -8, red), (4, -18, red), (20, 4, blue)]
    berries += [(-4, 8, red), (-22, 16, blue), (8, 24, red)]
    scene += oval(330, 138, 62, 58, "#fff") + oval(330, 138, 48, 44, "#f4f1e8")
    scene += "".join(oval(330 + dx, 138 + dy, 11, 11, colour) for dx, dy, colour in berries)
    flowers = [(-22, 0), (20, -8), (0, 22)]
    scene += oval(690, 130, 58, 58, "#5d8f86") + oval(690, 130, 44, 44, "#38665f")
    scene += "".join(bush(690 + dx, 140 + dy, 46, "#f7efe0") for dx, dy in flowers)
    return scene + rect(0, 0, 800, 600, "url(#shine)", 'opacity=".5"')


def _plate(x: float, y: float, r: float) -> str:
    return (
        oval(x + 8, y + 10, r, r, "#000", 'opacity=".14"')
        + oval(x, y, r, r, "#fffdf8")
        + oval(x, y, r * 0.74, r * 0.74, "none", 'stroke="#dfe6e4" stroke-width="3"')
    )


def _croissant(x: float, y: float) -> str:
    shape = path(
        f"M{x - 46} {y + 20}Q{x - 40} {y - 34} {x} {y - 34}T{x + 46} "
        f"{y + 20}Q{x + 26} {y - 2} {x} {y}T{x - 46} {y + 20}Z",
        "#d9933f",
    )
    return shape + "".join(
        path(
            f"M{x + dx} {y - 30}Q{x + dx * 0.7} {y - 14} {x + dx * 0.5} {y - 2}",
            "none",
            'stroke="#a9641f" stroke-width="4" opacity=".6"',
        )
        for dx in (-24, -8, 8, 24)
    )


def _fruit(x: float, y: float) -> str:
    slices = "".join(
        oval(x + dx, y + dy, 27, 27, "#ef9a34") + oval(x + dx, y + dy, 21, 21, "#f8bd62")
        for dx, dy in ((-34, -14), (8, -34), (38, 6))
    )
    egg = oval(x - 8, y + 34, 38, 28, "#fff", 'stroke="#ece7da" stroke-width="2"') + oval(
        x - 4, y + 32, 14, 13, "#f5b32e"
    )
    return slices + egg + path(f"M{x - 60} {y + 20}q14 -18 24 4q-12 14 -24 -4Z", "#5f9a56")


def _cup(x: float, y: float, drink: str) -> str:
    saucer = (
        oval(x + 6, y + 8, 62, 62, "#000", 'opacity=".13"')
        + oval(x, y, 62, 62, "#fdfaf3")
        + oval(x, y, 46, 46, "none", 'stroke="#e2ddd0" stroke-width="2"')
    )
    return (
        saucer
        + rect(x + 34, y - 10, 34, 20, "#f2ecde", 'rx="10"')
        + oval(x, y, 38, 38, "#fff")
        + oval(x, y, 31, 31, drink)
        + path(
            f"M{x - 16} {y - 12}q14 -14 30 -2",
            "none",
            'stroke="#fff" stroke-width="3" opacity=".5"',
        )
    )
