"""The loop of a tree search in a real browser: its visits, its choices and its prompts."""

import json
import re
from dataclasses import replace

import pytest
from doors import ALL_ACTIONS, SMALL_LIMITS, Chooser, list_actions, list_visits, value_by_words

from webvoyager import Model, Settings, agent, runs
from webvoyager.lab import search
from webvoyager.lab.search import trees, values
from webvoyager.records import Advice
from webvoyager.views import marked_screenshot


def test_the_search_visits_the_best_first_and_commits_to_it(env, model, endpoint, shop, tmp_path):
    endpoint.replies = [Chooser(ALL_ACTIONS)]
    nodes = []
    strategy = search.Strategy(value_by_words, SMALL_LIMITS, tie_break=search.by_age)
    episode = search.run(
        shop.task, env, model, strategy, folder=tmp_path / "run", nodes=nodes, max_steps=4
    )
    assert episode.stop == "answer" and episode.answer == "heliotrope"
    assert [step.observation.title for step in episode.steps] == ["Start", "blue"]
    # three states of equal rank, then the successor of the best
    assert list_visits(nodes) == [
        "red",
        "green",
        "blue",
        "heliotrope",
    ]
    assert [node.committed for node in nodes if node.visit] == [False, False, True, True]
    assert [node.way for node in nodes if node.visit] == ["", "replay", "replay", ""]
    assert all(node.same for node in nodes)
    [stored] = runs.load(tmp_path / "run")
    assert stored == episode and episode.usage["prompt_tokens"] == 100 * len(endpoint.asked)
    tree = trees.load(episode.folder)
    assert len(tree.states) == len(nodes) and tree.spent.usage == episode.usage
    assert (
        json.loads((tmp_path / "run" / "run.json").read_text("utf-8"))["model"]["search"]["budget"]
        == 6
    )


def test_a_search_with_a_budget_of_0_is_the_plain_agent(env, model, endpoint, shop, tmp_path):
    endpoint.replies = [Chooser(ALL_ACTIONS)]
    plain = agent.run(shop.task, env, model, folder=tmp_path / "plain", max_steps=4)
    asked = [asked["messages"] for asked in endpoint.asked]
    endpoint.asked.clear()
    none = search.Limits(budget=0)
    strategy = search.Strategy(value_by_words, none)
    searched = search.run(
        shop.task, env, model, strategy, folder=tmp_path / "searched", max_steps=4
    )

    def timeless(episode):
        steps = tuple(replace(step, seconds=dict.fromkeys(step.seconds)) for step in episode.steps)
        return replace(episode, steps=steps, seconds=0, started="")

    assert timeless(searched) == timeless(plain) and len(plain.steps) == 4
    assert [asked["messages"] for asked in endpoint.asked] == asked
    assert "n" not in endpoint.asked[0]


def test_with_a_branching_of_1_the_most_frequent_action_is_taken(env, model, endpoint, shop):
    endpoint.replies = [
        Chooser(
            ALL_ACTIONS
            | {"Start": ['Click "Green door"', 'Click "Red door"', 'Click "Green door"']}
        )
    ]
    nodes = []
    limits = search.Limits(samples=6, budget=2, branching=1)
    strategy = search.Strategy(value_by_words, limits)
    walk = search.steps(shop.task, env, model, strategy, nodes=nodes, max_steps=2)
    assert str(next(walk).action) == "Click [1]"
    # not deeper than the last step but one, since the last is for an answer
    assert list_visits(nodes) == ["green"]
    assert nodes[1].share == pytest.approx(4 / 6)


def test_the_last_step_tries_only_answers(env, model, endpoint, shop):
    endpoint.replies = [Chooser(ALL_ACTIONS | {"red": ['Click "Further in"', "ANSWER; red"]})]
    nodes = []
    strategy = search.Strategy(lambda task, node: 0.0 if node.answered else 0.5, SMALL_LIMITS)
    episode = search.run(shop.task, env, model, strategy, nodes=nodes, max_steps=2)
    assert list_actions(episode) == ["Click [0]", "ANSWER"] and episode.stop == "answer"
    tried = [node.answered for node in nodes if node.visit and len(node.steps) == 2]
    assert tried and all(tried)
    # an action that was not tried is in the tree, too, and not refused
    assert any(node.action == "Click [1]" and not node.refused for node in nodes)


