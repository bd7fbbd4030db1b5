"""The agent loop with a real browser, a real HTTP client and a scripted endpoint."""

import base64
import io
import json
import os
import signal
import time
from dataclasses import replace

import pytest
from PIL import Image
from serving import completion

from webvoyager import Browser, Environment, Model, agent, models, runs, views
from webvoyager.lab.failures import signals
from webvoyager.lab.judging import checking
from webvoyager.lab.statistics import rates
from webvoyager.lab.viewer import fragments
from webvoyager.records import Advice, Observation, Task


def say(words: str) -> str:
    return f"Thought: so\nAction: {words}"


def find_label(asked: dict, name: str) -> str:
    """The number of the element of this name in the last observation, as a model would read it."""
    text = asked["messages"][-1]["content"][0]["text"]
    return next(line for line in text.splitlines() if f'"{name}"' in line).split("]")[0].lstrip("[")


def click(name: str):
    return lambda asked: (200, _make_completion(f"Click [{find_label(asked, name)}]"), {})


def _make_completion(words: str) -> dict:
    return completion(say(words))


def list_pictures(message: dict) -> list[dict]:
    return (
        [part for part in message["content"] if part["type"] == "image_url"]
        if message["role"] == "user"
        else []
    )


def test_an_episode_leads_from_the_task_to_the_answer(env, model, endpoint, task, tmp_path):
    endpoint.replies = [
        click("Second page"),
        say("GoBack"),
        say("Scroll down"),
        say("ANSWER; heliotrope"),
    ]
    episode = agent.run(task, env, model, folder=tmp_path / "run")
    assert episode.stop == "answer" and episode.answer == "heliotrope"
    assert [str(step.action)[:6] for step in episode.steps] == [
        "Click ",
        "GoBack",
        "Scroll",
        "ANSWER",
    ]
    assert [step.observation.title for step in episode.steps] == [
        "Start",
        "Second",
        "Start",
        "Start",
    ]
    assert episode.usage == {"prompt_tokens": 400, "completion_tokens": 40}
    assert episode.cost is None  # the price of "m" is not known
    assert runs.load(tmp_path / "run") == [episode]


def test_only_the_last_three_screenshots_and_all_thoughts_are_sent(env, model, endpoint, task):
    endpoint.replies = [
        say("Scroll down"),
        say("Scroll up"),
        say("Wait"),
        say("Scroll down"),
        say("ANSWER; x"),
    ]
    agent.run(task, env, model)
    sent = endpoint.asked[-1]["messages"]
    assert [len(list_pictures(message)) for message in sent if message["role"] == "user"] == [
        0,
        0,
        1,
        1,
        1,
    ]
    assert [
        message["content"] for message in sent if message["role"] == "assistant"
    ] == list_replies(endpoint)
    assert "Now given a task: What is the code word?" in sent[1]["content"][0]["text"]
    assert "(elements and screenshot left out)" in sent[1]["content"][0]["text"]


def list_replies(endpoint) -> list[str]:
    return [say("Scroll down"), say("Scroll up"), say("Wait"), say("Scroll down")]


def test_an_impossible_action_and_an_unreadable_reply_cost_a_step_and_the_model_learns_why(
    env, model, endpoint, task
):
    endpoint.replies = [say("Click [999]"), "no idea", say("ANSWER; x")]
    episode = agent.run(task, env, model)
    assert [bool(step.error) for step in episode.steps] == [True, True, False]
    prompts = [asked["messages"][-1]["content"][0]["text"] for asked in endpoint.asked[1:]]
    assert "Your last action failed: There is no element [999]" in prompts[0]
    assert "Your last action failed: Your reply has no action" in prompts[1]


@pytest.mark.parametrize("reply", ["", "I'm sorry, but I can't help with that."])
def test_an_empty_reply_and_a_refusal_cost_a_step(env, model, endpoint, task, reply):
    endpoint.replies = [reply, say("ANSWER; x")]
    episode = agent.run(task, env, model)
    assert "no action" in episode.steps[0].error and episode.stop == "answer"


def make_cut_reply(words: str) -> tuple:
    """A reply that reached max_tokens."""
    said = _make_completion(words)
    said["choices"][0]["finish_reason"] = "length"
    return 200, said, {}


def test_reasoning_is_kept_and_never_sent_back(env, model, endpoint, task, tmp_path):
    endpoint.replies = [
        f"<think>Click [3]? Action: GoBack</think>{say('Scroll down')}",
        say("ANSWER; x"),
    ]
    episode = agent.run(task, env, model, folder=tmp_path)
    assert [str(step.action) for step in episode.steps] == ["Scroll [WINDOW]; down", "ANSWER; x"]
    assert [step.reasoning for step in episode.steps] == ["Click [3]? Action: GoBack", ""]
    assert [step.reply for step in episode.steps] == [say("Scroll down"), say("ANSWER; x")]
    assert runs.load(tmp_path) == [episode]
    assert "Click [3]" not in json.dumps(endpoint.asked[-1]["messages"])


