"""MiniWoB++ in the kit's browser: pages that begin, repeat and end, and what the checker learns."""

import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from importlib.util import find_spec

import pytest
from driving import find, names
from guide_page import read_example

import webvoyager as wv
from practice import miniwob
from practice.miniwob import pages, site, taskfile
from webvoyager import Action, Model, tasks
from webvoyager.lab.judging.checking import grade
from webvoyager.lab.running import run_tasks
from webvoyager.start import Kit

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(find_spec("miniwob") is None, reason="pip install miniwob"),
]


@pytest.fixture(scope="module")
def kit() -> Iterator[Kit]:
    """A kit of our own: other tests count the sites of the shared practice web."""
    with wv.start("offline-rules") as opened:
        miniwob.add(opened)
        yield opened


@pytest.fixture(scope="module")
def by_id() -> dict[str, wv.Task]:
    return {task.id: task for task in tasks.load("miniwob")}


def read_state(kit: Kit) -> dict:
    return kit.web.state("miniwob", kit.browser.cookies)


def test_there_are_five_tasks_for_each_page_of_the_package(by_id):
    found = pages.list_names(pages.find_pages())
    assert len(found) == 125
    assert sorted(by_id) == sorted(f"{name}--{seed}" for name in found for seed in range(5))
    assert all(task.question and task.site == "miniwob" for task in by_id.values())


def test_every_page_starts_its_episode_as_the_added_script_expects():
    folder = pages.find_pages() / "miniwob"
    for name in pages.list_names(pages.find_pages()):
        text = (folder / f"{name}.html").read_text("utf-8")
        assert text.count(site.CORE) == 1 and "core.startEpisode();" in text, name
        assert not re.search(r"core\.(startEpisodeReal|endEpisode|countdownTimer) = ", text), name


def test_pages_ask_what_the_stored_tasks_say(kit, by_id):
    """The same seed gives the same task again."""
    asked = ["book-flight", "choose-date", "click-color", "email-inbox-nl-turk", "terminal"]
    for row in taskfile.read_rows(kit, asked, seeds=[3]):
        task = by_id[row["id"]]
        assert (task.question, task.url) == (row["ques"], row["web"])
        assert task.answer == row["answer"]


def test_an_episode_begins_by_itself_and_ends_once(kit, by_id):
    seen = kit.env.reset(by_id["click-test--0"])
    assert names(seen) == ["Click Me!"] and read_state(kit) == {"over": False}
    assert not any("reward" in words or "Time left" in words for words in seen.words)
    seen = kit.env.step(Action("Click", 0))
    first = read_state(kit)
    assert (first["over"], first["success"], first["reward"]) == (True, True, 1.0)
    assert "Episode over" in seen.words and names(seen) == []
    kit.browser.click(80, 100)  # where the cover would begin another episode
    assert "Episode over" in kit.env.step().words and read_state(kit) == first
    kit.browser.script("core.endEpisode(-1)")
    assert read_state(kit) == first
    kit.env.reset(by_id["click-test--0"])
    assert read_state(kit) == {"over": False}


def test_a_wrong_click_is_a_failure(kit, by_id):
    task = by_id["click-test-2--0"]
    seen = kit.env.reset(task)
    assert task.question == "Click button ONE."
    kit.env.step(Action("Click", find(seen, "TWO").label))
    assert read_state(kit) == {"over": True, "reward": -1.0, "reason": "", "success": False}


def test_nothing_ends_an_episode_after_a_time(kit, by_id):
    kit.env.reset(by_id["book-flight--0"])
    page = (pages.find_pages() / "miniwob" / "book-flight.html").read_text("utf-8")
    assert "EPISODE_MAX_TIME" in page  # it sets a limit of its own
    days = kit.browser.script("return core.EPISODE_MAX_TIME") / 1000 / 60 / 60 / 24
    assert days > 24 and kit.browser.script("return core.EP_TIMER") is not None


def test_the_page_ends_the_agents_episode(kit, by_id, endpoint):
    endpoint.replies = ["Thought: there.\nAction: Click [0]"]
    scripted = replace(kit, model=Model("m", endpoint.base_url, "key"))
    episode = miniwob.play(scripted, by_id["click-test--0"])
    assert [str(step.action) for step in episode.steps] == [
        "Click [0]",
        "ANSWER; The page ended the episode.",
    ]
    assert len(endpoint.asked) == 1 and "Click the button." in str(endpoint.asked[0]["messages"])
    assert grade(episode, read_state(kit)).success is True


def test_an_answer_before_the_page_has_ended_is_a_failure(kit, by_id, endpoint):
    endpoint.replies = ["Action: ANSWER; done"]
    scripted = replace(kit, model=Model("m", endpoint.base_url, "key"))
    episode = miniwob.play(scripted, by_id["click-test--0"])
    assert (episode.stop, episode.answer) == ("answer", "done")
    assert grade(episode, read_state(kit)).success is False


def test_an_episode_that_does_not_end_is_ended_by_its_steps(kit, by_id, endpoint):
    endpoint.replies = ["Action: Scroll [WINDOW]; down"]
    scripted = replace(kit, model=Model("m", endpoint.base_url, "key"))
    episode = miniwob.play(scripted, by_id["click-test--0"], max_steps=2)
    assert episode.stop == "max_steps" and len(episode.steps) == 2


def test_gymnasium_ends_an_episode_when_the_page_does(kit, by_id):
    pytest.importorskip("gymnasium", reason="pip install gymnasium")
    from webvoyager.lab.gym import WebEnv

    env = WebEnv([by_id["click-test-2--0"]], kit=kit, prepare=miniwob.add)
    seen, _ = env.reset(seed=0)
    right = next(mark["label"] for mark in seen["marks"] if mark["text"] == "ONE")
    _, reward, terminated, truncated, info = env.step(f"Click [{right}]")
    assert (reward, terminated, truncated) == (1.0, True, False)
    assert info["episode"].answer == "The page ended the episode."


def test_the_pages_examples_of_miniwob_run(tmp_path, monkeypatch):
    pytest.importorskip("gymnasium", reason="pip install gymnasium")
    import gymnasium

    monkeypatch.chdir(tmp_path)
    given = {"tasks": tasks, "run_tasks": run_tasks, "gymnasium": gymnasium}
    chosen = read_example(2).replace("if task", 'if task.extra["seed"] == 0 and task')
    *lines, last = chosen.strip().splitlines()
    exec("\n".join(lines), given)
    counted = eval(last, given)
    assert counted.index.tolist() == ["click-test", "enter-text"]
    assert counted["count"].tolist() == [1, 1]
    exec(read_example(3), given)
    with given["env"].unwrapped.kit:
        assert (
            given["env"].reset(options={"task": "click-test--0"})[0]["goal"] == "Click the button."
        )


def test_without_the_package_one_sentence_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "miniwob", None)
    with pytest.raises(
        ModuleNotFoundError, match=r"MiniWoB\+\+ isn't installed; .* install miniwob"
    ):
        tasks.load("miniwob")
