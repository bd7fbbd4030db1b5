"""MindAct's candidates: ranks, recall at k, and a ranker that learns."""

import os
import subprocess
import sys
from dataclasses import replace

import pytest
from stepping import click, make_page, make_task

from studies.planning.candidates import overlap, rank, recall, train_ranker
from webvoyager.lab.planning.gold_steps import GoldStep
from webvoyager.lab.statistics.rates import wilson

FOODS = ["apple", "bread", "cheese", "dill", "egg", "fennel", "grape", "ham", "ice", "jam"]
FOODS += ["kale", "leek", "mint", "nut"]


def make_food_step(food: str, place: int, task: int = 0) -> GoldStep:
    """A step that clicks what the question names, among three other foods and a link home."""
    others = [other for other in FOODS if other != food][place : place + 3]
    names = [*others[:place], food, *others[place:], "Home"]
    asked = make_task("recipes", task, question=f"How much fat is in {food}?")
    return click(asked, 1, names, place)


LESSONS = [make_food_step(food, number % 4, number) for number, food in enumerate(FOODS[:9])]
EXAM = [make_food_step(food, number % 4, number) for number, food in enumerate(FOODS[9:])]


def first_is_best(step: GoldStep) -> list[float]:
    return [-mark.label for mark in step.observation.marks]


def test_marks_are_ranked_best_first_and_ties_in_reading_order():
    step = click(make_task(), 1, ["a", "b", "c", "d"], 0)
    assert rank(step, lambda step: [0.1, 0.7, 0.1, 0.9]) == [3, 1, 0, 2]
    assert rank(replace(step, observation=make_page()), first_is_best) == []


def test_recall_at_k_matches_a_worked_example():
    names = ["a", "b", "c", "d"]
    step = click(make_task(), 1, names, 0)
    steps = [
        step,  # found first
        replace(step, targets=(3, 1)),  # found second, by the better of its two targets
        replace(step, targets=(3,)),  # found fourth
        replace(step, targets=()),  # never: its page has no right mark
        replace(step, operation="SCROLL", targets=()),  # needs no mark
    ]
    table = recall(steps, first_is_best, ks=(1, 2, 4, 50))
    assert table["recall"].tolist() == [0.25, 0.5, 0.75, 0.75]
    assert table["n"].tolist() == [4] * 4 and table["k"].tolist() == [1, 2, 4, 50]
    assert table.loc[0, ["low", "high"]].tolist() == pytest.approx(wilson(1, 4))


def test_overlap_prefers_names_in_the_task_or_the_history():
    names = ["Sports", "Cheese of the day", "Cheese", "Zurich"]
    step = click(make_task(question="How old is the cheese?"), 1, names, 2)
    assert overlap(step) == [0, 2 / 5, 1 / 2, 0]
    after = replace(step, history=("[textbox]  Where to? -> TYPE: Zurich",))
    assert overlap(after)[3] == 1 / 2


def test_a_ranker_learns_to_click_what_the_question_names():
    """The test uses foods that the ranker has not seen."""
    table = recall(EXAM, train_ranker(LESSONS), ks=(1,))
    assert table.loc[0, "recall"] == 1
    assert recall(EXAM, first_is_best, ks=(1,)).loc[0, "recall"] < 0.5


def test_a_ranker_learns_what_comes_next():
    """The menu is clicked first, then the recipes in it; only the history tells the steps apart."""
    names, task = ["Menu", "Recipes", "Home"], make_task("recipes")
    steps = [
        click(task, 1, names, 0),
        replace(click(task, 2, names, 1), history=("[link]  Menu -> CLICK",)),
    ]
    ranker = train_ranker(steps)
    assert [rank(step, ranker)[0] for step in steps] == [0, 1]


@pytest.mark.slow
def test_the_same_steps_and_seed_make_the_same_ranker():
    """This holds in another process, too, where sets have another order."""
    script = "from studies.planning.test_candidates import *; print(train_ranker(LESSONS, seed=3)(EXAM[0]))"
    elsewhere = subprocess.run(
        [sys.executable, "-c", script],
        env={"PYTHONHASHSEED": "1", "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert elsewhere.stdout == f"{train_ranker(LESSONS, seed=3)(EXAM[0])}\n"
