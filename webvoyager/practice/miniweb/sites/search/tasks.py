"""The tasks: they start at the search engine, and most end on another site. Keys come from all sites' own data."""

import re

from ...spoken import dated, minutes
from .answers import convert
from .asking import FIRST, NO_LETTER, Asker, Step, find, own_title
from .data import Data
from .index import Query, words

PHRASES = ("olive oil", "sea salt", "black pepper", "stainless steel", "warm white", "coconut milk", "baking powder")
WORDS = ("water", "lemon", "garden", "glass", "light", "summer", "paper", "steel", "green", "kitchen", "field")
COMMON = ("bread", "garlic", "battery", "black", "water", "lemon", "steel", "light", "rice", "cotton", "music")
NAMES = {
    "recipes": "Plateful",
    "shop": "Bigbarrow",
    "papers": "Quire",
    "stays": "Pergola",
    "flights": "Tern",
    "words": "Verbarium",
    "sports": "Klaxon",
}


FEATURES = [
    ("answer-box", "/search?q=7+cups+in+ml"),
    ("author-page", "/search?q=quire"),
    ("back-button", "/search?q=kettle"),
    ("cross-site", "/search?q=kettle"),
    ("did-you-mean", "/search?q=ketlte"),
    ("form", "/preferences"),
    ("help-page", "/help"),
    ("pagination", "/search?q=water"),
    ("popup", "/search?q=lasagne"),
    ("result-counts", "/sites"),
    ("result-list", "/search?q=kettle"),
    ("search-operators", "/help"),
    ("sponsored", "/search?q=kettle"),
]


def tasks(data: Data) -> list[dict]:
    """All tasks in a fixed order, so that a task's number keeps its meaning."""
    asker = Asker(data)
    return [make(asker) | {"features": features.split()} for make, features in MAKERS.items()]


def _task(ques: str, ans: str, rule: dict, oracle: list[Step], golden: bool = False) -> dict:
    kind = "golden" if golden else "possible"
    return {"ques": ques, "start": "/", "type": kind, "ans": ans, "rule": rule, "oracle": [*oracle, ["ANSWER", ans]]}


# --- one look-up at another site ---


def recipe_time(ask: Asker) -> dict:
    recipe = ask.pick("recipes", lambda r: r.total >= 40)
    return _task(
        f'How long does the recipe "{recipe.title}" on the site Plateful take in total? Answer in minutes.',
        f"{recipe.total} minutes",
        {"parts": [[recipe.total, *minutes(recipe.total)]]},
        [*ask.open("recipes", recipe), NO_LETTER],
    )


def product_price(ask: Asker) -> dict:
    product = ask.pick("shop", lambda p: p.one_price and not p.was)
    price = product.price / 100
    return _task(
        f"What does the {product.title} cost at Bigbarrow, without delivery?",
        f"${price:.2f}",
        {"parts": [price]},
        ask.open("shop", product),
    )


def paper_date(ask: Asker) -> dict:
    paper = ask.pick("papers", lambda p: len(p.versions) > 1 and not p.withdrawn)
    day = paper.versions[-1].when.date()
    return _task(
        f'On which date did the latest version of the preprint "{paper.title}" arrive at Quire?',
        f"{day.day} {day:%B %Y}",
        {"parts": [dated(day)]},
        ask.open("papers", paper),
    )


def author_papers(ask: Asker) -> dict:
    papers = ask.data.sites["papers"]
    paper = ask.pick("papers", lambda p: len(papers.by_author(p.authors[0])) > 1)
    author, count = paper.authors[0], len(papers.by_author(paper.authors[0]))
    return _task(
        f'How many preprints does Quire have by the first author of "{paper.title}", this one included? '
        "Give the author's name and the number.",
        f"{author.name}, {count}",
        {"parts": [author.name, count]},
        [*ask.open("papers", paper), ["Click", "link", author.name]],
    )


# --- what the engine itself says ---


