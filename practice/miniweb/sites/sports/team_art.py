"""Drawings in a team's colours: crests, portraits and the scenes above stories, all as SVG."""

import random
from functools import cache

from .records import Player, Story, Team

SHAPES = (
    "M50 4 92 16V52C92 76 74 90 50 97 26 90 8 76 8 52V16Z",
    "M50 3 91 27V73L50 97 9 73V27Z",
    "M50 3A47 47 0 1 1 49.9 3Z",
    "M10 8H90V58L50 97 10 58Z",
    "M50 3 97 50 50 97 3 50Z",
)
FACE = (
    "font-family=\"'Roboto Condensed','Liberation Sans Narrow','Arial Narrow',Arial,sans-serif\" "
    'font-weight="bold"'
)
WAKE = (  # lines behind a flying ball
    '<path d="M-130 20H-230M-126 50H-200M-130-14H-260" stroke="#fff" stroke-width="7" opacity=".5" '
    'stroke-linecap="round"/>'
)
SKINS = ("#f1c9a5", "#e0ac7e", "#c68a5b", "#a06a41", "#7a4b2b", "#5a351f")
HAIRS = ("#1b1613", "#2f2119", "#5a3a20", "#8d5a2b", "#c99b55", "#3c3c40")


@cache
def crest(team: Team) -> str:
    """A team's crest: a shape, a pattern in its two colours, its letters."""
    rng = random.Random(f"crest/{team.slug}")
    shape = rng.choice(SHAPES)
    pattern = rng.choice(
        (
            '<path d="M0 0H50V100H0Z" fill="{b}" opacity=".28"/>',
            '<path d="M0 62 100 30V52L0 84Z" fill="{b}"/>',
            '<path d="M22 0h12v100H22ZM66 0h12v100H66Z" fill="{b}" opacity=".75"/>',
            '<path d="M0 70 50 46 100 70V100H0Z" fill="{b}"/>',
            '<path d="M0 0H100V26H0Z" fill="{b}"/>',
            '<path d="M0 74H100V100H0Z" fill="{b}"/>',
        )
    ).format(b=team.second)
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><clipPath id="c"><path '
        f'd="{shape}"/></clipPath><g clip-path="url(#c)"><path d="M0 0H100V100H0Z" '
        f'fill="{team.color}"/>{pattern}</g><path d="{shape}" fill="none" '
        f'stroke="{_choose_edge(team)}" stroke-width="5"/>'
        f'<text x="50" y="62" text-anchor="middle" font-size="36" {FACE} '
        'fill="#fff" stroke="#0008" stroke-width="5" paint-order="stroke" '
        f'letter-spacing="-1">{team.abbr}</text></svg>'
    )


def _choose_edge(team: Team) -> str:
    if _is_light(team.color):
        return "#12151b"
    if not _is_light(team.second):
        return team.second
    return "#12151b33"


def _is_light(color: str) -> bool:
    return sum(int(color[i : i + 2], 16) for i in (1, 3, 5)) > 600


@cache
def portrait(player: Player, team: Team) -> str:
    """Head and shoulders in the team's shirt."""
    rng = random.Random(f"portrait/{player.slug}")
    skin, hair = rng.choice(SKINS), rng.choice(HAIRS)
    cut = rng.choice(
        (
            "M66 62C64 34 76 26 100 26S136 34 134 62C128 50 122 46 100 46S72 50 66 62Z",
            "M64 74C58 34 74 20 100 20S142 34 136 74C132 54 126 44 112 42 96 52 76 44 70 58Z",
            "M68 58C70 36 82 30 100 30S130 36 132 58C122 44 112 42 100 42S78 44 68 58Z",
            "M60 84C52 30 74 16 100 16S148 30 140 84C136 60 130 46 100 44 70 46 64 60 60 84Z",
        )
    )
    if rng.random() < 0.4:
        beard = f'<path d="M70 84C72 118 128 118 130 84 130 128 70 128 70 84Z" fill="{hair}"/>'
    else:
        beard = ""
    ink = "#14171d" if _is_light(team.color) else "#ffffff"
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200"><defs><linearGradient '
        'id="g" x2="0" y2="1"><stop stop-color="#dfe3e9"/><stop offset="1" '
        'stop-color="#aeb6c1"/></linearGradient></defs><path d="M0 0H200V200H0Z" '
        f'fill="url(#g)"/><path d="M0 200 200 60V200Z" fill="{team.color}" opacity=".22"/><path '
        f'd="M18 200C20 156 52 142 82 136H118C148 142 180 156 182 200Z" fill="{team.color}"/><path '
        f'd="M78 136C84 158 116 158 122 136L116 132H84Z" fill="{team.second}"/><path d="M84 '
        f'104H116V138C112 150 88 150 84 138Z" fill="{skin}"/><path d="M84 118C92 128 108 128 116 '
        '118V128C108 136 92 136 84 128Z" fill="#0002"/><ellipse cx="100" cy="78" rx="33" ry="41" '
        f'fill="{skin}"/>{beard}<path d="{cut}" fill="{hair}"/><path d="M80 74h12M108 74h12" '
        'stroke="#2a1c14" stroke-width="4" stroke-linecap="round"/><path d="M90 100C96 104 104 104 '
        '110 100" stroke="#5b2f22" stroke-width="3" fill="none" stroke-linecap="round"/><text '
        f'x="100" y="186" text-anchor="middle" font-size="34" {FACE} '
        f'fill="{ink}">{player.number}</text></svg>'
    )


