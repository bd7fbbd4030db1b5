"""Questions that a search answers: filters, orders, dates, guests, pages and the map."""

from itertools import combinations

from ....kit.steps import WAIT, link, press, radio, tick
from ....kit.tasks import SiteTask, task
from ..records import Coast, Town
from ..stay_catalogue import read
from ..stay_search import PER_PAGE, Party, Query, Stay, search
from .stay_steps import (
    SEARCH,
    Chooser,
    dates,
    dates_in_words,
    enter_destination,
    euros,
    find_stays,
    list_parties,
    sort,
)


def cheapest(coast: Coast, choose: Chooser) -> SiteTask:
    """The cheapest stay in a town for given dates; no other is as cheap."""
    for town in choose.town():
        for who in list_parties(coast, 3):
            ranked = find_stays(coast, town, party=who)
            if len(ranked) > 4 and ranked[0].total < ranked[1].total:
                choose.done(town)
                ques = (
                    f"Which place in {town.name} is the cheapest for two "
                    f"adults {dates_in_words(who.first, who.last)}, and at what price is it "
                    "listed? Answer with its name and the price of the stay in euros."
                )
                return _make_lowest_task(
                    ques, ranked[0], [*_choose_town_and_dates(town, who), SEARCH, WAIT]
                )
    raise AssertionError("no town has one cheapest place")


def counted(coast: Coast, choose: Chooser) -> SiteTask:
    """How many places have two facilities and at least a given score."""
    names = read("facilities.json")
    facilities = ("parking", "pool", "restaurant", "sea-view", "garden", "kitchen")
    for facility, other in combinations(facilities, 2):
        places = [p for p in coast.properties if {facility, other} <= set(p.facilities)]
        count = sum(place.score >= 8 for place in places)
        if 3 <= count < len(places) < 20:
            ques = (
                "How many places on the whole Alvera Coast have both "
                f"“{names[facility]}” and “{names[other]}” and a guest score "
                "of 8 or more? Answer with the number."
            )
            oracle = [SEARCH, WAIT, press("Facilities"), tick(names[facility]), tick(names[other])]
            oracle += [press("Guest score"), radio("8 or more"), WAIT]
            return task(ques, str(count), {"parts": [count]}, oracle)
    raise AssertionError("no two facilities leave a small number of places")


def with_breakfast(coast: Coast, choose: Chooser) -> SiteTask:
    """The cheapest stay with breakfast and free cancellation; it isn't the cheapest of all."""
    for town in choose.town():
        for who in list_parties(coast, 2):
            ranked = find_stays(coast, town, party=who, free=True, breakfast=True)
            plain = find_stays(coast, town, party=who)
            if (
                len(ranked) > 2
                and ranked[0].total < ranked[1].total
                and ranked[0].place is not plain[0].place
            ):
                choose.done(town)
                ques = (
                    f"Two adults want to stay in {town.name} "
                    f"{dates_in_words(who.first, who.last)}. Which place is the cheapest with both "
                    "breakfast included and free cancellation, and how much is it in the list?"
                )
                both = [tick("Free cancellation"), tick("Breakfast")]
                return _make_lowest_task(
                    ques, ranked[0], [*_choose_town_and_dates(town, who), SEARCH, WAIT, *both]
                )
    raise AssertionError("no town has a cheapest place with breakfast")


def family(coast: Coast, choose: Chooser) -> SiteTask:
    """The cheapest single room for four."""
    for town in choose.town():
        for pair in list_parties(coast, 2):
            who = Party(pair.first, pair.last, 2, 2, 1)
            ranked = find_stays(coast, town, party=who)
            if len(ranked) > 2 and ranked[0].total < ranked[1].total:
                choose.done(town)
                ques = (
                    "We are two adults and two children and want one room or flat together in "
                    f"{town.name}, {dates_in_words(who.first, who.last)}. Which place is the "
                    "cheapest in the list, and at what price?"
                )
                four = [press("Guests and rooms"), press("More children"), press("More children")]
                return _make_lowest_task(
                    ques, ranked[0], [*_choose_town_and_dates(town, who), *four, SEARCH, WAIT]
                )
    raise AssertionError("no town takes a family")


def pin(coast: Coast, choose: Chooser) -> SiteTask:
    """The place behind a price on the map."""
    for town in choose.town():
        ranked = find_stays(coast, town)
        single = [
            stay for stay in ranked if sum(other.total == stay.total for other in ranked) == 1
        ]
        if single:
            choose.done(town)
            best = single[len(single) // 2]
            ques = (
                f"Search for {town.name} without any dates. Which place "
                f"has the pin “€{best.total}” on the map? Answer with its "
                "name and its district."
            )
            oracle = [
                enter_destination(town.name),
                SEARCH,
                WAIT,
                press(f"€{best.total} on the map"),
            ]
            rule = {"parts": [best.place.name, best.place.district]}
            return task(ques, f"{best.place.name}, {best.place.district}", rule, oracle)
    raise AssertionError("no town has a price that only one place has")


def third_page(coast: Coast, choose: Chooser) -> SiteTask:
    """The first place on the third page of a sorted list."""
    place = search(coast, Query(sort="price"))[2 * PER_PAGE].place
    ques = (
        "List all places of the Alvera Coast without dates, lowest "
        "price first. Which place stands first on the third page "
        "of results?"
    )
    oracle = [SEARCH, WAIT, *sort("Lowest price first"), link("Page 3"), WAIT]
    return task(ques, place.name, {"parts": [place.name]}, oracle)


def _choose_town_and_dates(town: Town, who: Party) -> list:
    """The steps that choose a town and dates in the search bar."""
    return [enter_destination(town.name), *dates(who.first, who.last)]


def _make_lowest_task(ques: str, best: Stay, oracle: list) -> SiteTask:
    """The task of naming the cheapest place and its total, given the steps to the results."""
    rule = {"parts": [best.place.name, best.total]}
    ans = f"{best.place.name}, {euros(best.total)}"
    return task(ques, ans, rule, [*oracle, *sort("Lowest price first")])
