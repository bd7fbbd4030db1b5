"""Pages that lead to an order: bag, delivery, the last page with the fees, order.

Each change is a POST, answered by a redirect.
"""

from datetime import date, timedelta

from flask import Blueprint, abort, g, redirect, render_template, request
from werkzeug.wrappers import Response

from ...kit.catalogue import find
from ...kit.forms import EMAIL, field_errors, read_fields
from ...kit.site_app import toast
from .buy_pages import read_configuration
from .configurations import add_up
from .pickup_stores import ZIP
from .records import read

pages = Blueprint("bag_pages", __name__)
PATTERNS = {
    "name": (r"\S+(\s+\S+)+", "Enter your first and last name."),
    "email": EMAIL,
    "street": (r"(?=.*\d)(?=.*[^\W\d]).{4,}", "Enter a street with a house number."),
    "agree": ("yes", "Accept the conditions to place the order."),
}
DELIVERY = {
    "zip": (ZIP, "Enter a ZIP code of five digits."),
    "delivery": ("standard|express|evening", "Choose a delivery."),
}


@pages.get("/bag")
def bag() -> str:
    """The bag."""
    return _show("bag.html", {}, {})


@pages.post("/bag/add/<slug>")
def add(slug: str) -> Response:
    """Put an accessory or a configured device into the bag."""
    item = find(g.halden.accessories, slug)
    line = item and {"item": slug, "name": item.name, "price": item.price}
    line = line or read_configuration(slug).line()
    g.state.setdefault("bag", []).append(line)
    toast(f"{line['name']} is in your bag.")
    return redirect("/bag", 303)


@pages.post("/bag/remove")
def remove() -> Response:
    """Take a line out of the bag."""
    at, lines = request.form.get("line", -1, type=int), g.state.get("bag", [])
    if 0 <= at < len(lines):
        toast(f"{lines.pop(at)['name']} is no longer in your bag.")
    return redirect("/bag", 303)


@pages.route("/checkout", methods=["GET", "POST"])
def checkout() -> str | Response:
    """Where and how to deliver."""
    entered = read_fields(request.form or g.state.get("delivery", {}), DELIVERY)
    errors = field_errors(entered, DELIVERY) if request.form else {}
    if request.form and not errors:
        g.state["delivery"] = entered
        return redirect("/checkout/last", 303)
    return _show("checkout.html", entered, errors)


@pages.route("/checkout/last", methods=["GET", "POST"])
def last() -> str | Response:
    """The last page: the fees, the total, who buys; placing the order can't be undone."""
    if not g.state.get("bag") or "delivery" not in g.state:
        return redirect("/checkout", 303)
    entered = read_fields(request.form, PATTERNS)
    errors = field_errors(entered, PATTERNS) if request.form else {}
    if errors or not request.form:
        return _show("last.html", entered, errors)
    orders, delivery = g.state.setdefault("orders", []), g.state["delivery"]
    lines, number = g.state.pop("bag"), f"HA-{g.halden.rates['first_order'] + 3 * len(orders)}"
    paid = {"total": add_up(g.halden, lines, delivery["delivery"])["total"] / 100}
    orders.append({"number": number, "lines": lines} | entered | delivery | paid)
    return redirect(f"/orders/{number}", 303)


@pages.get("/orders/<number>")
def order(number: str) -> str:
    """The confirmation of an order."""
    orders = [order for order in g.state.get("orders", []) if order["number"] == number]
    found = orders[0] if orders else abort(404)
    return render_template("order.html", order=found, arrival=find_arrival)


def find_arrival(delivery: str) -> date:
    """The day on which an order of today arrives."""
    return g.halden.world.today + timedelta(days=read("support.json")["deliveries"][delivery][1])


def _show(template: str, entered: dict[str, str], errors: dict[str, str]) -> str:
    """A page with the bag's sums; without the obstacle all pages show the fees."""
    delivery = g.state.get("delivery", {}).get("delivery", "standard")
    lines, early = g.state.get("bag", []), not g.halden.world.has("late-fees")
    names = {"lines": lines, "sums": add_up(g.halden, lines, delivery), "early": early}
    names |= {"entered": entered, "errors": errors, "delivery": delivery, "arrival": find_arrival}
    return render_template(template, **names)
