"""Klaxon as a Flask app: its filters, its blueprints, and its page for what isn't there."""

from datetime import date

from flask import Flask, g, render_template

from . import fan_pages, game_pages, news_pages, player_pages, season, table_pages
from .records import Event, Sports
from .squads import POSITIONS

NOW = "13:40"  # what the clock says when a page is opened


def app(sports: Sports) -> Flask:
    """The site over one world's sports; `flask.g.state` is the visitor's, provided by the server."""
    site = Flask(__name__)
    belt = _belt(sports)

    @site.before_request
    def enter() -> None:
        g.sports, g.belt = sports, belt

    for part in (news_pages, table_pages, game_pages, player_pages, fan_pages):
        site.register_blueprint(part.pages)
    site.register_error_handler(404, lambda error: (render_template("missing.html"), 404))
    site.jinja_env.filters |= {"day": day, "long_day": long_day, "shown": season.shown}
    site.jinja_env.globals |= {
        "sports": sports,
        "season": season,
        "POSITIONS": POSITIONS,
        "NOW": NOW,
        "clock": clock,
        "per": per,
    }
    site.jinja_env.trim_blocks = site.jinja_env.lstrip_blocks = True
    return site


def _belt(sports: Sports) -> list:
    """The games of the ticker: those of today, then the latest results of each league in turn."""
    found = list(sports.by_day.get(sports.today, ()))
    late = [[g for g in reversed(sports.games) if g.league == league and g.played][:6] for league in sports.leagues]
    return found + [game for row in zip(*late, strict=True) for game in row]


def day(value: date) -> str:
    """A day in short: "Sat, Mar 14"."""
    return f"{value:%a, %b} {value.day}"


def long_day(value: date) -> str:
    """A day in full: "Saturday, March 14, 2026"."""
    return f"{value:%A, %B} {value.day}, {value.year}"


def clock(league: str, event: Event) -> str:
    """The time of an event: a minute in football, what is left of the period elsewhere."""
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
