"""Acts that cannot be undone: what a search must not try, and does once at the most."""

from dataclasses import replace

import pytest
from doors import ALL, Chooser, path

from webvoyager.lab import search
from webvoyager.lab.search import safety, values
from webvoyager.records import Action
from webvoyager.views import marked_screenshot

BUYING = ALL | {
    "Start": ['Click "Add to cart"'],
    "Cart": ['Click "Place order"', 'Click "Start"'],
    "Ordered": ["Wait"],
}


@pytest.mark.parametrize(("guard", "orders"), [(safety.refuse, 0), (safety.allow, 1)])
def test_nothing_is_ordered_that_nobody_asked_for(env, model, endpoint, shop, guard, orders):
    endpoint.replies = [Chooser(BUYING)]
    nodes = []
    limits = search.Limits(samples=2, budget=2)
    strategy = search.Strategy(values.constant(), limits, guard=guard, sandbox=True)
    next(search.steps(shop.task, env, model, strategy, nodes=nodes, max_steps=2))
    assert shop.orders == orders
    refused = [node for node in nodes if node.refused]
    assert bool(refused) == (not orders) and all(
        "cannot be undone" in node.refused for node in refused
    )


def test_what_is_asked_for_is_ordered_once(env, model, endpoint, shop):
    endpoint.replies = [Chooser(BUYING | {"Ordered": ["ANSWER; done", "Wait"]})]
    task = replace(shop.task, question="Add the thing to the cart and order it.")
    strategy = search.Strategy(values.constant(), search.Limits(samples=2, budget=6))
    episode = search.run(task, env, model, strategy, max_steps=5)
    assert shop.orders == 1 and sum(shop.carts.values()) == 1
    assert path(episode) == ["Click [3]", "Click [1]", "ANSWER"]
    writes = [[write.rpartition("/")[2] for write in step.writes] for step in episode.steps]
    assert writes == [["cart"], ["order"], []]


def test_the_only_way_on_is_told_when_it_is_refused(env, model, endpoint, shop):
    endpoint.replies = [Chooser(BUYING | {"Cart": ['Click "Place order"']})]
    limits = search.Limits(samples=2, budget=2)
    strategy = search.Strategy(values.constant(), limits)
    episode = search.run(shop.task, env, model, strategy, max_steps=2)
    assert shop.orders == 0 and '"Place order" orders or pays' in episode.steps[1].error


ACTS = {
    "Place your order": "orders or pays",
    "Jetzt kaufen": "orders or pays",
    "Commander": "orders or pays",
    "Delete": "deletes",
    "Löschen": "deletes",
    "Send message": "sends",
    "Post comment": "sends",
    "Sign up": "signs up",
    "Order history": "",
    "Sort by price": "",
    "Add to cart": "",
    "Search": "",
    "Booking.com": "",
    "Post office": "",
    "Pay monthly plans explained": "",
    "Send-off songs": "",
}


def test_words_that_promise_what_cannot_be_undone(browser, own_page):
    browser.open(own_page("".join(f"<button>{words}</button>" for words in ACTS)))
    seen = marked_screenshot(browser)
    found = {
        mark.text: safety.cannot_be_undone(Action("Click", mark.label), seen) for mark in seen.marks
    }
    assert found == ACTS


def test_yes_on_a_page_that_warns_is_an_act(browser, own_page):
    browser.open(
        own_page(
            "<p>Your data will be lost. This cannot be"
            " undone.<p><button>Yes</button><button>No</button>"
        )
    )
    seen = marked_screenshot(browser)
    assert [safety.cannot_be_undone(Action("Click", label), seen) for label in (0, 1)] == [
        "deletes",
        "",
    ]


def test_submit_is_an_act_where_its_form_is_posted(browser, own_page):
    # a page's names for fields hide what a form knows of itself
    names = "<input name=method><input name=type>"
    forms = [
        f"<form method={way}>{names}<button>{words}</button></form>"
        for way, words in (
            ("post", "Submit"),
            ("get", "Submit"),
            ("post", "Filter"),
            ("post", "Confirm and finish"),
        )
    ]
    browser.open(own_page("".join(forms) + "<button>Submit</button>"))
    seen = marked_screenshot(browser)
    buttons = [mark for mark in seen.marks if mark.tag == "button"]
    assert [mark.posts for mark in buttons] == [True, False, True, True, False]
    acts = [safety.cannot_be_undone(Action("Click", mark.label), seen) for mark in buttons]
    assert acts == ["sends", "", "", "sends", ""]


@pytest.mark.parametrize(("answer", "orders"), [("yes", 1), ("No", 0)])
def test_a_person_is_asked_once_about_an_act(env, model, endpoint, shop, answer, orders):
    endpoint.replies = [Chooser(BUYING)]
    asked = []

    def person(question: str) -> str:
        asked.append(question)
        return answer

    limits = search.Limits(samples=2, budget=4)
    guard = safety.ask(person)
    strategy = search.Strategy(values.constant(), limits, guard=guard, sandbox=True)
    next(search.steps(shop.task, env, model, strategy, max_steps=2))
    assert (shop.orders > 0) == (orders > 0)
    assert asked == [
        f'Click on "Place order" orders or pays, which cannot be undone. On {shop.served.url}/cart. '
        "Shall it be done? (yes or no) "
    ]


def test_typing_is_read_by_the_button_that_sends_it(browser, own_page):
    page = (
        "<input aria-label=Mail><button>Subscribe</button><p><input type=search"
        " aria-label=Find><button>Find</button>"
    )
    browser.open(own_page(page))
    seen = marked_screenshot(browser)
    fields = [mark for mark in seen.marks if mark.tag == "input"]
    assert [
        safety.cannot_be_undone(Action("Type", field.label, "x"), seen) for field in fields
    ] == ["signs up", ""]
