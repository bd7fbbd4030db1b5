"""Prompts of one's own in place of the kit's: read, checked, sent, recorded and shown."""

import json
from pathlib import Path

import pytest

from webvoyager import agent, models, runs
from webvoyager.lab import judging, viewer

BRIEF = models.prompt_texts()["agent"].replace("First think", "Briefly think")
REPLY = "Thought: I see it.\nAction: ANSWER; done"


def test_a_prompt_of_ones_own_is_sent_recorded_and_read_back(task, env, model, endpoint, tmp_path):
    endpoint.replies = [REPLY]
    played = agent.run(task, env, model, folder=tmp_path / "run", prompts={"agent": BRIEF})
    assert "Briefly think" in endpoint.asked[0]["messages"][0]["content"]
    about = json.loads((tmp_path / "run" / "run.json").read_text("utf-8"))
    assert about["settings"]["prompts"] == [["agent", BRIEF]]
    assert about["prompts"]["agent"] != models.prompt_hashes()["agent"]
    [stored] = runs.load(tmp_path / "run")
    assert stored.settings == played.settings and dict(stored.settings.prompts) == {"agent": BRIEF}
    assert "Briefly think" in viewer.prompts.prompt(stored, 1)
    assert viewer.prompts.caution(stored) == ""


def test_a_run_keeps_to_one_prompt(task, env, model, endpoint, tmp_path):
    endpoint.replies = [REPLY]
    agent.run(task, env, model, folder=tmp_path / "run")
    with pytest.raises(ValueError, match="prompts of your own: none, not advice"):
        agent.run(
            task,
            env,
            model,
            folder=tmp_path / "run",
            prompts={"advice": "Mind this: {{ advice.plan }}"},
        )


def test_a_folder_of_prompts_gives_those_that_differ(tmp_path: Path):
    (tmp_path / "agent.md").write_text(BRIEF, encoding="utf-8")
    (tmp_path / "task.md").write_text(models.prompt_texts()["task"], encoding="utf-8")
    assert models.read_prompts(tmp_path) == (("agent", BRIEF),)
    assert models.read_prompts({"agent": tmp_path / "agent.md"}) == (("agent", BRIEF),)


@pytest.mark.parametrize(
    ("given", "complaint"),
    [
        ({"agnt": "Hello"}, r"There is no prompt 'agnt'; there are advice, agent, "),
        (
            {"agent": "{{ page }}"},
            "has the slot 'page', which nobody fills; its slots are: actions",
        ),
        ({"agent": "{% if %}"}, "Your prompt 'agent' cannot be read: Expected an expression"),
        ("nowhere", "nowhere has no prompts: put files such as agent.md into it"),
    ],
    ids=["unknown", "slot", "syntax", "no folder"],
)
def test_a_prompt_that_cannot_be_used_is_refused_with_a_reason(given, complaint: str):
    with pytest.raises(ValueError, match=complaint):
        models.read_prompts(given)


def test_a_judge_says_which_prompts_it_used(task, env, model, endpoint, tmp_path):
    endpoint.replies = [REPLY, "1. It is done.", "Score: 5", "Point 1: met"]
    played = agent.run(task, env, model, folder=tmp_path / "run")
    own = {"key_points": "List what counts, please."}
    verdict = judging.judge_by_key_points(played, model, prompts=own)
    assert verdict.success is True
    assert endpoint.asked[1]["messages"][0]["content"] == "List what counts, please."
    assert verdict.prompts["key_points"] != models.prompt_hashes("key_points")["key_points"]


def test_what_differs_from_the_kits_prompt_is_shown_line_by_line():
    shown = str(viewer.prompt_changes({"agent": BRIEF}).data)
    assert "Briefly think" in shown and "First think" in shown
    assert "How to browse" not in shown
    assert "the same as the kit" in str(viewer.prompt_changes({}).data)
