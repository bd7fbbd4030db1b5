"""Product search: the words of a search, the filters beside a list and its order."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from werkzeug.datastructures import MultiDict

from ...kit.lists import address, choice, page_number
from ...kit.text_search import each_begins, nearest_word, with_most_words
from .records import Product, Shop

PER_PAGE = 12
SORTS = {
    "featured": ("Featured", lambda p: p.featured),
    "price-low": ("Price: low to high", lambda p: p.price),
    "price-high": ("Price: high to low", lambda p: -p.price),
    "rating": ("Customer rating", lambda p: (-p.rating, p.featured)),
    "reviews": ("Most ratings", lambda p: (-p.ratings, p.featured)),
    "newest": ("Newest arrivals", lambda p: -p.listed.toordinal()),
}
PRICES = ((None, 25), (25, 50), (50, 100), (100, None))
RATINGS = (4.5, 4.0, 3.5)
SMALL_WORDS = (
    "a an and any at below best buy by cheap find for from good in is me my of on or over show "
    "than the under with"
)


@dataclass(frozen=True)
class Query:
    """The query of a list: words, filters, order and page.

    Prices are in dollars; `rating` is the lowest wanted.
    """

    q: str = ""
    department: str = ""
    brands: tuple[str, ...] = ()
    low: float | None = None
    high: float | None = None
    rating: float | None = None
    color: str = ""
    stock: bool = False
    deal: bool = False
    sort: str = "featured"
    page: int = 1

    def admits(self, product: Product) -> bool:
        """Whether a product passes every filter; the index matches the words."""
        return (
            (not self.department or product.department.slug == self.department)
            and (not self.brands or product.brand in self.brands)
            and (self.low is None or product.price >= self.low * 100)
            and (self.high is None or product.price <= self.high * 100)
            and (self.rating is None or product.rating >= self.rating)
            and (not self.color or self.color in product.colors)
            and (not self.stock or product.in_stock)
            and (not self.deal or product.was > 0)
        )

    def address(self, path: str, **changes: object) -> str:
        """The address of this list with `changes`; it leads to page 1 unless they set the page."""
        query = replace(self, **({"page": 1} | changes))
        pairs = [
            ("q", query.q),
            ("department", query.department),
            *(("brand", brand) for brand in query.brands),
        ]
        pairs += [
            ("min", _write_number(query.low)),
            ("max", _write_number(query.high)),
            ("rating", _write_number(query.rating)),
        ]
        pairs += [("color", query.color), ("stock", "1" * query.stock), ("deal", "1" * query.deal)]
        pairs += [("sort", query.sort if query.sort != "featured" else "")]
        return address(path, [*pairs, ("page", query.page if query.page > 1 else "")])

    def chosen(self) -> list[tuple[str, dict]]:
        """The active filters: the label of each, and the change that removes it."""
        found = [
            (brand, {"brands": tuple(b for b in self.brands if b != brand)})
            for brand in self.brands
        ]
        if self.low is not None or self.high is not None:
            found.append((price_words(self.low, self.high), {"low": None, "high": None}))
        if self.rating is not None:
            found.append((f"{self.rating:g} stars and up", {"rating": None}))
        plain = (("color", self.color), ("stock", "In stock"), ("deal", "Deals"))
        return found + [
            (words, {name: type(getattr(self, name))()})
            for name, words in plain
            if getattr(self, name)
        ]


def read(args: MultiDict[str, str]) -> Query:
    """Read a query from an address; invalid values are ignored."""
    return Query(
        q=args.get("q", "").strip()[:200],
        department=args.get("department", ""),
        brands=tuple(dict.fromkeys(filter(None, args.getlist("brand")))),
        low=args.get("min", type=_read_dollars),
        high=args.get("max", type=_read_dollars),
        rating=args.get("rating", type=_read_dollars),
        color=args.get("color", ""),
        stock=args.get("stock") == "1",
        deal=args.get("deal") == "1",
        sort=choice(args, "sort", SORTS, "featured"),
        page=page_number(args),
    )


def price_words(low: float | None, high: float | None) -> str:
    """A range of prices in words: "Under $25", "$25 to $50", "$100 and up"."""
    if low is None:
        return f"Under ${high:g}"
    return f"${low:g} and up" if high is None else f"${low:g} to ${high:g}"


def facets(found: Iterable[Product], query: Query) -> dict[str, list[tuple]]:
    """How many found products each filter value would leave, with all other filters unchanged."""

    def count(**change: object) -> int:
        asked = replace(query, **change)
        return sum(asked.admits(product) for product in found)

    found = list(found)
    brands = sorted({p.brand for p in found})
    colors = [c for c in dict.fromkeys(color for p in found for color in p.colors)]
    departments = dict.fromkeys(p.department for p in found)
    return {
        "departments": [(d, n) for d in departments if (n := count(department=d.slug))],
        "brands": [
            (brand, n) for brand in brands if (n := count(brands=(brand,))) or brand in query.brands
        ],
        "prices": [(low, high, n) for low, high in PRICES if (n := count(low=low, high=high))],
        "ratings": [(stars, count(rating=stars)) for stars in RATINGS],
        "colors": [
            (color, n)
            for color in sorted(colors)
            if (n := count(color=color)) or color == query.color
        ],
    }


class Index:
    """The words of all products, for searching and for suggestions while a visitor types."""

    def __init__(self, shop: Shop) -> None:
        self.by_sku = shop.by_sku
        self.weights = {product.sku: _weigh_words(product) for product in shop.products}
        self.vocabulary = sorted({word for weights in self.weights.values() for word in weights})
        kinds = [(kind.plural, f"/d/{kind.department.slug}/{kind.slug}") for kind in shop.kinds]
        self.entries = kinds + [(product.title, f"/p/{product.slug}") for product in shop.products]

    def search(self, text: str) -> tuple[list[Product], bool]:
        """Products in order of relevance, and whether they have all the words.

        If none has all of them, the products are those with the most.
        """
        words = _split_words(text)
        scores = {
            sku: [_weigh_fit(word, weights) for word in words]
            for sku, weights in self.weights.items()
        }
        found = [self.by_sku[sku] for sku in with_most_words(scores)]
        found.sort(key=lambda product: (-sum(scores[product.sku]), product.featured))
        return found, not found or all(scores[found[0].sku])

    def correct(self, text: str) -> str:
        """The text with unknown words replaced by similar known ones; "" if nothing changes."""
        corrected = text.lower()
        for word in _split_words(text):
            if len(word) > 4 and not any(
                _weigh_fit(word, weights) for weights in self.weights.values()
            ):
                corrected = corrected.replace(
                    word, nearest_word(word, self.vocabulary, likeness=0.78) or word
                )
        return corrected if corrected != text.lower() else ""

    def suggest(self, text: str, limit: int = 8) -> list[tuple[str, str]]:
        """The (text, address) of kinds and products that match the typed text, kinds first.

        Every typed word begins a word of the suggestion.
        """
        words = text.lower().split()
        return [
            entry
            for entry in self.entries
            if words and each_begins(words, entry[0].lower().split())
        ][:limit]


def _weigh_words(product: Product) -> dict[str, int]:
    """A product's words with their weights, highest for its name."""
    kind, specs = product.kind, " ".join(f"{name} {value}" for name, value in product.specs.items())
    sources = (
        (1, f"{product.line} {specs} {' '.join(product.colors)} {product.department.name}"),
        (3, f"{kind.words} {kind.plural}"),
        (8, product.title),
        (12, product.name),
    )
    return {word: weight for weight, source in sources for word in _split_words(source)}


def _weigh_fit(word: str, weights: dict[str, int]) -> float:
    if word in weights:
        return weights[word]
    return 0.5 if len(word) > 2 and any(known.startswith(word) for known in weights) else 0


def _split_words(text: str) -> list[str]:
    # Amounts of money aren't product words.
    plain = re.sub(r"\$\s*[0-9.,]+", " ", text.lower())
    words = re.findall(r"[a-z0-9]+(?:\.[0-9]+)?", plain)
    return [_cut_plural(word) for word in words if word not in SMALL_WORDS.split()]


def _cut_plural(word: str) -> str:
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


def _read_dollars(text: str) -> float:
    value = float(text.strip().lstrip("$"))
    if not 0 <= value < 1e6:
        raise ValueError("no price")
    return value


def _write_number(number: float | None) -> str:
    return "" if number is None else f"{number:g}"
