"""Level 2: amounts computed from prices, rates and fees on several pages."""

from ..kit.formats import money
from ..kit.steps import link
from ..sites.shop.records import Product
from ..sites.stays.records import Property
from .question import Question, ask
from .seeker import BACK_TO_SEARCH, Seeker

RATES = ("Pergola paying currencies deposits", "stays", "/help/paying")


def rest_of_deposit(seek: Seeker) -> Question:
    """What is left of a deposit in another currency after a purchase elsewhere."""
    coast, shop = seek.sites["stays"], seek.sites["shop"]
    rate = coast.rates["USD"]
    place = seek.pick(coast.properties, lambda p: p.house.deposit)
    cents = round(place.house.deposit * rate * 100)
    product = seek.pick(shop.products, lambda p: p.one_price and 2000 < p.price < cents - 1000)
    rest = cents - product.price
    return ask(
        2,
        f"On leaving, I get back the deposit for {place.name} in {place.town.name}, change it into "
        f"US dollars at the rate that Pergola shows, and buy one {product.title} at Bigbarrow. How "
        "many dollars are left, not counting delivery?",
        money(rest),
        [rest / 100],
        [
            *seek.open(place),
            link("Good to know"),
            BACK_TO_SEARCH,
            *seek.open_page(*RATES),
            BACK_TO_SEARCH,
            *seek.open(product),
        ],
        facts=[f"€{place.house.deposit}", f"USD {rate:.2f}", money(product.price)],
        wrong=[
            money(place.house.deposit * 100 - product.price),
            money(round(place.house.deposit / rate * 100) - product.price),
            money(cents),
            money(product.price),
        ],
    )


def a_year_of_plus(seek: Seeker) -> Question:
    """What paying by the year saves, in another currency."""
    words, rate = seek.sites["words"], seek.sites["stays"].rates["GBP"]
    pence = 12 * words.monthly - words.yearly

    def euros(years: int) -> float:
        return years * pence / 100 / rate

    # skip amounts so close to .5 that a small error would change the rounding
    years = next(n for n in (2, 3, 4, 5) if abs(euros(n) % 1 - 0.5) > 0.03)
    saved = round(euros(years))
    return ask(
        2,
        f"How many euros does somebody save in {years} years who pays Verbarium Plus by the year "
        "and not by the month? Convert the pounds at the rate that Pergola shows, and round to "
        "whole euros.",
        f"€{saved}",
        [saved],
        [
            *seek.open_page("Verbarium Plus subscription cost", "words", "/plus"),
            BACK_TO_SEARCH,
            *seek.open_page(*RATES),
        ],
        facts=[money(words.monthly, "£"), money(words.yearly, "£"), f"GBP {rate:.2f}"],
        wrong=[
            f"€{years * pence / 100 * rate:.0f}",
            f"€{euros(1):.0f}",
            f"€{saved + 1}",
        ],
    )


def delivered(seek: Seeker) -> Question:
    """The total of an order of two things, including delivery."""
    shop = seek.sites["shop"]
    least = shop.rates.free_over

    def fits(product: Product) -> bool:
        plain = product.one_price and product.in_stock and not product.kind.oversize
        return plain and 500 < product.price < least

    first, second = seek.pick(shop.products, fits), seek.pick(shop.products, fits)
    items = first.price + second.price
    fee = 0 if items >= least else shop.rates.standard
    return ask(
        2,
        f"I order one {first.title} and one {second.title} together at Bigbarrow, without a promo "
        "code and with standard delivery to an address that is neither in Alaska nor in Hawaii. "
        "How many dollars do I pay in all?",
        money(items + fee),
        [(items + fee) / 100],
        [
            *seek.open(first),
            BACK_TO_SEARCH,
            *seek.open(second),
            BACK_TO_SEARCH,
            *seek.open_page("Bigbarrow delivery costs", "shop", "/help/shipping"),
        ],
        facts=[money(first.price), money(second.price), f"orders under {money(least)}"],
        wrong=[
            money(items + shop.rates.standard - fee),
            money(items + 2 * shop.rates.standard),
            money(items + shop.rates.express),
        ],
    )


def car_and_dog(seek: Seeker) -> Question:
    """The difference between what two houses charge for the same extras."""

    def cost(place: Property) -> int:
        return place.house.parking + place.house.pet

    def fits(place: Property) -> bool:
        return place.house.parking and place.house.pet

    places = seek.sites["stays"].properties
    dear = seek.pick(places, fits)
    cheap = seek.pick(places, lambda p: fits(p) and abs(cost(p) - cost(dear)) > 2)
    dear, cheap = sorted((dear, cheap), key=cost, reverse=True)
    nights = seek.random.choice((4, 5, 6))
    more = (cost(dear) - cost(cheap)) * nights
    first, second = sorted((dear, cheap), key=lambda place: place.name)
    return ask(
        2,
        f"We come for {nights} nights, with a dog, and with a car that is parked for {nights} "
        f"days. What {first.name} in {first.town.name} charges for the dog and the car together "
        f"differs from what {second.name} in {second.town.name} charges: by how many euros, going "
        "by Pergola?",
        f"€{more}",
        [more],
        [
            *seek.open(first),
            link("Good to know"),
            BACK_TO_SEARCH,
            *seek.open(second),
            link("Good to know"),
        ],
        facts=[
            words
            for place in (first, second)
            for words in (f"€{place.house.parking} a day", f"€{place.house.pet} a night")
        ],
        wrong=[
            f"€{cost(dear) * nights}",
            f"€{cost(cheap) * nights}",
            f"€{cost(dear) - cost(cheap)}",
            f"€{more + nights}",
        ],
    )


MAKERS = {  # each with the sites that its question leads to
    rest_of_deposit: "stays shop",
    a_year_of_plus: "words stays",
    delivered: "shop",
    car_and_dog: "stays",
}
