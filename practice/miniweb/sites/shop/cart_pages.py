"""Pages that change a visitor's state: saved list, cart, promo code, checkout, orders.

Each change is a POST, answered by a redirect.
"""

from datetime import date

from flask import Blueprint, abort, g, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from ...kit.forms import toggle
from .checkout_form import STATES, check
from .order_totals import Line, Total, lines, total
from .records import Product, Variant

pages = Blueprint("cart_pages", __name__)
MOST = 10


@pages.get("/cart")
def cart() -> str:
    """The cart with its totals; `added` in the address is the SKU of the product just added."""
    added = g.shop.by_sku.get(request.args.get("added", ""))
    return render_template(
        "cart.html", lines=_read_lines(), total=_add_up(), added=added, most=MOST
    )


@pages.post("/cart/add")
def add() -> Response:
    """Put a quantity of one variant into the cart, at most what is in stock."""
    product = _find_product()
    variant = product.labelled(request.form.get("variant", "")) or abort(400)
    empty = {"sku": product.sku, "variant": variant.label, "quantity": 0}
    line = _find_line(product, variant) or empty
    quantity = min(line["quantity"] + _read_quantity(), variant.stock, MOST)
    if not quantity:
        choice = {"slug": product.slug, "color": variant.color, "size": variant.size}
        return redirect(url_for("product_pages.product", **choice), 303)
    line["quantity"] = quantity
    if line not in g.state.setdefault("cart", []):
        g.state["cart"].append(line)
    return redirect(url_for(".cart", added=product.sku), 303)


@pages.post("/cart/change")
def change() -> Response:
    """Set the quantity of a line; 0 removes it."""
    product = _find_product()
    variant = product.labelled(request.form.get("variant", "")) or abort(400)
    line = _find_line(product, variant)
    if line:
        line["quantity"] = min(_read_quantity(), variant.stock, MOST)
        g.state["cart"] = [other for other in g.state["cart"] if other["quantity"]]
    return redirect(url_for(".cart"), 303)


@pages.post("/cart/promo")
def promo() -> str | Response:
    """Apply a promo code, or show why it can't be applied."""
    code = request.form.get("code", "").strip().upper()
    offer = g.shop.promo
    if code and code != offer.code:
        problem = f"“{code}” is not a code we know."
    elif code and _add_up().items < offer.minimum:
        problem = f"{code} needs items worth at least ${offer.minimum / 100:.2f}."
    else:
        g.state["promo"] = code
        return redirect(url_for(".cart"), 303)
    return render_template(
        "cart.html", lines=_read_lines(), total=_add_up(), problem=problem, code=code, most=MOST
    )


@pages.get("/saved")
def saved() -> str:
    """The saved list."""
    return render_template(
        "saved.html", products=[g.shop.by_sku[sku] for sku in g.state.get("saved", [])]
    )


@pages.post("/saved")
def save() -> Response:
    """Save a product or remove it from the list; then go back to the page it was done on."""
    toggle("saved", _find_product().sku)
    back = request.form.get("back", "")
    return redirect(back if back.startswith("/p/") else url_for(".saved"), 303)


@pages.route("/checkout", methods=["GET", "POST"])
def checkout() -> str | Response:
    """Address, delivery and payment; each field shows its error and keeps the text typed."""
    if not g.state.get("cart"):
        return redirect(url_for(".cart"), 303)
    if request.method == "GET":
        return render_template(
            "checkout.html",
            form=g.state.get("checkout", {}),
            errors={},
            states=STATES,
            total=_add_up(),
        )
    form, errors = check(request.form)
    if errors:
        return render_template(
            "checkout.html", form=form, errors=errors, states=STATES, total=_add_up()
        )
    g.state["checkout"] = form
    return redirect(url_for(".review"), 303)


@pages.get("/checkout/review")
def review() -> str | Response:
    """The whole order, to review before placing it."""
    if not g.state.get("cart") or not g.state.get("checkout"):
        return redirect(url_for(".checkout"), 303)
    form = g.state["checkout"]
    return render_template(
        "review.html",
        lines=_read_lines(),
        form=form,
        total=_add_up(form),
        arrives=_find_arrival(form),
    )


@pages.post("/orders")
def place() -> Response:
    """Place the order; this can't be undone."""
    form = g.state.get("checkout")
    if not g.state.get("cart") or not form:
        return redirect(url_for(".cart"), 303)
    orders = g.state.setdefault("orders", [])
    number = f"BB-{g.shop.first_order + 7 * len(orders)}"
    paid = {
        "total": _add_up(form).to_pay / 100,
        "arrives": _find_arrival(form).isoformat(),
        "placed": g.shop.today.isoformat(),
    }
    bought = {"items": g.state.pop("cart"), "promo": g.state.pop("promo", "")}
    orders.append({"number": number, **bought, **form, **paid})
    return redirect(url_for(".order", number=number), 303)


@pages.get("/orders")
def orders() -> str:
    """The orders placed so far, latest first."""
    found = [
        (order, lines(g.shop, order["items"])) for order in reversed(g.state.get("orders", []))
    ]
    return render_template("orders.html", orders=found)


@pages.get("/orders/<number>")
def order(number: str) -> str:
    """The confirmation of one order."""
    found = next(
        (order for order in g.state.get("orders", []) if order["number"] == number), None
    ) or abort(404)
    bought = lines(g.shop, found["items"])
    express = found["delivery"] == "Express"
    sums = total(g.shop, bought, promo=found["promo"], express=express, state=found["state"])
    return render_template(
        "order.html", order=found, lines=bought, total=sums, arrives=_find_arrival(found, bought)
    )


def _find_product() -> Product:
    return g.shop.by_sku.get(request.form.get("sku", "")) or abort(400)


def _read_quantity() -> int:
    return max(0, request.form.get("quantity", 1, type=int))


def _find_line(product: Product, variant: Variant) -> dict | None:
    """The cart's record of this variant, or None if the cart has none."""
    wanted = (product.sku, variant.label)
    return next(
        (line for line in g.state.get("cart", []) if (line["sku"], line["variant"]) == wanted), None
    )


def _read_lines() -> list[Line]:
    return lines(g.shop, g.state.get("cart", []))


def _add_up(form: dict | None = None) -> Total:
    form = form or {}
    promo = g.state.get("promo", "")
    return total(
        g.shop,
        _read_lines(),
        promo,
        express=form.get("delivery") == "Express",
        state=form.get("state", ""),
    )


def _find_arrival(form: dict, bought: list[Line] | None = None) -> date:
    """The day on which the last of the items arrives."""
    return max(
        g.shop.arrival(line.product, form["delivery"] == "Express")
        for line in bought or _read_lines()
    )
