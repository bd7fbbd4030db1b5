"""The viewer in a real JupyterLab: buttons, fields and keys do what they say."""

from pathlib import Path

import pytest

from tests.jupyterlab import JupyterLab, Notebook, wait
from webvoyager.lab.failures import labels
from webvoyager.lab.proposing import pool

pytestmark = pytest.mark.xdist_group("jupyterlab")  # all tests share one lab

MADE = """
import io
from pathlib import Path
from PIL import Image
from webvoyager.lab import viewer
from webvoyager.records import Action, Episode, Mark, Observation, Step, Task

def picture(colour):
    buffer = io.BytesIO()
    Image.new("RGB", (1024, 768), colour).save(buffer, "PNG")
    return buffer.getvalue()

def step(index, colour):
    mark = Mark(0, "button", "button", f"Button {index}", ((100, 100, 200, 40),), (100, 86, 12, 14))
    seen = Observation("http://here.mini/", f"Page {index}", (mark,), mark.line, image=picture(colour))
    return Step(index, seen, "", f"Thought number {index}.", Action("Click", 0))

steps = tuple(step(index, colour) for index, colour in enumerate(("navy", "teal", "olive"), 1))
task = Task(id="here--0", site="here", url="http://here.mini/", question="What is it?")
episode = Episode(task, steps, "max_steps", "by hand")
"""


RECORD = """
from webvoyager import runs
if not Path("run").exists():
    runs.record(iter(steps), "run", task=episode.task)
"""
TWO = """
from webvoyager import runs
for name in ("here--0", "far--1"):
    runs.record(iter(steps), "listed", task=Task(id=name, site=name[:-3], url="", question=name))
"""
LABEL = 'display(viewer.label("run", "ann"))'
DIFFER = """
from webvoyager import runs
from webvoyager.lab.failures import labels
from webvoyager.lab.failures.labels import Label

if not Path("differ").exists():
    runs.record(iter(steps), "differ", task=episode.task)
    labels.add("differ", Label("here--0", 1, "ann", "failure", "Hallucination", 2, note="It made this up."))
    labels.add("differ", Label("here--0", 1, "bob", "success"))
"""
PROPOSED = """
from pathlib import Path
from webvoyager import Task
from webvoyager.lab import viewer
from webvoyager.lab.proposing import pool

if not Path("pool.jsonl").exists():
    seed = Task(id="here--0", site="here", url="http://here.mini/", question="Who was first?")
    pool.begin("pool.jsonl", [seed])
    asked = {f"here--new-{n}": f"Which is number {n}?" for n in (1, 2, 3)}
    made = {id: pool.Proposal(id, "here", "http://here.mini/", words, "open") for id, words in asked.items()}
    pool.update("pool.jsonl", lambda rows: rows | made)
"""

TREE = """
from webvoyager.lab import viewer
from webvoyager.lab.search import Node
from webvoyager.lab.search.trees import Tree

def make(name):
    one = Node(1, 0, 1, "Click [1]", "Red door", visit=1, value=0.5, reasons=(f"The {name} reason.",), committed=True)
    two = Node(2, 0, 1, "Click [2]", "Blue door", visit=2, value=0.25, reasons=("Another reason.",))
    return viewer.tree(Tree("t--0", "What?", "m", {}, (Node(0), one, two)))
"""


PRICES = """
from dataclasses import replace
from IPython.display import HTML
from webvoyager import tasks

asked = replace(task, question="Is it $5 or more than $6?")
display(HTML("a formula: $x^2$"), tasks.table([asked]).head(), replace(steps[0], thought=asked.question))
display(replace(episode, task=asked), viewer.overview(replace(episode, task=asked)))
display(viewer.show(replace(episode, task=asked)))
"""


@pytest.fixture
def notebook(lab: JupyterLab) -> Notebook:
    """The notebook with an episode in the viewer."""
    notebook = lab.run(MADE, "display(viewer.show(episode))")
    notebook.wait_for("Thought number 1.")
    return notebook


def test_prices_stay_prices_where_a_formula_is_drawn(lab: JupyterLab, tmp_path: Path):
    notebook = lab.run(MADE, PRICES)
    wait(lambda: "$x^2$" not in notebook.text, "formula")
    wait(lambda: notebook.text.count("Is it $5 or more than $6?") == 5, "prices in five outputs")
    notebook.screenshot(tmp_path / "prices.png")


