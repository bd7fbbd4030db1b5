"""Tasks that change something; judged by the visitor's state."""

from ....kit.steps import WAIT, choose_option, fill, press, tick
from ....kit.tasks import SiteTask, task
from ..records import Coast, Offer, Property
from ..stay_search import Party
from .stay_steps import (
    CHECK,
    HOME,
    SEARCH,
    Chooser,
    dates,
    dates_in_words,
    enter_destination,
    euros,
    find_free_dates,
    sort,
)

GUEST = {
    "First and last name": "Nora Bell",
    "Email": "nora.bell@example.com",
    "Phone": "+44 20 7946 0123",
}
ACCEPT = [tick("I accept the booking rules"), press("Confirm booking")]


def best_of_kind(coast: Coast, choose: Chooser) -> SiteTask:
    """The best rated place of a kind on the wish list."""
    for kind, plural in (
        ("Farmhouse", "Farmhouses"),
        ("Villa", "Villas"),
        ("Hostel", "Hostels"),
        ("Guesthouse", "Guesthouses"),
    ):
        ranked = sorted(
            (p for p in coast.properties if p.kind == kind), key=lambda place: -place.score
        )
        if ranked[0].score > ranked[1].score:
            best = ranked[0]
            choose.used.add(best.slug)
            ques = (
                f"Put the {kind.lower()} with the highest guest score "
                "on the whole coast on my wish list. What is it called?"
            )
            oracle = [
                SEARCH,
                WAIT,
                press("Type of place"),
                tick(plural),
                *sort("Guest score"),
                press(f"Save {best.name}"),
            ]
            state = [{"path": "wishes", "length": 1}, {"path": "wishes", "contains": best.slug}]
            rule = {"parts": [best.name], "state": state}
            return task(ques, best.name, rule, oracle)
    raise AssertionError("no kind has one best place")


def two_wishes(coast: Coast, choose: Chooser) -> SiteTask:
    """Two places on the wish list and nothing else."""
    villa, hostel = (
        choose.place(lambda p, kind=kind: p.kind == kind) for kind in ("Villa", "Hostel")
    )
    ques = (
        f"Put {villa.name} and {hostel.name} on my wish list, and nothing else. Say “done” when "
        "both are on it."
    )
    state: list[dict] = [{"path": "wishes", "length": 2}]
    state += [{"path": "wishes", "contains": place.slug} for place in (villa, hostel)]
    oracle = [enter_destination(villa.name), press(f"Save {villa.name}"), HOME]
    oracle += [enter_destination(hostel.name), press(f"Save {hostel.name}")]
    return task(ques, "done", {"state": state}, oracle)


def book(coast: Coast, choose: Chooser) -> SiteTask:
    """A booking, from the home page to the booking number; it can't be undone."""
    place = choose.place(lambda p: p.kind == "Guesthouse" and find_free_dates(coast, p, 2, 6))
    who = find_free_dates(coast, place, 2, 6)
    room, offer = place.rooms[0], place.rooms[0].offers[0]
    number = f"PG-{coast.first_booking}"
    ques = (
        f"Book one {room.name.lower()} at {place.name} for two adults "
        f"{dates_in_words(who.first, who.last)}, the non-refundable offer without breakfast. "
        f"{_describe_guest()} I accept the booking rules; confirm the booking, that is what I "
        "want. Answer "
        "with the booking number."
    )
    oracle = [
        enter_destination(place.name),
        *_reserve(place, who, offer, 1),
        *_fill_fields(),
        *ACCEPT,
    ]
    rule = {
        "parts": [number],
        "state": _expect_booking(place, who, {f"{room.code}/{offer.code}": 1}),
    }
    return task(ques, number, rule, oracle)


def book_two(coast: Coast, choose: Chooser) -> SiteTask:
    """Two rooms with a late arrival, starting on the page of the place."""

    def enough(place: Property) -> Party | None:
        who = find_free_dates(coast, place, 3, 6)
        if (
            who
            and coast.left(place.rooms[0], who.first, who.last) > 1
            and len(place.rooms[0].offers) > 1
        ):
            return who
        return None

    place = choose.place(lambda p: p.kind in ("Hotel", "Guesthouse", "Farmhouse") and enough(p))
    who = enough(place)
    room, offer = place.rooms[0], place.rooms[0].offers[1]
    price = place.total(room, offer, who.first, who.last, 2) * 2
    total = price + sum(coast.fees(place, price).values())
    meals = "breakfast" if offer.breakfast else "no breakfast"
    terms = f"{'free cancellation' if offer.flexible else 'no refund'} and {meals}"
    ques = (
        f"Book two of the {room.name.lower()} at {place.name} "
        f"{dates_in_words(who.first, who.last)}, leaving the number of "
        f"guests at two adults, with {terms}. {_describe_guest()} Time of arrival: "
        "after 20:00. I accept the booking rules; please confirm. "
        "Answer with the total price in euros."
    )
    late = choose_option("Time of arrival", "After 20:00")
    oracle = [*_reserve(place, who, offer, 2), late, *_fill_fields(), *ACCEPT]
    state = [
        *_expect_booking(place, who, {f"{room.code}/{offer.code}": 2}),
        {"path": "bookings.0.arrival", "equals": "After 20:00"},
    ]
    rule = {"parts": [total], "state": state}
    return task(ques, euros(total), rule, oracle, start=f"/p/{place.slug}")


def _describe_guest() -> str:
    name, email, phone = GUEST.values()
    return f"The guest is {name}, email {email}, phone {phone}."


def _reserve(place: Property, who: Party, offer: Offer, count: int) -> list:
    """The steps from the page of a place to the form of the guest."""
    meals = "breakfast included" if offer.breakfast else "without breakfast"
    terms = f"{'free cancellation' if offer.flexible else 'non-refundable'}, {meals}"
    choose = choose_option(f"{place.rooms[0].name}, {terms}", str(count))
    return [*dates(who.first, who.last), CHECK, choose, press("Reserve")]


def _fill_fields() -> list:
    """The steps that fill the fields; each sends the form, which shows what is still missing."""
    return [fill(field, text) for field, text in GUEST.items()]


def _expect_booking(place: Property, who: Party, chosen: dict[str, int]) -> list[dict]:
    """The conditions that exactly this booking was made, and no other."""
    name, email, _ = GUEST.values()
    wanted = {
        "place": place.slug,
        "from": who.first.isoformat(),
        "to": who.last.isoformat(),
        "chosen": chosen,
    }
    wanted |= {"adults": who.adults, "kids": who.children, "name": name, "email": email}
    return [
        {"path": "bookings", "length": 1},
        *({"path": f"bookings.0.{key}", "equals": value} for key, value in wanted.items()),
    ]