def test_without_a_proposed_answer_the_last_step_is_the_agents_own(env, model, endpoint, shop):
    endpoint.replies = [Chooser(ALL_ACTIONS)]
    nodes = []
    strategy = search.Strategy(values.constant(), SMALL_LIMITS)
    episode = search.run(shop.task, env, model, strategy, nodes=nodes, max_steps=1)
    assert list_actions(episode) == ["Click [0]"] and not any(node.visit for node in nodes)


def test_a_state_of_full_value_continues_to_an_answer(env, model, endpoint, shop):
    endpoint.replies = [Chooser(ALL_ACTIONS)]
    nodes = []

    def easily_pleased(task, node):
        return search.Value(
            1.0 if node.steps and "heliotrope" in " ".join(node.observation.words) else 0.1
        )

    def pleased(task, node):
        return search.Value(0.0) if node.answered else easily_pleased(task, node)

    strategy = search.Strategy(pleased, SMALL_LIMITS, tie_break=search.by_age)
    episode = search.run(shop.task, env, model, strategy, nodes=nodes, max_steps=4)
    assert episode.stop == "answer" and episode.answer == "heliotrope"
    assert list_visits(nodes) == ["red", "green", "blue", "heliotrope"]


def test_a_tie_break_ranks_equal_values(env, model, endpoint, shop):
    tried = []
    strategies = [
        search.Strategy(values.constant(), tie_break=search.by_age),
        search.Strategy(values.constant()),
    ]
    for strategy in strategies:
        endpoint.replies = [Chooser(ALL_ACTIONS)]
        nodes = []
        strategy = replace(strategy, limits=replace(SMALL_LIMITS, budget=4))
        next(search.steps(shop.task, env, model, strategy, nodes=nodes, max_steps=4))
        tried.append(list_visits(nodes))
    broad, down = ["red", "green", "blue", "red inner"], ["red", "red inner", "Start", "green"]
    assert tried == [broad, down]


def test_ties_are_broken_as_in_the_authors_heap():
    """Their tuples are (-score, action at the root, action at the parent, visits when pushed).

    The worked example has two actions at the root (with -1 as their action at the parent), three
    below the second, one of equal value below the first, and two a step further down.
    """
    theirs_and_ours = [
        ((-0.5, 0, -1, 0), search.Node(1, priority=0.5, ranks=(0,))),
        ((-0.5, 1, -1, 0), search.Node(2, priority=0.5, ranks=(1,))),
        ((-0.5, 1, 0, 1), search.Node(3, priority=0.5, ranks=(1, 0))),
        ((-0.5, 1, 1, 1), search.Node(4, priority=0.5, ranks=(1, 1))),
        ((-0.75, 1, 2, 1), search.Node(5, priority=0.75, ranks=(1, 2))),
        ((-0.5, 0, 1, 2), search.Node(6, priority=0.5, ranks=(0, 1))),
        ((-0.5, 1, 0, 3), search.Node(7, priority=0.5, ranks=(1, 2, 0))),
        ((-0.5, 0, 0, 4), search.Node(8, priority=0.5, ranks=(0, 1, 0))),
    ]
    theirs = [node.number for _, node in sorted(theirs_and_ours, key=lambda pair: pair[0])]
    nodes = [node for _, node in theirs_and_ours]
    nodes.sort(key=lambda node: (-node.priority, search.by_first_action(node), node.number))
    assert [node.number for node in nodes] == theirs == [5, 1, 8, 6, 2, 3, 7, 4]
    assert sorted(nodes, key=search.by_age) == sorted(nodes, key=lambda node: node.number)


