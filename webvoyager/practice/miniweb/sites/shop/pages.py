"""The shop as a Flask app: its filters, its blueprints and its page for what isn't there."""

from datetime import date

from flask import Flask, g, render_template

from . import cart_pages, product_pages
from .product_pictures import COLORS
from .product_search import Index
from .records import Shop


def app(shop: Shop) -> Flask:
    """The site over one shop; `flask.g.state` is the visitor's, provided by the server."""
    site = Flask(__name__)
    index = Index(shop)

    @site.before_request
    def lay_out() -> None:
        g.shop, g.index = shop, index

    site.register_blueprint(product_pages.pages)
    site.register_blueprint(cart_pages.pages)
    site.register_error_handler(404, lambda error: (render_template("missing.html"), 404))
    site.jinja_env.filters |= {"money": money, "day": day, "brief_day": brief_day, "dated": dated}
    site.jinja_env.globals |= {"COLORS": COLORS}
    site.jinja_env.trim_blocks = site.jinja_env.lstrip_blocks = True
    return site


def money(cents: int) -> str:
    """Cents as dollars: 129900 is "$1,299.00"."""
    return f"${cents / 100:,.2f}"


def day(value: date) -> str:
    """A day in full: "Tuesday, March 17"."""
    return f"{value:%A, %B} {value.day}"


def brief_day(value: date) -> str:
    """A day in short: "Tue, Mar 17"."""
    return f"{value:%a, %b} {value.day}"


def dated(value: date) -> str:
    """A day with its year: "March 17, 2026"."""
    return f"{value:%B} {value.day}, {value.year}"
