"""Halden as a Flask app: its filters and blueprints."""

from flask import Flask

from ...kit.catalogue import find
from ...kit.formats import count, day_format, money
from ...kit.site_app import site_app
from . import bag_pages, buy_pages, configurations, device_pages, device_support_pages
from .records import Halden, read


def app(halden: Halden) -> Flask:
    """The site for one world; the server provides the visitor's state in `flask.g.state`."""
    filters = {"price": price, "count": count}
    filters |= {"day": day_format("%a {} %B"), "long_day": day_format("{} %B %Y")}
    files = {"FAMILIES": "families", "COLOURS": "colours", "KEYS": "keys", "TEXTS": "support"}
    names = {name: read(f"{file}.json") for name, file in files.items()} | {"find": find}
    for name in ("MONTHS", "conflict", "education_price"):
        names[name] = getattr(configurations, name)
    shared = {"halden": halden}
    site = site_app(__name__, icon="halden.svg", filters=filters, names=names, shared=shared)
    for pages in (device_pages, buy_pages, bag_pages, device_support_pages):
        site.register_blueprint(pages.pages)
    return site


def price(cents: int) -> str:
    """An amount of money, without cents if there are none: "$899", "$37.46", "−$120"."""
    amount = money(abs(cents)).removesuffix(".00")
    return f"−{amount}" if cents < 0 else amount
