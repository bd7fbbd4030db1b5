"""The views of the six towns, and the wide view of the home page."""

from ....kit.svg import oval, path, rect
from .backdrops import boat, cottage, hills, rows_of_houses, sea, sky
from .plants import bush, cypress, palm, pine, tree


def view(town: str, number: int) -> str:
    """The view of a town."""
    base = sky(number, 300)
    return base + _VIEWS[town](number)


def _harbour(number: int) -> str:
    hill = hills(330, 150, "#a9c3bd", "#8fb09b", phase=1)
    town = rows_of_houses(250, 9, 210, 590, number, 48) + rows_of_houses(
        296, 14, 60, 760, number + 3, 62
    )
    town += rows_of_houses(348, 16, -10, 810, number + 1, 66)
    quay = rect(0, 346, 800, 22, "#d8c4a3") + rect(0, 364, 800, 8, "#a98f6d")
    boats = boat(150, 450, 92) + boat(420, 425, 70, "#f3c9a6") + boat(640, 500, 120)
    return hill + _church() + town + quay + sea(372, 600) + boats


def _church() -> str:
    tower = rect(380, 140, 40, 120, "#efe0c6") + path("M372 140L400 92L428 140Z", "#b65a38")
    return tower + oval(400, 165, 8, 8, "#6f8b93") + rect(412, 140, 8, 120, "#000", 'opacity=".08"')


def _walls(number: int) -> str:
    town = hills(320, 110, "#b3c7bb", "#9ab58f", phase=2) + rows_of_houses(
        300, 13, 100, 640, number, 66
    )
    sand = path("M0 352H800V470Q560 430 360 480T0 470Z", "#f0dcb4")
    shade = _parasol(150, 430, "#d9623b") + _parasol(300, 410, "#2b8c97")
    shade += _parasol(470, 420, "#f0b84a") + _parasol(620, 398, "#d9623b")
    water = path("M0 470Q180 500 360 480T800 452V600H0Z", "#3d9aa8")
    foam = path(
        "M0 474Q180 504 360 484T800 456", "none", 'stroke="#fff" stroke-width="7" opacity=".75"'
    )
    return town + _town_wall() + sand + shade + water + foam + boat(640, 540, 76)


def _town_wall() -> str:
    """A wall with battlements, and three towers with their gates."""
    wall = rect(70, 290, 610, 66, "#d9b98c") + rect(70, 334, 610, 22, "#000", 'opacity=".07"')
    wall += "".join(rect(70 + k * 28, 278, 16, 14, "#d9b98c") for k in range(22))
    return wall + "".join(
        rect(x, 250, 58, 106, "#cfab7b")
        + path(f"M{x + 16} 356v-40a13 13 0 0 1 26 0v40Z", "#7a5a3c")
        for x in (130, 366, 600)
    )


def _parasol(x: float, y: float, colour: str) -> str:
    shade = oval(x + 14, y + 3, 46, 7, "#000", 'opacity=".1"')
    pole = rect(x - 2, y - 48, 4, 52, "#8d6e52")
    top = path(f"M{x - 42} {y - 44}Q{x} {y - 96} {x + 42} {y - 44}Z", colour)
    top += path(f"M{x - 14} {y - 44}Q{x} {y - 96} {x + 14} {y - 44}Z", "#fff6e6", 'opacity=".85"')
    bed = rect(x + 10, y - 8, 44, 9, "#fffaf0", 'rx="4"')
    return shade + pole + top + bed


def _cove(number: int) -> str:
    water = hills(300, 60, "#a6c4c6", "#8db3b0", phase=4) + sea(300, 600)
    beach = path("M120 600Q330 470 420 500T720 600Z", "#f1deb8")
    foam = path(
        "M112 596Q330 462 420 492T730 596", "none", 'stroke="#fff" stroke-width="6" opacity=".7"'
    )
    places = [(60, 250, 130), (120, 262, 100), (700, 230, 140), (640, 270, 90), (760, 236, 110)]
    trees = "".join(pine(x, y, tall) for x, y, tall in places)
    village = rows_of_houses(262, 4, 6, 100, number, 40)
    shade = _parasol(400, 566, "#d9623b") + _parasol(540, 572, "#2b8c97")
    return water + _cliffs() + trees + beach + foam + village + boat(420, 390, 66) + shade


def _cliffs() -> str:
    """The rocks on both sides of the bay, green on top."""
    left = path(
        "M0 210C90 200 150 240 190 300C230 350 220 420 300 440C210 470 120 520 0 520Z", "#c89a6e"
    )
    left += path("M0 210C90 200 150 240 190 300C120 280 60 270 0 280Z", "#7fa077")
    right = path(
        "M800 180C700 190 640 240 610 310C580 370 640 420 560 450C650 480 720 500 800 490Z",
        "#bd8f66",
    )
    return (
        left + right + path("M800 180C700 190 640 240 610 310C680 280 740 270 800 280Z", "#73986f")
    )


def _castle(number: int) -> str:
    back = hills(420, 240, "#b4c8c0", "#9dbb9b", phase=3)
    rock = path("M220 430C260 300 320 260 350 230H520C560 280 600 320 640 430Z", "#b09a7e")
    rock += path("M220 430C260 300 320 260 350 230H420C380 300 340 340 330 430Z", "#c6b193")
    town = rows_of_houses(350, 9, 270, 590, number, 48) + rows_of_houses(
        410, 13, 200, 680, number + 2, 56
    )
    land = path("M0 400Q200 380 400 420T800 400V600H0Z", "#8fae74")
    land += path("M0 470Q260 430 470 500T800 480V600H0Z", "#7a9d64")
    river = path("M0 560Q240 480 420 530T800 520V548Q560 560 420 560T0 600Z", "#5aa9b5")
    trees = "".join(
        cypress(x, y, t)
        for x, y, t in ((90, 470, 120), (130, 480, 90), (690, 476, 130), (740, 488, 100))
    )
    return back + rock + _keep() + town + land + river + trees


