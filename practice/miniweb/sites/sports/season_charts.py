"""Charts as PNG: a player's shots, a team's season. No page shows their figures as text."""

from datetime import timedelta

from PIL import Image, ImageDraw

from ...kit.raster import font, png
from . import season
from .records import Player, Sports, Team

INK, SOFT, RED = "#14171d", "#6b7380", "#d9162b"
# the middle of each zone on the picture of the half court, and its outline
ZONES = {
    "Above the break 3": ((320, 408), (0, 0, 640, 460)),
    "Left corner 3": ((44, 92), (0, 0, 88, 170)),
    "Right corner 3": ((596, 92), (552, 0, 640, 170)),
    "Mid-range left": ((158, 150), None),
    "Mid-range right": ((482, 150), None),
    "Paint": ((320, 205), None),
    "Rim": ((320, 82), None),
}


def shot_chart(sports: Sports, player: Player) -> bytes:
    """A half court; each zone shows its share of shots made and is tinted by how good that is."""
    picture = Image.new("RGB", (640, 500), "#f4e6d2")
    draw = ImageDraw.Draw(picture)
    zones = sports.shooting[player.slug]
    tint = {
        zone: _choose_tint(100 * made / taken if taken else 0, "3" in zone)
        for zone, (made, taken) in zones.items()
    }
    draw.rectangle((0, 0, 640, 460), fill=tint["Above the break 3"])
    draw.rectangle((0, 0, 88, 170), fill=tint["Left corner 3"])
    draw.rectangle((552, 0, 640, 170), fill=tint["Right corner 3"])
    draw.pieslice((88, -112, 552, 352), 0, 180, fill=tint["Mid-range left"])
    draw.rectangle((88, 0, 320, 122), fill=tint["Mid-range left"])
    draw.pieslice((88, -112, 552, 352), 0, 90, fill=tint["Mid-range right"])
    draw.rectangle((320, 0, 552, 122), fill=tint["Mid-range right"])
    draw.rectangle((232, 0, 408, 260), fill=tint["Paint"])
    draw.ellipse((250, 12, 390, 152), fill=tint["Rim"])
    _draw_lines(draw)
    for zone, (made, taken) in zones.items():
        x, y = ZONES[zone][0]
        share = f"{100 * made / taken:.0f}%" if taken else "-"
        draw.text((x, y - 9), share, INK, font(27), anchor="mm")
        draw.text((x, y + 14), f"{made}/{taken}", INK, font(15), anchor="mm")
    draw.rectangle((0, 460, 640, 500), fill=INK)
    draw.text((14, 480), "Seen from above, basket at the top", "#ffffff", font(15), anchor="lm")
    draw.text((626, 480), "cold", "#8fb6e8", font(15), anchor="rm")
    draw.text((580, 480), "hot / ", "#ff9b7a", font(15), anchor="rm")
    return png(picture)


def _draw_lines(draw: ImageDraw.ImageDraw) -> None:
    white = {"outline": "#ffffff", "width": 4}
    draw.rectangle((2, 2, 637, 459), **white)
    draw.rectangle((232, 0, 408, 260), **white)
    draw.ellipse((250, 12, 390, 152), **white)
    draw.arc((88, -112, 552, 352), 0, 180, "#ffffff", 4)
    for x in (88, 552):
        draw.line((x, 0, x, 122), "#ffffff", 4)
    draw.line((0, 170, 88, 170), "#ffffff", 3)
    draw.line((552, 170, 640, 170), "#ffffff", 3)
    draw.line((320, 260, 320, 352), "#ffffff", 3)
    draw.line((285, 30, 355, 30), INK, 6)
    draw.ellipse((308, 34, 332, 58), outline="#d9541e", width=4)


def _choose_tint(share: float, far: bool) -> str:
    """A tint from cold blue to hot red, relative to the usual share from that distance."""
    away = share - (36 if far else 52)
    for limit, color in ((-9, "#8fb6e8"), (-4, "#bcd3ef"), (4, "#efe6d8"), (9, "#f6bd9f")):
        if away < limit:
            return color
    return "#ef8a6a"


def weekly(sports: Sports, team: Team) -> list[int]:
    """The place of a team in its table after each week of the season, in order."""
    ours = sports.teams_of(team.league)
    games = [game for game in sports.games if game.league == team.league and game.played]
    end = games[0].day - timedelta(days=games[0].day.weekday()) + timedelta(days=6)
    standing = {each.slug: [0.0, 0, 0] for each in ours}
    places, at = [], 0
    while at < len(games):
        while at < len(games) and games[at].day <= end:
            _add_result(standing, games[at])
            at += 1
        order = sorted(
            standing,
            key=lambda slug: (_rate_standing(team.league, standing[slug]), standing[slug][2], slug),
            reverse=True,
        )
        places.append(order.index(team.slug) + 1)
        end += timedelta(days=7)
    # The standings give the last place, since they apply all rules for level teams.
    table = season.standings(sports, team.league)
    return [*places[:-1], next(row.place for row in table if row.team is team)]


def _add_result(standing: dict[str, list], game: object) -> None:
    for side in game.sides:
        ours, theirs = game.of(side)
        result = season.outcome(game, side)
        points = {"mbl": {"W": 1}, "hl": {"W": 3, "D": 1}, "bhl": {"W": 2, "OTL": 1}}[
            game.league
        ].get(result, 0)
        standing[side][0] += points
        standing[side][1] += 1
        standing[side][2] += ours - theirs


def _rate_standing(league: str, standing: list) -> float:
    return standing[0] / max(1, standing[1]) if league == "mbl" else standing[0]


def season_chart(sports: Sports, team: Team) -> bytes:
    """A line of the places in the table after each week, with the number at every point."""
    places, size = weekly(sports, team), len(sports.teams_of(team.league))
    picture = Image.new("RGB", (900, 360), "#ffffff")
    draw = ImageDraw.Draw(picture)
    left, top, wide, high = 50, 30, 830, 270
    small, bold = font(13), font(15)
    for place in range(1, size + 1):
        y = top + high * (place - 1) / (size - 1)
        draw.line((left, y, left + wide, y), "#e6e9ee" if place > 1 else "#c3c9d2")
        if place in (1, 4, 8, 12, size):
            draw.text((left - 10, y), str(place), SOFT, small, anchor="rm")
    step = wide / len(places)
    points = [
        (left + step * (i + 0.5), top + high * (place - 1) / (size - 1))
        for i, place in enumerate(places)
    ]
    draw.line(points, RED, 4, joint="curve")
    for i, ((x, y), place) in enumerate(zip(points, places, strict=True)):
        draw.ellipse((x - 11, y - 11, x + 11, y + 11), fill=INK)
        draw.text((x, y), str(place), "#ffffff", bold, anchor="mm")
        draw.text((x, top + high + 24), str(i + 1), SOFT, small, anchor="mm")
    title = "Place in the league table after each week of the season"
    draw.text((left + wide / 2, 346), title, INK, bold, anchor="mm")
    return png(picture)
