"""Skies, hills and seas, and the views of the six towns."""

from .strokes import bush, cypress, fade, glow, group, oval, palm, path, pine, rect, tree

SKIES = (
    ("#8cc7dd", "#cfe9ee", "#fbf4e4"),
    ("#6fb4d2", "#b4dcea", "#eaf6f5"),
    ("#7f9fc0", "#f0c5a4", "#fde6c6"),
    ("#9ccbd6", "#e3efe7", "#fbe9d2"),
)
WALLS = ("#f6efe2", "#f2d9bd", "#e9b896", "#f5e3b6", "#dce6dd", "#f3cdbd", "#e3ddd2")
ROOFS = ("#c4673f", "#b65a38", "#cf7a4c")


def sky(number: int, level: float, width: int = 800) -> str:
    """A sky down to a level, with a sun and a few clouds."""
    colours = SKIES[number % len(SKIES)]
    sun = width * (0.22 + 0.17 * (number % 4))
    shapes = (
        f"<defs>{fade('sky', *colours)}{glow('sun', '#fff6d8', 0.95)}</defs>{rect(0, 0, width, level + 2, 'url(#sky)')}"
    )
    shapes += oval(sun, level * 0.5, level * 0.55, level * 0.55, "url(#sun)") + oval(
        sun, level * 0.5, 26, 26, "#fffaf0", 'opacity=".9"'
    )
    for x, y, w in ((0.12, 0.2, 90), (0.58, 0.13, 120), (0.84, 0.34, 80)):
        shapes += group(
            [
                oval(width * x, level * y, w, 9, "#fff"),
                oval(width * x + w * 0.3, level * y - 8, w * 0.5, 10, "#fff"),
            ],
            'opacity=".55"',
        )
    return shapes


def hills(level: float, tall: float, far: str, near: str, width: int = 800, phase: int = 0) -> str:
    """Two ranges of hills that stand on a level."""
    shapes = ""
    for n, (colour, h) in enumerate(((far, tall), (near, tall * 0.62))):
        d, step = f"M0 {level}", width / 4
        for k in range(5):
            top = level - h * (0.55 + 0.45 * (((k * 7 + phase * 3 + n * 5) % 9) / 9))
            d += f"{'L' if k == 0 else 'S'}{f'{k * step - step * 0.45:g} {top:g} ' if k else ''}{k * step:g} {top:g}"
        shapes += path(f"{d}L{width} {level}Z", colour)
    return shapes


def sea(level: float, bottom: float, width: int = 800) -> str:
    """The sea between two levels, with light on it."""
    shapes = f"<defs>{fade('sea', '#5fb3bd', '#2f8a9b', '#1f6d82')}</defs>"
    shapes += rect(0, level, width, bottom - level, "url(#sea)")
    for k in range(26):
        x, y = (k * 197 + 31) % width, level + 6 + (k * 53) % max(8, int(bottom - level - 10))
        shapes += rect(x, y, 22 + (k * 29) % 60, 2, "#e9fbf7", 'rx="1" opacity=".5"')
    return shapes


def boat(x: float, y: float, size: float, sail: str = "#fffdf6") -> str:
    """A sailing boat on a point."""
    hull = path(f"M{x - size * 0.5} {y}h{size}l-{size * 0.16} {size * 0.2}h-{size * 0.68}Z", "#7c3f2a")
    sails = path(f"M{x - size * 0.02} {y - size * 0.06}V{y - size}L{x - size * 0.42} {y - size * 0.06}Z", sail)
    return (
        hull
        + sails
        + path(
            f"M{x + size * 0.04} {y - size * 0.06}V{y - size * 0.86}L{x + size * 0.36} {y - size * 0.06}Z",
            "#f2dcc0",
        )
    )


