"""Tasks about many products at once: filters, orders of lists, deals."""

from ....kit.answer_variants import count_variants, day_variants
from ....kit.formats import money
from ....kit.steps import SCROLL_DOWN, Step, link
from ....kit.tasks import SiteTask, task
from ..pages import dated
from ..records import Shop
from .product_choice import Chooser, dollars, product_names, say_plural, search, sort


def cheapest_rated(shop: Shop, choose: Chooser) -> SiteTask:
    """The cheapest of a kind with a given rating or more; neither the first nor cheapest of all."""
    for least in (4.3, 4.2, 4.4, 4.1, 4.0, 4.5, 3.9):
        for kind, products in choose.kinds():
            good = [product for product in products if product.rating >= least]
            winner = min(good, key=lambda p: p.price, default=None)
            lowest = min(products, key=lambda p: p.price)
            enough = len(good) > 1 and len(products) > 3
            if enough and winner.in_stock and winner not in (good[0], lowest):
                choose.done(kind)
                ques = (
                    f"Which is the cheapest of Bigbarrow's {say_plural(kind)} with a customer "
                    "rating of "
                    f"at least {least} stars, and what does it cost? Give the name and the price "
                    "shown in the list."
                )
                stars = link(f"{4 if least >= 4 else 3.5:g} stars and up")
                oracle = [search(kind.plural), sort("price-low"), stars]
                ans = f"{winner.title}, {money(winner.price)}"
                return task(
                    ques, ans, {"parts": [product_names(winner), dollars(winner.price)]}, oracle
                )
    raise AssertionError("no kind's cheapest well rated product has to be searched for")


def color_and_price(shop: Shop, choose: Chooser) -> SiteTask:
    """The one product of a kind in a color below a price; each condition alone leaves several."""
    for kind, products in choose.kinds():
        for color in sorted({color for product in products for color in product.colors}):
            tinted = [p for p in products if color in p.colors]
            for limit in range(20, 200, 5):
                cheap = [p for p in products if p.price < limit * 100]
                both = [p for p in tinted if p in cheap]
                steady = all(
                    v.price < limit * 100 and v.stock
                    for p in both
                    for v in p.variants
                    if v.color == color
                )
                if len(both) == 1 and steady and len(tinted) > 1 and len(cheap) > 2:
                    choose.done(kind)
                    winner = both[0]
                    ques = (
                        f"I am looking for {say_plural(kind)} that can be had in {color.lower()} "
                        "for "
                        f"less than ${limit}. Exactly one product fits: what is it called, and how "
                        "many stars is it rated?"
                    )
                    oracle = [
                        search(kind.plural),
                        link(f"Color {color}"),
                        ["Type", "spinbutton", "Highest price", str(limit)],
                    ]
                    ans = f"{winner.title}, {winner.rating} stars"
                    return task(
                        ques, ans, {"parts": [product_names(winner), winner.rating]}, oracle
                    )
    raise AssertionError("no color and price single out a product")


def how_many(shop: Shop, choose: Chooser) -> SiteTask:
    """The number of products of a department within a price range and with four stars or more."""
    for product in choose.order:
        place = product.department
        inside = [p for p in shop.products if p.department is place]
        rated = [p for p in inside if p.rating >= 4]
        for low, high, words in ((25, 50, "$25 to $50"), (50, 100, "$50 to $100")):
            priced = [p for p in inside if low * 100 <= p.price <= high * 100]
            both = [p for p in rated if p in priced]
            if 2 <= len(both) < min(len(rated), len(priced)):
                ques = (
                    f"How many products in the {place.name} department are rated 4 stars or higher "
                    f"and are listed at {words}, in stock or not? Leave sponsored cards aside. "
                    "Answer with the number."
                )
                oracle = [link(place.name), link("4 stars and up"), link(f"Price {words}")]
                return task(
                    ques, f"{len(both)} products", {"parts": [count_variants(len(both))]}, oracle
                )
    raise AssertionError("no department has some, but not all, of its products in a range")


def dearest(shop: Shop, choose: Chooser) -> SiteTask:
    """The three most expensive products of a department."""
    for product in choose.order[::-1]:
        place = product.department
        ranked = sorted((p for p in shop.products if p.department is place), key=lambda p: -p.price)
        if len({p.price for p in ranked[:4]}) == 4:
            ques = (
                f"What are the three most expensive products in the {place.name} department, the "
                "dearest first?"
            )
            ans = "; ".join(f"{p.title} ({money(p.price)})" for p in ranked[:3])
            rule = {"parts": [product_names(p) for p in ranked[:3]]}
            return task(ques, ans, rule, [link(place.name), sort("price-high")])
    raise AssertionError("every department has a tie at the top")


def newest(shop: Shop, choose: Chooser) -> SiteTask:
    """The newest product of a department, and the date it was first available."""
    for product in choose.order[len(choose.order) // 2 :]:
        place = product.department
        ranked = sorted(
            (p for p in shop.products if p.department is place),
            key=lambda p: p.listed,
            reverse=True,
        )
        if ranked[0].listed > ranked[1].listed:
            winner = ranked[0]
            ques = (
                f"Which is the newest arrival in the {place.name} department, and on what date was "
                "it first available?"
            )
            oracle = [link(place.name), sort("newest"), link(winner.title), SCROLL_DOWN]
            rule = {
                "parts": [product_names(winner), day_variants(winner.listed), winner.listed.year]
            }
            return task(ques, f"{winner.title}, {dated(winner.listed)}", rule, oracle)
    raise AssertionError("no department has one newest product")


def most_rated(shop: Shop, choose: Chooser) -> SiteTask:
    """The product of a brand with the most ratings."""
    for product in choose.order[5:]:
        ranked = sorted(
            (p for p in shop.products if p.brand == product.brand), key=lambda p: -p.ratings
        )
        if len(ranked) >= 4 and ranked[0].ratings > ranked[1].ratings:
            ques = (
                f"Which product of the brand {product.brand} has the most customer ratings, and "
                "how many are there?"
            )
            rule = {"parts": [product_names(ranked[0]), ranked[0].ratings]}
            ans = f"{ranked[0].title}, {ranked[0].ratings:,} ratings"
            return task(ques, ans, rule, [search(product.brand), sort("reviews")])
    raise AssertionError("no brand has one most rated product")


def best_deal(shop: Shop, choose: Chooser) -> SiteTask:
    """The largest reduction in a department, which isn't the first deal shown there."""
    for place in shop.departments:
        offers = [p for p in choose.order if p.department is place and p.was]
        ranked = sorted(offers, key=lambda p: -p.percent_off)
        if len(offers) < 3:
            continue
        winner = ranked[0]
        if winner.percent_off > ranked[1].percent_off and winner is not offers[0]:
            ques = (
                f"Which of today's deals in the {place.name} department takes off the most "
                "percent, and how many?"
            )
            oracle: list[Step] = [link("Deals"), link(f"Deals in {place.name}")]
            ans = f"{winner.title}, {winner.percent_off}% off"
            return task(ques, ans, {"parts": [product_names(winner), winner.percent_off]}, oracle)
    raise AssertionError("no department has one largest deal")
