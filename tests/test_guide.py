"""The Python on the pages of the guide runs as it is written, apart from addresses and folders."""

import ast
import json
import re
import shutil
import signal
import subprocess
import sys
import warnings
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import pandas
import pytest
from flask import Flask, request

import webvoyager as wv
from practice.loopback import Loopback
from webvoyager import Environment, agent, runs
from webvoyager.lab import judging
from webvoyager.lab.running import run_tasks
from webvoyager.start import Kit

pytestmark = pytest.mark.slow

DOCS = Path(__file__).parents[1] / "docs"
RUN = DOCS.parent / "data" / "runs" / "offline-42"
SIGN_IN = """<title>Sign in</title><h1>Sign in</h1><form method=post><label>User name <input
name=name></label> <label>Password <input name=pass type=password></label><button>Sign in</button>"""
STONE = "<title>Pebble</title><h1>Pebble</h1><p>Weight: 30 g"


def read_blocks(page: str) -> list[str]:
    return re.findall(r"^```python\n(.*?)^```", (DOCS / page).read_text("utf-8"), re.M | re.S)


def execute(code: str, **names):
    """The names after running the code, and the value of its last line."""
    *lines, last = ast.parse(code).body
    exec(compile(ast.Module(lines, []), "guide", "exec"), names)
    if isinstance(last, ast.Expr):
        return names, eval(compile(ast.Expression(last.value), "guide", "eval"), names)
    exec(compile(ast.Module([last], []), "guide", "exec"), names)
    return names, None


@pytest.fixture
def unknown_site():
    """The host and port of a website that the kit does not know."""
    app = Flask("stones")
    app.get("/")(lambda: STONE)
    with Loopback(app) as site:
        yield site.url.removeprefix("http://")


def test_every_block_of_the_guide_is_tested_here():
    found = {page.name: len(read_blocks(page.name)) for page in DOCS.glob("*.md")}
    tried = {
        "other_agents.md": 4,  # in test_gym.py and test_miniwob.py
        "acting.md": 2,
        "exchange.md": 4,
        "growing_up.md": 2,
        "lab.md": 2,
        "many_machines.md": 2,
        "models.md": 4,
        "seeing.md": 1,
        "your_own.md": 8,
    }
    assert {page: count for page, count in found.items() if count} == tried


def test_a_model_with_eyes_captions_pictures_for_one_without(browser, pages, endpoint, model):
    endpoint.replies = ["A red chair."]
    browser.open(f"{pages}/pictures.html")
    [code] = read_blocks("seeing.md")
    names, _ = execute(code, kit=SimpleNamespace(browser=browser), eyes=model)
    assert 'image "A chair", caption "A red chair."' in names["env"].observation.text
    assert len(endpoint.asked) == 3


def test_a_model_judges_what_the_rules_leave_and_is_measured(web, endpoint, model, tmp_path):
    endpoint.replies = ["Verdict: MATCH"]
    run, measure = (
        code.replace('Model("gpt-5.4-mini")', "model").replace(
            "data/runs/mine", str(tmp_path / "run")
        )
        for code in read_blocks("lab.md")
    )
    played = partial(run_tasks, max_steps=1)
    names = {
        "tasks": web.tasks("words")[:1],
        "run_tasks": played,
        "judging": judging,
        "model": model,
    }
    _, table = execute(run, **names)
    assert table.judge.tolist() == ["rules"]  # no answer within one step
    few = SimpleNamespace(
        measure=judging.measure, read_labelled=lambda: judging.read_labelled()[:3]
    )
    names, doubtful = execute(measure, judging=few, model=model)
    assert len(endpoint.asked) == 6 and set(doubtful.kind) <= set(names["table"].kind)


