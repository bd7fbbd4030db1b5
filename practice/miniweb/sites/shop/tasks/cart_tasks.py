"""Tasks on the cart, the saved list and orders, most of them judged by the visitor's state."""

from ....kit.formats import money
from ....kit.steps import choose_option, fill, link, press
from ....kit.tasks import SiteTask, task
from ..order_totals import Line, total
from ..records import Product, Shop, Variant
from .product_choice import (
    ADD,
    Chooser,
    dollars,
    find,
    product_names,
    quantity,
    say_variant,
    sort,
)
from .product_lookup_tasks import HELP

BUYER = {
    "Full name": "Mara Holt",
    "Email": "mara.holt@example.com",
    "Street address": "12 Mill Lane",
    "City": "Salem",
    "State": "Oregon",
    "ZIP code": "97301",
}


def to_alaska(shop: Shop, choose: Chooser) -> SiteTask:
    """The price of two pieces with all surcharges to Alaska: two pages and a sum.

    Nothing goes into the cart.
    """
    product = choose.product(lambda p: p.kind.oversize and p.variant().stock > 1)
    variant = product.variant()
    which = "" if product.one_price else f" {say_variant(product, variant)}"
    sums = total(shop, [Line(product, variant, 2)], state="Alaska")
    ques = (
        f"What would two of the {product.title}{which} cost altogether with standard delivery to "
        "Alaska, with all surcharges that the page on delivery costs names? Answer with the total; "
        "do not order anything."
    )
    oracle = [*find(product), HELP, link("Delivery costs")]
    return task(ques, money(sums.to_pay), {"parts": [dollars(sums.to_pay)]}, oracle)


def in_the_cart(shop: Shop, choose: Chooser) -> SiteTask:
    """Three of one color and size in the cart, and nothing else."""

    def wanted(product: Product) -> list[Variant]:
        first = product.variant()
        others = [v for v in product.variants if v.color != first.color and v.size != first.size]
        return [variant for variant in others if variant.stock >= 3]

    product = choose.product(lambda p: bool(wanted(p)))
    variant = wanted(product)[-1]
    sums = total(shop, [Line(product, variant, 3)])
    ques = (
        f"Put three of the {product.title} {say_variant(product, variant)} into the cart, and tell "
        "me "
        "the total that the cart shows with standard delivery."
    )
    rule = {
        "parts": [dollars(sums.to_pay)],
        "state": [{"path": "cart", "length": 1}, *_expect_line(0, product, variant, 3)],
    }
    choices = [link(f"Color {variant.color}"), link(variant.size)]
    return task(ques, money(sums.to_pay), rule, [*find(product), *choices, quantity(3), ADD])


def saved(shop: Shop, choose: Chooser) -> SiteTask:
    """The best rated product of a kind on the saved list."""
    for kind, products in choose.kinds():
        ranked = sorted(products, key=lambda p: -p.rating)
        if len(products) < 5:
            continue
        winner = ranked[0]
        if winner.rating > ranked[1].rating and winner is not products[0]:
            choose.done(kind)
            ques = (
                f"Save the {kind.name} with the highest customer rating to my list, and tell me "
                "what it is called."
            )
            oracle = [press("All departments"), link(kind.plural), sort("rating")]
            oracle += [link(winner.title), press("Save to list")]
            state = [{"path": "saved", "length": 1}, {"path": "saved", "contains": winner.sku}]
            return task(
                ques, winner.title, {"parts": [product_names(winner)], "state": state}, oracle
            )
    raise AssertionError("no kind has one best rated product")


