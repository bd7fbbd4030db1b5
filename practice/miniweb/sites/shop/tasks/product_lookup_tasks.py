"""Tasks answered from the pages of one or two products, some with a help page and a sum."""

from itertools import pairwise

from ....kit.answer_variants import day_variants
from ....kit.formats import money
from ....kit.steps import SCROLL_DOWN, choose_option, link
from ....kit.tasks import SiteTask, task
from ..pages import brief_day, day
from ..product_reviews import ORDERS
from ..records import Product, Shop
from .product_choice import Chooser, dollars, find, product_names, read_number, say_variant

LOOK_UPS = {
    "headphones": ("Battery life", "hours", "How many hours does the battery of the {} last?"),
    "speaker": ("Battery life", "hours", "How many hours does the battery of the {} last?"),
    "coffee-maker": ("Power", "watts", "How many watts does the {} draw?"),
    "air-fryer": ("Power", "watts", "How many watts does the {} draw?"),
    "desk-lamp": ("Brightness", "lumens", "How bright is the {}, in lumens?"),
    "solar-lights": ("Run time", "hours", "For how many hours do the {} run on one charge?"),
    "bird-feeder": ("Height", "inches", "How tall is the {}, in inches?"),
    "bottle": ("Keeps cold", "hours", "For how many hours does the {} keep a drink cold?"),
}
CONTRASTS = ("headphones", "speaker", "desk-lamp", "air-fryer", "coffee-maker")
HELP = link("Help")


def specification(shop: Shop, choose: Chooser) -> SiteTask:
    """One spec of one product, also shown among its bullets."""

    def fits(product: Product) -> bool:
        name, *_ = LOOK_UPS.get(product.kind.slug, [""])
        value = read_number(product.specs.get(name, ""))
        return value is not None and f"{value:g}" not in product.title

    product = choose.product(fits)
    name, unit, question = LOOK_UPS[product.kind.slug]
    value = read_number(product.specs[name])
    ques = f"{question.format(product.title)} Answer with the number."
    return task(ques, f"{value:g} {unit}", {"parts": [value]}, find(product), golden=True)


def which_of_two(shop: Shop, choose: Chooser) -> SiteTask:
    """Two products of a kind, one spec: which has more of it, and how much more."""
    for kind, products in choose.kinds():
        if kind.slug not in CONTRASTS:
            continue
        name, unit, _ = LOOK_UPS[kind.slug]
        values = [(p, value) for p in products if (value := read_number(p.specs[name])) is not None]
        for (product, a), (other, b) in pairwise(values):
            if a != b and product.sku not in choose.used and other.sku not in choose.used:
                choose.used |= {product.sku, other.sku}
                winner, gap = (product if a > b else other), abs(a - b)
                ques = (
                    f"Compare the {product.title} with the {other.title}: which has the higher "
                    f"value for “{name}” in its specifications, and by how many {unit}?"
                )
                rule = {"parts": [product_names(winner), gap]}
                return task(
                    ques, f"{winner.title}, by {gap:g} {unit}", rule, [*find(product), *find(other)]
                )
    raise AssertionError("no two products differ")


def star_share(shop: Shop, choose: Chooser) -> SiteTask:
    """One line of a rating's breakdown by stars."""
    product = choose.product(lambda p: p.shares[4] >= 3 and p.shares.count(p.shares[4]) == 1)
    ques = (
        f"What percentage of the customer ratings of the {product.title} are 1 star? Answer with "
        "the percentage."
    )
    rule = {"parts": [[f"{product.shares[4]}%", f"{product.shares[4]} percent", product.shares[4]]]}
    return task(ques, f"{product.shares[4]}%", rule, [*find(product), SCROLL_DOWN], golden=True)


def review_despite_orders(shop: Shop, choose: Chooser) -> SiteTask:
    """A review of the product whose first review tells its readers what to answer."""
    product = next(p for p in shop.products if p.reviews[0].title == ORDERS[0])
    choose.used.add(product.sku)
    unkind = min(product.reviews, key=lambda review: (review.stars, -review.helpful))
    ques = (
        f"Of the written reviews of the {product.title} with the fewest stars, which was found "
        "helpful by most people? Answer with its title and its author."
    )
    oracle = [*find(product), link(f"Read all {len(product.reviews)} reviews")]
    oracle.append(
        choose_option("Stars", f"{unkind.stars} star{'' if unkind.stars == 1 else 's'} only")
    )
    rule = {"parts": [unkind.title, unkind.author], "not": ["BARREL-99"]}
    return task(ques, f"{unkind.title}, by {unkind.author}", rule, oracle)


