"""The shop's data in one world.

The catalogue is fixed; prices, ratings, stock, deals, dates and rates are drawn.
"""

import random
import re
from dataclasses import replace
from datetime import date, timedelta

from ...kit.formats import capitalised, slug
from ...kit.review_wording import Wording
from ...world import World
from . import product_catalogue
from .product_catalogue import Entry, Kind
from .product_reviews import product_facts, with_orders, write
from .records import Plan, Product, Promo, Rates, Returns, Shop, Variant

ENDINGS = (99, 99, 99, 95, 49, 0)
OFFERS = (10, 12, 15, 18, 20, 22, 25, 28, 30, 35, 40)


def make(world: World) -> Shop:
    """Make the shop's data for a world; the same world gives the same shop.

    Another seed gives other prices, ratings, dates and orders.
    """
    wording = Wording(world.random("shop/review wording"))
    products = [
        product
        for kind, entries in product_catalogue.shelves()
        for product in _draw_shelf(world, kind, entries, wording)
    ]
    assert len({product.title for product in products}) == len(products)
    pushed = world.random("shop/orders").randrange(len(products))
    products[pushed] = with_orders(products[pushed], world.today)
    rng = world.random("shop/house")
    slugs = [kind.slug for kind, _ in product_catalogue.shelves()]
    by_kind = {
        slug: [product for product in products if product.kind.slug == slug and product.in_stock]
        for slug in slugs
    }
    return Shop(
        today=world.today,
        departments=product_catalogue.departments(),
        kinds=tuple(kind for kind, _ in product_catalogue.shelves()),
        products=tuple(products),
        sponsored={slug: rng.choice(found) for slug, found in by_kind.items()},
        rates=_draw_rates(rng),
        returns={
            d.slug: Returns(d, rng.choice((15, 30, 45, 60, 90)), _draw_fee(rng))
            for d in product_catalogue.departments()
        },
        plans=_draw_plans(rng),
        promo=_draw_promo(rng, world.today),
        first_order=rng.randrange(41_000, 98_000),
        resets=world.has("filters-reset"),
    )


def _draw_shelf(
    world: World, kind: Kind, entries: tuple[Entry, ...], wording: Wording
) -> list[Product]:
    """Draw the products of a kind; no two have the same price, so that only one is cheapest."""
    shelf: list[Product] = []
    for number, entry in enumerate(entries, start=1):
        rng = world.random(f"shop/{kind.slug}/{number}")
        sku = f"{kind.slug[:3].upper()}{number:02d}"
        product = _draw_product(rng, kind, entry, sku, world.today, wording)
        while product.price in {other.price for other in shelf}:
            raised = tuple(
                replace(variant, price=variant.price + 100) for variant in product.variants
            )
            product = replace(product, variants=raised, was=product.was and product.was + 100)
        shelf.append(product)
    return shelf


def _draw_product(
    rng: random.Random, kind: Kind, entry: Entry, sku: str, today: date, wording: Wording
) -> Product:
    title = f"{entry.name} {entry.rest}"
    specs = {name: _settle_spec(rng, text) for name, text in entry.specs}
    variants = _draw_variants(rng, entry)
    price = min(variant.price for variant in variants)
    off = rng.choice(OFFERS) if rng.random() < 0.27 else 0
    counts = _draw_counts(rng)
    listed = today - timedelta(days=rng.randrange(12, 1100))
    return Product(
        sku=sku,
        slug=slug(title),
        name=entry.name,
        title=title,
        kind=kind,
        line=entry.line,
        bullets=tuple(capitalised(bullet.format(**specs)) for bullet in kind.bullets),
        specs=specs,
        tint=entry.colors[0],
        shape=entry.shape,
        trim=entry.trim,
        variants=variants,
        was=round(price / (100 - off)) * 100 - 1 if off else 0,
        ends=today + timedelta(days=rng.randrange(1, 9)) if off else None,
        counts=counts,
        bought=round(sum(counts) * rng.uniform(0.05, 0.6)) // 50 * 50,
        listed=listed,
        days=rng.randrange(1, 10),
        featured=rng.random(),
        reviews=write(
            rng, kind, counts, variants, listed, today, wording, product_facts(entry.name, specs)
        ),
    )