def test_slider_arrow_keys_and_play_move_the_picture(notebook: Notebook, tmp_path: Path):
    first = wait(lambda: notebook.pictures, "picture")
    notebook.focus("slider", "Step")
    notebook.keys("ARROW_RIGHT")
    notebook.wait_for("Thought number 2.")
    assert wait(lambda: notebook.pictures, "picture") != first
    notebook.screenshot(tmp_path / "second.png")
    notebook.keys("ARROW_LEFT")
    notebook.wait_for("Thought number 1.")
    assert wait(lambda: notebook.pictures, "picture") == first
    notebook.press("Next step")
    notebook.wait_for("Thought number 2.")
    notebook.keys("ARROW_RIGHT")  # with the focus on a button
    notebook.wait_for("Thought number 3.")
    notebook.keys("ARROW_LEFT", "ARROW_LEFT")
    notebook.wait_for("Thought number 1.")
    notebook.press("play")
    notebook.wait_for("Thought number 3.")


def test_a_click_enlarges_the_picture_also_of_the_next_step(notebook: Notebook, tmp_path: Path):
    [small] = wait(lambda: notebook.widths, "picture")
    notebook.press("Click to enlarge")
    wait(lambda: notebook.widths[0] > 1.4 * small, "large picture")
    notebook.screenshot(tmp_path / "large.png")
    notebook.focus("slider", "Step")
    notebook.keys("ARROW_RIGHT")
    notebook.wait_for("Thought number 2.")
    wait(lambda: notebook.widths[0] > 1.4 * small, "large picture of the next step")
    notebook.press("Click to enlarge")
    wait(lambda: notebook.widths == [small], "small picture")


def test_a_proposal_is_edited_and_accepted_and_another_rejected(lab: JupyterLab, tmp_path: Path):
    file = lab.folder / "pool.jsonl"
    notebook = lab.run(PROPOSED, 'display(viewer.review("pool.jsonl", reviewer="ann"))')
    notebook.wait_for("3 wait for a decision")
    notebook.type("Task", "Which one is number one?")
    notebook.type("Reference", "The first")
    notebook.press("Accept")
    notebook.wait_for("here--new-1 is accepted.")
    notebook.press("Reject")
    notebook.wait_for("A rejection needs a reason")
    notebook.type("Reason", "Nobody asks that.")
    notebook.press("Reject")
    notebook.wait_for("1 wait for a decision, 1 accepted, 1 rejected.")
    notebook.screenshot(tmp_path / "review.png")
    before = {row.id: row for row in pool.load(file)}
    notebook.run_all()
    notebook.wait_for("1 wait for a decision, 1 accepted, 1 rejected.")
    first, second = before["here--new-1"], before["here--new-2"]
    assert (first.status, first.ques) == ("accepted", "Which one is number one?")
    assert first.answer["ans"] == "The first"
    assert (second.status, second.reason) == ("rejected", "Nobody asks that.")
    assert second.reviews[0]["reviewer"] == "ann"
    assert {row.id: row for row in pool.load(file)} == before


def test_a_clicked_label_is_there_in_a_new_kernel(lab: JupyterLab, tmp_path: Path):
    notebook = lab.run(MADE, RECORD, LABEL)
    notebook.wait_for("0 of 1 episodes labelled by ann")
    notebook.press("failure")
    notebook.wait_for("Saved: Label(here--0: failure, by ann)")
    notebook.select("Category", "Hallucination")
    notebook.press("This step")
    notebook.wait_for("Saved: Label(here--0: failure, Hallucination at step 1, by ann)")
    notebook.screenshot(tmp_path / "label.png")
    notebook.restart()
    notebook.run_all()
    notebook.wait_for("1 of 1 episodes labelled by ann")
    [label] = labels.load(lab.folder / "run")
    assert (label.outcome, label.category, label.step) == ("failure", "Hallucination", 1)


def test_labelling_fits_one_screen_and_needs_only_keys(lab: JupyterLab, tmp_path: Path):
    notebook = lab.run(
        MADE, TWO.replace("listed", "keyed"), 'display(viewer.label("keyed", "ann"))'
    )
    notebook.wait_for("0 of 2 episodes labelled by ann")
    wait(lambda: notebook.fits, "output that fits the window")
    notebook.press("Next step")
    notebook.wait_for("Thought number 2.")
    notebook.keys("f")
    notebook.wait_for("Saved: Label(far--1: failure, by ann)")
    notebook.keys("t")
    notebook.wait_for("Saved: Label(far--1: failure at step 2, by ann)")
    notebook.type("Note", "often")  # the letters of keys, in a field
    notebook.keys("ENTER", "ESCAPE", "n")
    notebook.wait_for("This is number 2.")
    notebook.keys("s")
    notebook.wait_for("2 of 2 episodes labelled by ann.")
    notebook.screenshot(tmp_path / "keys.png")
    made = {label.task: (label.outcome, label.note) for label in labels.load(lab.folder / "keyed")}
    assert made == {"far--1": ("failure", "often"), "here--0": ("success", "")}


