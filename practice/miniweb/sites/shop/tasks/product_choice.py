"""Building blocks of the tasks: choosing products, answer parts, oracle steps."""

import re
from collections.abc import Callable, Iterator

from ....kit.steps import Step, choose_option, link, press
from ..product_catalogue import Kind
from ..product_search import SORTS
from ..records import Product, Shop, Variant


class Chooser:
    """Hands out products to ask about, in the shop's order, if possible each only once."""

    def __init__(self, shop: Shop) -> None:
        self.shop = shop
        self.order = sorted(shop.products, key=lambda product: product.featured)
        self.used: set[str] = set()

    def product(self, fits: Callable[[Product], bool]) -> Product:
        """The first product that fits; if possible, one not used yet."""
        found = next(
            filter(fits, sorted(self.order, key=lambda product: product.sku in self.used)), None
        )
        assert found, "no product fits the question"
        self.used.add(found.sku)
        return found

    def kinds(self) -> Iterator[tuple[Kind, list[Product]]]:
        """The kinds with their products in the order of lists; kinds not yet used come first."""
        kinds = list(dict.fromkeys(product.kind for product in self.order))
        kinds.sort(key=lambda kind: kind.slug in self.used)
        for kind in kinds:
            yield kind, [product for product in self.order if product.kind is kind]

    def done(self, kind: Kind) -> None:
        """Note that a kind has been asked about."""
        self.used.add(kind.slug)


def search(words: str) -> Step:
    """Type into the search box."""
    return choose_option("Search Bigbarrow", words)


def find(product: Product) -> list[Step]:
    """Search for a product and open its page."""
    return [search(product.name), link(product.title)]


def sort(key: str) -> Step:
    """Choose the order of a list."""
    return choose_option("Sort by", SORTS[key][0])


def quantity(number: int) -> Step:
    """Choose the quantity on a product page."""
    return choose_option("Quantity", str(number))


ADD = press("Add to cart")


def say_plural(kind: Kind) -> str:
    """The plural as it reads in a sentence: "electric kettles", "USB-C hubs"."""
    return " ".join(
        word if word in ("USB-C", "Bluetooth") else word.lower() for word in kind.plural.split()
    )


def product_names(product: Product) -> list[str]:
    """An answer part: the product, by its full title or by brand and model."""
    return [product.title, product.name]


def say_variant(product: Product, variant: Variant) -> str:
    """A variant as a question names it: "in red with diameter “16 in”"."""
    size = product.kind.size
    parts = [f"in {variant.color.lower()}"] if variant.color else []
    if variant.size:
        parts.append(f"with {size if size.startswith('US') else size.lower()} “{variant.size}”")
    return " ".join(parts)


def dollars(cents: int) -> float:
    """An answer part: an amount of money as a number."""
    return cents / 100


def read_number(text: str) -> float | None:
    """The number in a spec such as "36 hours"; None unless it is exactly one number."""
    found = re.fullmatch(r"(\d+(?:\.\d+)?) [^\d]+", text)
    return float(found[1]) if found else None
