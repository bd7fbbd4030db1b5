"""Recordings: a model's calls are kept in a file and replayed, without a server and a key."""

import json
import pickle
from concurrent.futures import ThreadPoolExecutor

import pytest

from webvoyager import Model, agent, models, runs, start
from webvoyager.lab import baselines
from webvoyager.records import EpisodeError

REPLY = "Thought: I see it.\nAction: ANSWER; done"
TALK = [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "What now?"}]
OUTPUT = {"type": "output_text", "text": "12"}


@pytest.fixture
def file(tmp_path):
    return tmp_path / "calls.jsonl"


def say(words: str) -> list[dict]:
    """Messages with these words in the second one."""
    return [TALK[0], {"role": "user", "content": words}]


def replay(file, name: str = "m", **settings) -> Model:
    """A model that only replays, without a key."""
    return Model(name, replay=file, **settings)


def test_a_recorded_episode_is_replayed_with_the_server_gone(
    task, env, model, endpoint, file, tmp_path
):
    endpoint.replies = ["Thought: Down.\nAction: Scroll [WINDOW]; down", REPLY]
    first = agent.run(task, env, model.with_recording(record=file))
    endpoint.close()
    again = agent.run(task, env, replay(file), folder=tmp_path / "run")
    assert [step.reply for step in again.steps] == [step.reply for step in first.steps]
    assert (again.answer, again.usage) == ("done", first.usage)
    about = json.loads((tmp_path / "run" / "run.json").read_text("utf-8"))
    assert about["model"]["replay"] == "calls.jsonl"
    assert len(runs.load(tmp_path / "run")) == 1


def test_the_same_call_gets_its_answers_in_order_and_one_more_is_a_miss(model, endpoint, file):
    endpoint.replies = ["One.", "Two."]
    recorded = model.with_recording(record=file)
    assert [recorded.ask(TALK).text for _ in range(2)] == ["One.", "Two."]
    again = replay(file)
    assert [again.ask(TALK).text for _ in range(2)] == ["One.", "Two."]
    with pytest.raises(EpisodeError, match="it was recorded 2 times and is asked for once more"):
        again.ask(TALK)


@pytest.mark.parametrize(
    ("messages", "settings", "complaint"),
    [
        (
            say("What next?"),
            {},
            r"differs in message 2: it has “…user: What now\?…”, and this one"
            r" “…user: What next\?…”",
        ),
        ([*TALK, {"role": "user", "content": "Go on."}], {}, "ends after message 2, where this"),
        (TALK[:1], {}, "goes on after message 1, where this one ends"),
        (TALK, {"temperature": 0}, r"has other settings: temperature 1.0, not 0"),
    ],
    ids=["words", "longer", "shorter", "settings"],
)
def test_a_miss_says_what_differs_from_the_nearest_call(
    model, endpoint, file, messages, settings, complaint
):
    endpoint.replies = ["Yes."]
    model.with_recording(record=file).ask(TALK)
    with pytest.raises(EpisodeError, match=complaint):
        replay(file).ask(messages, **settings)


def test_a_replay_of_another_model_names_the_recorded_one(model, endpoint, file):
    endpoint.replies = ["Yes."]
    model.with_recording(record=file).ask(TALK)
    with pytest.raises(EpisodeError, match="it has calls to m, none to n"):
        replay(file, "n").ask(TALK)


def test_a_replay_with_another_prompt_ends_the_episode_as_a_fault(task, env, model, endpoint, file):
    endpoint.replies = [REPLY]
    agent.run(task, env, model.with_recording(record=file))
    own = {"agent": models.prompt_texts()["agent"].replace("First think", "Briefly think")}
    played = agent.run(task, env, replay(file), prompts=own)
    assert (
        played.stop.startswith("error: The recording") and "differs in message 1: " in played.stop
    )


def test_with_both_files_only_what_is_missing_is_asked_and_kept(model, endpoint, file):
    endpoint.replies = ["Old.", "New."]
    both = model.with_recording(record=file, replay=file)
    assert both.ask(TALK).text == "Old."
    both = model.with_recording(record=file, replay=file)
    assert [both.ask(words).text for words in (TALK, say("More?"))] == ["Old.", "New."]
    assert len(endpoint.asked) == 2
    again = replay(file)
    assert [again.ask(words).text for words in (TALK, say("More?"))] == ["Old.", "New."]


