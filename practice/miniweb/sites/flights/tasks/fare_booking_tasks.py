"""Tasks that change something: track a price, choose a fare; judged by the visitor's state."""

from dataclasses import replace
from datetime import timedelta

from ....kit.formats import clock
from ....kit.steps import WAIT, press
from ....kit.tasks import SiteTask, task
from ..fare_pages import fares, price_chosen, reference
from ..flight_search import Offer, Search, chosen, offers, ranked
from ..pages import day
from .trip_drawing import Draw, has_one_lowest, select, sort


def track(draw: Draw) -> SiteTask:
    way = draw.trip(lambda search, found: len(found) > 2)
    search = replace(way, trip="round", back=way.out + timedelta(9))
    ques = (
        f"Turn on price tracking for a round trip from {draw.city(way.start)} to "
        f"{draw.city(way.end)}, out on {day(search.out)} and back on {day(search.back)}, one "
        "adult, and for nothing else."
    )
    route = f"{draw.data.airports[way.start].city} to {draw.data.airports[way.end].city}"
    rule = {
        "state": [{"path": "tracked", "length": 1}, {"path": "tracked", "contains": search.tracked}]
    }
    oracle = [press("Got it"), *draw.open_results(search), ["Click", "switch", "Track prices"]]
    return task(ques, f"{route} is tracked for these days.", rule, oracle)


def cheapest_flex(draw: Draw) -> SiteTask:
    """The cheapest flight of the day in the dearest brand; the fares load a moment late."""

    def fits(search: Search, found: list[Offer]) -> bool:
        return (
            len(found) > 4
            and has_one_lowest([o.price for o in found])
            and ranked(found, "price")[0] != ranked(found, "best")[0]
        )

    search = draw.trip(fits)
    best = ranked(offers(draw.table, search), "price")[0].journey
    flex = fares(draw.table, replace(search, go=best.id), [best])[2]
    price = price_chosen(draw.data, flex, [best])
    ques = (
        f"Find the cheapest one-way flight {draw.say(search)} for one adult in economy and "
        "choose its Flex fare, without going on to the airline. What do I pay for it in the end?"
    )
    oracle = [*draw.open_results(search), sort("Price"), select(best), WAIT, press("Choose Flex")]
    return task(
        ques,
        f"${price}",
        {"parts": [price], "state": _expect_selected([best.numbers], "Flex")},
        oracle,
    )


def round_trip(draw: Draw) -> SiteTask:
    """Two flights, named by airline and hour, in the middle brand."""

    def top(search: Search) -> list[Offer]:
        found = offers(draw.table, search)
        names = [(o.journey.airline, o.journey.departs) for o in found]
        return [
            o
            for o in ranked(found, "best")[:3]
            if names.count((o.journey.airline, o.journey.departs)) == 1
        ]

    def ways(search: Search) -> tuple[Search, list[Offer], list[Offer]]:
        there = replace(search, trip="round", back=search.out + timedelta(6))
        outs = top(there)
        return there, outs, top(replace(there, go=outs[-1].journey.id)) if outs else []

    way = draw.trip(lambda search, found: bool(found) and bool(ways(search)[2]), far=False)
    search, outs, backs = ways(way)
    out, back = outs[-1].journey, backs[-1].journey
    standard = fares(draw.table, search, [out, back])[1]
    price = price_chosen(draw.data, standard, [out, back])
    names = [draw.data.airlines[journey.airline].name for journey in (out, back)]
    ques = (
        "Choose the Standard fare for this round trip of one adult in economy: from "
        f"{draw.city(way.start)} to {draw.city(way.end)} on {day(search.out)} with {names[0]} at "
        f"{clock(out.departs)}, back on {day(search.back)} with {names[1]} at "
        f"{clock(back.departs)}. Do not go on to the airline. What is the price once it is "
        "chosen?"
    )
    steps = [select(out), select(back), WAIT, press("Choose Standard")]
    rule = {
        "parts": [price],
        "state": _expect_selected([out.numbers, back.numbers], "Standard"),
    }
    return task(ques, f"${price}", rule, [*draw.open_results(search), *steps])


def hand_on(draw: Draw) -> SiteTask:
    """From the fare comparison to the airline's reference; starts on a chosen flight's page."""
    search = draw.trip(lambda search, found: len(found) > 1, far=True)
    journey = ranked(offers(draw.table, search), "best")[0].journey
    search = replace(search, go=journey.id)
    assert chosen(draw.table, search, journey.id)
    offered = fares(draw.table, search, [journey])
    state = {
        "flights": [journey.numbers],
        "fare": "Flex",
        "search": search.tracked | {"cabin": "economy", "people": 1},
    }
    code = reference(draw.data, state)
    assert [fare.refund for fare in offered] == [False, False, True]
    ques = (
        "For the flight on this page, choose the fare that is refunded in full and continue to the "
        "airline. Which reference does it give?"
    )
    oracle = [WAIT, press("Choose Flex"), press("Continue to")]
    rule = {
        "parts": [code],
        "state": [
            *_expect_selected([journey.numbers], "Flex"),
            {"path": "selected.handed", "equals": code},
        ],
    }
    return task(ques, code, rule, oracle, golden=True, start=search.address("/book"))


def _expect_selected(numbers: list[str], brand: str) -> list[dict]:
    return [
        {"path": "selected.flights", "equals": numbers},
        {"path": "selected.fare", "equals": brand},
    ]


MAKERS = {  # each maker with the site features its task exercises
    track: "suggestions calendar-range switch toast popup",
    cheapest_flex: (
        "suggestions price-calendar sorting late-content fare-brands stock-changes toast"
    ),
    round_trip: (
        "suggestions calendar-range two-step-choice late-content fare-brands stock-changes toast"
    ),
    hand_on: "late-content fare-brands hand-off toast",
}