def scene(story: Story, team: Team, other: Team | None) -> str:
    """The picture above a story: the venue's light and lines, the ball or puck, the crest."""
    rng = random.Random(f"scene/{story.slug}")
    tilt, left = rng.randrange(-14, 15), rng.randrange(150, 330)
    second = other.color if other else team.second
    ground = {"mbl": _court, "hl": _pitch, "bhl": _rink}[story.league](rng)
    draw_ball = {"mbl": _basketball, "hl": _football, "bhl": _puck}[story.league]
    beams = "".join(
        f'<path d="M{x} -20 {x - 90} 420H{x + 90}Z" fill="#fff" opacity=".07"/>'
        for x in range(70 + rng.randrange(60), 800, 150)
    )
    crowd = "".join(
        f'<circle cx="{rng.randrange(800)}" cy="{rng.randrange(20, 200)}" '
        f'r="{rng.choice((2, 3, 4))}" fill="#fff" opacity="{rng.choice((".10", ".18", ".3"))}"/>'
        for _ in range(130)
    )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 450" '
        'preserveAspectRatio="xMidYMid slice"><defs><linearGradient id="s" x2="1" y2="1"><stop '
        f'stop-color="{team.color}"/><stop offset=".55" stop-color="#0c0e13"/><stop offset="1" '
        f'stop-color="{second}"/></linearGradient></defs><path d="M0 0H800V450H0Z" '
        'fill="#0c0e13"/><path d="M0 0H800V450H0Z" fill="url(#s)" '
        f'opacity=".9"/>{crowd}{beams}{ground}<g transform="translate({left} 205) '
        f'rotate({tilt})">{draw_ball(team)}</g><g transform="translate(540 90) scale(2.1)" '
        f'opacity=".95">{crest(team).partition(">")[2].removesuffix("</svg>")}</g></svg>'
    )


def _court(rng: random.Random) -> str:
    return (
        '<path d="M0 310 800 280V450H0Z" fill="#b9793f"/><path d="M0 350 800 312M0 400 800 350M200 '
        '302 60 450M480 292 470 450M700 284 800 400" stroke="#8f5a2b" stroke-width="2" '
        'opacity=".7"/><path d="M60 450C90 330 560 300 690 450" fill="none" stroke="#fff" '
        'stroke-width="7"/><path d="M250 450 290 330H460L510 450" fill="none" stroke="#fff" '
        'stroke-width="6"/>'
    )


def _pitch(rng: random.Random) -> str:
    stripes = "".join(
        f'<path d="M{x} 300H{x + 60}L{x + 20} 450H{x - 70}Z" fill="#fff" opacity=".09"/>'
        for x in range(0, 860, 120)
    )
    return (
        f'<path d="M0 300H800V450H0Z" fill="#1f7a3d"/>{stripes}<path d="M0 330H800M400 300 380 '
        '450" stroke="#fff" stroke-width="4" opacity=".8"/><ellipse cx="390" cy="390" rx="170" '
        'ry="44" fill="none" stroke="#fff" stroke-width="5" opacity=".85"/>'
    )


def _rink(rng: random.Random) -> str:
    return (
        '<path d="M0 296H800V450H0Z" fill="#e6f0f6"/><path d="M0 280H800V300H0Z" '
        'fill="#f5d547"/><path d="M0 262H800V282H0Z" fill="#fff" opacity=".75"/><path d="M120 300 '
        '60 450H110L160 300ZM640 300 690 450H740L680 300Z" fill="#2f6fd0" opacity=".75"/><path '
        'd="M392 300H404L412 450H384Z" fill="#d3202f"/><ellipse cx="398" cy="386" rx="150" ry="40" '
        'fill="none" stroke="#d3202f" stroke-width="5"/><path d="M80 330 300 440M500 320 620 430" '
        'stroke="#fff" stroke-width="3"/>'
    )


def _basketball(team: Team) -> str:
    return (
        '<circle r="96" fill="#d96a1c"/><path d="M-96 0A96 96 0 0 1 0-96C-30-70-40-40-40 0Z" '
        'fill="#fff" opacity=".14"/>'
        '<g fill="none" stroke="#26150b" stroke-width="6"><circle r="96"/><path d="M-96 '
        f'0H96M0-96V96M-66-70C-20-30-20 30-66 70M66-70C20-30 20 30 66 70"/></g>{WAKE}'
    )


def _football(team: Team) -> str:
    patches = "".join(
        f'<path transform="rotate({a})" d="M0-98 22-82 14-58H-14L-22-82Z" fill="#14171d"/>'
        for a in range(0, 360, 72)
    )
    return (
        '<circle r="96" fill="#f6f7f8"/><path d="M0-34 32-11 20 28H-20L-32-11Z" '
        f'fill="#14171d"/>{patches}<g stroke="#14171d" stroke-width="4"><path d="M0-34V-60M32-11 '
        '56-20M20 28 36 50M-20 28-36 50M-32-11-56-20"/></g><circle r="96" fill="none" '
        f'stroke="#14171d" stroke-width="5"/>{WAKE}'
    )


def _puck(team: Team) -> str:
    return (
        '<path d="M-108 30V70C-108 130 108 130 108 70V30Z" fill="#0a0b0e"/><ellipse cy="30" '
        'rx="108" ry="52" fill="#20242c"/><ellipse cy="30" rx="66" ry="30" fill="none" '
        f'stroke="{team.color}" stroke-width="9"/>'
        '<path d="M-250 190-60 120-30 140-40 165-240 215Z" fill="#caa063"/><path d="M-60 120-30 '
        '140-40 165-110 182-126 145Z" fill="#111"/><path d="M130 40H230M124 70H200" stroke="#fff" '
        'stroke-width="7" opacity=".6" stroke-linecap="round"/>'
    )