def cottage(x: float, y: float, w: float, h: float, number: int) -> str:
    """A small house from afar, standing on a point."""
    wall, roof = WALLS[number % len(WALLS)], ROOFS[number % len(ROOFS)]
    shapes = rect(x, y - h, w, h, wall) + rect(x + w * 0.72, y - h, w * 0.28, h, "#000", 'opacity=".08"')
    shapes += path(f"M{x - 3} {y - h}L{x + w * 0.5} {y - h - w * 0.3}L{x + w + 3} {y - h}Z", roof)
    for k in range(max(1, int(w // 16))):
        for floor in range(max(1, int(h // 24))):
            shapes += rect(x + 6 + k * 16, y - h + 8 + floor * 22, 6, 10, "#547784", 'opacity=".8"')
    return shapes


def rows_of_houses(level: float, count: int, start: float, end: float, number: int, tall: float = 54) -> str:
    """Houses side by side along a shore."""
    step = (end - start) / count
    return "".join(
        cottage(
            start + k * step,
            level + (k * 5) % 7,
            step * 0.96,
            tall * (0.7 + ((k * 7 + number) % 5) * 0.15),
            k + number,
        )
        for k in range(count)
    )


def view(town: str, number: int) -> str:
    """What one sees of a town."""
    base = sky(number, 300)
    return base + _VIEWS[town](number)


def _harbour(number: int) -> str:
    hill = hills(330, 150, "#a9c3bd", "#8fb09b", phase=1)
    church = (
        rect(380, 140, 40, 120, "#efe0c6")
        + path("M372 140L400 92L428 140Z", "#b65a38")
        + oval(400, 165, 8, 8, "#6f8b93")
        + rect(412, 140, 8, 120, "#000", 'opacity=".08"')
    )
    town = (
        rows_of_houses(250, 9, 210, 590, number, 48)
        + rows_of_houses(296, 14, 60, 760, number + 3, 62)
        + rows_of_houses(348, 16, -10, 810, number + 1, 66)
    )
    quay = rect(0, 346, 800, 22, "#d8c4a3") + rect(0, 364, 800, 8, "#a98f6d")
    return (
        hill
        + church
        + town
        + quay
        + sea(372, 600)
        + boat(150, 450, 92)
        + boat(420, 425, 70, "#f3c9a6")
        + boat(640, 500, 120)
    )


def _walls(number: int) -> str:
    town = hills(320, 110, "#b3c7bb", "#9ab58f", phase=2) + rows_of_houses(300, 13, 100, 640, number, 66)
    wall = rect(70, 290, 610, 66, "#d9b98c") + rect(70, 334, 610, 22, "#000", 'opacity=".07"')
    wall += "".join(rect(70 + k * 28, 278, 16, 14, "#d9b98c") for k in range(22))
    wall += "".join(
        rect(x, 250, 58, 106, "#cfab7b") + path(f"M{x + 16} 356v-40a13 13 0 0 1 26 0v40Z", "#7a5a3c")
        for x in (130, 366, 600)
    )
    sand = path("M0 352H800V470Q560 430 360 480T0 470Z", "#f0dcb4")
    shade = "".join(
        _parasol(x, y, c)
        for x, y, c in (
            (150, 430, "#d9623b"),
            (300, 410, "#2b8c97"),
            (470, 420, "#f0b84a"),
            (620, 398, "#d9623b"),
        )
    )
    water = path("M0 470Q180 500 360 480T800 452V600H0Z", "#3d9aa8") + path(
        "M0 474Q180 504 360 484T800 456", "none", 'stroke="#fff" stroke-width="7" opacity=".75"'
    )
    return town + wall + sand + shade + water + boat(640, 540, 76)


def _parasol(x: float, y: float, colour: str) -> str:
    top = path(f"M{x - 42} {y - 44}Q{x} {y - 96} {x + 42} {y - 44}Z", colour) + path(
        f"M{x - 14} {y - 44}Q{x} {y - 96} {x + 14} {y - 44}Z", "#fff6e6", 'opacity=".85"'
    )
    return (
        oval(x + 14, y + 3, 46, 7, "#000", 'opacity=".1"')
        + rect(x - 2, y - 48, 4, 52, "#8d6e52")
        + top
        + rect(x + 10, y - 8, 44, 9, "#fffaf0", 'rx="4"')
    )


def _cove(number: int) -> str:
    water = hills(300, 60, "#a6c4c6", "#8db3b0", phase=4) + sea(300, 600)
    cliff = path("M0 210C90 200 150 240 190 300C230 350 220 420 300 440C210 470 120 520 0 520Z", "#c89a6e") + path(
        "M0 210C90 200 150 240 190 300C120 280 60 270 0 280Z", "#7fa077"
    )
    other = path("M800 180C700 190 640 240 610 310C580 370 640 420 560 450C650 480 720 500 800 490Z", "#bd8f66") + path(
        "M800 180C700 190 640 240 610 310C680 280 740 270 800 280Z", "#73986f"
    )
    beach = path("M120 600Q330 470 420 500T720 600Z", "#f1deb8") + path(
        "M112 596Q330 462 420 492T730 596", "none", 'stroke="#fff" stroke-width="6" opacity=".7"'
    )
    trees = "".join(
        pine(x, y, t) for x, y, t in ((60, 250, 130), (120, 262, 100), (700, 230, 140), (640, 270, 90), (760, 236, 110))
    )
    return (
        water
        + cliff
        + other
        + trees
        + beach
        + rows_of_houses(262, 4, 6, 100, number, 40)
        + boat(420, 390, 66)
        + _parasol(400, 566, "#d9623b")
        + _parasol(540, 572, "#2b8c97")
    )


def _castle(number: int) -> str:
    back = hills(420, 240, "#b4c8c0", "#9dbb9b", phase=3)
    rock = path("M220 430C260 300 320 260 350 230H520C560 280 600 320 640 430Z", "#b09a7e") + path(
        "M220 430C260 300 320 260 350 230H420C380 300 340 340 330 430Z", "#c6b193"
    )
    keep = (
        rect(390, 110, 78, 130, "#d8c19b")
        + rect(446, 110, 22, 130, "#000", 'opacity=".1"')
        + "".join(rect(388 + k * 18, 98, 11, 14, "#d8c19b") for k in range(5))
    )
    keep += (
        rect(340, 176, 190, 60, "#e2cda9")
        + "".join(rect(340 + k * 20, 166, 12, 12, "#e2cda9") for k in range(10))
        + rect(424, 130, 10, 22, "#5d6d6b")
    )
    town = rows_of_houses(350, 9, 270, 590, number, 48) + rows_of_houses(410, 13, 200, 680, number + 2, 56)
    land = path("M0 400Q200 380 400 420T800 400V600H0Z", "#8fae74") + path(
        "M0 470Q260 430 470 500T800 480V600H0Z", "#7a9d64"
    )
    river = path("M0 560Q240 480 420 530T800 520V548Q560 560 420 560T0 600Z", "#5aa9b5")
    return (
        back
        + rock
        + keep
        + town
        + land
        + river
        + "".join(cypress(x, y, t) for x, y, t in ((90, 470, 120), (130, 480, 90), (690, 476, 130), (740, 488, 100)))
    )


def _cape(number: int) -> str:
    water = sea(296, 600)
    cape = path(
        "M800 240C640 236 520 260 430 330C400 356 470 380 520 390C600 420 560 470 640 500C700 520 760 600 800 600Z",
        "#c9a67b",
    ) + path("M800 240C640 236 520 260 430 330C540 300 680 300 800 330Z", "#8fab76")
    light = (
        path("M560 270L572 110H612L624 270Z", "#fbf7ee")
        + path("M563 232L566 190H618L621 232Z", "#c8463a")
        + path("M570 140L572 116H612L614 140Z", "#c8463a")
    )
    light += (
        rect(568, 100, 48, 10, "#4d5a60")
        + rect(577, 74, 30, 28, "#fbe6a6")
        + path("M572 76L592 54L612 76Z", "#c8463a")
        + rect(608, 110, 8, 160, "#000", 'opacity=".08"')
    )
    return (
        water
        + cape
        + light
        + cottage(640, 272, 90, 38, number)
        + boat(180, 400, 80)
        + boat(330, 500, 110)
        + bush(720, 330, 60)
        + bush(560, 320, 44)
    )


def _vines(number: int) -> str:
    back = hills(340, 200, "#a9bfc6", "#9db89c", phase=number)
    house = (
        rect(500, 250, 170, 70, "#f0dfc2")
        + path("M488 252L520 214H652L682 252Z", "#bb6140")
        + rect(536, 214 - 40, 30, 60, "#f0dfc2")
        + path("M530 176L551 148L572 176Z", "#bb6140")
    )
    house += "".join(rect(516 + k * 30, 270, 12, 20, "#64808a") for k in range(5))
    land = path("M0 320Q300 300 800 330V600H0Z", "#a8b86a")
    vines = ""
    for k in range(13):
        x = -240 + k * 110
        vines += path(
            f"M{400 + (x - 400) * 0.28:g} 336L{x:g} 600",
            "none",
            'stroke="#5c7d42" stroke-width="15" stroke-dasharray="26 7" stroke-linecap="round"',
        )
    return (
        back
        + land
        + vines
        + house
        + "".join(cypress(x, 326, t) for x, t in ((440, 110), (465, 84), (700, 120), (728, 92)))
        + tree(120, 380, 120)
    )


_VIEWS = {
    "porto-alvera": _harbour,
    "santa-lira": _walls,
    "cala-tersa": _cove,
    "miravel": _castle,
    "punta-serena": _cape,
    "valdoro": _vines,
}


def panorama() -> str:
    """The wide view of the first page: a bay at the end of the afternoon."""
    shapes = sky(3, 300, 1600) + hills(318, 130, "#a8c6c8", "#86b0ac", 1600, 2) + sea(316, 620, 1600)
    cape = path(
        "M1600 190C1480 190 1330 230 1240 300C1200 330 1120 330 1100 352C1260 372 1330 430 1600 440Z",
        "#c39a70",
    )
    cape += path("M1600 190C1480 190 1330 230 1240 300C1360 280 1470 286 1600 300Z", "#7ea07a")
    town = (
        rows_of_houses(300, 8, 1330, 1610, 2, 52)
        + rows_of_houses(342, 9, 1240, 1610, 4, 58)
        + rows_of_houses(392, 7, 1330, 1620, 1, 62)
    )
    tower = rect(1452, 150, 34, 110, "#f3e5cb") + path("M1446 152L1469 114L1492 152Z", "#b65a38")
    trees = pine(1300, 286, 90) + pine(1350, 262, 110) + cypress(1560, 262, 96) + cypress(1584, 270, 80)
    near = path("M0 470C160 440 260 500 420 520C520 534 560 580 640 620H0Z", "#d6b083") + path(
        "M0 420C120 410 220 450 330 500C230 490 110 470 0 480Z", "#739a70"
    )
    front = (
        palm(96, 540, 190)
        + palm(214, 566, 150)
        + bush(60, 560, 120, "#e0567b")
        + bush(330, 600, 110, "#f0a24a")
        + bush(200, 612, 130, "#e0567b")
    )
    return (
        shapes
        + cape
        + tower
        + trees
        + town
        + boat(620, 420, 90)
        + boat(860, 372, 52, "#f3c9a6")
        + boat(1010, 500, 130)
        + near
        + front
    )
