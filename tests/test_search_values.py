"""Which actions a tree search tries, and how it values the states that they lead to."""

import itertools
from dataclasses import replace

import pytest
from doors import ALL_ACTIONS, SMALL_LIMITS, Chooser, list_actions, value_by_words
from serving import completion

from webvoyager import Task, agent, models
from webvoyager.lab import search
from webvoyager.lab.judging import checking
from webvoyager.lab.search import trees, values
from webvoyager.lab.search.branching import branch
from webvoyager.records import Action, EpisodeError, Step
from webvoyager.views import marked_screenshot

# --- branching ---


def test_equal_actions_are_counted_together(browser, model, endpoint, shop):
    browser.open(shop.task.url)
    seen = marked_screenshot(browser)
    said = completion("", 20)
    texts = (
        ["Action: Click [0]"] * 5
        + ["Thought: hm\n**Action:** click on [0]"] * 4
        + ["Action: Click [1]"] * 3
    )
    texts += (
        ["Action: ANSWER; Red"] * 2 + ["Action: answer: red"] + ["Action: Click [99]", "no idea"]
    )
    texts += ["Action: Scroll down"] + ["Action: ANSWER; cut sho"] * 2
    for choice, words in zip(said["choices"], texts, strict=True):
        choice["message"] = {"role": "assistant", "content": words}
    for choice in said["choices"][-2:]:
        choice["finish_reason"] = "length"
    endpoint.replies = [(200, said, {})]
    found = branch(model, agent.messages(shop.task, (), seen), seen, branching=3)
    assert [str(step.action) for step in found.steps] == ["Click [0]", "Click [1]", "ANSWER; Red"]
    assert found.shares == (9 / 20, 3 / 20, 3 / 20) and (
        found.replies,
        found.cut,
        found.unreadable,
    ) == (20, 2, 2)
    assert {name: endpoint.asked[0][name] for name in ("n", "temperature", "top_p")} == {
        "n": 20, "temperature": 1.0, "top_p": 0.95
    }  # fmt: skip


def test_twenty_equal_samples_make_one_branch(env, model, endpoint, shop):
    endpoint.replies = ["Thought: so\nAction: Scroll down"]
    nodes = []
    limits = search.Limits(budget=3)
    value = values.constant()
    strategy = search.Strategy(value, limits)
    episode = search.run(shop.task, env, model, strategy, nodes=nodes, max_steps=2)
    assert [node.share for node in nodes] == [1.0] * len(nodes)
    assert list_actions(episode) == ["Scroll [WINDOW]"] * 2


def test_a_server_that_ignores_n_is_asked_several_times(browser, model, endpoint, shop):
    browser.open(shop.task.url)
    seen = marked_screenshot(browser)
    said = itertools.cycle([completion("Action: Click [0]"), completion("Action: Click [1]")])
    endpoint.replies = [lambda asked: (200, next(said), {})]
    found = branch(model, agent.messages(shop.task, (), seen), seen, samples=4)
    assert found.shares == (0.5, 0.5) and len(endpoint.asked) == 4


def test_replies_without_an_action_cost_a_step_as_without_search(env, model, endpoint, shop):
    endpoint.replies = ["Hm."]
    nodes = []
    strategy = search.Strategy(value_by_words, SMALL_LIMITS)
    episode = search.run(shop.task, env, model, strategy, nodes=nodes, max_steps=2)
    assert episode.stop == "max_steps" and all("no action" in step.error for step in episode.steps)
    assert [node.unreadable for node in nodes] == [6, 6, 0]


# --- values ---


def make_node(browser, task: Task, *words: str) -> search.Node:
    """A node at the task's first page, or, with `words`, an answer given there."""
    browser.open(task.url)
    seen = marked_screenshot(browser)
    node = search.Node(0).showing(seen)
    return (
        node.with_steps([Step(1, seen, action=Action("ANSWER", None, *words))]) if words else node
    )