def test_the_prompt_of_a_node_describes_its_branch(env, model, endpoint, shop):
    chooser = Chooser(ALL_ACTIONS)
    endpoint.replies = [chooser]
    nodes = []
    limits = replace(SMALL_LIMITS, threshold=1)
    strategy = search.Strategy(value_by_words, limits, tie_break=search.by_age)
    walk = search.steps(shop.task, env, model, strategy, nodes=nodes, max_steps=3)
    list(walk)
    for node in (node for node in nodes if node.observation and node.number):
        prompt = agent.messages(shop.task, node.steps, node.observation, Settings())
        parts = [message["content"] for message in prompt if message["role"] == "user"]
        prompt_text = " ".join(
            part["text"] for content in parts for part in content if part["type"] == "text"
        )
        opened = set(re.findall(r"/door/(\w+)", prompt_text))
        assert opened == {node.observation.url.split("/door/")[1].split("/")[0]}, node.number
        assert [step.index for step in node.steps] == [*range(1, len(node.steps) + 1)]
    prompts = [asked["messages"][-1]["content"][0]["text"] for asked in chooser.asked_to_act]
    behind = next(text for text in prompts if "Title: blue" in text)
    assert "Observation 2 of 3" in behind and "green" not in behind and "/red" not in behind


def test_screenshots_belong_to_their_node(env, model, endpoint, shop):
    endpoint.replies = [Chooser(ALL_ACTIONS)]
    nodes = []
    strategy = search.Strategy(value_by_words, SMALL_LIMITS, tie_break=search.by_age)
    next(search.steps(shop.task, env, model, strategy, nodes=nodes, max_steps=3))
    seen = {
        node.observation.title: node.observation.screenshot for node in nodes if node.observation
    }
    for title, colour in (("red", "red"), ("blue", "blue")):
        env.browser.open(f"{shop.task.url}door/{colour}")
        assert marked_screenshot(env.browser).screenshot == seen[title]


# --- the offline model ---


@pytest.fixture
def offline():
    from practice.offline import Offline

    with Offline() as served:
        yield Model("offline-rules", served.base_url, "none", max_tokens=None, page_text=True)


def test_a_search_by_the_offline_model_is_repeatable(env, offline, web):
    [task] = web.tasks("recipes--15")
    value = values.by_model(offline, samples=5)
    limits = search.Limits(samples=10, budget=2, branching=2)
    found = []
    for _ in range(2):
        nodes = []
        strategy = search.Strategy(value, limits)
        first = next(search.steps(task, env, offline, strategy, nodes=nodes, max_steps=3))
        found.append((first.reply, [(node.action, node.share, node.scores) for node in nodes[1:]]))
    assert found[0] == found[1]
    assert len({action for action, _, _ in found[0][1]}) > 2


def test_a_plan_is_made_once_and_is_in_every_proposal(env, model, endpoint, shop, tmp_path):
    made = []

    def advise(task, done, observation):
        if done:
            return replace(done[-1].advice, usage={}, cost=0.0, seconds=0.0)
        made.append(observation.title)
        return Advice("Open the blue door.", made_by="me", usage={"prompt_tokens": 7}, seconds=0.5)

    endpoint.replies = [Chooser(ALL_ACTIONS)]
    nodes: list[search.Node] = []
    strategy = search.Strategy(value_by_words, SMALL_LIMITS, tie_break=search.by_age, advise=advise)
    episode = search.run(
        shop.task, env, model, strategy, folder=tmp_path / "run", nodes=nodes, max_steps=4
    )
    assert made == ["Start"] and episode.stop == "answer"
    assert all("Open the blue door." in json.dumps(each["messages"]) for each in endpoint.asked)
    assert [step.advice.plan for step in episode.steps] == ["Open the blue door."] * 2
    assert episode.usage["prompt_tokens"] == 100 * len(endpoint.asked) + 7
    assert nodes[0].seconds["advise"] == 0.5 and nodes[0].usage["prompt_tokens"] >= 7
    assert episode.settings.advice == "advise"
