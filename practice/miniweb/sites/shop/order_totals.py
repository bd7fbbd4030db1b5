"""The total of an order: lines, discount, delivery and surcharges, all in cents."""

from dataclasses import dataclass

from .records import Product, Shop, Variant

REMOTE = ("Alaska", "Hawaii")


@dataclass(frozen=True)
class Line:
    """A quantity of one variant."""

    product: Product
    variant: Variant
    quantity: int

    @property
    def total(self) -> int:
        """Price times quantity."""
        return self.variant.price * self.quantity


@dataclass(frozen=True)
class Total:
    """The sums of a cart or an order.

    `surcharge` is for oversize items, `remote` for Alaska and Hawaii.
    """

    items: int
    discount: int
    delivery: int
    surcharge: int
    remote: int

    @property
    def to_pay(self) -> int:
        """The amount that the visitor pays."""
        return self.items - self.discount + self.delivery + self.surcharge + self.remote


def lines(shop: Shop, records: list[dict]) -> list[Line]:
    """The lines of a stored cart or order: records of {sku, variant, quantity}."""
    products = [(shop.by_sku[record["sku"]], record) for record in records]
    return [
        Line(product, product.labelled(record["variant"]), record["quantity"])
        for product, record in products
    ]


def total(
    shop: Shop, cart: list[Line], promo: str = "", express: bool = False, state: str = ""
) -> Total:
    """Add up a cart by the rules on the help page on delivery.

    The promo code applies only from its minimum on.
    """
    rates, items = shop.rates, sum(line.total for line in cart)
    reduced = promo == shop.promo.code and items >= shop.promo.minimum
    standard = 0 if items >= rates.free_over else rates.standard
    return Total(
        items=items,
        discount=(items * shop.promo.percent + 50) // 100 if reduced else 0,
        delivery=rates.express if express else standard,
        surcharge=rates.oversize
        * sum(line.quantity for line in cart if line.product.kind.oversize),
        remote=rates.remote if state in REMOTE else 0,
    )
