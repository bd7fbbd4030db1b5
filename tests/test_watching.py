"""People watch an agent work, and stop it: in a terminal, and in a real JupyterLab."""

import json
import os
import re
import signal
from pathlib import Path

import pytest
from serving import completion
from test_viewer import Reader, episode, find_widget, step

from tests.jupyterlab import JupyterLab, Notebook
from webvoyager import Action, agent
from webvoyager.lab import viewer
from webvoyager.lab.viewer.watching import Watching

pytestmark = pytest.mark.xdist_group("jupyterlab")
MADE = """
import sys, time
sys.path.insert(0, {tests!r})
from test_viewer import episode
from webvoyager import runs
from webvoyager.lab import viewer

played = episode(3)

def take_slowly(steps, pause):
    for step in steps:
        time.sleep(pause)
        yield step

def never_end(steps):
    yield from steps
    while True:
        time.sleep(0.05)
"""


def read(watching: Watching) -> str:
    """The words that the widget shows."""
    html = "".join(str(getattr(each, "value", "")) for each in list_widgets(watching.viewer))
    return " ".join(Reader(re.sub("<style>.*?</style>", "", html, flags=re.S)).words.split())


def list_widgets(root) -> list:
    return [root, *(each for part in getattr(root, "children", ()) for each in list_widgets(part))]


# --- in a terminal ---


def test_in_a_terminal_each_step_is_a_line(env, model, endpoint, task, capsys):
    endpoint.replies = ["Thought: so\nAction: Scroll down", "Thought: so\nAction: ANSWER; x"]
    taken = viewer.watch(agent.steps(task, env, model))
    assert [str(step.action) for step in taken] == ["Scroll [WINDOW]; down", "ANSWER; x"]
    assert re.findall(r"^ +\d\. \w+", capsys.readouterr().out, re.M) == [
        "  1. Scroll",
        "  2. ANSWER",
    ]


def test_ctrl_c_ends_it_and_keeps_the_steps(env, model, endpoint, task, capsys):
    def interrupt(asked: dict) -> tuple:
        os.kill(os.getpid(), signal.SIGINT)
        return 200, completion("Thought: so\nAction: Wait"), {}

    endpoint.replies = ["Thought: so\nAction: Scroll down", interrupt]
    ordinary = signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored in the background
    try:
        taken = viewer.watch(agent.steps(task, env, model))
    finally:
        signal.signal(signal.SIGINT, ordinary)
    assert len(taken) == 1 and "Stopped by hand after 1 step." in capsys.readouterr().out


def test_a_fault_is_shown_and_the_steps_are_kept(env, model, endpoint, task, capsys):
    endpoint.replies = ["Thought: so\nAction: Scroll down", (401, {"error": {"message": "no"}}, {})]
    taken = viewer.watch(agent.steps(task, env, model))
    assert len(taken) == 1 and "Ended by a fault: " in capsys.readouterr().out


def test_a_stored_episode_is_replayed_from_its_record_alone(capsys):
    played = episode(3)
    assert viewer.watch(played.steps) == played.steps
    assert len(re.findall(r"^ +\d\. ", capsys.readouterr().out, re.M)) == 3


def test_in_a_terminal_the_callback_prints_a_line(capsys):
    viewer.watcher(15)(step(1))
    assert "1. Click [0]" in capsys.readouterr().out


# --- the widget ---


def test_the_widget_shows_the_newest_step_what_came_before_and_the_costs():
    watching = Watching(5)
    assert "The agent begins" in read(watching) and "Step 1 is under way" in read(watching)
    watching(step(1, cost=0.01))
    watching(step(2, cost=0.02, error="[0] is covered."))
    words = read(watching)
    for shown in ("Step 2 of 5", "2,468 tokens", "$0.0300", "3.0 s", "Thought 2.", "Click [0]"):
        assert shown in words
    assert "[0] is covered." in words and "Thought 1." in words and "Note 2." in words
    assert "Step 3 is under way" in words and find_widget(watching.viewer, "Stop")


