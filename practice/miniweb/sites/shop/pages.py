"""The shop as a Flask app: its filters and blueprints."""

from flask import Flask

from ...kit.formats import day_format, money
from ...kit.site_app import site_app
from . import cart_pages, product_pages
from .product_pictures import COLORS
from .product_search import Index
from .records import Shop

day = day_format("%A, %B {}")
brief_day = day_format("%a, %b {}")
dated = day_format("%B {}, %Y")


def app(shop: Shop) -> Flask:
    """The site for one shop; the server provides the visitor's state in `flask.g.state`."""
    filters = {"money": money, "day": day, "brief_day": brief_day, "dated": dated}
    shared = {"shop": shop, "index": Index(shop)}
    site = site_app(
        __name__, icon="wheel.svg", filters=filters, names={"COLORS": COLORS}, shared=shared
    )
    site.register_blueprint(product_pages.pages)
    site.register_blueprint(cart_pages.pages)
    return site
