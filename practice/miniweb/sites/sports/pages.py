"""Klaxon as a Flask app: its filters and blueprints."""

from flask import Flask

from ...kit.formats import day_format
from ...kit.site_app import site_app
from . import fan_pages, game_pages, news_pages, player_pages, season, table_pages
from .records import Event, Sports
from .squads import POSITIONS

NOW = "13:40"  # the time on the clock when a page is opened


def app(sports: Sports) -> Flask:
    """The site for one world; the server provides the visitor's state in `flask.g.state`."""
    names = {
        "sports": sports,
        "season": season,
        "POSITIONS": POSITIONS,
        "NOW": NOW,
        "clock": clock,
        "per": per,
    }
    filters = {
        "day": day_format("%a, %b {}"),
        "long_day": day_format("%A, %B {}, %Y"),
        "shown": season.shown,
    }
    shared = {"sports": sports, "belt": _choose_ticker(sports)}
    site = site_app(__name__, icon="klaxon.svg", filters=filters, names=names, shared=shared)
    for part in (news_pages, table_pages, game_pages, player_pages, fan_pages):
        site.register_blueprint(part.pages)
    return site


def _choose_ticker(sports: Sports) -> list:
    """The ticker's games: those of today, then the latest results of each league in turn."""
    found = list(sports.by_day.get(sports.today, ()))
    late = [
        [g for g in reversed(sports.games) if g.league == league and g.played][:6]
        for league in sports.leagues
    ]
    return found + [game for row in zip(*late, strict=True) for game in row]


def clock(league: str, event: Event) -> str:
    """The time of an event: the minute in football, elsewhere the time left in the period."""
    if league == "hl":
        return f"{event.at // 60 + 45 * (event.period - 1)}'"
    length = {"mbl": 720, "bhl": 1200}[league]
    if event.period > (4 if league == "mbl" else 3):
        length = 300
    left = length - event.at
    return f"{left // 60}:{left % 60:02d}"


def per(total: dict, column: tuple) -> str:
    """A season's figure as the tables print it."""
    return season.shown(season.value(total, column[0]), column[3])
