"""Gold steps: their operations in Mind2Web's terms, their right marks, and their history."""

from dataclasses import replace

import pytest
from stepping import click, make_marks, make_page, make_task

from practice.miniweb import MiniWeb
from practice.miniweb.oracle import play
from webvoyager import Environment
from webvoyager.lab.planning.gold_steps import describe, steps
from webvoyager.records import Action, Episode, Mark, Step

TASK = make_task(question="What does a flight to Zurich cost?")
PAGE = make_page(
    [
        Mark(0, "a", "link", "Flights", ((0, 0, 9, 9),), href="http://words.mini/flights"),
        Mark(1, "select", "combobox", "Trip", ((0, 20, 9, 9),), options=("Round trip", "One way")),
        Mark(2, "input", "textbox", "Where to?", ((0, 40, 9, 9),), type="text"),
        Mark(3, "button", "button", "Select", ((0, 60, 9, 9),)),
        Mark(4, "button", "button", "Select", ((0, 80, 9, 9),)),
        Mark(5, "a", "link", "Flights", ((0, 99, 9, 9),), href="http://words.mini/flights"),
        Mark(6, "a", "link", "Flights", ((0, 120, 9, 9),), href="http://words.mini/other"),
    ]
)


def play_out(*actions: Action | None, error: str = "") -> Episode:
    """An episode of these actions, all on one page; the last one fails with `error`."""
    taken = [Step(index, PAGE, action=action) for index, action in enumerate(actions, 1)]
    return Episode(TASK, (*taken[:-1], replace(taken[-1], error=error)), "answer")


def test_an_episode_becomes_gold_steps_in_mind2webs_form():
    episode = play_out(
        Action("Type", 1, "One way"),
        Action("Type", 2, "Zurich"),
        Action("Click", 3),
        Action("Scroll", "WINDOW", "down"),
        Action("GoBack"),
        Action("ANSWER", None, "$54"),
    )
    found = steps([episode])
    assert [(step.operation, step.value, step.targets) for step in found] == [
        ("SELECT", "One way", (1,)),
        ("TYPE", "Zurich", (2,)),
        ("CLICK", "", (3,)),
        ("SCROLL", "down", ()),
        ("GOBACK", "", ()),
        ("ANSWER", "$54", ()),
    ]
    assert found[-1].history == (
        "[combobox]  Trip -> SELECT: One way",
        "[textbox]  Where to? -> TYPE: Zurich",
        "[button]  Select -> CLICK",
        "SCROLL: down",
        "GOBACK",
    )
    assert [step.on_element for step in found] == [True, True, True, False, False, False]


def test_other_links_to_the_same_address_are_right_too():
    (step,) = steps([play_out(Action("Click", 5))])
    assert step.targets == (5, 0), "the mark that was used must come first; 6 leads elsewhere"


def test_buttons_of_the_same_name_are_not_equal_targets():
    (step,) = steps([play_out(Action("Click", 3))])
    assert step.targets == (3,)


@pytest.mark.parametrize(
    ("action", "operation"),
    [
        (Action("Fill", 2, "Zurich"), "TYPE"),
        (Action("Hover", 0), "CLICK"),
        (Action("Select", 1, "One way"), "SELECT"),
        (Action("Press", None, "Escape"), "PRESS"),
    ],
)
def test_the_extended_actions_have_operations_too(action: Action, operation: str):
    assert [step.operation for step in steps([play_out(action)])] == [operation]


def test_a_step_is_described_in_mind2webs_words():
    recipes = make_marks("Recipes")[0]
    assert describe(recipes, "CLICK") == "[link]  Recipes -> CLICK"
    assert describe(Mark(0, "path", "", "", ()), "CLICK") == "[path]   -> CLICK"
    assert repr(click(make_task(), 1, ["Recipes"], 0)) == (
        "GoldStep(words--0, step 1: [link]  Recipes -> CLICK)"
    )


def test_an_oracle_played_in_the_browser_gives_gold_steps(env: Environment, web: MiniWeb):
    task = next(task for task in web.tasks() if task.id == "words--0")
    taken = play(env, task, web.oracles()[task.id])
    found = steps([Episode(task, taken, "answer")])
    assert len(found) == len(taken) and found[-1].operation == "ANSWER"
    for step, played in zip(found, taken, strict=True):
        if step.on_element:
            assert step.targets[0] == played.action.label
    assert len(found[-1].history) == len(found) - 1 and any(step.on_element for step in found)
