"""Questions that need two figures: differences, totals with tax, comparisons, another currency."""

from calendar import FRIDAY
from datetime import timedelta

from ....kit.steps import choose_option, link, press
from ....kit.tasks import SiteTask, task
from ..records import CATEGORIES, Coast, Property, Room
from .stay_steps import (
    CHECK,
    HOME,
    Chooser,
    dates,
    dates_in_words,
    enter_destination,
    euros,
    find_free_dates,
    next_month,
)


def two_nights(coast: Coast, choose: Chooser) -> SiteTask:
    """How much more a Friday night costs than a Wednesday night."""
    start = next_month(coast)
    friday = start + timedelta(days=(FRIDAY - start.weekday()) % 7 + 7)
    wednesday = friday - timedelta(days=2)

    def prices(place: Property) -> list[int | None]:
        return [coast.lowest(place, day) for day in (friday, wednesday)]

    place = choose.place(
        lambda p: p.kind == "Hotel" and all(prices(p)) and prices(p)[0] > prices(p)[1]
    )
    dear, cheap = prices(place)
    ques = (
        f"By the calendar on the page of {place.name}: how much more does the night of {friday:%A} "
        f"{friday.day} {friday:%B %Y} cost than that of {wednesday:%A} {wednesday.day} "
        f"{wednesday:%B}? Answer in euros."
    )
    oracle = [enter_destination(place.name), press("Check-in – check-out")]
    return task(ques, f"€{dear - cheap}", {"parts": [dear - cheap]}, oracle)


def with_tax(coast: Coast, choose: Chooser) -> SiteTask:
    """The price of a stay with the city tax, which the prices shown don't include."""
    place = choose.place(
        lambda p: p.kind in ("Hotel", "Guesthouse") and find_free_dates(coast, p, 4, 8)
    )
    who = find_free_dates(coast, place, 4, 8)
    room: Room = place.rooms[0]
    price = place.total(room, room.offers[0], who.first, who.last, 2)
    total = price + place.town.tax * 2 * 4 / 100
    ques = (
        f"What does the {room.name.lower()} at {place.name} cost two adults "
        f"{dates_in_words(who.first, who.last)}, non-refundable and without breakfast, with the "
        "city tax added to the price in the table of rooms? Answer in euros."
    )
    oracle = [
        enter_destination(place.name),
        *dates(who.first, who.last),
        CHECK,
        link("Good to know"),
    ]
    return task(ques, euros(total), {"parts": [total]}, oracle)


def which_of_two(coast: Coast, choose: Chooser) -> SiteTask:
    """Which of two places has the better score in one category."""
    apartment = choose.place(lambda p: p.kind == "Apartment")
    name, other = next(
        (name, place)
        for name in (CATEGORIES[1], CATEGORIES[3])
        for place in choose.order
        if place.kind == apartment.kind
        and place is not apartment
        and abs(place.scores[name] - apartment.scores[name]) >= 0.2
    )
    choose.used.add(other.slug)
    best, rest = sorted((apartment, other), key=lambda place: -place.scores[name])
    first, second = sorted((apartment, other), key=lambda place: place.name)
    ques = f"Which has the higher guest score for {name.lower()}: {first.name} or {second.name}?"
    oracle = [
        enter_destination(first.name),
        link("Reviews"),
        HOME,
        enter_destination(second.name),
        link("Reviews"),
    ]
    rule = {"parts": [best.name], "not": [rest.name]}
    return task(ques, best.name, rule, oracle, golden=True)


def in_pounds(coast: Coast, choose: Chooser) -> SiteTask:
    """A price in another currency."""
    place = choose.place(lambda p: p.kind == "Guesthouse" and find_free_dates(coast, p, 2, 8))
    who = find_free_dates(coast, place, 2, 8)
    room = place.rooms[0]
    pounds = round(place.total(room, room.offers[0], who.first, who.last, 2) * coast.rates["GBP"])
    ques = (
        f"How much is the {room.name.lower()} at {place.name} "
        f"{dates_in_words(who.first, who.last)} for two adults, non-refundable and without "
        "breakfast, when Pergola shows its prices in pounds? Answer in pounds."
    )
    oracle = [
        enter_destination(place.name),
        *dates(who.first, who.last),
        CHECK,
        choose_option("Currency", "GBP £"),
        link("Rooms and prices"),
    ]
    return task(ques, f"£{pounds}", {"parts": [pounds]}, oracle)
