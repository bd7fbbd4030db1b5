"""The viewer in a real JupyterLab: what a person clicks and presses there does what it says."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.jupyterlab import JupyterLab, Notebook, wait, write_notebook

MADE = """
import io
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
episode = Episode(Task("here--0", "here", "http://here.mini/", "What is it?"), steps, "max_steps", "by hand")
"""


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[JupyterLab]:
    folder = tmp_path_factory.mktemp("notebooks")
    write_notebook(folder / "viewer.ipynb", MADE, "viewer.show(episode)")
    with JupyterLab(folder) as lab:
        yield lab


@pytest.fixture
def notebook(lab: JupyterLab) -> Iterator[Notebook]:
    with lab.open("viewer.ipynb") as notebook:
        notebook.run_all()
        yield notebook


def test_the_slider_moves_the_picture(notebook: Notebook, tmp_path: Path):
    notebook.wait_for("Thought number 1.")
    first = wait(lambda: notebook.pictures, "picture")
    notebook.focus("slider", "Step")
    notebook.keys("ARROW_RIGHT")
    notebook.wait_for("Thought number 2.")
    assert wait(lambda: notebook.pictures, "picture") != first
    notebook.screenshot(tmp_path / "second.png")
    notebook.keys("ARROW_LEFT")
    notebook.wait_for("Thought number 1.")
    assert wait(lambda: notebook.pictures, "picture") == first
