"""Acts that cannot be undone: a search must not try them, and does an act once at the most."""

import os
import pty
import subprocess
import sys
from dataclasses import replace

import pytest
from doors import ALL_ACTIONS, Chooser, list_actions
from flask import Flask

from practice.loopback import Loopback
from webvoyager import Task
from webvoyager.lab import search
from webvoyager.lab.search import going_back, safety, values
from webvoyager.records import Action
from webvoyager.views import marked_screenshot

BUYING = ALL_ACTIONS | {
    "Start": ['Click "Add to cart"'],
    "Cart": ['Click "Place order"', 'Click "Start"'],
    "Ordered": ["Wait"],
}


@pytest.mark.parametrize(("guard", "orders"), [(safety.refuse, 0), (safety.allow, 1)])
def test_nothing_is_ordered_unless_the_task_asks_for_it(env, model, endpoint, shop, guard, orders):
    endpoint.replies = [Chooser(BUYING)]
    nodes = []
    limits = search.Limits(samples=2, budget=2)
    strategy = search.Strategy(values.constant(), limits, guard=guard, sandbox=True)
    next(search.steps(shop.task, env, model, strategy, nodes=nodes, max_steps=3))
    assert shop.orders == orders
    refused = [node for node in nodes if node.refused]
    assert bool(refused) == (not orders) and all(
        "cannot be undone" in node.refused for node in refused
    )


def test_a_requested_order_is_placed_once(env, model, endpoint, shop):
    endpoint.replies = [Chooser(BUYING | {"Ordered": ["ANSWER; done", "Wait"]})]
    task = replace(shop.task, question="Add the thing to the cart and order it.")
    strategy = search.Strategy(values.constant(), search.Limits(samples=2, budget=6))
    episode = search.run(task, env, model, strategy, max_steps=5)
    assert shop.orders == 1 and sum(shop.carts.values()) == 1
    assert list_actions(episode) == ["Click [3]", "Click [1]", "ANSWER"]
    writes = [[write.rpartition("/")[2] for write in step.writes] for step in episode.steps]
    assert writes == [["cart"], ["order"], []]


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


def test_words_on_a_button_announce_an_irreversible_act(browser, own_page):
    browser.open(own_page("".join(f"<button>{words}</button>" for words in ACTS)))
    seen = marked_screenshot(browser)
    found = {
        mark.text: safety.cannot_be_undone(Action("Click", mark.label), seen) for mark in seen.marks
    }
    assert found == ACTS


def test_yes_on_a_page_with_a_warning_is_an_act(browser, own_page):
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


def test_submit_is_an_act_if_its_form_is_posted(browser, own_page):
    # fields with these names hide the form's own properties
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
    next(search.steps(shop.task, env, model, strategy, max_steps=3))
    assert (shop.orders > 0) == (orders > 0)
    assert asked == [
        f'Click on "Place order" orders or pays, which cannot be undone. On {shop.served.url}/cart. '
        "Should the agent do it? (yes or no) "
    ]


def test_typing_is_judged_by_the_button_that_sends_it(browser, own_page):
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


class Rows:
    """Three pages with the same links and an element without words that deletes a row."""

    def __init__(self, way: str) -> None:
        self.deleted = 0
        app = Flask("rows")
        links = "".join(f"<p><a href=/{name}>{name}</a>" for name in ("one", "two", "three"))

        @app.get("/<name>")
        def page(name: str) -> str:
            return f"<title>page</title><h1>{name}</h1>{links}{way}"

        @app.route("/delete", methods=["GET", "POST", "DELETE"])
        def delete() -> str:
            self.deleted += 1
            return f"<title>page</title><h1>Gone</h1>{links}{way}"

        self.served = Loopback(app)
        question = "Which page has the most rows?"
        self.task = Task(id="rows--0", site="rows", url=f"{self.served.url}/one", question=question)


SILENT = {
    "by fetch": "<button onclick=\"fetch('/delete', {method: 'DELETE'})\">×</button>",
    "by form": "<form method=post action=/delete><button>×</button></form>",
    "by its parent": "<div onclick=\"fetch('/delete', {method: 'POST'})\"><button>×</button></div>",
    "by a link": "<a href=/delete?row=7>×</a>",
}


WAYS_BACK = {"by form": going_back.replay, "by its parent": going_back.replay}


@pytest.mark.parametrize("way", SILENT)
def test_an_act_without_words_is_carried_out_at_most_once(env, model, endpoint, tmp_path, way):
    rows = Rows(SILENT[way])
    wanted = ['Click "two"', 'Click "×"', 'Click "three"']
    endpoint.replies = [Chooser({"page": wanted})]
    limits = search.Limits(samples=3, budget=5)
    revisit = WAYS_BACK.get(way, going_back.quick)
    strategy = search.Strategy(values.constant(), limits, revisit=revisit)
    episode = search.run(rows.task, env, model, strategy, folder=tmp_path, max_steps=2)
    rows.served.close()
    tree = search.trees.load(episode.folder)
    reported = " ".join(write for step in episode.steps for write in step.writes)
    if way == "by a link":  # the link's address tells what it does
        assert rows.deleted == 0 and tree.counts["refused"]
        return
    assert rows.deleted == 1 == tree.counts["acts"]
    assert "nobody asked for it" in reported and "/delete" in reported
    assert [state.target for state in tree.states if state.act] == ["×"]
    assert any("not done twice" in state.refused for state in tree.states)


