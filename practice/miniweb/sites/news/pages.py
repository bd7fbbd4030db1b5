"""Northlight as a Flask app: its filters, its blueprints and what all pages show."""

from datetime import datetime, timedelta

from flask import Flask, g

from ...kit.formats import clock, comma, count, day_format
from ...kit.lists import address
from ...kit.site_app import site_app
from . import broadcast_pages, reader_pages, section_pages
from .island_weather import forecasts
from .live_updates import live_pages
from .news_catalogue import kinds, read, sections
from .news_charts import charts
from .records import Newsroom


def app(newsroom: Newsroom) -> Flask:
    """The site for one newsroom; the server provides the visitor's state in `flask.g.state`."""
    filters = {"ago": write_age, "clock": clock, "comma": comma, "count": count}
    filters |= {"day": day_format("{} %B %Y"), "weekday": day_format("%A {} %B")}
    filters["runtime"] = lambda seconds: f"{seconds // 60}:{seconds % 60:02d}"
    names = {"SECTIONS": sections(), "KINDS": kinds(), "CHOICES": read("choices.json")}
    names |= {"LIVE": live_pages(newsroom), "address": address, "has": newsroom.world.has}
    names |= {"CHARTS": charts(newsroom), "FORECASTS": forecasts(newsroom)}
    shared = {"newsroom": newsroom}
    site = site_app(__name__, icon="northlight.svg", filters=filters, names=names, shared=shared)
    for part in (broadcast_pages, reader_pages, section_pages):
        site.register_blueprint(part.pages)
    return site


def write_age(when: datetime) -> str:
    """How long ago something was: "25 mins ago", "3 hrs ago", "2 days ago", "4 March"."""
    age = g.newsroom.now - when
    if age < timedelta(hours=1):
        return count(age.seconds // 60, "min") + " ago"
    if age < timedelta(days=1):
        return count(age.seconds // 3600, "hr") + " ago"
    return count(age.days, "day") + " ago" if age.days < 7 else f"{when.day} {when:%B}"