def test_every_part_can_be_one_of_your_own(web, unknown_site, tmp_path, monkeypatch):
    """The blocks of the page run one after the other, as a reader would run them."""
    monkeypatch.chdir(tmp_path)
    names, shown = {}, []
    with ExitStack() as stack:
        for block in read_blocks("your_own.md"):
            code = block.replace("127.0.0.1:5000", unknown_site)
            names, value = execute(code, **names)
            shown.append(value)
            if "kit" in names:
                stack.push(names["kit"])
        names["actions"].TABLE.pop("Outline")
    first, seen, _, styled, paired, judged, swept, *_ = shown
    assert names["table"].success[0] and first.get_title(loc="left")
    assert "30 g" in seen.answer and seen.settings.view == "names_only"
    assert styled.settings.style.colours == ("#00aa00",)
    assert paired["n"] == 2 and judged.success.notna().all()
    assert names["swept"].run.nunique() == 2 and swept.get_title(loc="left")
    assert "Weight: 30 g" in names["captioned"].observation.text


def test_a_question_about_your_own_website_is_answered(unknown_site):
    code = read_blocks("acting.md")[0]
    names, episode = execute(code.replace("127.0.0.1:5000", unknown_site), wv=wv)
    with names["kit"]:
        assert "30 g" in episode.answer


def test_a_secret_is_typed_by_its_name():
    typed = {}
    app = Flask("log-in")
    app.get("/")(lambda: SIGN_IN)
    app.post("/", endpoint="typed")(
        lambda: typed.update(request.form) or "<h1>Welcome, " + typed["name"]
    )
    with Loopback(app) as site:
        host = site.url.removeprefix("http://")
        names, episode = execute(read_blocks("acting.md")[1].replace("127.0.0.1:5000", host), wv=wv)
    names["kit"].close()
    assert typed["name"] == "anna" and episode.steps[0].action.text == "{{user}}"
    assert "anna" not in json.dumps(episode.to_json(), default=str)


