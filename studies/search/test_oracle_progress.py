"""How far a state is along its oracle: the ground truth of a state's value."""

from dataclasses import replace

import pytest

from practice.miniweb.oracle import play
from studies.search.oracle_progress import Progress, by_truth, measure, read_ways
from webvoyager.lab import search
from webvoyager.lab.judging import checking
from webvoyager.records import Action, Step
from webvoyager.views import marked_screenshot


def test_the_ground_truth_rises_with_each_step_of_an_oracle(env, web):
    for name in ("shop--0", "flights--3", "recipes--3"):
        [task] = web.tasks(name)
        way = play(env, task, web.oracles(name)[name])
        value = by_truth(checking.grade, Progress(web.oracles(), read_ways()))
        nodes = [
            search.Node(place, steps=way[:place], observation=step.observation)
            for place, step in enumerate(way)
        ]
        scores = [value(task, node).score for node in nodes]
        scores.append(value(task, nodes[-1].with_steps(way)).score)
        assert scores[0] == 0.25 and scores[-2:] == [0.75, 1.0]
        assert scores == sorted(scores)


def test_the_ground_truth_combines_the_checker_and_the_progress(browser, shop):
    task = replace(shop.task, answer={"type": "golden", "ans": "7", "rule": {"parts": [7]}})
    shares = iter([0.0, 0.5, 1.0])
    value = by_truth(checking.grade, lambda task, node: next(shares))
    browser.open(task.url)
    seen = marked_screenshot(browser)
    here = search.Node(0).showing(seen)
    right, wrong = (
        here.with_steps([Step(1, seen, action=Action("ANSWER", None, words))])
        for words in ("7", "8")
    )
    scores = [value(task, node).score for node in (here, here, here, right, wrong)]
    assert scores == [0.25, 0.5, 0.75, 1.0, 0.0]
    assert value(replace(task, answer=None), wrong).score is None


@pytest.mark.parametrize(
    ("address", "share"),
    [
        ("http://a.mini/", 0.0),
        ("http://a.mini/search?q=TEA", 0.25),  # one of the two words of its query
        ("http://a.mini/search?sort=price&q=tea", 0.5),
        ("http://a.mini/p/green", 1.0),
        ("http://a.mini/p/black", 0.0),  # the oracle does not open this page
    ],
)
def test_the_progress_of_a_page_is_the_oracles_when_it_opens_it(address, share):
    way = ["http://a.mini/", "http://a.mini/search?q=Tea&sort=price", "http://a.mini/p/green"]
    oracle = [["Type", "searchbox", "Search", "Tea"], ["Click", "link", "Green"]]
    assert measure(oracle, way, (), address) == share
