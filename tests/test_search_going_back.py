"""Going back in a tree search: the browser returns to a state as it was."""

import itertools
from dataclasses import replace

import pytest
from doors import ALL_ACTIONS, SMALL_LIMITS, Chooser, Shop, value_by_words
from flask import Flask

from practice.loopback import Loopback
from webvoyager import Task
from webvoyager.lab import search
from webvoyager.lab.search import going_back, values
from webvoyager.views import marked_screenshot


def test_changes_of_a_branch_on_the_server_are_gone_in_the_next(env, model, endpoint, shop):
    endpoint.replies = [
        Chooser(
            ALL_ACTIONS
            | {"Start": ['Click "Add to cart"', 'Click "Red door"'], "Cart": ['Click "Start"']}
        )
    ]
    nodes = []
    limits = search.Limits(samples=2, budget=4)
    strategy = search.Strategy(value_by_words, limits, sandbox=True, tie_break=search.by_age)
    next(search.steps(shop.task, env, model, strategy, nodes=nodes, max_steps=3))
    assert all(node.same for node in nodes)
    # each replay comes as a new visitor
    assert max(shop.carts.values()) == 1 and len(shop.carts) >= 2
    back = [
        node
        for node in nodes
        if node.observation and node.observation.title == "Start" and node.number
    ]
    assert all("Cart holds 1" in node.observation.words for node in back) and back


def test_a_site_that_keeps_changes_is_refused(env, model, endpoint):
    shop = Shop(forgets=False)
    endpoint.replies = [
        Chooser(
            ALL_ACTIONS
            | {"Start": ['Click "Add to cart"', 'Click "Red door"'], "Cart": ['Click "Start"']}
        )
    ]
    limits = search.Limits(samples=2, budget=4)
    strategy = search.Strategy(value_by_words, limits, sandbox=True)
    episode = search.run(shop.task, env, model, strategy, max_steps=2)
    shop.served.close()
    assert (
        episode.stop.startswith("error:")
        and "cannot be reset" in episode.stop
        and shop.carts == {"all": 1}
    )
    with pytest.raises(ValueError, match="fresh=False"):
        next(search.steps(shop.task, env, model, search.Strategy(value_by_words), fresh=False))


def test_a_page_that_changes_by_itself_is_reported_and_not_a_fault(env, model, endpoint):
    ticks = (
        "<script>setInterval(() => clock.textContent = Number(clock.textContent) + 1,"
        " 2000)</script>"
    )
    shop = Shop(clock=f"<p id=clock>BEGAN00</p>{ticks}")
    endpoint.replies = [Chooser(ALL_ACTIONS)]
    nodes = []
    strategy = search.Strategy(value_by_words, replace(SMALL_LIMITS, budget=2))
    next(search.steps(shop.task, env, model, strategy, nodes=nodes, max_steps=2))
    shop.served.close()
    assert shop.visits > 2 and not all(node.same for node in nodes)  # reported, but not a fault


def test_the_quick_way_back_is_used_where_nothing_was_changed(env, model, endpoint, shop):
    endpoint.replies = [
        Chooser(
            ALL_ACTIONS
            | {"Start": [*ALL_ACTIONS["Start"], 'Click "Add to cart"'], "Cart": ["Wait"]}
        )
    ]
    nodes = []
    limits = search.Limits(samples=4, budget=5)
    how = {"revisit": going_back.quick, "tie_break": search.by_age}
    strategy = search.Strategy(values.constant(), limits, **how)
    next(search.steps(shop.task, env, model, strategy, nodes=nodes, max_steps=3))
    visited = sorted((node for node in nodes if node.visit), key=lambda node: node.visit)
    assert [node.way for node in visited][:4] == ["", "back", "back", "back"]
    # the cart must be emptied, so the way is replayed
    assert visited[3].observation.title == "Cart" and visited[4].way == "replay"
    assert all(node.same for node in nodes)


def test_the_browser_ends_at_the_committed_state(env, model, endpoint, shop):
    start = ["ANSWER; nothing", 'Click "Red door"', 'Click "Add to cart"']
    endpoint.replies = [Chooser(ALL_ACTIONS | {"Start": start, "Cart": ["ANSWER; cart"]})]
    limits = search.Limits(samples=3, budget=3, depth=1)

    def first_is_best(task: Task, node: search.Node) -> search.Value:
        return search.Value(0.9 if node.answered else 0.1)

    episode = search.run(shop.task, env, model, search.Strategy(first_is_best, limits))
    assert episode.answer == "nothing" and marked_screenshot(env.browser).title == "Start"
    assert shop.carts.get(shop.visitor, 0) == 0  # what was tried later has left no trace


def test_a_page_that_changed_meanwhile_is_noticed(env, model, endpoint):
    counted = itertools.count()
    app = Flask("ticker")
    links = "<p><a href=/a>One</a><p><a href=/b>Two</a>"
    app.add_url_rule("/", "home", lambda: f"<title>Start</title><p>Visit {next(counted)}{links}")
    app.add_url_rule("/<name>", "page", lambda name: f"<title>{name}</title><p>Page {name}")
    served = Loopback(app)
    endpoint.replies = [
        Chooser({"Start": ['Click "One"', 'Click "Two"'], "a": ["Wait"], "b": ["ANSWER; b"]})
    ]
    nodes = []
    task = Task(
        id="ticker--0", site="ticker", url=f"{served.url}/", question="Where does Two lead?"
    )
    limits = search.Limits(samples=2, budget=2)
    strategy = search.Strategy(values.constant(), limits)
    next(search.steps(task, env, model, strategy, nodes=nodes, max_steps=2))
    served.close()
    assert [(node.observation.title, node.same) for node in nodes if node.visit] == [
        ("a", True),
        ("b", False),
    ]
