"""Questions the search engine answers itself: answer box, operators, counts, settings."""

import re

from ....kit.steps import SCROLL_DOWN, choose_option, link, press, tick
from ....kit.tasks import SiteTask, task
from ..answer_box import convert
from ..page_index import Query, words
from .record_asker import Asker, find, own_title

PHRASES = (
    "olive oil", "sea salt", "black pepper", "stainless steel", "warm white", "coconut milk",
    "baking powder",
)  # fmt: skip
WORDS = (
    "water", "lemon", "garden", "glass", "light", "summer", "paper", "steel", "green", "kitchen",
    "field",
)  # fmt: skip
COMMON = (
    "bread", "garlic", "battery", "black", "water", "lemon", "steel", "light", "rice", "cotton",
    "music",
)  # fmt: skip
NAMES = {
    "recipes": "Plateful",
    "shop": "Bigbarrow",
    "papers": "Quire",
    "stays": "Pergola",
    "flights": "Tern",
    "words": "Verbarium",
    "sports": "Klaxon",
    "code": "Cairn",
    "compute": "Reckon",
    "courses": "Lectern",
    "devices": "Halden",
    "maps": "Compasso",
    "models": "Hatchery",
    "news": "Northlight",
}


def conversion(ask: Asker) -> SiteTask:
    cups = ask.random.randrange(3, 10)
    converted = convert(f"{cups} cups in ml").text
    exact = float(re.sub(r"[^\d.]", "", converted))
    return task(
        f"Let Lantern convert it for you: how many millilitres are {cups} cups? Round to a whole "
        "number.",
        f"{exact:.0f} millilitres",
        {"parts": [{"number": round(exact), "tolerance": 0.0005}]},
        [find(f"{cups} cups in ml")],
        golden=True,
    )


def meaning(ask: Asker) -> SiteTask:
    return task(
        'Ask Lantern "what is a quire". According to the sentence it answers with, what is '
        "gathered in a quire?",
        "folded sheets",
        {"parts": [["folded sheets", "sheets that are folded", "sheets"]]},
        [find("what is a quire")],
        golden=True,
    )


def spelling(ask: Asker) -> SiteTask:
    """A long word from a title with two letters swapped.

    The misspelling finds no page, and the engine suggests the right word.
    """
    titles = sorted(
        {word for page in ask.index.pages for word in re.findall(r"[a-z]{8,}", page.title.lower())}
    )
    for right in ask.shuffled(titles):
        at = len(right) // 2
        wrong = right[:at] + right[at + 1] + right[at] + right[at + 2 :]
        if ask.index.correct(wrong) == right and not ask.hits(wrong):
            break
    return task(
        f'Somebody typed "{wrong}" into Lantern. Which spelling does Lantern suggest instead?',
        right,
        {"parts": [right]},
        [find(wrong)],
        golden=True,
    )


def phrase_count(ask: Asker) -> SiteTask:
    phrase = next(
        p for p in ask.shuffled(PHRASES) if 2 < len(ask.hits(f'"{p}"')) < len(ask.hits(p))
    )
    count = len(ask.hits(f'"{phrase}"'))
    return task(
        f"How many results does Lantern report for {phrase} as an exact phrase, that is, typed "
        "with quotation marks?",
        f"{count} results",
        {"parts": [count]},
        [find(f'"{phrase}"')],
    )


def title_count(ask: Asker) -> SiteTask:
    """The number of a site's pages with a word in their titles; the help lists the operators."""
    pages = [page for page in ask.index.pages if page.site == "papers"]
    titles = [own_title(page).lower() for page in pages if page.path.startswith("/abs/")]
    often = sorted({word for title in titles for word in re.findall(r"[a-z]{5,}", title)})

    def right(word: str) -> bool:
        have = [page for page in pages if words(word)[0] in words(page.title)]
        hits = ask.hits(f"site:papers.mini intitle:{word}")
        return 3 <= len(have) == len(hits) != len(ask.hits(word))

    word = next(filter(right, ask.shuffled(often)))
    count = len(ask.hits(f"site:papers.mini intitle:{word}"))
    return task(
        f'On papers.mini only, how many pages have the word "{word}" in their title, going by the '
        "number that Lantern reports? Its help page tells which operators limit a search to one "
        "site and to titles.",
        f"{count} pages",
        {"parts": [count]},
        [link("Help"), find(f"site:papers.mini intitle:{word}")],
    )


def richest_site(ask: Asker) -> SiteTask:
    def counts(word: str) -> list[tuple[int, str]]:
        found = [page.site for page in ask.hits(word)]
        return sorted(((found.count(site), site) for site in ask.data.sites), reverse=True)

    word = next(
        w for w in ask.shuffled(WORDS) if counts(w)[0][0] > counts(w)[1][0] > counts(w)[2][0]
    )
    count, site = counts(word)[0]
    return task(
        f'On which site does Lantern find the most pages for the search "{word}", and how many '
        "there?",
        f"{site}.mini, {count} pages",
        {"parts": [[site, f"{site}.mini", NAMES.get(site, site)], count]},
        [find(word)],
    )


def third_page(ask: Asker) -> SiteTask:
    word = next(w for w in ask.shuffled(COMMON) if len(ask.hits(w)) > 24)
    page = ask.hits(word)[20]
    return task(
        f'Search Lantern for "{word}". What is the title of the first result on the third page of '
        "results?",
        page.title,
        {"parts": [own_title(page)]},
        [find(word), link("Page 3")],
    )


def advertisement(ask: Asker) -> SiteTask:
    """The sponsored product of a search in which another result ranks first."""
    kinds = sorted({product.kind.name for product in ask.data.sites["shop"].products})
    ads = {word: ask.data.advertisement(Query.read(word)) for word in kinds}
    word = next(w for w in ask.shuffled(kinds) if ads[w] and ads[w] != ask.hits(w)[0])
    product = next(p for p in ask.data.sites["shop"].products if p.title == own_title(ads[word]))
    return task(
        f'Which product is advertised above Lantern\'s results for "{word}"?',
        product.title,
        {"parts": [[product.title, product.name]]},
        [find(word)],
    )


def settings(ask: Asker) -> SiteTask:
    size = ask.random.choice((20, 50))
    wanted = {"per_page": size, "suggest": False, "new_tab": False}
    return task(
        f"Change Lantern's preferences: {size} results per page, and no suggestions while I type. "
        "Leave the rest.",
        f"Lantern shows {size} results per page and makes no suggestions.",
        {
            "state": [
                {"path": f"preferences.{key}", "equals": value} for key, value in wanted.items()
            ]
        },
        [
            link("Preferences"),
            choose_option("Results per page", str(size)),
            tick("Suggest searches while I type"),
            press("Save"),
        ],
        golden=True,
    )


def largest_site(ask: Asker) -> SiteTask:
    sites = [page.site for page in ask.index.pages]
    most = max(sorted(set(sites)), key=sites.count)
    return task(
        "According to Lantern's directory of the sites it searches, of which site does it have the "
        "most pages, and how many?",
        f"{most}.mini, {sites.count(most)} pages",
        {"parts": [[f"{most}.mini", NAMES[most]], sites.count(most)]},
        [link("Sites"), SCROLL_DOWN, SCROLL_DOWN],
    )