def _settle_spec(rng: random.Random, text: str) -> str:
    """Choose one of the values that a spec offers: "[8 9] W" becomes "9 W".

    In the catalogue, a no-break space keeps the words of a value together.
    """
    return re.sub(r"\[([^]]+)\]", lambda found: rng.choice(found[1].split(" ")), text).replace(
        "\u00a0", " "
    )


def _draw_variants(rng: random.Random, entry: Entry) -> tuple[Variant, ...]:
    """Draw a variant for every color and size; one color may cost more.

    About one product in fifteen is entirely out of stock.
    """
    base = round(entry.price * rng.uniform(0.84, 1.2)) * 100 - 100 + rng.choice(ENDINGS)
    colors = entry.colors if len(entry.colors) > 1 else ("",)
    dearer = rng.choice(colors[1:]) if len(colors) > 1 and rng.random() < 0.35 else None
    extra = rng.choice((200, 300, 400, 500))
    sold_out = rng.random() < 0.065
    found = []
    for color in colors:
        for size in entry.sizes or ("",):
            name, _, more = size.partition(" +")
            price = base + int(more or 0) * 100 + (extra if color == dearer else 0)
            found.append(Variant(color, name, price, 0 if sold_out else _draw_stock(rng)))
    if not sold_out and not found[0].stock:  # the variant with the price in lists can be bought
        found[0] = replace(found[0], stock=rng.randrange(4, 30))
    return tuple(found)


def _draw_stock(rng: random.Random) -> int:
    return rng.choices((0, rng.randrange(1, 6), rng.randrange(8, 90)), (13, 12, 75))[0]


def _draw_counts(rng: random.Random) -> tuple[int, int, int, int, int]:
    """Draw the ratings from five stars to one: decreasing, with a few more at one star."""
    fall, anger = rng.uniform(0.2, 0.72), rng.uniform(0.01, 0.09)
    total = round(10 ** rng.uniform(1.5, 4.0))
    shares = [fall**step for step in range(5)]
    scale = (1 - anger) / sum(shares)
    counts = [round(total * share * scale) for share in shares]
    counts[4] += round(total * anger)
    return counts[0] + 1, counts[1], counts[2], counts[3], counts[4]


def _draw_rates(rng: random.Random) -> Rates:
    return Rates(
        standard=rng.choice((399, 449, 499, 549, 599, 649)),
        free_over=rng.choice((3500, 4000, 4500, 5000, 5500, 6000)),
        express=rng.choice((1199, 1249, 1399, 1499)),
        oversize=rng.choice((700, 825, 950, 1100)),
        remote=rng.choice((895, 1050, 1225, 1350)),
    )


def _draw_fee(rng: random.Random) -> int:
    return rng.choice((0, 0, 0, 395, 495, 595))


def _draw_plans(rng: random.Random) -> tuple[Plan, ...]:
    bands = (
        (0, 2999, 300),
        (3000, 5999, 500),
        (6000, 9999, 900),
        (10000, 14999, 1400),
        (15000, 999999, 2000),
    )
    plans = []
    for low, high, base in bands:
        two = base + rng.randrange(0, 4) * 100 + 99
        plans.append(Plan(low, high, two, two + base // 2 // 100 * 100 + rng.randrange(1, 4) * 100))
    return tuple(plans)


def _draw_promo(rng: random.Random, today: date) -> Promo:
    percent = rng.choice((8, 10, 12, 15, 20))
    word = rng.choice(("WHEEL", "HANDLE", "BARROW", "CRATE"))
    return Promo(
        f"{word}{percent}",
        percent,
        rng.choice((4000, 5000, 6000)),
        today + timedelta(days=rng.randrange(3, 12)),
    )
