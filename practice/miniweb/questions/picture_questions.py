"""Questions that come with a picture, which shows what to look up."""

from ..kit.answer_variants import duration_variants
from ..kit.formats import clock, comma, day_format, duration, money
from ..kit.steps import SCROLL_DOWN
from ..sites.flights.destination_pages import BOARD_ROWS
from ..sites.flights.records import LONG, Airport, Service
from ..sites.recipes.data import Recipe
from ..sites.search.tasks.record_asker import NO_LETTER
from . import attached_pictures as pictures
from .question import AttachedFile, Question, ask
from .seeker import BACK_TO_SEARCH, FIRST, Seeker

day = day_format("{} %B %Y")
CARD_INGREDIENTS = 6  # ingredients on a card


def last_on_the_board(seek: Seeker) -> Question:
    """A departures board, and the aircraft of its last flight."""
    flights = seek.sites["flights"]

    def fits(airport: Airport) -> bool:
        found = _list_departures(seek, airport.code)[:7]
        early = len(found) == 7 and found[-1].leaves < 12 * 60
        return early and len({service.aircraft for service in found}) > 2

    airport = seek.pick(flights.airports.values(), fits)
    shown = _list_departures(seek, airport.code)[1:7]
    last = shown[-1]
    fleet = sorted({service.aircraft for service in flights.services} - {last.aircraft})
    rows = [(clock(s.leaves), flights.airports[s.end].city, s.name) for s in shown]
    return ask(
        1,
        "The attached picture shows this morning's departures board of an airport. Which type of "
        "aircraft flies the last of these flights, according to Tern?",
        last.aircraft,
        [[last.aircraft, last.aircraft.split(" ", 1)[1]]],
        [*seek.open(airport), SCROLL_DOWN],
        facts=[last.name, last.aircraft],
        wrong=fleet,
        others=[name for name in fleet if name not in last.aircraft],
        attached=AttachedFile("departures.png", pictures.draw_board(airport.name, rows)),
    )


def _list_departures(seek: Seeker, code: str) -> list[Service]:
    """The first flights that leave an airport today, as its page lists them."""
    today = seek.today.weekday()
    flights = [s for s in seek.sites["flights"].services if s.start == code and today in s.weekdays]
    return sorted(flights, key=lambda service: (service.leaves, service.name))[:BOARD_ROWS]


def second_in_the_chart(seek: Seeker) -> Question:
    """A chart of votes for words, and how often one of them was looked up."""
    entries = seek.sites["words"].entries
    words = [
        seek.pick(entries, lambda entry: _is_entry_found(seek, entry.word) and len(entry.word) < 9)
        for _ in range(5)
    ]
    votes = seek.random.sample(range(5, 50, 5), len(words))
    entry = words[votes.index(sorted(votes)[-2])]
    counts = dict(zip([each.word for each in words], votes, strict=True))
    picture = pictures.draw_bars("Our class votes for its favourite word", counts)
    return ask(
        1,
        "The attached chart shows a school class's votes for its favourite word. How many times "
        "was the word in second place looked up in Verbarium last week (not this week)?",
        f"{comma(entry.lookups_before)} times",
        [entry.lookups_before],
        seek.open_page(f"{entry.word} meaning", "words", f"/dictionary/{entry.word}"),
        facts=[f"last week {comma(entry.lookups_before)}"],
        wrong=[f"{comma(other.lookups_before)} times" for other in words]
        + [f"{comma(entry.lookups)} times"],
        attached=AttachedFile("votes.png", picture),
    )


def _is_entry_found(seek: Seeker, word: str) -> bool:
    return seek.finds_page(f"{word} meaning", "words", f"/dictionary/{word}")