def test_the_agents_first_choice_is_carried_out_once_as_without_a_search(env, model, endpoint):
    rows = Rows(SILENT["by fetch"])
    endpoint.replies = [Chooser({"page": ['Click "×"', 'Click "two"']})]
    limits = search.Limits(samples=3, budget=6)
    walk = search.steps(rows.task, env, model, search.Strategy(values.constant(), limits))
    step = next(walk)
    rows.served.close()
    assert rows.deleted == 1 and step.writes == (f"DELETE {rows.served.url}/delete",)


HIDDEN = {  # a page, an action on the mark of this name (or on none), and the kind of act
    "<button>Confirm and pay</button>": ("Click", "Confirm and pay", "", "orders or pays"),
    "<button>Book now for €99</button>": ("Click", "Book now for €99", "", "orders or pays"),
    "<button>注文する</button>": ("Click", "注文する", "", "orders or pays"),
    "<button>Удалить</button>": ("Click", "Удалить", "", "deletes"),
    "<button>Delete account</button>": ("Click", "Delete account", "", "deletes"),
    "<a href='#' onclick=go()>Delete account</a>": ("Click", "Delete account", "", "deletes"),
    "<a href='/items/7/delete'>×</a>": ("Click", "×", "", "deletes"),
    "<style>b::before{content:'Delete'}</style><button><b></b></button>": (
        "Click",
        "Delete",
        "",
        "deletes",
    ),
    "<button style='position:fixed;left:0;top:0;width:200px;height:90px'>Buy now</button>": (
        "Click",
        "WINDOW",
        "100,40",
        "orders or pays",
    ),
    "<button style='position:fixed;left:9px;top:0;width:90px;height:90px'>Pay</button>": (
        "Drag",
        "WINDOW",
        "20,20,60,0",
        "orders or pays",
    ),
    "<div style='position:fixed;left:300px;top:0;width:90px;height:90px' role=button>Delete</div>"
    "<button style='position:fixed;left:0;top:0;width:90px;height:90px'>a card</button>": (
        "Drag",
        "a card",
        "300,0",
        "deletes",
    ),
    "<button autofocus>Delete</button>": ("Press", None, "Enter", "deletes"),
    "<form method=post><input autofocus><p>a<p>b<button>Send</button></form>": (
        "Press",
        None,
        "Enter",
        "sends",
    ),
    "<select aria-label=Do><option>Look<option>Delete</select>": (
        "Select",
        "Do",
        "Delete",
        "deletes",
    ),
    "<form id=f method=post></form><button form=f>Buy</button><a href=/1>a</a><a href=/2>b</a>"
    "<a href=/3>c</a><a href=/4>d</a><input form=f aria-label=Code>": (
        "Type",
        "Code",
        "x",
        "orders or pays",
    ),
    "<button autofocus>Delete</button><p>x": ("Press", None, "Escape", ""),
    "<div role=button>Delete</div>": ("Fill", "Delete", "x", "deletes"),
    "<input aria-label=Delete>": ("Fill", "Delete", "x", ""),
    "<a href='/guide'>Buy a phone: our guide</a>": ("Click", "Buy a phone: our guide", "", ""),
}


@pytest.mark.parametrize("page", HIDDEN)
def test_an_act_is_recognised_wherever_its_words_are(browser, own_page, page):
    name, target, text, act = HIDDEN[page]
    browser.open(own_page(page))
    seen = marked_screenshot(browser)
    labels = {mark.text: mark.label for mark in seen.marks}
    action = Action(name, labels.get(target, target), text)
    assert safety.cannot_be_undone(action, seen) == act


# --- who decides by default ---


@pytest.mark.parametrize(
    "url", ["http://shop.mini/", "http://127.0.0.1:5000/", "http://localhost/"]
)
def test_on_this_machine_irreversible_acts_are_refused(url):
    assert safety.choose_guard(Task(id="a", site="a", url=url, question="")) is safety.refuse


@pytest.mark.slow
def test_on_the_live_web_a_person_at_the_keyboard_is_asked():
    script = (
        "from webvoyager.lab.search import safety; from webvoyager.records import Task; "
        "task = Task(id='a', site='a', url='https://example.org/', question=''); "
        "guard = safety.choose_guard(task); "
        "print('refused' if guard is safety.refuse else 'asked')"
    )
    command = [sys.executable, "-c", script]
    piped = subprocess.run(command, stdin=subprocess.PIPE, capture_output=True, text=True)
    assert piped.stdout.strip() == "refused", piped.stderr
    main, terminal = pty.openpty()
    typed = subprocess.run(command, stdin=terminal, capture_output=True, text=True)
    os.close(main), os.close(terminal)
    assert typed.stdout.strip() == "asked", typed.stderr