def with_code(shop: Shop, choose: Chooser) -> SiteTask:
    """A total reduced by this week's promo code, which is on the deals page."""
    promo = shop.promo
    product = choose.product(
        lambda p: p.one_price and p.variant().stock > 1 and p.price * 2 >= promo.minimum
    )
    variant = product.variant()
    sums = total(shop, [Line(product, variant, 2)], promo=promo.code)
    ques = (
        f"Put two of the {product.title} into the cart (in any color) and apply the promo code "
        "from the deals page. What is the total in the cart now?"
    )
    state = [
        {"path": "cart.0.sku", "equals": product.sku},
        {"path": "cart.0.quantity", "equals": 2},
    ]
    state += [{"path": "cart", "length": 1}, {"path": "promo", "equals": promo.code}]
    oracle = [link("Deals"), *find(product), quantity(2), ADD, fill("Promo code", promo.code)]
    return task(ques, money(sums.to_pay), {"parts": [dollars(sums.to_pay)], "state": state}, oracle)


def two_lines(shop: Shop, choose: Chooser) -> SiteTask:
    """Two products in the cart, in either order."""
    product = choose.product(
        lambda p: len(p.colors) > 1 and not p.sizes and p.variants[-1].stock > 1
    )
    other = choose.product(lambda p: len(p.colors) > 1 and not p.sizes and p.variants[-1].stock > 2)
    a, b = product.variants[-1], other.variants[-1]
    sums = total(shop, [Line(product, a, 2), Line(other, b, 3)])
    ques = (
        f"Put two of the {product.title} in {a.color.lower()} and three of the {other.title} in "
        f"{b.color.lower()} into the cart. What is the total of the cart with standard delivery?"
    )
    rules = []
    for first, second in (((product, a, 2), (other, b, 3)), ((other, b, 3), (product, a, 2))):
        state = [{"path": "cart", "length": 2}, *_expect_line(0, *first), *_expect_line(1, *second)]
        rules.append({"parts": [dollars(sums.to_pay)], "state": state})
    oracle = [
        step for p, v, n in ((product, a, 2), (other, b, 3)) for step in _add_to_cart(p, v, n)
    ]
    return task(ques, money(sums.to_pay), {"any": rules}, oracle)


def order(shop: Shop, choose: Chooser) -> SiteTask:
    """An order; once placed, it can't be undone."""
    product = choose.product(lambda p: not p.colors and not p.sizes and p.in_stock)
    number = f"BB-{shop.first_order}"
    who = ", ".join(
        BUYER[field] for field in ("Full name", "Street address", "City", "State", "ZIP code")
    )
    ques = (
        f"Order one {product.title} for {who} (email {BUYER['Email']}), with standard delivery, "
        "paid on delivery. Place the order: that is what I want. Answer with the order number."
    )
    state = [
        {"path": "orders", "length": 1},
        {"path": "orders.0.items", "length": 1},
        *_expect_line(0, product, product.variant(), 1, path="orders.0.items"),
        {"path": "orders.0.name", "equals": BUYER["Full name"]},
        {"path": "orders.0.street", "equals": BUYER["Street address"]},
        {"path": "orders.0.zip", "equals": BUYER["ZIP code"]},
        {"path": "orders.0.state", "equals": BUYER["State"]},
        {"path": "orders.0.delivery", "equals": "Standard"},
    ]
    fields = [(choose_option if field == "State" else fill)(field, BUYER[field]) for field in BUYER]
    buy = [link("Go to checkout"), *fields, press("Place your order")]
    return task(ques, number, {"parts": [number], "state": state}, [*find(product), ADD, *buy])


def _add_to_cart(product: Product, variant: Variant, number: int) -> list:
    """The steps that put a quantity of one variant into the cart."""
    choice = [link(f"Color {variant.color}")] if variant != product.variant() else []
    return [*find(product), *choice, quantity(number), ADD]


def _expect_line(
    at: int, product: Product, variant: Variant, number: int, path: str = "cart"
) -> list[dict]:
    """The conditions that a line of a cart or order has this variant and quantity."""
    wanted = {"sku": product.sku, "variant": variant.label, "quantity": number}
    return [{"path": f"{path}.{at}.{key}", "equals": value} for key, value in wanted.items()]