def second_bag(seek: Seeker) -> Question:
    """A boarding pass, the airline behind a code, and what its bags cost on that flight."""
    flights = seek.sites["flights"]

    def plain(service: Service) -> bool:
        clear = not LONG * 0.75 < service.km < LONG * 1.25
        return clear and seek.is_found(flights.airlines[service.airline])

    def fits(airport: Airport) -> bool:
        return any(map(plain, _list_departures(seek, airport.code)))

    airport = seek.pick(flights.airports.values(), fits)
    service = seek.random.choice(list(filter(plain, _list_departures(seek, airport.code))))
    airline, end = flights.airlines[service.airline], flights.airports[service.end]
    haul = "long" if service.km > LONG else "short"
    fee = airline.second_bag_fee[haul]
    fees = [*airline.bag_fee.values(), *airline.second_bag_fee.values(), airline.gate_fee]
    ends = ((airport.code, airport.city), (end.code, end.city))
    fields = {"Flight": service.name, "Date": f"{seek.today:%d %b}", "Seat": "17C", "Group": "3"}
    return ask(
        2,
        "This is my boarding pass. My fare includes no second checked bag. How many dollars does "
        "the airline charge for a second one beyond the fare on this flight, according to Tern?",
        f"${fee}",
        [fee],
        [*seek.open(airport), SCROLL_DOWN, BACK_TO_SEARCH, *seek.open(airline), SCROLL_DOWN],
        facts=[service.name, airline.name, f"${fee}"],
        wrong=[f"${other}" for other in fees],
        attached=AttachedFile("boarding-pass.png", pictures.draw_pass("N. BELL", ends, fields)),
    )


def card_without_title(seek: Seeker) -> Question:
    """The recipe behind a list of ingredients."""
    recipes = seek.sites["recipes"].recipes

    def names(recipe: Recipe) -> list[str]:
        return [line.name() for line in recipe.ingredients][:CARD_INGREDIENTS]

    def fits(recipe: Recipe) -> bool:
        foods = set(names(recipe))
        alike = [r for r in recipes if foods <= {line.name() for line in r.ingredients}]
        words = " ".join(names(recipe))
        found = seek.finds_page(words, "recipes", f"/recipe/{recipe.slug}")
        return len(foods) == CARD_INGREDIENTS and alike == [recipe] and found

    recipe = seek.pick(recipes, fits)
    words = " ".join(names(recipe))
    hits = [page.path for page in seek.hits(words)[:FIRST] if page.path.startswith("/recipe/")]
    others = [r for r in recipes if f"/recipe/{r.slug}" in hits and r is not recipe]
    lines = [
        f"{line.measure()} {line.name()}".strip() for line in recipe.ingredients[:CARD_INGREDIENTS]
    ]
    return ask(
        2,
        "I found the attached card, with the first ingredients of a recipe from Plateful. What is "
        "the recipe called, and how long does it take in total?",
        f"{recipe.title}, {duration(recipe.total)}",
        [recipe.title, duration_variants(recipe.total)],
        [*seek.open_page(words, "recipes", f"/recipe/{recipe.slug}"), NO_LETTER],
        facts=[recipe.title, duration(recipe.total, "hr")],
        wrong=[f"{r.title}, {duration(r.total)}" for r in others]
        + [f"{recipe.title}, {duration(recipe.total + 10)}"],
        others=[r.title for r in others if r.title not in recipe.title],
        attached=AttachedFile("card.png", pictures.draw_card(lines)),
    )


def spilled_receipt(seek: Seeker) -> Question:
    """An old receipt with an unreadable price, and what the thing costs today."""
    shop = seek.sites["shop"]
    products = [
        seek.pick(shop.products, lambda p: p.one_price and p.in_stock and len(p.title) < 46)
        for _ in range(3)
    ]
    *_, spilled = products
    more = seek.random.randrange(105, 700)
    paid = [p.price - seek.random.randrange(50, 400) for p in products[:2]] + [spilled.price - more]
    bought = day(seek.today.replace(year=seek.today.year - 1))
    lines = [(p.title, money(cents)) for p, cents in zip(products, paid, strict=True)]
    picture = pictures.draw_receipt("Bigbarrow", bought, lines, money(sum(paid)))
    return ask(
        2,
        "The attached receipt is from an order at Bigbarrow a year ago; delivery was free, and "
        "coffee was spilled over one price. By how many dollars is that thing dearer today than it "
        "was then?",
        money(more),
        [more / 100],
        seek.open(spilled),
        facts=[money(spilled.price)],
        wrong=[money(spilled.price), money(paid[2]), money(products[0].price - paid[0])],
        attached=AttachedFile("receipt.png", picture),
    )


MAKERS = {  # each with the sites that its question leads to, and its attachment
    last_on_the_board: "flights attached-picture",
    second_in_the_chart: "words attached-picture",
    second_bag: "flights attached-picture",
    card_without_title: "recipes attached-picture",
    spilled_receipt: "shop attached-picture",
}
