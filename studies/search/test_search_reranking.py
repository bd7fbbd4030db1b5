"""Re-ranking: of several trajectories without search, the one with the highest value counts."""

import json

import pytest
from doors import ALL_ACTIONS, Chooser, list_actions
from serving import completion

from practice.offline import Offline
from studies.search import reranking
from studies.search.oracle_progress import by_truth
from webvoyager import Model, Task, runs
from webvoyager.lab import search
from webvoyager.records import Episode, Verdict
from webvoyager.views import marked_screenshot


class Seeded(Chooser):
    """Proposes another action under each seed: the first under the model's seed, 42."""

    def __call__(self, asked: dict) -> tuple:
        turn = asked["seed"] - 42
        turned = {title: [*words[turn:], *words[:turn]] for title, words in self.wanted.items()}
        return Chooser(turned)(asked)


def by_length(task: Task, node: search.Node) -> search.Value:
    """0.5 for each step, at most 1."""
    return search.Value(min(1.0, len(node.steps) / 2))


def test_the_best_of_several_trajectories_counts_with_the_cost_of_all(
    env, model, endpoint, shop, tmp_path
):
    other = ALL_ACTIONS | {
        "Start": ["ANSWER; nothing", 'Click "Add to cart"', 'Click "Blue door"'],
        "Cart": ["ANSWER; cart"],
    }
    endpoint.replies = [Seeded(other)]

    def right(episode: Episode) -> Verdict:
        return Verdict("doors--0", episode.answer == "heliotrope", "", "rules")

    truth = by_truth(right, lambda task, node: 0.0)
    episode = reranking.run(
        shop.task, env, model, value=truth, sandbox=True, folder=tmp_path, max_steps=3
    )
    assert list_actions(episode) == ["Click [2]", "ANSWER"] and episode.answer == "heliotrope"
    # each trajectory asks and pays for its own replies
    assert [asked["seed"] for asked in endpoint.asked] == [42, 43, 43, 44, 44]
    assert not any("n" in asked for asked in endpoint.asked)
    assert episode.usage["prompt_tokens"] == 5 * completion("")["usage"]["prompt_tokens"]
    assert runs.load(tmp_path)[0].usage == episode.usage
    about = json.loads((tmp_path / "run.json").read_text())["model"]["search"]
    assert about == {"trajectories": 3, "value": "ground truth"}


def test_the_browser_ends_where_the_best_trajectory_did(env, model, endpoint, shop):
    other = ALL_ACTIONS | {
        "Start": ['Click "Add to cart"', "ANSWER; nothing"],
        "Cart": ["ANSWER; cart"],
    }
    endpoint.replies = [Seeded(other)]
    taken = list(
        reranking.steps(
            shop.task, env, model, value=by_length, trajectories=2, sandbox=True, max_steps=3
        )
    )
    assert (
        len(taken) == 2
        and marked_screenshot(env.browser).title == "Cart"
        and shop.carts[shop.visitor] == 1
    )


def test_no_trajectory_follows_one_that_changed_something(env, model, endpoint, shop):
    other = ALL_ACTIONS | {
        "Start": ["ANSWER; nothing", 'Click "Add to cart"'],
        "Cart": ["ANSWER; cart"],
    }
    endpoint.replies = [Seeded(other)]
    taken = list(
        reranking.steps(shop.task, env, model, value=by_length, trajectories=5, max_steps=3)
    )
    assert sum(shop.carts.values()) == 1 and taken[0].writes
    assert marked_screenshot(env.browser).title == "Cart"


@pytest.mark.parametrize("wrong", [{"trajectories": 0}, {"fresh": False}])
def test_a_ranking_without_trajectories_is_refused(env, model, shop, wrong):
    with pytest.raises(ValueError, match="Re-ranking needs"):
        next(reranking.steps(shop.task, env, model, value=by_length, **wrong))


@pytest.mark.parametrize("temperature", [0.0, 1.0])
def test_trajectories_of_the_offline_model_differ(env, web, temperature):
    with Offline() as served:
        settings = {"temperature": temperature, "max_tokens": None, "page_text": True}
        rules = Model("offline-rules", served.base_url, "none", **settings)
        [task] = web.tasks("shop--3")
        seen = []

        def remember(task: Task, node: search.Node) -> float:
            seen.append([step.reply for step in node.steps])
            return 0.5

        taken = list(reranking.steps(task, env, rules, value=remember, sandbox=True, max_steps=3))
    assert [step.reply for step in taken] == seen[0]
    assert len(seen) == 3 and len({tuple(replies) for replies in seen}) > 1