def conversion(ask: Asker) -> dict:
    cups = ask.random.randrange(3, 10)
    said = convert(f"{cups} cups in ml").text
    exact = float(re.sub(r"[^\d.]", "", said))
    return _task(
        f"Let Lantern convert it for you: how many millilitres are {cups} cups? Round to a whole number.",
        f"{exact:.0f} millilitres",
        {"parts": [{"number": round(exact), "tolerance": 0.0005}]},
        [find(f"{cups} cups in ml")],
        golden=True,
    )


def meaning(ask: Asker) -> dict:
    return _task(
        'Ask Lantern "what is a quire". According to the sentence it answers with, what is gathered in a quire?',
        "folded sheets",
        {"parts": [["folded sheets", "sheets that are folded", "sheets"]]},
        [find("what is a quire")],
        golden=True,
    )


def spelling(ask: Asker) -> dict:
    """Two letters of a long word from a title change places, so that it occurs nowhere and one word is near."""
    titles = sorted({word for page in ask.index.pages for word in re.findall(r"[a-z]{8,}", page.title.lower())})
    for right in ask.shuffled(titles):
        at = len(right) // 2
        wrong = right[:at] + right[at + 1] + right[at] + right[at + 2 :]
        if ask.index.correct(wrong) == right and not ask.hits(wrong):
            break
    return _task(
        f'Somebody typed "{wrong}" into Lantern. Which spelling does Lantern suggest instead?',
        right,
        {"parts": [right]},
        [find(wrong)],
        golden=True,
    )


def phrase_count(ask: Asker) -> dict:
    phrase = next(p for p in ask.shuffled(PHRASES) if 2 < len(ask.hits(f'"{p}"')) < len(ask.hits(p)))
    count = len(ask.hits(f'"{phrase}"'))
    return _task(
        f"How many results does Lantern report for {phrase} as an exact phrase, that is, typed with quotation marks?",
        f"{count} results",
        {"parts": [count]},
        [find(f'"{phrase}"')],
    )


def title_count(ask: Asker) -> dict:
    """All pages of a site that have a word in their titles; help tells the operators."""
    papers = [page for page in ask.index.pages if page.site == "papers" and page.path.startswith("/abs/")]
    often = sorted({word for page in papers for word in re.findall(r"[a-z]{5,}", own_title(page).lower())})

    def right(word: str) -> bool:
        have = [p for p in ask.index.pages if p.site == "papers" and words(word)[0] in words(p.title)]
        return 3 <= len(have) == len(ask.hits(f"site:papers.mini intitle:{word}")) != len(ask.hits(word))

    word = next(filter(right, ask.shuffled(often)))
    count = len(ask.hits(f"site:papers.mini intitle:{word}"))
    return _task(
        f'On papers.mini only, how many pages have the word "{word}" in their title, going by the number that Lantern '
        "reports? Its help page tells which operators limit a search to one site and to titles.",
        f"{count} pages",
        {"parts": [count]},
        [["Click", "link", "Help"], find(f"site:papers.mini intitle:{word}")],
    )


def richest_site(ask: Asker) -> dict:
    def counts(word: str) -> list[tuple[int, str]]:
        found = [page.site for page in ask.hits(word)]
        return sorted(((found.count(site), site) for site in ask.data.sites), reverse=True)

    word = next(w for w in ask.shuffled(WORDS) if counts(w)[0][0] > counts(w)[1][0] > counts(w)[2][0])
    count, site = counts(word)[0]
    return _task(
        f'On which site does Lantern find the most pages for the search "{word}", and how many there?',
        f"{site}.mini, {count} pages",
        {"parts": [[site, f"{site}.mini", NAMES.get(site, site)], count]},
        [find(word)],
    )


def third_page(ask: Asker) -> dict:
    word = next(w for w in ask.shuffled(COMMON) if len(ask.hits(w)) > 24)
    page = ask.hits(word)[20]
    return _task(
        f'Search Lantern for "{word}". What is the title of the first result on the third page of results?',
        page.title,
        {"parts": [own_title(page)]},
        [find(word), ["Click", "link", "Page 3"]],
    )