def test_a_disagreement_is_resolved_by_a_click_and_stays_resolved(lab: JupyterLab, tmp_path: Path):
    notebook = lab.run(MADE, DIFFER, 'display(viewer.resolve("differ"))')
    notebook.wait_for("1 left to settle")
    notebook.wait_for("It made this up.")
    wait(lambda: notebook.fits, "output that fits the window")
    notebook.press("Next step")
    notebook.wait_for("Thought number 2.")
    notebook.keys("1")  # shown on the button "Agree with ann"
    notebook.wait_for("Saved: Label(here--0: failure, Hallucination at step 2, by agreed)")
    notebook.screenshot(tmp_path / "resolve.png")
    by_rater = {label.rater: label for label in labels.load(lab.folder / "differ")}
    notebook.run_all()
    notebook.wait_for("Nothing is left to settle. 1 attempt is settled.")
    agreed = by_rater[labels.AGREED]
    assert (agreed.task, agreed.outcome) == ("here--0", "failure")
    assert (agreed.category, agreed.step, agreed.screenshots) == ("Hallucination", 2, 2)
    assert len(labels.load(lab.folder / "differ")) == 3


def test_marks_and_the_prompt_are_shown_on_demand(notebook: Notebook):
    wait(lambda: notebook.pictures, "picture")
    first = notebook.pictures
    notebook.select("Marks", "clean")
    wait(lambda: notebook.pictures and notebook.pictures != first, "picture without marks")
    notebook.press("Prompt and reply")
    notebook.wait_for("Reply, as it came")


@pytest.mark.soak
def test_the_viewer_is_back_after_a_reload(notebook: Notebook):
    notebook.press("Next step")
    notebook.wait_for("Thought number 2.")
    notebook.save()
    notebook.reload()
    notebook.wait_for("Thought number 2.")
    notebook.press("Next step")
    notebook.wait_for("Thought number 3.")


@pytest.mark.soak
def test_a_new_kernel_shows_the_viewer_again(notebook: Notebook):
    notebook.press("Next step")
    notebook.wait_for("Thought number 2.")
    notebook.restart()
    notebook.run_all()
    notebook.wait_for("Thought number 1.")


def test_a_run_is_browsed_by_searching_and_choosing(lab: JupyterLab):
    notebook = lab.run(MADE, TWO, 'display(viewer.browse("listed"))')
    notebook.wait_for("2 episodes.")
    notebook.type("Search", "far")
    notebook.wait_for("1 of 2 episodes.")
    notebook.pick("far--1")
    notebook.wait_for("Thought number 1.")
    notebook.press("Next step")
    notebook.wait_for("Thought number 2.")


def test_a_state_of_a_tree_can_be_clicked_and_the_search_replayed(lab: JupyterLab, tmp_path: Path):
    notebook = lab.run(TREE, 'display(make("first"), make("second"))')
    notebook.wait_for("whole search, 2 visits, best 0.50")
    notebook.press("Click “Red door”, visit 1, value 0.50")
    notebook.wait_for("The first reason.")
    notebook.keys("ARROW_LEFT")
    notebook.wait_for("visit 2 of 2, search 1, best so far 0.50")
    notebook.wait_for("Another reason.")
    notebook.focus("slider", "Visit")  # a click on its middle chooses the first visit or the second
    notebook.keys("HOME")
    notebook.wait_for("before the first visit")
    notebook.screenshot(tmp_path / "tree.png")
    assert "The second reason." not in notebook.text
    assert "whole search, 2 visits" in notebook.text  # the second tree has not moved


def test_stored_pictures_are_shown_and_enlarged_in_a_notebook_not_trusted(lab: JupyterLab):
    shown: dict = {}
    exec(MADE + TREE, shown)
    html = str(shown["steps"][0]._repr_html_()) + shown["make"]("stored").still
    notebook = lab.open_stored(html)
    notebook.wait_for("Thought number 1.")
    small, tree = wait(lambda: len(notebook.pictures) == 2 and notebook.widths, "pictures")
    assert "Red door" not in notebook.text, "the text of the tree must be in its picture"
    notebook.press("Click to enlarge")
    wait(lambda: notebook.widths[0] > 1.4 * small, "large picture")
    assert tree > 600
    notebook.press("All visited states in a table")
    notebook.wait_for("The stored reason.")
