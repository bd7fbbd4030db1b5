"""Questions that begin at the search engine and end on one or more other sites."""

import re

from ....kit.answer_variants import date_variants, duration_variants
from ....kit.steps import SCROLL_DOWN, link
from ....kit.tasks import SiteTask, task
from ..answer_box import convert
from ..page_index import Query
from .record_asker import FIRST, NO_LETTER, Asker, find, own_title


def recipe_time(ask: Asker) -> SiteTask:
    recipe = ask.pick("recipes", lambda r: r.total >= 40)
    return task(
        f'How long does the recipe "{recipe.title}" on the site Plateful take in total? Answer in '
        "minutes.",
        f"{recipe.total} minutes",
        {"parts": [[recipe.total, *duration_variants(recipe.total)]]},
        [*ask.open("recipes", recipe), NO_LETTER],
    )


def product_price(ask: Asker) -> SiteTask:
    product = ask.pick("shop", lambda p: p.one_price and not p.was)
    price = product.price / 100
    return task(
        f"What does the {product.title} cost at Bigbarrow, without delivery?",
        f"${price:.2f}",
        {"parts": [price]},
        ask.open("shop", product),
    )


def paper_date(ask: Asker) -> SiteTask:
    paper = ask.pick("papers", lambda p: len(p.versions) > 1 and not p.withdrawn)
    day = paper.versions[-1].when.date()
    return task(
        f'On which date did the latest version of the preprint "{paper.title}" arrive at Quire?',
        f"{day.day} {day:%B %Y}",
        {"parts": [date_variants(day)]},
        ask.open("papers", paper),
    )


def author_papers(ask: Asker) -> SiteTask:
    papers = ask.data.sites["papers"]
    paper = ask.pick("papers", lambda p: len(papers.by_author(p.authors[0])) > 1)
    author, count = paper.authors[0], len(papers.by_author(paper.authors[0]))
    return task(
        f'How many preprints does Quire have by the first author of "{paper.title}", this one '
        "included? Give the author's name and the number.",
        f"{author.name}, {count}",
        {"parts": [author.name, count]},
        [*ask.open("papers", paper), link(author.name)],
    )


def longer_recipe(ask: Asker) -> SiteTask:
    recipe = ask.pick("recipes")
    other = ask.pick("recipes", lambda r: abs(r.total - recipe.total) >= 15)
    longer, shorter = sorted((recipe, other), key=lambda recipe: -recipe.total)
    return task(
        f'Which of these two recipes on Plateful takes longer in total: "{recipe.title}" or '
        f'"{other.title}"?',
        longer.title,
        {"parts": [longer.title], "not": [shorter.title]},
        [*ask.open("recipes", recipe), NO_LETTER, ["Google"], *ask.open("recipes", other)],
    )


def two_products(ask: Asker) -> SiteTask:
    product = ask.pick("shop", lambda p: p.one_price)
    other = ask.pick("shop", lambda p: p.one_price and p.kind is not product.kind)
    price = (product.price + other.price) / 100
    return task(
        f"What do the {product.title} and the {other.title} cost together at Bigbarrow, one of "
        "each, without delivery?",
        f"${price:.2f}",
        {"parts": [price]},
        [*ask.open("shop", product), ["Google"], *ask.open("shop", other)],
    )


def weight_in_grams(ask: Asker) -> SiteTask:
    product = ask.pick("shop", lambda p: re.fullmatch(r"[\d.]+ lb", p.specs.get("Weight", "")))
    weight = product.specs["Weight"]
    converted = convert(f"{weight} in g").text
    grams = float(re.sub(r"[^\d.]", "", converted))
    return task(
        f"How much does the {product.title} that Bigbarrow sells weigh in grams? Look up the "
        "weight in its specifications, let Lantern convert it, and round to whole grams.",
        f"{grams:.0f} grams",
        {"parts": [{"number": round(grams), "tolerance": 0.0002}]},
        [*ask.open("shop", product), SCROLL_DOWN, ["Google"], find(f"{weight} in g")],
    )


def more_ratings(ask: Asker) -> SiteTask:
    recipe = ask.pick("recipes")
    product = ask.pick("shop", lambda p: abs(p.ratings - recipe.ratings) > 50)
    more = max(recipe, product, key=lambda record: record.ratings)
    name = {recipe.title: recipe.title, product.title: product.name}
    return task(
        f'Which has been rated by more people: the recipe "{recipe.title}" on Plateful or the '
        f"{product.title} at Bigbarrow? Give its name and its number of ratings.",
        f"{more.title}, {more.ratings:,} ratings",
        {"parts": [name[more.title], more.ratings]},
        [*ask.open("recipes", recipe), NO_LETTER, ["Google"], *ask.open("shop", product)],
    )


def menu(ask: Asker) -> SiteTask:
    courses = [
        ask.pick("recipes", lambda r, slug=slug: r.category.slug == slug and r.total < 600)
        for slug in ("soups", "pasta", "desserts")
    ]
    total = sum(recipe.total for recipe in courses)
    first, second, third = (recipe.title for recipe in courses)
    return task(
        f'My menu from Plateful is "{first}", then "{second}", then "{third}". How many minutes '
        "are their total times added up?",
        f"{total} minutes",
        {"parts": [[total, *duration_variants(total)]]},
        [*ask.open("recipes", courses[0]), NO_LETTER]
        + [step for recipe in courses[1:] for step in (["Google"], *ask.open("recipes", recipe))],
    )


def cheaper_of_two(ask: Asker) -> SiteTask:
    """Two results of one search: open one, go back to the results, open the other."""
    kinds = sorted({product.kind.name for product in ask.data.sites["shop"].products})
    titled = {product.title: product for product in ask.data.sites["shop"].products}
    for word in ask.shuffled(kinds):
        pages = [page for page in ask.hits(word)[:FIRST] if own_title(page) in titled]
        paid = ask.data.advertisement(Query.read(word))
        pages = [page for page in pages if titled[own_title(page)].one_price and page != paid]
        if len(pages) > 1 and len({titled[own_title(page)].price for page in pages[:2]}) == 2:
            break
    cheap, dear = sorted(
        (titled[own_title(page)] for page in pages[:2]), key=lambda product: product.price
    )
    first, second = pages[:2]
    return task(
        f'Search Lantern for "{word}" and open two of its results, the {own_title(first)} and the '
        f"{own_title(second)}. Which one costs less, and what does it cost?",
        f"{cheap.title}, ${cheap.price / 100:.2f}",
        {"parts": [[cheap.title, cheap.name], cheap.price / 100], "not": [dear.title]},
        [find(word), link(first.title), ["GoBack"], link(second.title)],
    )


def framed(ask: Asker) -> SiteTask:
    """A place advertised in a frame on another site, and its score on its own site."""
    place = ask.data.paying
    deals = next(page for page in ask.index.pages if (page.site, page.path) == ("shop", "/deals"))
    return task(
        "Bigbarrow's page of today's deals shows an advertisement for a place to stay, in a frame "
        "from Lantern. What is the place called, and what guest score does it have on Pergola?",
        f"{place.name}, {place.score}",
        {"parts": [place.name, place.score]},
        [find("bigbarrow today deals"), link(deals.title), link(f"See {place.name}")],
    )
