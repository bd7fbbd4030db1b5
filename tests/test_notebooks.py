"""Lessons and studies: each follows the house rules, was stored by one clean run, and runs here.

They run offline and from a clean kernel.
"""

import ast
import re
import statistics
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import nbformat
import pytest
from nbformat import NotebookNode

from tools import notebooks, outputs

PATHS = notebooks.all_notebooks()
LESSONS = notebooks.all_notebooks(kinds=[notebooks.LESSONS])
MINUTES = "docs/notebooks.md"
each = pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)


def read(path: Path) -> NotebookNode:
    return nbformat.read(path, as_version=4)


def list_code_cells(path: Path) -> list[NotebookNode]:
    return [cell for cell in read(path).cells if cell.cell_type == "code"]


def count_lines(cell: NotebookNode) -> int:
    return len([line for line in cell.source.splitlines() if line.strip()])


def has_imports(cell: NotebookNode) -> bool:
    source = re.sub(r"^\s*[%!].*$", "pass", cell.source, flags=re.M)
    return any(
        isinstance(node, ast.Import | ast.ImportFrom) for node in ast.walk(ast.parse(source))
    )


def has_settings(cell: NotebookNode) -> bool:
    """Whether this is the settings cell: it has the tag "settings", or a first comment says so."""
    return "settings" in cell.metadata.get("tags", []) or cell.source.lower().startswith(
        "# settings"
    )


def test_there_are_notebooks():
    assert PATHS


# --- how they read ---


@each
def test_a_notebook_begins_with_a_question_and_ends_with_what_to_remember(path: Path):
    words = "\n".join(cell.source for cell in read(path).cells if cell.cell_type == "markdown")
    titles = re.findall(r"^# (.+)$", words, re.M)
    assert read(path).cells[0].source.startswith("# ")
    assert len(titles) == 1 and titles[0].rstrip().endswith("?")
    sections = re.findall(r"^## (.+?)\s*$", words, re.M)
    if path.parent.name == "notebooks":
        assert sections[-2:] == ["Exercises", "What to remember"]
    elif path.parent.name != "solutions":
        assert sections[-1] == "What this shows"
    numbers = re.findall(r"^## (\d+)\.", words, re.M)
    assert numbers == [str(place + 1) for place in range(len(numbers))]


@each
def test_one_cell_imports_and_one_has_the_settings(path: Path):
    assert sum(map(has_imports, list_code_cells(path))) == 1
    assert sum(map(has_settings, list_code_cells(path))) == 1


@each
def test_cells_are_short_and_text_introduces_each(path: Path):
    lengths = [count_lines(cell) for cell in list_code_cells(path)]
    assert statistics.median(lengths) <= 4, lengths
    assert max(lengths) <= 25, lengths
    cells = read(path).cells
    untold = [
        cell.source
        for before, cell in pairwise(cells)
        if {before.cell_type, cell.cell_type} == {"code"}
    ]
    assert not untold


@each
def test_no_line_of_code_is_too_wide_for_a_small_screen(path: Path):
    """A projector of 1280 pixels shows about 95 letters of a line in JupyterLab."""
    lines = [line for cell in list_code_cells(path) for line in cell.source.splitlines()]
    assert not [line for line in lines if len(line) > 95]


def count_minutes(path: Path) -> float:
    """How long a lesson takes somebody who reads it, runs every cell and does the exercises.

    200 words a minute, a quarter of a minute for each output, 20 lines of code a minute, and five
    minutes for the exercises: two lessons that were timed took 30 minutes, as this says of them.
    """
    texts = [cell.source for cell in read(path).cells if cell.cell_type == "markdown"]
    code = list_code_cells(path)
    words = sum(len(text.split()) for text in texts)
    return words / 200 + len(code) / 4 + sum(map(count_lines, code)) / 20 + 5


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_a_lesson_takes_as_long_as_readme_and_its_first_lines_say(path: Path):
    [named] = re.findall(r"\*\*How long:\*\* (\d+) minutes", read(path).cells[0].source)
    tables = [(notebooks.ROOT / page).read_text("utf-8") for page in ("README.md", MINUTES)]
    listed = [re.search(rf"^\| \[{path.stem}\].*\| (\d+) \|", each, re.M)[1] for each in tables]
    assert listed == [named, named]
    assert count_minutes(path) == pytest.approx(int(named), abs=3)
    assert int(named) <= 30


# --- what is stored in them ---


@each
def test_outputs_are_those_of_one_clean_run(path: Path):
    assert [cell.execution_count for cell in list_code_cells(path)] == list(
        range(1, len(list_code_cells(path)) + 1)
    )
    kinds = {output.output_type for cell in list_code_cells(path) for output in cell.outputs}
    assert kinds and "error" not in kinds


@each
def test_every_figure_is_shown(path: Path):
    """Figures that a cell closes on purpose (close=True) are exempt."""
    for cell in list_code_cells(path):
        draws = re.search(r"\bfigures\.(save|filmstrip|success_|length_)", cell.source)
        if draws and "close=True" not in cell.source:
            assert any("image/png" in output.get("data", {}) for output in cell.outputs), (
                cell.source
            )


@each
def test_storing_a_notebook_again_would_change_nothing(path: Path):
    """`make notebooks` stored the file: it is small, in its final form, and names no machine."""
    text = path.read_text(encoding="utf-8")
    assert len(text) <= outputs.SIZE_LIMIT
    assert outputs.format_notebook(read(path)) == text


# --- that they run ---


def list_runnable() -> Iterator:
    """Every notebook; the solutions only in `make soak`.

    test_exercises tests the same answers in a tenth of the time, and `make notebooks` runs the
    solutions before it stores them.
    """
    for path in PATHS:
        solution = path.parent.name == "solutions"
        name = f"solution of {path.stem}" if solution else path.stem
        yield pytest.param(path, id=name, marks=[pytest.mark.soak] if solution else [])


@pytest.fixture(scope="session")
def data() -> Iterator[Path]:
    """A copy of data/ for all notebooks of a worker."""
    with notebooks.workplace() as place:
        yield place / "data"


@pytest.mark.slow
@pytest.mark.timeout(1500)  # one trains an agent, which takes minutes on a busy machine
@pytest.mark.parametrize("path", [*list_runnable()])
def test_a_notebook_runs_offline_from_a_clean_kernel(path: Path, data: Path):
    before = path.read_bytes()
    with notebooks.workplace(data, link=True) as place:
        executed = notebooks.run(path, place, timeout=1200)
    assert [cell.execution_count for cell in executed.cells if cell.cell_type == "code"] == list(
        range(1, len(list_code_cells(path)) + 1)
    )
    assert path.read_bytes() == before
