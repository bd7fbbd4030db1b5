"""Splits of the mini web: test data stay out of training, and every question is tested once."""

from collections import Counter

import pytest
from stepping import make_task

from practice.learned.splits import (
    DOMAINS,
    SPLITS,
    cross_domain,
    cross_task,
    cross_website,
    folds,
    new_world,
)
from webvoyager.records import Task

SITES = [site for sites in DOMAINS.values() for site in sites]
TRAIN, TEST = (
    [make_task(site, number, seed) for seed in seeds for site in SITES for number in range(24)]
    for seeds in ((1, 2), (42,))
)

FIRST_OF_FLIGHTS = ["flights--0", "flights--12", "flights--21", "flights--5", "flights--8"]


def kinds(tasks: list[Task]) -> set[str]:
    return {task.id for task in tasks}


def sites(tasks: list[Task]) -> set[str]:
    return {task.site for task in tasks}


@pytest.mark.parametrize("name", SPLITS)
def test_every_question_of_the_test_world_is_tested_once(name: str):
    tested = [task for fold in folds(name) for task in SPLITS[name](TRAIN, TEST, fold)[1]]
    assert Counter(task.id for task in tested) == Counter(task.id for task in TEST)
    assert {task.extra["web_seed"] for task in tested} == {42}


def test_a_new_world_has_the_same_kinds_of_question_as_training():
    train, test = new_world(TRAIN[:30], TEST)
    assert train == TRAIN[:30] and kinds(test) == kinds(train)


@pytest.mark.parametrize("fold", folds("cross_task"))
def test_cross_task_holds_out_kinds_of_question_and_no_site(fold: str):
    train, test = cross_task(TRAIN, TEST, fold)
    assert not kinds(train) & kinds(test) and kinds(train) | kinds(test) == kinds(TRAIN)
    assert sites(test) <= sites(train)


def test_the_folds_of_kinds_have_similar_sizes_and_are_reproducible():
    sizes = [len(cross_task(TRAIN, TEST, fold)[1]) for fold in folds("cross_task")]
    assert sum(sizes) == len(TEST) and max(sizes) < 2 * min(sizes)
    in_first = kinds(cross_task(TRAIN, TEST, "0")[1])
    assert sorted(kind for kind in in_first if kind.startswith("flights")) == FIRST_OF_FLIGHTS


def test_cross_task_leaves_out_sites_that_training_lacks():
    train = [task for task in TRAIN if task.site != "shop"]
    assert "shop" not in sites(cross_task(train, TEST, "0")[1])


@pytest.mark.parametrize("fold", folds("cross_website"))
def test_cross_website_holds_out_a_site(fold: str):
    train, test = cross_website(TRAIN, TEST, fold)
    assert sites(test) == {fold} and sites(train) == set(SITES) - {fold}


@pytest.mark.parametrize("fold", folds("cross_domain"))
def test_cross_domain_holds_out_a_group_of_sites(fold: str):
    train, test = cross_domain(TRAIN, TEST, fold)
    assert sites(test) == set(DOMAINS[fold]) and not sites(train) & sites(test)


def test_a_world_is_never_on_both_sides():
    with pytest.raises(ValueError, match="in training and in the test: 42"):
        new_world(TRAIN + TEST[:1], TEST)


@pytest.mark.parametrize(
    ("split", "fold", "sentence"),
    [
        (cross_website, "amazon", "cross_website has no fold 'amazon'; its folds are flights"),
        (cross_domain, "flights", "its folds are travel, reference, shopping, leisure"),
        (cross_task, "5", "cross_task has no fold '5'"),
    ],
)
def test_an_unknown_fold_is_refused(split, fold: str, sentence: str):
    with pytest.raises(ValueError, match=sentence):
        split(TRAIN, TEST, fold)