def test_an_answer_ends_it_and_takes_the_button_away():
    watching = Watching()
    watching(step(1, Action("ANSWER", None, "42")))
    words = read(watching)
    assert "The agent has answered." in words and "cost unknown" in words and "42" in words
    assert not find_widget(watching.viewer, "Stop")


def test_the_last_step_that_is_allowed_ends_it():
    watching = Watching(2)
    watching(step(1))
    watching(step(2))
    assert "It ended after 2 steps." in read(watching) and "under way" not in read(watching)


@pytest.mark.parametrize("count", [0, 1, 2])
def test_the_end_is_shown_also_without_widgets(count: int):
    watching = Watching(3)
    for index in range(1, count + 1):
        watching(step(index))
    watching.end(f"Stopped by hand after {count} steps.")
    watching.end("A later reason does not count.")
    still = watching.viewer._repr_mimebundle_()["text/html"]
    assert f"Stopped by hand after {count} steps." in still and "later" not in still
    assert still.count("<img") == min(count, 1) and "<script" not in still


# --- in JupyterLab ---


def start(lab: JupyterLab, *code: str) -> Notebook:
    """Start the notebook's cell with this code, without waiting for its end."""
    notebook = lab.run("1")
    made = MADE.format(tests=str(Path(__file__).parent))
    (lab.folder / "cell.py").write_text("\n".join((made, *code)), encoding="utf-8")
    notebook.choose("Run", "Run All Cells")
    return notebook


def read_stored(lab: JupyterLab, notebook: Notebook) -> str:
    """What the saved notebook shows where no widgets run."""
    notebook.save()
    [cell] = json.loads((lab.folder / "shown.ipynb").read_text("utf-8"))["cells"]
    shown = [output["data"].get("text/html", "") for output in cell["outputs"] if "data" in output]
    return "".join("".join(html) for html in shown)


def test_the_stop_button_ends_the_episode_while_its_cell_runs(lab: JupyterLab, tmp_path: Path):
    notebook = start(
        lab,
        "taken = viewer.watch(never_end(take_slowly(played.steps[:2], 0.2)), 15)",
        "print(len(taken), 'steps are left')",
    )
    notebook.wait_for("Step 2 of 15")
    notebook.wait_for("Step 3 is under way.")
    notebook.screenshot(tmp_path / "running.png")
    notebook.press("Stop")
    notebook.wait_for("Stopped by hand after 2 steps.")
    notebook.wait_for("2 steps are left")
    notebook.wait_until_idle()
    notebook.screenshot(tmp_path / "stopped.png")
    stored = read_stored(lab, notebook)
    assert "Stopped by hand after 2 steps." in stored and "Thought 1." in stored


def test_the_button_and_the_kernel_s_stop_end_a_recorded_episode(lab: JupyterLab):
    for stop in ("button", "kernel"):
        notebook = start(
            lab,
            "steps = never_end(take_slowly(played.steps[:2], 0.2))",
            "episode = runs.record(steps, task=played.task, watch=viewer.watcher(15))",
            "print(episode.stop)",
        )
        notebook.wait_for("Step 3 is under way.")
        if stop == "button":
            notebook.press("Stop")
        else:
            notebook.choose("Kernel", "Interrupt Kernel")
        notebook.wait_for("error: stopped by hand after 2 steps")
        notebook.wait_until_idle()
        notebook.wait_for("It ended after 2 steps.")
        assert "It ended after 2 steps." in read_stored(lab, notebook)


def test_an_episode_that_answers_needs_no_stop(lab: JupyterLab):
    notebook = start(lab, "taken = viewer.watch(take_slowly(played.steps, 0.1))")
    notebook.wait_for("The agent has answered.")
    notebook.wait_until_idle()
    assert "Step 3" in notebook.text and "under way" not in read_stored(lab, notebook)