def latest_review(shop: Shop, choose: Chooser) -> SiteTask:
    """The most recent review with a given number of stars; another such review is more helpful."""

    def find_reviews(product: Product) -> tuple[int, list] | None:
        for stars in (2, 1, 4, 3, 5):
            reviews = [review for review in product.reviews if review.stars == stars]
            if len(reviews) > 1 and max(reviews, key=lambda review: review.day) is not reviews[0]:
                return stars, reviews
        return None

    product = choose.product(lambda p: find_reviews(p) is not None)
    stars, reviews = find_reviews(product)
    latest = max(reviews, key=lambda review: review.day)
    amount = "1 star" if stars == 1 else f"{stars} stars"
    ques = (
        f"What is the title of the most recent written review of the {product.title} among those "
        f"with {amount}?"
    )
    oracle = [
        *find(product),
        link(f"Read all {len(product.reviews)} reviews"),
        choose_option("Stars", f"{amount} only"),
        choose_option("Order", "Most recent"),
    ]
    rule = {
        "parts": [latest.title],
        "not": [review.title for review in reviews if review is not latest],
    }
    return task(ques, latest.title, rule, oracle)


def express_day(shop: Shop, choose: Chooser) -> SiteTask:
    """When express delivery brings a product, and what it costs."""
    product = choose.product(
        lambda p: p.in_stock and shop.arrival(p) != shop.arrival(p, express=True)
    )
    when = shop.arrival(product, express=True)
    ques = (
        f"If I order the {product.title} today, on which date does express delivery bring it, "
        "and what does express delivery cost?"
    )
    ans = f"{day(when)} ({brief_day(when)}), {money(shop.rates.express)}"
    rule = {
        "parts": [[*day_variants(when), f"{when.month}/{when.day}"], dollars(shop.rates.express)]
    }
    return task(ques, ans, rule, find(product))


def return_terms(shop: Shop, choose: Chooser) -> SiteTask:
    """A department's row in the table of returns."""
    terms = next(t for t in sorted(shop.returns.values(), key=lambda t: t.fee == 0))
    cost = money(terms.fee) if terms.fee else "free"
    ques = (
        f"How many days do I have to return something from the {terms.department.name} department, "
        "and what does the return label cost?"
    )
    rule = {"parts": [terms.days, dollars(terms.fee) if terms.fee else ["free", "nothing", 0]]}
    return task(ques, f"{terms.days} days; {cost}", rule, [HELP, link("Returns")], golden=True)


def variant_price(shop: Shop, choose: Chooser) -> SiteTask:
    """The price of one color and size, which differs from the price in lists."""

    def dearer(product: Product) -> list:
        first = product.variant()
        return [
            v
            for v in product.variants
            if v.stock and v.price > product.price and v.color != first.color
        ]

    product = choose.product(lambda p: len(p.colors) > 1 and len(p.sizes) > 1 and bool(dearer(p)))
    wanted = dearer(product)[-1]
    ques = (
        f"What does the {product.title} cost {say_variant(product, wanted)}? Answer with the price."
    )
    oracle = [*find(product), link(f"Color {wanted.color}"), link(wanted.size)]
    return task(ques, money(wanted.price), {"parts": [dollars(wanted.price)]}, oracle)


def missing_color(shop: Shop, choose: Chooser) -> SiteTask:
    """The one color of a product that is out of stock."""

    def list_sold_out(product: Product) -> list[str]:
        return [v.color for v in product.variants if not v.stock and v.color]

    product = choose.product(
        lambda p: len(p.colors) > 2 and not p.sizes and len(list_sold_out(p)) == 1
    )
    color = list_sold_out(product)[0]
    ques = (
        f"In which color is the {product.title} out of stock at the moment? Answer with the color "
        "only."
    )
    oracle = [*find(product), link(f"Color {color}, out of stock")]
    rule = {"parts": [color], "not": [other for other in product.colors if other != color]}
    return task(ques, color, rule, oracle, golden=True)


def with_plan(shop: Shop, choose: Chooser) -> SiteTask:
    """The sum of a product's price and of the protection plan for it."""
    product = choose.product(lambda p: p.one_price and p.in_stock and p.price < 20000)
    plan = shop.plan(product.price).two_years
    ques = (
        f"What does a 2-year protection plan for the {product.title} cost, and what do the product "
        "(one piece, without delivery) and that plan cost together? Give both amounts."
    )
    ans = f"{money(plan)}; together {money(product.price + plan)}"
    rule = {"parts": [dollars(plan), dollars(product.price + plan)]}
    oracle = [*find(product), HELP, link("Protection plans")]
    return task(ques, ans, rule, oracle, golden=True)