def test_a_recorded_episode_is_replayed(web, browser, endpoint, model, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    endpoint.replies = ["Thought: I see it.\nAction: ANSWER; done"]
    kit = Kit(model, Environment(browser), web)
    code = next(block for block in read_blocks("models.md") if "with_recording" in block)
    names, _ = execute(code, kit=kit, task=web.tasks("recipes--0")[0], agent=agent)
    assert names["again"].answer == names["episode"].answer == "done" and len(endpoint.asked) == 1


@pytest.mark.usefixtures("web")
def test_a_run_is_recorded_by_a_script(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names, _ = execute(read_blocks("growing_up.md")[0].replace("[:10]", "[:2]"))
    assert len(names["table"]) == len(runs.load("data/runs/mine")) == 2


def test_a_branch_goes_on_from_a_stored_step(web, browser, endpoint, model, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    endpoint.replies = [
        "Action: Scroll [WINDOW]; down",
        "Action: ANSWER; this",
        "Action: ANSWER; that",
    ]
    kit = Kit(model, Environment(browser), web)
    played = agent.run(web.tasks("recipes--0")[0], kit.env, model)
    names, shown = execute(read_blocks("growing_up.md")[1], episode=played, kit=kit)
    assert (played.answer, names["other"].answer) == ("this", "that")
    assert "branch of recipes--0/1 at step 2" in shown.still
    assert len(runs.load("data/runs/mine-hint")) == 1


def test_a_batch_is_played_by_processes_and_within_shared_limits(
    web, endpoint, model, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    endpoint.replies = ["Thought: I see it.\nAction: ANSWER; done"]
    model.rate = wv.models.Rate(1000, 0)
    processes, limited = read_blocks("many_machines.md")
    names, _ = execute(processes, tasks=web.tasks("recipes--0"))
    assert len(names["table"]) == 1
    limited = limited.replace('"gpt-5.4-mini"', "model").replace("cost=20", "cost=0.05")
    tasks = web.tasks("recipes")[:3]
    with pytest.warns(UserWarning, match="The limit of 0.05 dollars is reached"):
        _, table = execute(limited, **names | {"tasks": tasks, "model": model})
    assert sorted(table.stop.str[:6]) in (["answer"], ["answer", "error:"])


def test_the_benchmarks_tasks_are_read_from_its_files(tmp_path, monkeypatch):
    """Two tasks stand in for the benchmark's files."""
    monkeypatch.chdir(tmp_path)
    row = {"web_name": "Coursera", "ques": "Which course?", "web": "https://www.coursera.org/"}
    rows = [json.dumps(row | {"id": f"Coursera--{number}"}) for number in range(2)]
    Path("WebVoyager_data.jsonl").write_text("\n".join(rows))
    answers = [{"id": 0, "type": "golden", "ans": "A"}, {"id": 1, "type": "possible", "ans": "B"}]
    known = {"Coursera": {"notice": "", "answers": answers}}
    Path("reference_answer.json").write_text(json.dumps(known))
    _, counts = execute(read_blocks("exchange.md")[0])
    assert counts.to_dict() == {("Coursera", "golden"): 1, ("Coursera", "possible"): 1}


def test_a_run_is_exchanged_in_the_benchmarks_layout_and_as_a_data_set(tmp_path):
    own, theirs, shared = (tmp_path / name for name in ("run", "theirs", "set"))
    for task in ("shop--2", "shop--17"):
        shutil.copytree(RUN / task, own / task)
    shutil.copy(RUN / "run.json", own)
    export, write, explain = (
        code.replace("data/runs/mine", str(own))
        .replace("build/theirs", str(theirs))
        .replace("build/mine", str(shared))
        for code in read_blocks("exchange.md")[1:]
    )
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", ".*did not keep .* of its screenshots")
        names, table = execute(export)
    mine = runs.table(own)
    assert (
        dict(zip(table.task, table.answer, strict=True)) == mine.set_index("task").answer.to_dict()
    )
    assert (theirs / "taskshop--17" / "interact_messages.json").is_file()
    execute(write)
    pandas.testing.assert_frame_equal(
        mine.drop(columns="folder"), pandas.read_parquet(shared / "episodes.parquet")
    )
    shutil.unpack_archive(shared / "run.zip", tmp_path / "unpacked")
    assert len(runs.load(tmp_path / "unpacked" / "run")) == len(mine)
    _, meanings = execute(explain, **names)
    assert len(meanings) == 5


def test_a_simulated_agent_stores_its_slips_in_the_run_folder(web, browser, tmp_path):
    code = next(block for block in read_blocks("models.md") if "Simulated" in block)
    env = Environment(browser)

    def play(model):
        agent.run(web.tasks("recipes--0")[0], env, model, folder=tmp_path)

    code = code.replace("    ...", "    play(model)").replace("Skill(0.8", "Skill(0.0")
    execute(code, wv=wv, play=play, folder=tmp_path)
    slips = (tmp_path / "slips.jsonl").read_text("utf-8").splitlines()
    assert slips and len(slips) <= len(runs.load(tmp_path)[0].steps)


def test_a_model_gets_more_tokens_and_time(endpoint):
    endpoint.replies = ["lantern"]
    code = next(block for block in read_blocks("models.md") if "timeout=600" in block)
    _, kit = execute(code.replace("http://localhost:11434/v1", endpoint.base_url), wv=wv)
    with kit:
        assert (kit.model.name, kit.model.about["max_tokens"]) == ("mine", 4000)


def test_other_programs_reach_the_rules():
    code = next(block for block in read_blocks("models.md") if "OpenAI(" in block)
    command = [sys.executable, "-m", "practice.offline", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as served:
        address = re.search(r"http://127\.0\.0\.1:\d+/v1", served.stdout.readline())
        _, models = execute(code.replace("http://127.0.0.1:8001/v1", address[0]))
        served.send_signal(signal.SIGINT)
        assert served.wait(30) == 0
    assert models == ["offline-rules", "offline-eyes"]
