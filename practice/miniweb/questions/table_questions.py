"""Questions that come with a table, whose rows name what to look up."""

from collections.abc import Sequence
from itertools import permutations

from ..kit.formats import money
from .money_questions import RATES
from .question import AttachedFile, Question, ask
from .seeker import BACK_TO_SEARCH, Seeker
from .two_page_questions import CITY_TAX


def busiest_town(seek: Seeker) -> Question:
    """A table of overnight stays, and a tax."""
    towns = seek.sites["stays"].towns
    taxes = [town.tax for town in towns]
    top = seek.pick(towns, lambda town: taxes.count(town.tax) == 1)
    rows = {
        town.name: [seek.random.randrange(21, 60) * 100 + 50 for _ in range(3)] for town in towns
    }
    others = [sum(nights) for name, nights in rows.items() if name != top.name]
    rows[top.name][1] += max(0, max(others) - sum(rows[top.name])) + 700
    months = "town,June,July,August"
    lines = [",".join((name, *map(str, nights))) for name, nights in rows.items()]
    return ask(
        1,
        "The attached table has the overnight stays in the six towns of the Alvera Coast in three "
        "months of a summer. How many euros of city tax does one adult pay for one night in the "
        "town that had the most in all, according to Pergola?",
        f"€{top.tax / 100:.2f}",
        [top.tax / 100],
        seek.open_page(*CITY_TAX),
        facts=[top.name, f"€{top.tax / 100:.2f}"],
        wrong=[f"€{tax / 100:.2f}" for tax in taxes],
        attached=_write_table("overnight-stays.csv", [months, *lines]),
    )


def shopping_list(seek: Seeker) -> Question:
    """A table of things and quantities, and what they cost together in another currency."""
    shop, rate = seek.sites["shop"], seek.sites["stays"].rates["USD"]
    products = [
        seek.pick(shop.products, lambda p: p.one_price and p.in_stock and not p.was)
        for _ in range(3)
    ]

    def euros(counts: Sequence[int]) -> float:
        cents = sum(p.price * count for p, count in zip(products, counts, strict=True))
        return cents / 100 / rate

    # skip sums so close to .5 that a small error would change the rounding
    orders = seek.shuffled(permutations((1, 2, 3, 4), 3))
    counts = next(each for each in orders if abs(euros(each) % 1 - 0.5) > 0.1)
    lines = [f'"{p.title}",{count}' for p, count in zip(products, counts, strict=True)]
    steps = [step for p in products for step in (*seek.open(p), BACK_TO_SEARCH)]
    return ask(
        2,
        "The attached table is my shopping list. What do all these things cost together at "
        "Bigbarrow today, in these quantities and without delivery? Convert the sum into euros at "
        "the rate that Pergola shows, and round to whole euros.",
        f"€{euros(counts):.0f}",
        [round(euros(counts))],
        [*steps, *seek.open_page(*RATES)],
        facts=[*(money(p.price) for p in products), f"USD {rate:.2f}"],
        wrong=[
            f"€{euros(counts) * rate:.0f}",
            f"€{euros(counts) * rate * rate:.0f}",
            f"€{euros((1, 1, 1)):.0f}",
        ],
        attached=_write_table("shopping-list.csv", ["item,quantity", *lines]),
    )


def _write_table(name: str, lines: list[str]) -> AttachedFile:
    return AttachedFile(name, "".join(f"{line}\n" for line in lines).encode())


MAKERS = {  # each with the sites that its question leads to, and its attachment
    busiest_town: "stays attached-table",
    shopping_list: "shop stays attached-table",
}