def _keep() -> str:
    """A tower, and the hall in front of it, both with battlements."""
    tower = rect(390, 110, 78, 130, "#d8c19b") + rect(446, 110, 22, 130, "#000", 'opacity=".1"')
    tower += "".join(rect(388 + k * 18, 98, 11, 14, "#d8c19b") for k in range(5))
    hall = rect(340, 176, 190, 60, "#e2cda9") + "".join(
        rect(340 + k * 20, 166, 12, 12, "#e2cda9") for k in range(10)
    )
    return tower + hall + rect(424, 130, 10, 22, "#5d6d6b")


def _cape(number: int) -> str:
    cape = path(
        "M800 240C640 236 520 260 430 330C400 356 470 380 520 390C600 420 560 470 640 500C700 520 "
        "760 600 800 600Z",
        "#c9a67b",
    )
    cape += path("M800 240C640 236 520 260 430 330C540 300 680 300 800 330Z", "#8fab76")
    boats = boat(180, 400, 80) + boat(330, 500, 110)
    bushes = bush(720, 330, 60) + bush(560, 320, 44)
    return sea(296, 600) + cape + _lighthouse() + cottage(640, 272, 90, 38, number) + boats + bushes


def _lighthouse() -> str:
    """A white tower with two red bands, and the lamp on top."""
    tower = path("M560 270L572 110H612L624 270Z", "#fbf7ee") + path(
        "M563 232L566 190H618L621 232Z", "#c8463a"
    )
    tower += path("M570 140L572 116H612L614 140Z", "#c8463a")
    lamp = (
        rect(568, 100, 48, 10, "#4d5a60")
        + rect(577, 74, 30, 28, "#fbe6a6")
        + path("M572 76L592 54L612 76Z", "#c8463a")
    )
    return tower + lamp + rect(608, 110, 8, 160, "#000", 'opacity=".08"')


def _vines(number: int) -> str:
    back = hills(340, 200, "#a9bfc6", "#9db89c", phase=number)
    land = path("M0 320Q300 300 800 330V600H0Z", "#a8b86a")
    row = 'stroke="#5c7d42" stroke-width="15" stroke-dasharray="26 7" stroke-linecap="round"'
    feet = range(-240, 1190, 110)
    vines = "".join(path(f"M{400 + (x - 400) * 0.28:g} 336L{x:g} 600", "none", row) for x in feet)
    trees = "".join(cypress(x, 326, t) for x, t in ((440, 110), (465, 84), (700, 120), (728, 92)))
    return back + land + vines + _winery() + trees + tree(120, 380, 120)


def _winery() -> str:
    """A low house with a tower and five windows."""
    house = rect(500, 250, 170, 70, "#f0dfc2") + path("M488 252L520 214H652L682 252Z", "#bb6140")
    tower = rect(536, 174, 30, 60, "#f0dfc2") + path("M530 176L551 148L572 176Z", "#bb6140")
    return house + tower + "".join(rect(516 + k * 30, 270, 12, 20, "#64808a") for k in range(5))


_VIEWS = {
    "porto-alvera": _harbour,
    "santa-lira": _walls,
    "cala-tersa": _cove,
    "miravel": _castle,
    "punta-serena": _cape,
    "valdoro": _vines,
}


def panorama() -> str:
    """The wide view of the home page: a bay in the late afternoon."""
    back = sky(3, 300, 1600) + hills(318, 130, "#a8c6c8", "#86b0ac", 1600, 2) + sea(316, 620, 1600)
    boats = boat(620, 420, 90) + boat(860, 372, 52, "#f3c9a6") + boat(1010, 500, 130)
    return back + _headland() + boats + _near_shore()


def _headland() -> str:
    """The right side of the wide view: a cape with a town on it."""
    cape = path(
        "M1600 190C1480 190 1330 230 1240 300C1200 330 1120 330 1100 352C1260 372 1330 430 1600 "
        "440Z",
        "#c39a70",
    )
    cape += path("M1600 190C1480 190 1330 230 1240 300C1360 280 1470 286 1600 300Z", "#7ea07a")
    tower = rect(1452, 150, 34, 110, "#f3e5cb") + path("M1446 152L1469 114L1492 152Z", "#b65a38")
    trees = (
        pine(1300, 286, 90) + pine(1350, 262, 110) + cypress(1560, 262, 96) + cypress(1584, 270, 80)
    )
    town = rows_of_houses(300, 8, 1330, 1610, 2, 52) + rows_of_houses(342, 9, 1240, 1610, 4, 58)
    return cape + tower + trees + town + rows_of_houses(392, 7, 1330, 1620, 1, 62)


def _near_shore() -> str:
    """The left side of the wide view: the viewer's slope, with palms and flowers."""
    slope = path("M0 470C160 440 260 500 420 520C520 534 560 580 640 620H0Z", "#d6b083")
    slope += path("M0 420C120 410 220 450 330 500C230 490 110 470 0 480Z", "#739a70")
    flowers = (
        bush(60, 560, 120, "#e0567b")
        + bush(330, 600, 110, "#f0a24a")
        + bush(200, 612, 130, "#e0567b")
    )
    return slope + palm(96, 540, 190) + palm(214, 566, 150) + flowers