def advertisement(ask: Asker) -> dict:
    """The product that is paid for where another ranks first."""
    kinds = sorted({product.kind.name for product in ask.data.sites["shop"].products})
    ads = {word: ask.data.advertisement(Query.read(word)) for word in kinds}
    word = next(w for w in ask.shuffled(kinds) if ads[w] and ads[w] != ask.hits(w)[0])
    product = next(p for p in ask.data.sites["shop"].products if p.title == own_title(ads[word]))
    return _task(
        f'Which product is advertised above Lantern\'s results for "{word}"?',
        product.title,
        {"parts": [[product.title, product.name]]},
        [find(word)],
    )


def settings(ask: Asker) -> dict:
    size = ask.random.choice((20, 50))
    wanted = {"per_page": size, "suggest": False, "new_tab": False}
    return _task(
        f"Change Lantern's preferences: {size} results per page, and no suggestions while I type. Leave the rest.",
        f"Lantern shows {size} results per page and makes no suggestions.",
        {"state": [{"path": f"preferences.{key}", "equals": value} for key, value in wanted.items()]},
        [
            ["Click", "link", "Preferences"],
            ["Type", "combobox", "Results per page", str(size)],
            ["Click", "checkbox", "Suggest searches while I type"],
            ["Click", "button", "Save"],
        ],
        golden=True,
    )


# --- several look-ups ---


def longer_recipe(ask: Asker) -> dict:
    one = ask.pick("recipes")
    other = ask.pick("recipes", lambda r: abs(r.total - one.total) >= 15)
    longer, shorter = sorted((one, other), key=lambda recipe: -recipe.total)
    return _task(
        f'Which of these two recipes on Plateful takes longer in total: "{one.title}" or "{other.title}"?',
        longer.title,
        {"parts": [longer.title], "not": [shorter.title]},
        [*ask.open("recipes", one), NO_LETTER, ["Google"], *ask.open("recipes", other)],
    )


def two_products(ask: Asker) -> dict:
    one = ask.pick("shop", lambda p: p.one_price)
    other = ask.pick("shop", lambda p: p.one_price and p.kind is not one.kind)
    price = (one.price + other.price) / 100
    return _task(
        f"What do the {one.title} and the {other.title} cost together at Bigbarrow, one of each, without delivery?",
        f"${price:.2f}",
        {"parts": [price]},
        [*ask.open("shop", one), ["Google"], *ask.open("shop", other)],
    )


def weight_in_grams(ask: Asker) -> dict:
    product = ask.pick("shop", lambda p: re.fullmatch(r"[\d.]+ lb", p.specs.get("Weight", "")))
    weight = product.specs["Weight"]
    said = convert(f"{weight} in g").text
    grams = float(re.sub(r"[^\d.]", "", said))
    return _task(
        f"How much does the {product.title} that Bigbarrow sells weigh in grams? Look up the weight in its "
        "specifications, let Lantern convert it, and round to whole grams.",
        f"{grams:.0f} grams",
        {"parts": [{"number": round(grams), "tolerance": 0.002}]},
        [*ask.open("shop", product), ["Scroll", "down"], ["Google"], find(f"{weight} in g")],
    )


def more_ratings(ask: Asker) -> dict:
    recipe = ask.pick("recipes")
    product = ask.pick("shop", lambda p: abs(p.ratings - recipe.ratings) > 50)
    more = max(recipe, product, key=lambda record: record.ratings)
    name = {recipe.title: recipe.title, product.title: product.name}
    return _task(
        f'Which has been rated by more people: the recipe "{recipe.title}" on Plateful or the {product.title} at '
        "Bigbarrow? Give its name and its number of ratings.",
        f"{more.title}, {more.ratings:,} ratings",
        {"parts": [name[more.title], more.ratings]},
        [*ask.open("recipes", recipe), NO_LETTER, ["Google"], *ask.open("shop", product)],
    )


