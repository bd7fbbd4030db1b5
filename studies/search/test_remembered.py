"""A remembered site gives the same episodes and searches as the browser."""

import pytest

from practice.simulated import Simulated, Skill
from studies.search.remembered import Memory, Remembered
from webvoyager import Environment, Model, agent
from webvoyager.lab import search

TASKS = ("recipes--0", "shop--9", "flights--20", "words--4")


def summarise_steps(episode):
    """The observation, reply and error of each step of an episode."""
    return [
        (
            step.observation.url,
            step.observation.text,
            step.observation.notes,
            step.reply,
            step.error,
        )
        for step in episode.steps
    ]


@pytest.fixture
def model():
    skill = Skill(0.5, seed=1)
    with Simulated([skill]) as served:
        yield Model(skill.name, served.base_url, "none", page_text=True)


@pytest.mark.parametrize("name", TASKS)
def test_an_episode_from_memory_equals_the_played_one(browser, web, model, tmp_path, name):
    task = next(task for task in web.tasks() if task.id == name)
    played = agent.run(task, Environment(browser), model, max_steps=8)
    memory = Memory(tmp_path / "seen.sqlite")
    again = [
        agent.run(task, Remembered(Environment(browser), memory, "42"), model, max_steps=8)
        for _ in range(2)
    ]
    assert memory.found >= memory.missed == len(played.steps)
    assert summarise_steps(played) == summarise_steps(again[0]) == summarise_steps(again[1])


def test_a_search_goes_back_by_memory_alone(browser, web, model, tmp_path):
    task = next(task for task in web.tasks() if task.id == "shop--0")
    memory = Memory(tmp_path / "seen.sqlite")
    strategy = search.Strategy(
        search.constant(), search.Limits(budget=4, samples=4), revisit=search.replay
    )
    found = [
        search.run(
            task, Remembered(Environment(browser), memory, "42"), model, strategy, max_steps=3
        )
        for _ in range(2)
    ]
    missed = memory.missed
    assert [step.reply for step in found[0].steps] == [step.reply for step in found[1].steps]
    assert missed == memory.missed and memory.found > missed


def test_the_browser_catches_up_with_the_memory(browser, web, model, tmp_path):
    task = next(task for task in web.tasks() if task.id == "recipes--17")
    memory = Memory(tmp_path / "seen.sqlite")
    with Simulated([Skill(1.0)]) as served:
        right = Model("simulated-1", served.base_url, "none", page_text=True)
        for _ in range(2):
            env = Remembered(Environment(browser), memory, "42")
            browser.reset()
            agent.run(task, env, right)
            assert env.state(web)["box"]
    with pytest.raises(ValueError, match="first page: pass fresh"):
        env.reset(task, fresh=False)
