"""Level 1: two facts from one or two pages, or one fact a link further on."""

from ..kit.answer_variants import duration_variants
from ..kit.formats import money
from ..kit.steps import link
from ..sites.papers.records import Paper
from ..sites.recipes.data import Cook
from ..sites.search.tasks.record_asker import NO_LETTER
from ..sites.stays.records import Property
from .question import Question, ask
from .seeker import BACK_TO_SEARCH, Seeker

CITY_TAX = ("city tax Alvera Coast", "stays", "/help/city-tax")
NUMBERS = {2: "Two", 3: "Three", 4: "Four"}


def city_tax(seek: Seeker) -> Question:
    """The city tax of several adults for several nights."""
    towns = seek.sites["stays"].towns
    town = seek.pick(towns)
    adults, nights = seek.random.choice((2, 3, 4)), seek.random.choice((3, 5, 6))
    euros = [other.tax * adults * nights / 100 for other in towns]
    total = town.tax * adults * nights / 100
    return ask(
        1,
        f"{NUMBERS[adults]} adults spend {nights} nights in {town.name} on the Alvera Coast. How "
        "many euros of city tax do they pay altogether, by the tax that Pergola states?",
        f"€{total:.2f}",
        [total],
        seek.open_page(*CITY_TAX),
        facts=[town.name, f"€{town.tax / 100:.2f}"],
        wrong=[f"€{other:.2f}" for other in (*euros, town.tax * adults / 100, total + 1)],
    )


def between_guests(seek: Seeker) -> Question:
    """The time between check-out and check-in."""

    def minutes(place: Property) -> int:
        out, into = place.house.check_out, place.house.check_in[0]
        return _read_minutes(into) - _read_minutes(out)

    place = seek.pick(seek.sites["stays"].properties, lambda p: minutes(p) % 60)
    span, quiet = minutes(place), _read_minutes(place.house.check_in[1])
    return ask(
        1,
        f"By the rules of {place.name} in {place.town.name}, how much time lies between the latest "
        "check-out and the earliest check-in on the same day?",
        duration_variants(span)[0],
        [duration_variants(span)],
        [*seek.open(place), link("Good to know")],
        facts=[place.house.check_in[0], place.house.check_out],
        wrong=[duration_variants(other)[0] for other in (span + 30, quiet - span, span + 60)],
    )


def _read_minutes(time: str) -> int:
    return int(time[:2]) * 60 + int(time[3:])


def institute_of_last(seek: Seeker) -> Question:
    """The institute of a preprint's last author."""
    data = seek.sites["papers"]
    institutes = sorted({author.institute for author in data.authors.values()})

    def fits(paper: Paper) -> bool:
        first, *_, last = paper.authors
        return not paper.withdrawn and first.institute != last.institute

    paper = seek.pick([p for p in data.papers if len(p.authors) > 1], fits)
    last = paper.authors[-1]
    others = [name for name in institutes if name != last.institute]
    return ask(
        1,
        f"At which institute does the author work who is named last on the preprint "
        f"“{paper.title}”?",
        last.institute,
        [last.institute],
        [*seek.open(paper), link(last.name)],
        facts=[last.name, last.institute],
        wrong=others,
        others=others,
    )


def energy(seek: Seeker) -> Question:
    """The energy of several servings."""
    recipe = seek.pick(seek.sites["recipes"].recipes)
    count, each = seek.random.choice((3, 5, 7)), recipe.nutrition.calories
    return ask(
        1,
        f"How many kilocalories do {count} servings of “{recipe.title}” have, by the figure that "
        "Plateful gives for one serving?",
        f"{count * each} kcal",
        [count * each],
        [*seek.open(recipe), NO_LETTER],
        facts=[f"{each} kcal"],
        wrong=[f"{each} kcal", f"{(count + 1) * each} kcal", f"{count * each + 1} kcal"],
    )


def newest_of_cook(seek: Seeker) -> Question:
    """The newest recipe by the author of another one."""
    recipes = seek.sites["recipes"].recipes

    def newest_first(cook: Cook) -> list:
        own = [recipe for recipe in recipes if recipe.author is cook]
        return sorted(own, key=lambda recipe: recipe.published, reverse=True)

    recipe = seek.pick(recipes, lambda r: newest_first(r.author)[0] is not r)
    newest, *others = newest_first(recipe.author)
    return ask(
        1,
        f"What is the title of the newest recipe on Plateful by the cook who wrote "
        f"“{recipe.title}”?",
        newest.title,
        [newest.title],
        [*seek.open(recipe), NO_LETTER, link(recipe.author.name)],
        facts=[newest.title],
        wrong=[other.title for other in others],
        others=[other.title for other in others if other.title not in newest.title],
    )


def short_of_free_delivery(seek: Seeker) -> Question:
    """How much more to order for free delivery."""
    shop = seek.sites["shop"]
    least = shop.rates.free_over
    product = seek.pick(
        shop.products, lambda p: p.one_price and p.in_stock and 500 < least - p.price != p.price
    )
    return ask(
        1,
        f"My order at Bigbarrow is one {product.title} and nothing else. For how many dollars more "
        "must I order to have standard delivery free?",
        money(least - product.price),
        [(least - product.price) / 100],
        [
            *seek.open(product),
            BACK_TO_SEARCH,
            *seek.open_page("Bigbarrow delivery costs", "shop", "/help/shipping"),
        ],
        facts=[money(product.price), f"orders under {money(least)}"],
        wrong=[money(product.price), money(least), money(shop.rates.standard)],
    )


MAKERS = {  # each with the sites that its question leads to
    city_tax: "stays",
    between_guests: "stays",
    institute_of_last: "papers",
    energy: "recipes",
    newest_of_cook: "recipes",
    short_of_free_delivery: "shop",
}
