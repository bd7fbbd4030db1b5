"""Tasks about one place or a few: some answers are only in a picture, some only in a review."""

from ....kit.answer_variants import clock_variants
from ....kit.formats import money
from ....kit.opening_hours import at
from ....kit.tasks import SiteTask
from ..place_charts import draw_busy, draw_prices
from ..place_voices import Review, draw_facts, write_reviews
from ..records import Place
from .map_chooser import Chooser, write


def closing_time(choose: Chooser) -> SiteTask:
    """The hours of one branch of a chain on one day."""
    place = choose.place("pharmacy", fits=lambda p: p.chain and p.hours[5] and p.hours[5][0])
    closes = at(place.hours[5][1])
    return write("closing_time", place, closes=closes, ways=clock_variants(closes))


def price_board(choose: Chooser) -> SiteTask:
    """A price that only a photograph shows."""
    place = choose.place("parking", fits=lambda p: not p.chain)
    cents = draw_prices(choose.atlas, place)["Day ticket"]
    return write("price_board", place, price=money(cents, "€"), amount=cents / 100)


def secret_dish(choose: Chooser) -> SiteTask:
    """A fact that only a review tells."""
    place = choose.place("fish", "italian")
    return write("secret_dish", place, dish=draw_facts(choose.atlas, place)["dish"])


def busiest_hour(choose: Chooser) -> SiteTask:
    """The peak of a chart that arrives late."""
    place = choose.place("museum", fits=lambda p: p.hours[3])
    busy = draw_busy(choose.atlas, place, 3)
    peak = f"{max(busy, key=busy.get):02d}:00"
    return write("busiest_hour", place, peak=peak, ways=clock_variants(peak))


def newest_review(choose: Chooser) -> SiteTask:
    """The newest review, which isn't the one shown on top."""

    def last_two(place: Place) -> list[Review]:
        return sorted(write_reviews(choose.atlas, place), key=lambda review: review.day)[-2:]

    place = choose.place("gym", fits=lambda p: last_two(p)[0].day < last_two(p)[1].day)
    review = last_two(place)[1]
    return write("newest_review", place, author=review.author, stars=review.stars)


def new_list(choose: Chooser) -> SiteTask:
    """Three places on a list that has to be created."""
    places = [choose.place(kind) for kind in ("museum", "pool", "ice-cream")]
    path = "lists.Rainy days"
    state = [{"path": path, "length": 3}, *({"path": path, "contains": p.slug} for p in places)]
    names = dict(zip(("one", "two", "three"), (place.name for place in places), strict=True))
    return write("new_list", state=state, **names)


def edit_phone(choose: Chooser) -> SiteTask:
    """A suggested edit; it can't be taken back."""
    phone = f"0{choose.random.randrange(31, 39)} 555 {choose.random.randrange(10_000):04d}"
    return write("edit_phone", choose.place("repair", "vet"), phone=phone)
