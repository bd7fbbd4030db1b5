"""Look-ups: house rules, help, reviews, the calendar, a picture."""

from datetime import date, timedelta

from ....kit.answer_variants import clock_variants, day_variants
from ....kit.steps import SCROLL_DOWN, choose_option, link, press
from ....kit.tasks import SiteTask, task
from ..pictures.houses import DOORS
from ..records import TRAVELLERS, Coast, Offer, Property, Review
from .stay_steps import (
    CHECK,
    Chooser,
    dates,
    dates_in_words,
    enter_destination,
    find_free_dates,
    next_month,
)


def check_in(coast: Coast, choose: Chooser) -> SiteTask:
    """The end of check-in."""
    place = choose.place(lambda p: p.house.check_in[1] != "22:00")
    time = place.house.check_in[1]
    ques = f"Until what time of day can guests check in at {place.name} in {place.town.name}?"
    oracle = [enter_destination(place.name), link("Good to know")]
    return task(ques, time, {"parts": [clock_variants(time)]}, oracle, golden=True)


def second_thoughts(coast: Coast, choose: Chooser) -> SiteTask:
    """The hours within which anything can be cancelled."""
    hours = coast.terms.grace
    ques = (
        "Within how many hours of booking does Pergola cancel any booking free of charge? See its "
        "cancellation rules."
    )
    oracle = [link("Help"), link("Cancellation rules")]
    return task(ques, f"{hours} hours", {"parts": [hours]}, oracle, golden=True)


def pet_charge(coast: Coast, choose: Chooser) -> SiteTask:
    """What a dog costs for a week."""
    place = choose.place(lambda p: p.house.pet)
    total = place.house.pet * 7
    ques = (
        f"What would {place.name} charge for bringing a dog for seven nights? Answer with the "
        "total in euros."
    )
    return task(
        ques, f"€{total}", {"parts": [total]}, [enter_destination(place.name), link("Good to know")]
    )


def town_table(coast: Coast, choose: Chooser) -> SiteTask:
    """The highest or lowest value of a column of the table of towns, if only one town has it."""
    columns = (
        ("city tax for an adult and night", lambda t: t.tax),
        ("bus journey to Porto Alvera in minutes", lambda t: t.bus),
    )
    for words, value in columns:
        for most, pick in (("highest", max), ("lowest", min)):
            towns = [
                town for town in coast.towns if "bus" not in words or town.slug != "porto-alvera"
            ]
            best = pick(map(value, towns))
            town = next(town for town in towns if value(town) == best)
            if sum(value(other) == best for other in towns) == 1:
                ques = (
                    f"Which town of the Alvera Coast has the {most} {words}, by the table of its "
                    "six towns?"
                )
                return task(ques, town.name, {"parts": [town.name]}, [link("Towns")], golden=True)
    raise AssertionError("every extreme is shared")


def newest_of(coast: Coast, choose: Chooser) -> SiteTask:
    """The newest review by one type of traveller, which isn't the newest of all."""

    def other(place: Property) -> str | None:
        whos = [who for who in TRAVELLERS if who != place.reviews[0].traveller]
        return next((who for who in whos if any(r.traveller == who for r in place.reviews)), None)

    place = choose.place(other)
    who = other(place)
    review = next(review for review in place.reviews if review.traveller == who)
    ques = (
        f"What is the title of the most recent review of {place.name} that was written by guests "
        f"who travelled as “{who}”?"
    )
    oracle = [
        enter_destination(place.name),
        link("Reviews"),
        link("written reviews"),
        choose_option("Travelled as", who),
    ]
    return task(ques, review.title, {"parts": [review.title]}, oracle)


def lowest_review(coast: Coast, choose: Chooser) -> SiteTask:
    """Who wrote the review with the lowest score."""

    def worst(place: Property) -> Review | None:
        ranked = sorted(place.reviews, key=lambda review: review.score)
        return ranked[0] if ranked[0].score < ranked[1].score else None

    place = choose.place(worst)
    review = worst(place)
    ques = (
        f"Who wrote the review with the lowest score of {place.name}, "
        "and from which country? Answer with name and country."
    )
    oracle = [
        enter_destination(place.name),
        link("Reviews"),
        link("written reviews"),
        choose_option("Order", "Worst first"),
    ]
    country = review.country.removeprefix("the ")
    rule = {"parts": [review.author, country]}
    return task(ques, f"{review.author}, {country}", rule, oracle)


def first_taken(coast: Coast, choose: Chooser) -> SiteTask:
    """The first night of next month that the calendar of a place strikes out."""
    start = next_month(coast)

    def taken(place: Property) -> date | None:
        days = [start + timedelta(days=n) for n in range(28)]
        return next((day for day in days if coast.lowest(place, day) is None), None)

    place = choose.place(lambda p: p.house.minimum == 1 and (day := taken(p)) and day.day > 3)
    day = taken(place)
    ques = (
        f"By the calendar on the page of {place.name}: which is "
        f"the first night of {start:%B %Y} on which nothing is free "
        "there? Answer with the date of the evening."
    )
    oracle = [enter_destination(place.name), press("Check-in – check-out")]
    return task(ques, f"{day.day} {day:%B %Y}", {"parts": [write_day_variants(day)]}, oracle)


def write_day_variants(day: date) -> list[str]:
    """The accepted ways to write a day: in words, and in numbers with the day first."""
    return [*day_variants(day), f"{day.day}/{day.month}", f"{day:%d/%m}"]


def cancel_until(coast: Coast, choose: Chooser) -> SiteTask:
    """The last day of free cancellation of a room on given dates."""

    def offer(place: Property) -> Offer | None:
        return next((offer for offer in place.rooms[0].offers if offer.until > 1), None)

    place = choose.place(
        lambda p: offer(p) and p.kind != "Hostel" and find_free_dates(coast, p, 3, 8)
    )
    who = find_free_dates(coast, place, 3, 8)
    day = who.first - timedelta(days=offer(place).until)
    ques = (
        f"I want the {place.rooms[0].name.lower()} at {place.name} "
        f"{dates_in_words(who.first, who.last)}, with free cancellation. What is the last day on "
        "which I could cancel at no cost?"
    )
    oracle = [enter_destination(place.name), *dates(who.first, who.last), CHECK]
    return task(ques, f"{day.day} {day:%B %Y}", {"parts": [write_day_variants(day)]}, oracle)


def front_door(coast: Coast, choose: Chooser) -> SiteTask:
    """A colour that only the photograph shows."""
    place = choose.place(lambda p: p.kind in ("Guesthouse", "Farmhouse"))
    colour = DOORS[place.paint["door"] % 4][0]
    ques = (
        f"What colour is the front door of {place.name} in the first photo on its page? Answer "
        "with one word."
    )
    wrong = [name for name, _ in DOORS if name != colour]
    rule = {"parts": [colour], "not": wrong}
    return task(
        ques,
        colour,
        rule,
        [enter_destination(place.name), press("Photo 1")],
        golden=True,
        needs_vision=True,
    )


def month_chart(coast: Coast, choose: Chooser) -> SiteTask:
    """A difference read from a chart on a canvas."""
    place = choose.place(lambda p: p.kind == "Guesthouse")
    amount = coast.month(place, 8) - coast.month(place, 5)
    ques = (
        f"In the chart “When is it cheapest?” of {place.name}: by how many euros is a night in "
        "August dearer than one in May?"
    )
    oracle = [enter_destination(place.name), link("Rooms and prices"), SCROLL_DOWN]
    return task(ques, f"€{amount}", {"parts": [amount]}, oracle, needs_vision=True)