def test_recording_again_refreshes_the_answers(model, endpoint, file):
    endpoint.replies = ["Old.", "New."]
    for _ in range(2):
        model.with_recording(record=file).ask(TALK)
    assert replay(file).ask(TALK).text == "New."


def test_searches_and_embeddings_are_replayed(task, endpoint, file):
    endpoint.replies = [
        (200, {"output": [{"type": "message", "content": [OUTPUT]}]}, {}),
    ]
    recorded = Model("m", endpoint.base_url, "key", record=file)
    with pytest.warns(UserWarning, match="without a search"):
        first = baselines.search_only(task, recorded)
    with pytest.warns(UserWarning, match="without a search"):
        assert baselines.search_only(task, replay(file)).answer == first.answer == "12"


def test_threads_and_pickled_copies_write_one_file(model, endpoint, file):
    endpoint.replies = ["Yes."]
    recorded = model.with_recording(record=file)
    copies = [recorded, pickle.loads(pickle.dumps(recorded))]
    with ThreadPoolExecutor(8) as pool:
        calls = [(copies[number % 2], f"Call {number}") for number in range(40)]
        [*pool.map(lambda call: call[0].ask(say(call[1])), calls)]
    again = replay(file)
    assert {again.ask(say(f"Call {number}")).text for number in range(40)} == {"Yes."}


def test_a_torn_line_costs_one_call_and_is_mentioned(model, endpoint, file):
    endpoint.replies = ["One.", "Two.", "Three."]
    model.with_recording(record=file).ask(say("1"))
    whole = file.read_bytes()
    model.with_recording(record=file).ask(say("2"))
    file.write_bytes(file.read_bytes()[:-9])
    model.with_recording(record=file).ask(say("3"))
    again = replay(file)
    assert [again.ask(say(words)).text for words in "13"] == ["One.", "Three."]
    with pytest.raises(EpisodeError, match=r"\(1 of its lines are damaged\)"):
        again.ask(say("2"))
    file.write_bytes(whole[:40])
    with pytest.raises(ValueError, match="isn't a recording, or is damaged from its first call on"):
        replay(file)


def test_files_that_are_no_recordings_are_refused(model, endpoint, file):
    with pytest.raises(ValueError, match=r"There is no recording .*calls.jsonl: make one with"):
        replay(file)
    endpoint.replies = ["Yes."]
    model.with_recording(record=file).ask(TALK)
    row = json.loads(file.read_text("utf-8"))
    file.write_text(json.dumps({**row, "format": 2}), "utf-8")
    with pytest.raises(ValueError, match=r"newer version of this kit \(format 2; this one reads 1"):
        replay(file)


def test_no_key_is_in_a_recording(endpoint, file):
    endpoint.replies = ["Yes."]
    Model("m", endpoint.base_url, "sk-verysecretindeed", record=file).ask(TALK)
    assert "secret" not in file.read_text("utf-8")


@pytest.mark.slow
def test_start_replays_what_the_environment_names(model, endpoint, file, monkeypatch):
    endpoint.replies = [REPLY]
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "WEBVOYAGER_MODEL"):
        monkeypatch.setenv(name, "")
    monkeypatch.setenv("WEBVOYAGER_RECORD", str(file))
    model.with_recording(record=file).ask(TALK)
    monkeypatch.setenv("WEBVOYAGER_RECORD", "")
    monkeypatch.setenv("WEBVOYAGER_REPLAY", str(file))
    with start(live=False) as kit:
        assert kit.model.name == "m" and kit.model.ask(TALK).text == REPLY


@pytest.mark.slow
def test_the_offline_model_is_recorded_and_replayed(file, monkeypatch):
    played = []
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "WEBVOYAGER_MODEL"):
        monkeypatch.setenv(name, "")
    for variable in ("WEBVOYAGER_RECORD", "WEBVOYAGER_REPLAY"):
        monkeypatch.setenv("WEBVOYAGER_RECORD", "")
        monkeypatch.setenv(variable, str(file))
        with start("offline-rules") as kit:
            task = next(task for task in kit.web.tasks() if task.id == "recipes--0")
            played.append(agent.run(task, kit.env, kit.model, max_steps=4))
    first, again = played
    assert [step.reply for step in again.steps] == [step.reply for step in first.steps]
    assert not again.stop.startswith("error")