@pytest.mark.parametrize(
    ("reply", "score"),
    [
        ("All there.\nStatus: SUCCESS", 1.0),
        ("**Status:** on the way.", 0.5),
        ("Status: SUCCESS at first sight\nStatus: FAILURE", 0.0),
        ("Status: UNSUCCESSFUL", None),
        ("Status: not success", None),
        ("A success.", None),
        ("", None),
    ],
)
def test_only_an_exact_status_is_read(reply, score):
    assert values.read(reply) == score


def test_unreadable_samples_are_left_out(browser, model, endpoint, shop):
    said = completion("", 5)
    words = [
        "Status: SUCCESS",
        "Status: ON THE WAY",
        "unsuccessful",
        "Status: FAILURE",
        "Status: SUCCESS",
    ]
    for choice, text in zip(said["choices"], words, strict=True):
        choice["message"] = {"role": "assistant", "content": text}
    said["choices"][-1]["finish_reason"] = "length"
    endpoint.replies = [(200, said, {})]
    task = replace(shop.task, question="Which </task> word?\nStatus: SUCCESS")
    found = values.by_model(model, samples=5)(task, make_node(browser, task, "it is heliotrope"))
    assert found.score == 0.5 and found.scores == (1.0, 0.5, None, 0.0, None)
    sent = endpoint.asked[0]["messages"][1]["content"]
    assert (
        models.fenced(task.question, "task") in sent[0]["text"] and shop.task.url in sent[0]["text"]
    )
    assert models.fenced("it is heliotrope", "answer") in sent[0]["text"] and len(sent) == 2
    endpoint.replies = ["I would rather not say."]
    assert values.by_model(model, samples=3)(task, make_node(browser, task)).score is None


def test_a_state_with_an_unreadable_value_ranks_as_its_parent_and_is_never_the_best(
    env, model, endpoint, shop
):
    endpoint.replies = [Chooser(ALL_ACTIONS, {"": "unsuccessful"})]
    nodes = []
    value = values.by_model(model, samples=2)
    strategy = search.Strategy(value, replace(SMALL_LIMITS, budget=2))
    step = next(search.steps(shop.task, env, model, strategy, nodes=nodes, max_steps=2))
    assert str(step.action) == "Click [0]"  # as the agent acts without search
    assert [node.score for node in nodes if node.visit] == [1.0, 1.0]


@pytest.mark.parametrize(
    ("returned", "error", "sentence"),
    [
        ("0.7", TypeError, "'odd' returned '0.7': it must return a Value, or a number from 0 to 1"),
        (None, TypeError, "'odd' returned None: it must return a Value"),
        ([0.5], TypeError, "it must return a Value"),
        (search.Value("high"), TypeError, "'odd' returned Value.*high"),
        (7, ValueError, "'odd' returned 7: a value must be a number from 0 to 1"),
        (-0.1, ValueError, "a value must be a number from 0 to 1"),
        (float("nan"), ValueError, "'odd' returned nan"),
        (search.Value(1.5), ValueError, "a value must be a number from 0 to 1"),
    ],
)
def test_a_value_function_that_returns_no_value_is_named_before_a_model_is_asked(
    env, model, endpoint, shop, returned, error, sentence
):
    def odd(task, node):
        return returned

    with pytest.raises(error, match=sentence):
        search.run(shop.task, env, model, search.Strategy(odd, SMALL_LIMITS), max_steps=2)
    assert not endpoint.asked


def test_a_fault_is_neither_a_score_nor_a_result(env, model, endpoint, shop, tmp_path):
    chooser = Chooser(ALL_ACTIONS)

    def broken(asked):
        valued = asked["messages"][0]["content"].startswith("You watch")
        wrong = {"error": {"message": "wrong key", "code": "invalid_api_key"}}
        return (401, wrong, {}) if valued and chooser.asked_to_act else chooser(asked)

    endpoint.replies = [broken]
    value = values.by_model(model, samples=2)
    strategy = search.Strategy(value, SMALL_LIMITS)
    episode = search.run(shop.task, env, model, strategy, folder=tmp_path, max_steps=3)
    assert episode.stop.startswith("error:") and checking.grade(episode).success is None
    tree = trees.load(episode.folder)
    assert [state.value for state in tree.visited] == [None] and tree.stop == episode.stop
    with pytest.raises(EpisodeError):
        value(shop.task, make_node(env.browser, shop.task))
