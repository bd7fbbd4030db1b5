"""The shop's records; money is in cents, days count from the world's today."""

from calendar import SUNDAY
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cached_property

from ...kit.reviews import mean_stars, star_shares
from .product_catalogue import Department, Kind


@dataclass(frozen=True)
class Variant:
    """A choice of color and size ("" without a choice), with price in cents and stock."""

    color: str
    size: str
    price: int
    stock: int

    @property
    def label(self) -> str:
        """The name in carts and orders: "Teal, 24 oz", or "Standard" without a choice."""
        return ", ".join(filter(None, (self.color, self.size))) or "Standard"


@dataclass(frozen=True)
class Review:
    """A written review; `variant` is what its author bought."""

    stars: int
    title: str
    text: str
    author: str
    day: date
    variant: str
    helpful: int


@dataclass(frozen=True)
class Product:
    """A product as sold; `counts` are the numbers of ratings from five stars to one.

    `was` is the price before a deal, 0 without one.
    """

    sku: str
    slug: str
    name: str
    title: str
    kind: Kind
    line: str
    bullets: tuple[str, ...]
    specs: dict[str, str]
    tint: str
    shape: int
    trim: str
    variants: tuple[Variant, ...]
    was: int
    ends: date | None
    counts: tuple[int, int, int, int, int]
    bought: int
    listed: date
    days: int
    featured: float
    reviews: tuple[Review, ...]

    @property
    def brand(self) -> str:
        """The first word of the name."""
        return self.name.split()[0]

    @property
    def department(self) -> Department:
        """The department of its kind."""
        return self.kind.department

    @cached_property
    def colors(self) -> tuple[str, ...]:
        """The colors to choose from, () if there is only one."""
        return tuple(dict.fromkeys(variant.color for variant in self.variants if variant.color))

    @cached_property
    def sizes(self) -> tuple[str, ...]:
        """The sizes to choose from, () if there is only one."""
        return tuple(dict.fromkeys(variant.size for variant in self.variants if variant.size))

    @cached_property
    def price(self) -> int:
        """The lowest price among the variants, which lists show and sort by."""
        return min(variant.price for variant in self.variants)

    @cached_property
    def one_price(self) -> bool:
        """Whether all variants cost the same."""
        return len({variant.price for variant in self.variants}) == 1

    @cached_property
    def in_stock(self) -> bool:
        """Whether any variant can be bought."""
        return any(variant.stock for variant in self.variants)

    @cached_property
    def ratings(self) -> int:
        """The number of ratings."""
        return sum(self.counts)

    @cached_property
    def rating(self) -> float:
        """The mean rating to one decimal, as pages show it and filters use it."""
        return mean_stars(self.counts)

    @cached_property
    def shares(self) -> tuple[int, ...]:
        """The ratings in whole percent, five stars to one, summing to 100 (largest remainders)."""
        return star_shares(self.counts)

    @property
    def percent_off(self) -> int:
        """The discount of a deal in whole percent, 0 without a deal."""
        return round(100 * (1 - self.price / self.was)) if self.was else 0

    def variant(self, color: str = "", size: str = "") -> Variant:
        """The cheapest variant in this color and size, if possible in stock.

        An empty or unknown color or size matches any.
        """
        fits = [v for v in self.variants if color in ("", v.color) or color not in self.colors]
        fits = [v for v in fits if size in ("", v.size) or size not in self.sizes]
        return min(fits, key=lambda v: (not v.stock, v.price, self.variants.index(v)))

    def labelled(self, label: str) -> Variant | None:
        """The variant with this label, or None."""
        return next((variant for variant in self.variants if variant.label == label), None)


@dataclass(frozen=True)
class Rates:
    """Delivery rates and surcharges in cents; standard is free from `free_over` on."""

    standard: int
    free_over: int
    express: int
    oversize: int
    remote: int


@dataclass(frozen=True)
class Returns:
    """A department's return terms; `fee` is in cents, 0 if the label is free."""

    department: Department
    days: int
    fee: int


@dataclass(frozen=True)
class Plan:
    """The prices of a protection plan for products that cost `low` to `high` cents."""

    low: int
    high: int
    two_years: int
    three_years: int


@dataclass(frozen=True)
class Promo:
    """A code that takes `percent` off orders of at least `minimum` cents until `ends`."""

    code: str
    percent: int
    minimum: int
    ends: date


@dataclass(frozen=True)
class Shop:
    """The shop's data in one world."""

    today: date
    departments: tuple[Department, ...]
    kinds: tuple[Kind, ...]
    products: tuple[Product, ...]
    sponsored: dict[str, Product]
    rates: Rates
    returns: dict[str, Returns]
    plans: tuple[Plan, ...]
    promo: Promo
    first_order: int
    resets: bool  # whether a list in another order loses its filters: "filters-reset"

    @cached_property
    def by_slug(self) -> dict[str, Product]:
        """Products by the slug in their address."""
        return {product.slug: product for product in self.products}

    @cached_property
    def by_sku(self) -> dict[str, Product]:
        """Products by their stock number."""
        return {product.sku: product for product in self.products}

    def arrival(self, product: Product, express: bool = False) -> date:
        """The day of delivery if ordered today; nothing is delivered on a Sunday."""
        day = self.today + timedelta(days=(product.days + 2) // 3 if express else product.days)
        return day + timedelta(days=1) if day.weekday() == SUNDAY else day

    def plan(self, cents: int) -> Plan:
        """The protection plan for a product of this price."""
        return next(plan for plan in self.plans if plan.low <= cents <= plan.high)
