"""The environment through Gymnasium: its checker, rewards, ends, and recorded runs of any agent."""

import importlib
import sys
import warnings
from collections.abc import Iterator

import numpy
import pytest
from guide_page import read_example

import webvoyager as wv
from webvoyager import runs, views
from webvoyager.lab.running import run_tasks
from webvoyager.start import Kit

pytestmark = pytest.mark.slow

gymnasium = pytest.importorskip("gymnasium", reason="pip install gymnasium")
from gymnasium.utils.env_checker import check_env  # noqa: E402

from webvoyager.lab.gym import ID, WebEnv, player  # noqa: E402


@pytest.fixture(scope="module")
def kit() -> Iterator[Kit]:
    with wv.start("offline-rules") as opened:
        yield opened


@pytest.fixture(scope="module")
def known(kit) -> list[wv.Task]:
    """Three tasks of the practice web, in its usual world."""
    return kit.web.tasks("recipes")[:3]


@pytest.mark.timeout(480)
def test_gymnasiums_checker_finds_nothing_to_warn_of(known):
    env = gymnasium.make(ID, tasks=known, render_mode="rgb_array")
    with warnings.catch_warnings():
        warnings.simplefilter("error", UserWarning)
        check_env(env.unwrapped)
    env.close()


def test_an_observation_has_the_page_as_pixels_and_as_text(kit, known):
    env = WebEnv(known, kit=kit, render_mode="rgb_array")
    seen, info = env.reset(options={"task": known[0].id})
    assert seen in env.observation_space
    assert (seen["goal"], seen["url"]) == (known[0].question, known[0].url)
    assert seen["screenshot"].shape == (768, 1024, 3) and seen["screenshot"].dtype == numpy.uint8
    assert (env.render() == seen["screenshot"]).all()
    marks = info["observation"].marks
    assert [mark["text"] for mark in seen["marks"]] == [mark.text for mark in marks] and marks
    x, y, width, height = seen["marks"][0]["box"]
    label = seen["screenshot"][int(y) : int(y + height), int(x) : int(x + width)]
    assert label.std() > 0  # the box holds an element, not empty ground
    assert seen["last_action_error"] == "" and info["task"] == known[0].id


def test_a_right_answer_is_worth_one_and_ends_the_episode(kit, known):
    env = WebEnv(known, kit=kit)
    env.reset(options={"task": known[0].id})
    _, reward, terminated, truncated, info = env.step(
        "Thought: go on. Action: Scroll [WINDOW]; down"
    )
    assert (reward, terminated, truncated) == (0.0, False, False) and "verdict" not in info
    _, reward, terminated, truncated, info = env.step(f"ANSWER; {known[0].reference}")
    assert (reward, terminated, truncated) == (1.0, True, False)
    assert info["verdict"].success is True
    episode = info["episode"]
    assert episode.answer == known[0].reference and len(episode.steps) == 2
    assert episode.steps[0].thought == "go on."
    with pytest.raises(gymnasium.error.ResetNeeded, match="call reset"):
        env.step("Wait")


def test_a_wrong_answer_is_worth_nothing(kit, known):
    env = WebEnv(known, kit=kit)
    env.reset(options={"task": known[0].id})
    _, reward, terminated, _, info = env.step("ANSWER; I do not know.")
    assert (reward, terminated) == (0.0, True) and info["verdict"].success is not True


def test_what_cannot_be_read_or_done_costs_a_step_and_says_why(kit, known):
    env = WebEnv(known, kit=kit, max_steps=2)
    env.reset(seed=1)
    seen, _, _, truncated, _ = env.step("press the button")
    assert "is not an action" in seen["last_action_error"] and not truncated
    seen, reward, terminated, truncated, info = env.step("Click [999]")
    assert info["error"].startswith("There is no element [999]")
    assert info["error"] == seen["last_action_error"] and info["error"] in seen["notes"][0]
    assert (reward, terminated, truncated) == (0.0, False, True)
    assert info["verdict"].reason == "No answer was given within 2 steps."


def test_a_seed_chooses_the_same_tasks_again(kit, known):
    env = WebEnv(known, kit=kit)
    first, again = ([env.reset(seed=seed)[1]["task"] for seed in (3, None)] for _ in range(2))
    assert first == again and first[0] != first[1]


def test_views_and_actions_are_chosen_as_for_any_environment(kit, known):
    env = WebEnv(known, kit=kit, view=views.accessibility_tree, actions=wv.actions.EXTENDED)
    seen, info = env.reset(seed=1)
    assert info["observation"].view == "accessibility_tree" and "heading" in seen["text"]
    assert env.step("Press Escape")[0]["last_action_error"] == ""


def test_closing_leaves_a_kit_of_ones_own_open(kit, known):
    env = WebEnv(known, kit=kit)
    env.close()
    env.close()
    assert env.reset(seed=1)[1]["task"]


@pytest.mark.parametrize(
    ("how", "sentence"),
    [
        ({"tasks": []}, "There are no tasks"),
        ({"render_mode": "human"}, "render_mode must be 'rgb_array' or None, not 'human'"),
        ({"actions": ["Fly"]}, "There is no action 'Fly'"),
    ],
)
def test_arguments_that_make_no_sense_are_refused(kit, known, how, sentence):
    with pytest.raises(ValueError, match=sentence):
        WebEnv(**{"tasks": known, "kit": kit, **how})


def test_an_unknown_task_and_an_action_that_is_no_text_are_refused(kit, known):
    env = WebEnv(known, kit=kit)
    with pytest.raises(ValueError, match="There is no task 'shop--99' here"):
        env.reset(options={"task": "shop--99"})
    env.reset(seed=1)
    with pytest.raises(ValueError, match="An action is a text such as"):
        env.step(3)


def test_tasks_of_two_worlds_need_two_environments(known):
    other = wv.Task(
        id="x", site="shop", url="http://shop.mini/", question="?", extra={"web_seed": 7}
    )
    with pytest.raises(ValueError, match="several worlds"):
        WebEnv([*known, other])


def test_any_agent_can_play_a_recorded_run(tmp_path, known):
    def new_agent(task):
        replies = iter(["Scroll [WINDOW]; down", f"ANSWER; {task.reference}"])
        return lambda seen: next(replies)

    play = player(new_agent, name="knows it")
    table = run_tasks(tmp_path / "run", known[:2], model="offline-rules", play=play, workers=1)
    assert table["success"].all() and set(table["model"]) == {"knows it"}
    assert table["steps"].tolist() == [2, 2]
    episode = runs.load(tmp_path / "run")[0]
    assert episode.steps[0].observation.screenshot and str(episode.steps[0].action) == (
        "Scroll [WINDOW]; down"
    )


@pytest.mark.parametrize("number", [0, 1])
def test_the_pages_examples_of_gymnasium_run(number, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    names: dict = {}
    exec(read_example(number).replace("[:10]", "[:1]"), names)
    if number == 0:
        assert "No answer was given within 5 steps." in capsys.readouterr().out
    else:
        assert runs.table("data/runs/mine-scrolls")["model"].tolist() == ["scrolls down"]


def test_without_gymnasium_one_sentence_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "gymnasium", None)
    monkeypatch.delitem(sys.modules, "webvoyager.lab.gym")
    with pytest.raises(
        ModuleNotFoundError, match=r"lab\.gym needs Gymnasium: pip install gymnasium"
    ):
        importlib.import_module("webvoyager.lab.gym")
