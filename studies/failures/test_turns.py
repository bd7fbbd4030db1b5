"""The step that lost an episode: found on paper, and by playing oracles on in a browser."""

from dataclasses import replace

import pandas
import pytest

from practice.learned import gold
from practice.miniweb.oracle import play
from studies.failures import turns
from studies.failures.last_chances import Player, read_way
from webvoyager import Action, Episode, Observation, Task
from webvoyager.records import Settings, Step


@pytest.mark.parametrize(
    ("last", "needs", "turn"),
    [
        (3, 1, (4, "answer")),  # the task could be done until the answer
        (1, 1, (2, "state")),  # after two steps the task can no longer be done
        (None, 1, (1, "start")),
        (3, 3, (2, "steps")),  # three steps are needed, and after the second two are left
    ],
)
def test_an_episode_goes_wrong_where_its_task_can_no_longer_be_solved(last, needs, turn):
    page = Observation("http://shop.mini/", "Shop", (), "")
    actions = [Action("Click", 1)] * 3 + [Action("ANSWER", None, "Blue")]
    steps = [Step(n, page, action=action) for n, action in enumerate(actions, 1)]
    task = Task(id="shop--0", site="shop", url="http://shop.mini/", question="Which kettle?")
    made = Episode(task, tuple(steps), "answer", settings=Settings(max_steps=4))

    def can_still(played, taken, most):
        return last is not None and taken <= last and needs <= most

    assert turns.find_turn(made, False, can_still) == turn


def test_turns_are_named_and_solved_episodes_are_the_control():
    table = pandas.DataFrame(
        {
            "success": [False, True, False, True],
            "step": [4, None, 2, None],
            "why": ["answer", None, "steps", "not replayed"],
        }
    )
    named = turns.name_turns(table)
    assert named["source"].to_list() == [
        "could be done until\nit answered or gave up",
        "too few steps were left",
        "solved episodes (control)",
    ]
    assert named["step"].to_list()[:2] == [4, 2] and named["step"].isna().to_list()[2]


@pytest.fixture
def find_turn(web, browser):
    """A function that finds the turn of an oracle's episode after a change to it."""
    gold_episodes = {made.task.id: made for made in gold.load_world(web.world.seed)}

    def find(task, change, success=False):
        oracle = gold_episodes[task]
        player = Player(web, browser, read_way(oracle, web.oracles(task)[task]))
        return turns.find_turn(change(oracle), success, player.can_still)

    return find


def answer_wrongly(oracle):
    """The oracle's episode with a wrong answer."""
    *before, last = oracle.steps
    return replace(oracle, steps=(*before, replace(last, action=Action("ANSWER", None, "Blue"))))


def waste_steps(oracle):
    """Wait twice on the second page, with four steps in all, and give a wrong answer."""
    first, second, _ = oracle.steps
    waits = [replace(second, index=n, action=Action("Wait")) for n in (2, 3)]
    end = replace(second, index=4, action=Action("ANSWER", None, "Blue"))
    return replace(oracle, steps=(first, *waits, end), settings=Settings(max_steps=4))


@pytest.mark.xdist_group("oracles")
def test_the_oracle_continues_from_the_states_of_an_episode(find_turn):
    task = "words--24"  # its rule asks for a state, so the oracle must play
    assert find_turn(task, lambda oracle: oracle, success=True) == (None, "")
    assert find_turn(task, answer_wrongly) == (3, "answer")
    assert find_turn(task, waste_steps) == (3, "steps")


@pytest.mark.xdist_group("oracles")
def test_an_irreversible_change_on_the_server_loses_an_episode(web, find_turn, env):
    votes = [
        ["Click", "link", "New words"],
        ["Click", "radio", "plugspotting: Not yet"],
        ["Click", "button", "Vote on plugspotting"],
        ["ANSWER", "57 %"],
    ]

    made = play(env, web.tasks("words--22")[0], votes)  # with the scrolling that the votes need
    turn = find_turn("words--22", lambda oracle: replace(oracle, steps=made))
    assert turn == (len(made) - 1, "state")