def menu(ask: Asker) -> dict:
    courses = [
        ask.pick("recipes", lambda r, slug=slug: r.category.slug == slug and r.total < 600)
        for slug in ("soups", "pasta", "desserts")
    ]
    total = sum(recipe.total for recipe in courses)
    first, second, third = (recipe.title for recipe in courses)
    return _task(
        f'My menu from Plateful is "{first}", then "{second}", then "{third}". How many minutes are their total times '
        "added up?",
        f"{total} minutes",
        {"parts": [[total, *minutes(total)]]},
        [*ask.open("recipes", courses[0]), NO_LETTER]
        + [step for recipe in courses[1:] for step in (["Google"], *ask.open("recipes", recipe))],
    )


def cheaper_of_two(ask: Asker) -> dict:
    """Two results of one search: there, back to the results, and there again."""
    kinds = sorted({product.kind.name for product in ask.data.sites["shop"].products})
    titled = {product.title: product for product in ask.data.sites["shop"].products}
    for word in ask.shuffled(kinds):
        pages = [page for page in ask.hits(word)[:FIRST] if own_title(page) in titled]
        paid = ask.data.advertisement(Query.read(word))
        pages = [page for page in pages if titled[own_title(page)].one_price and page != paid]
        if len(pages) > 1 and len({titled[own_title(page)].price for page in pages[:2]}) == 2:
            break
    cheap, dear = sorted((titled[own_title(page)] for page in pages[:2]), key=lambda product: product.price)
    first, second = pages[:2]
    return _task(
        f'Search Lantern for "{word}" and open two of its results, the {own_title(first)} and the '
        f"{own_title(second)}. Which one costs less, and what does it cost?",
        f"{cheap.title}, ${cheap.price / 100:.2f}",
        {"parts": [[cheap.title, cheap.name], cheap.price / 100], "not": [dear.title]},
        [find(word), ["Click", "link", first.title], ["GoBack"], ["Click", "link", second.title]],
    )


def largest_site(ask: Asker) -> dict:
    sites = [page.site for page in ask.index.pages]
    most = max(sorted(set(sites)), key=sites.count)
    return _task(
        "According to Lantern's directory of the sites it searches, of which site does it have the most pages, "
        "and how many?",
        f"{most}.mini, {sites.count(most)} pages",
        {"parts": [[f"{most}.mini", NAMES[most]], sites.count(most)]},
        [["Click", "link", "Sites"]],
    )


def framed(ask: Asker) -> dict:
    """What a frame of ours advertises on another site, and what the advertised site says of it."""
    place = ask.data.paying
    deals = next(page for page in ask.index.pages if (page.site, page.path) == ("shop", "/deals"))
    return _task(
        "Bigbarrow's page of today's deals shows an advertisement for a place to stay, in a frame from Lantern. What "
        "is the place called, and what guest score does it have on Pergola?",
        f"{place.name}, {place.score}",
        {"parts": [place.name, place.score]},
        [find("bigbarrow today deals"), ["Click", "link", deals.title], ["Click", "link", f"See {place.name}"]],
    )


MAKERS = {  # and what of the site they meet
    recipe_time: "result-list popup cross-site",
    product_price: "result-list cross-site",
    paper_date: "result-list cross-site",
    author_papers: "result-list cross-site author-page",
    conversion: "answer-box",
    meaning: "answer-box",
    spelling: "did-you-mean",
    phrase_count: "search-operators",
    title_count: "search-operators help-page",
    richest_site: "result-counts",
    third_page: "result-list pagination",
    advertisement: "sponsored",
    settings: "form",
    longer_recipe: "cross-site popup",
    two_products: "cross-site",
    weight_in_grams: "cross-site answer-box",
    more_ratings: "cross-site popup",
    menu: "cross-site popup",
    cheaper_of_two: "result-list back-button cross-site",
    largest_site: "result-counts",
    framed: "third-party-frame cross-site",
}