def test_a_reply_cut_within_its_action_is_not_carried_out(env, model, endpoint, task, tmp_path):
    endpoint.replies = [
        make_cut_reply("ANSWER; it is helio"),
        make_cut_reply("Scroll down\n\nObservation: I"),
        say("ANSWER; heliotrope"),
    ]
    episode = agent.run(task, env, model, folder=tmp_path)
    sentence = (
        "Your reply was cut short after 10 tokens: think less, and come to the action sooner."
    )
    assert [step.error for step in episode.steps] == [sentence, "", ""]
    assert [step.cut for step in episode.steps] == [
        True,
        True,
        False,
    ] and episode.answer == "heliotrope"
    assert (
        f"Your last action failed: {sentence}"
        in endpoint.asked[1]["messages"][-1]["content"][0]["text"]
    )
    assert runs.load(tmp_path) == [episode]


def test_a_reply_cut_before_it_says_anything_warns_and_the_model_learns_why(
    env, model, endpoint, task
):
    said = _make_completion("")
    said["choices"] = [
        {"message": {"content": "", "reasoning": "Hm, hm"}, "finish_reason": "length"}
    ]
    endpoint.replies = [(200, said, {}), say("ANSWER; x")]
    with pytest.warns(UserWarning, match="before it said anything"):
        episode = agent.run(task, env, model)
    first = episode.steps[0]
    assert first.reasoning == "Hm, hm" and first.error.startswith(
        "Your reply was cut short after 10 tokens: think less"
    )


@pytest.mark.parametrize(
    ("limit", "stop"),
    [
        (
            {"max_episode_cost": 0.25},
            "limit: 0.25 dollars",
        ),  # a step takes 100 + 10 tokens and 0.1 dollars
        ({"max_episode_tokens": 300}, "limit: 300 tokens"),
        ({"max_episode_cost": 9, "max_episode_tokens": 330}, "limit: 330 tokens"),
    ],
)
def test_an_episode_ends_at_its_limit_as_a_result_without_an_answer(
    env, model, endpoint, task, tmp_path, limit, stop
):
    model.rate = models.Rate(1000, 0)
    endpoint.replies = [say("Scroll down")]
    episode = agent.run(task, env, model, folder=tmp_path, **limit)
    assert episode.stop == stop and len(episode.steps) == 3 and episode.answer == ""
    assert runs.load(tmp_path) == [episode]
    verdict = checking.grade(episode)
    assert (
        verdict.success is False
        and verdict.reason == f"No answer was given within {stop.removeprefix('limit: ')}."
    )
    runs.add_verdicts(tmp_path, verdict)
    table = runs.table(tmp_path)
    assert list(table["stop"]) == [stop] and list(table["success"]) == [False]
    summary = rates.summary(table).loc[("m", "all")]
    assert (summary["faults"], summary["answered"], summary["success"], summary["unscored"]) == (
        0,
        0,
        0,
        0,
    )
    assert "out of steps" in [hint.name for hint in signals.hints(episode)]
    assert (
        fragments.ending(episode)
        == f"No answer: {stop.replace('limit:', 'it reached its limit of')}."
    )


def test_an_episode_ends_when_its_time_is_over(env, model, endpoint, task):
    endpoint.replies = [
        lambda asked: (time.sleep(0.3), (200, _make_completion("Scroll down"), {}))[1]
    ]
    episode = agent.run(task, env, model, max_episode_seconds=0.2)
    assert episode.stop == "limit: 0.2 seconds" and len(episode.steps) == 1


def test_an_answer_that_reaches_the_limit_counts(env, model, endpoint, task):
    endpoint.replies = [say("ANSWER; x")]
    assert agent.run(task, env, model, max_episode_tokens=50).stop == "answer"


def test_a_limit_without_a_price_and_a_view_beside_the_environments_are_refused(env, model, task):
    with pytest.raises(
        ValueError, match=r"The price of Model.* is not known: add it to data/prices\.csv"
    ):
        agent.run(task, env, model, max_episode_cost=1)
    with pytest.raises(TypeError, match="The view and the actions belong to the environment"):
        agent.run(task, env, model, view=views.accessibility_tree)


def test_the_model_sees_pixels_only_unless_it_is_the_offline_one(env, endpoint, task):
    endpoint.replies = [say("ANSWER; x")]
    agent.run(task, env, Model("m", endpoint.base_url, "key"))
    agent.run(task, env, Model("m", endpoint.base_url, "key", page_text=True))
    sent = [list_pictures(asked["messages"][-1])[0]["image_url"]["url"] for asked in endpoint.asked]
    hosted, offline = (Image.open(io.BytesIO(base64.b64decode(url.split(",")[1]))) for url in sent)
    page = json.loads(offline.info[models.PAGE_TEXT])
    assert not hosted.info and hosted.tobytes() == offline.tobytes()
    assert (
        "A small page" in str(page["lines"]) and page["marks"] and page["viewport"] == [1024, 768]
    )
    with pytest.raises(ValueError, match="loopback"):
        Model("m", "https://models.example/v1", "key", page_text=True)


def test_a_step_without_its_picture_says_so_in_the_prompt(env, model, endpoint, task, tmp_path):
    endpoint.replies = [say("Wait"), say("ANSWER; x")]
    agent.run(task, env, model, folder=tmp_path)
    first, last = runs.load(tmp_path)[0].steps
    first.observation.image.unlink()
    model.ask(agent.messages(task, [first], last.observation))
    (_, before, _, now) = endpoint.asked[-1]["messages"]
    assert "(the screenshot of this step was not kept)" in before["content"][0][
        "text"
    ] and not list_pictures(before)
    assert "not kept" not in now["content"][0]["text"] and len(list_pictures(now)) == 1


def test_an_endpoint_that_refuses_ends_the_episode_as_a_fault(env, model, endpoint, task, tmp_path):
    endpoint.replies = [
        say("Scroll down"),
        (401, {"error": {"message": "bad key", "code": "invalid_api_key"}}, {}),
    ]
    episode = agent.run(task, env, model, folder=tmp_path)
    assert episode.stop.startswith("error:") and "refused the key (401)" in episode.stop
    assert len(episode.steps) == 1
    assert runs.load(tmp_path) == [episode]


@pytest.mark.slow
def test_a_browser_that_dies_mid_episode_loses_nothing(model, endpoint, task, tmp_path):
    browser = Browser()
    env = Environment(browser)
    endpoint.replies = [
        say("Scroll down"),
        lambda asked: (_kill(browser), (200, _make_completion("Scroll down"), {}))[1],
    ]
    episode = agent.run(task, env, model, folder=tmp_path)
    browser.close()
    assert episode.stop.startswith("error: The browser"), episode.stop
    assert [step.reply for step in episode.steps] == [say("Scroll down")] * 2
    assert runs.load(tmp_path)[0].steps == episode.steps


def _kill(browser: Browser) -> None:
    """Kill the browser's driver, as a crash would."""
    os.kill(browser._session.process, signal.SIGKILL)


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("http://nowhere.example/", "not on the list of allowed hosts"),
        ("http://127.0.0.1:38999/", "nothing listens"),
        ("x", "not an address"),
    ],
)
def test_an_unreachable_site_is_a_fault_with_a_reason(env, model, task, url, reason):
    episode = agent.run(replace(task, url=url), env, model)
    assert episode.stop.startswith("error:") and reason in episode.stop and not episode.steps


def test_advice_comes_before_the_newest_page_and_is_recorded(env, model, endpoint, task, tmp_path):
    def guide(task: Task, done: list, seen: Observation) -> Advice:
        spent = {"usage": {"prompt_tokens": 7}, "seconds": 0.5} if not done else {}
        return Advice(f"Step {len(done) + 1}: look around.", ("Read on.",), "by hand", **spent)

    endpoint.replies = [say("Scroll down"), say("ANSWER; x")]
    episode = agent.run(task, env, model, folder=tmp_path, advise=guide)
    sent = [json.dumps(asked["messages"]) for asked in endpoint.asked]
    assert "Step 1: look around." in sent[0] and "Step 1" not in sent[1] and "Step 2" in sent[1]
    assert (
        sent[1].index("Observation 1 of") < sent[1].index("Step 2") < sent[1].index("Observation 2")
    )
    first, second = episode.steps
    assert first.usage["prompt_tokens"] == second.usage["prompt_tokens"] + 7
    assert first.seconds["advise"] == 0.5 and "advise" not in second.seconds
    assert episode.settings.advice == "guide"
    assert runs.load(tmp_path) == [episode]
    with pytest.raises(ValueError, match="made with other settings: advice 'guide', not ''"):
        agent.run(task, env, model, folder=tmp_path)


def test_the_loop_written_by_hand_plays_the_same_episode(env, model, endpoint, task):
    endpoint.replies = [say("Scroll down"), say("ANSWER; x")]
    walked = list(agent.steps(task, env, model))
    assert [str(step.action) for step in walked] == ["Scroll [WINDOW]; down", "ANSWER; x"]


def test_a_mark_of_a_page_that_left_while_the_model_thought_is_refused(env, model, endpoint, task):
    def leave(asked: dict) -> tuple:
        env.browser.script("location.assign('second.html')")
        return (200, _make_completion(f"Click [{find_label(asked, 'Does nothing')}]"), {})

    endpoint.replies = [leave, say("ANSWER; x")]
    episode = agent.run(task, env, model)
    assert episode.stop == "answer" and "no longer there" in episode.steps[0].error
