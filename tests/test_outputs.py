"""Running and storing notebooks: what is stored is small, clean, and the same every time."""

import base64
import io
import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy
import pytest
from nbformat import v4
from PIL import Image

from tools import outputs

pytestmark = pytest.mark.slow  # notebooks are executed


def picture(width: int, height: int = 600, noise: bool = True) -> str:
    grain = numpy.random.default_rng(1).integers(0, 256, (height, width, 3), dtype="uint8")
    buffer = io.BytesIO()
    Image.fromarray(grain if noise else grain * 0 + 255).save(buffer, "PNG")
    return base64.b64encode(buffer.getvalue()).decode()


def notebook(*data: dict, text: str = ""):
    cells = [
        v4.new_code_cell(
            "1", execution_count=1, metadata={"tags": ["settings"], "execution": {"began": "now"}}
        )
    ]
    cells[0].outputs = [v4.new_output("display_data", each) for each in data]
    cells[0].outputs += [v4.new_output("stream", text=text)] if text else []
    return v4.new_notebook(
        cells=cells,
        metadata={
            "widgets": {"state": {}},
            "language_info": {"name": "python", "version": "3.11.7"},
        },
    )


def test_storing_drops_times_widgets_and_overwritten_progress_bars():
    shown = {outputs.WIDGET: {"model_id": "1"}, "text/plain": "VBox()"}
    kept = outputs.format_notebook(notebook(shown, {"text/plain": "42"}, text="10%\r50%\rdone\n"))
    assert all(word not in kept for word in ("began", "widget", "VBox", "50%", "3.11.7"))
    assert all(word in kept for word in ("settings", "42", "done"))


def test_a_widget_with_an_html_view_is_stored_as_html():
    kept = outputs.format_notebook(
        notebook(
            {outputs.WIDGET: {"model_id": "1"}, "text/plain": "VBox()", "text/html": "<b>x</b>"}
        )
    )
    assert "<b>x</b>" in kept and "VBox" not in kept and "model_id" not in kept


def test_storing_twice_changes_nothing():
    once = outputs.format_notebook(notebook({"image/png": picture(900)}, {"text/html": "<b>x</b>"}))
    assert outputs.format_notebook(v4.reads(once)) == once


def test_pictures_shrink_until_the_notebook_is_small_enough():
    large = picture(1024, 1400)
    html = f'<img src="data:image/png;base64,{large}">'
    kept = outputs.format_notebook(notebook({"image/png": large}, {"text/html": html}))
    assert len(kept) <= outputs.SIZE_LIMIT < len(html)
    sizes = [
        Image.open(io.BytesIO(base64.b64decode(found))).width for found in found_pictures(kept)
    ]
    assert len(sizes) == 2 and max(sizes) in outputs.WIDTHS[1:]


def found_pictures(text: str) -> list[str]:
    data = v4.reads(text).cells[0].outputs
    return [data[0].data["image/png"], outputs.PICTURE.search(data[1].data["text/html"])[2]]


def test_white_stays_white_and_a_small_picture_as_wide_as_it_was():
    small = outputs.shrink_picture(picture(300, 200, noise=False), 1024)
    image = Image.open(io.BytesIO(base64.b64decode(small))).convert("RGB")
    assert image.size == (300, 200) and image.getpixel((0, 0)) == (255, 255, 255)


@pytest.mark.parametrize(
    "text",
    [
        "/home" + "/someone/file",
        "C:\\" + "Users\\someone",
        "<object object at 0x7f00aa00bb00>",
        "here/secret",
    ],
)
def test_outputs_that_depend_on_the_machine_are_refused(text: str):
    with pytest.raises(outputs.OutputError, match="code cell 1"):
        outputs.format_notebook(notebook({"text/plain": text}), private=("here/secret",))


def test_a_notebook_that_is_too_large_is_refused():
    with pytest.raises(outputs.OutputError, match="MB"):
        outputs.format_notebook(notebook({"text/plain": "x" * outputs.SIZE_LIMIT}))


# --- running ---


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A folder with the runner, some data and no notebook yet."""
    shutil.copytree(Path(outputs.__file__).parent, tmp_path / "tools")
    for folder in ("notebooks", "data/runs/old", "figures"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "data" / "runs" / "old" / "run.json").write_text("{}")
    return tmp_path


def add_notebook(clone: Path, name: str, *cells: str) -> Path:
    path = clone / "notebooks" / f"{name}.ipynb"
    made = v4.new_notebook(cells=[v4.new_code_cell(source) for source in cells])
    path.write_text(v4.writes(made), encoding="utf-8")
    return path


def run_command(clone: Path, *arguments: str) -> subprocess.CompletedProcess:
    call = [sys.executable, "-m", "tools.notebooks", *arguments]
    surroundings = os.environ | {"OPENAI_API_KEY": "a-key", "WEBVOYAGER_MODEL": "hosted"}
    return subprocess.run(
        call, cwd=clone, env=surroundings, capture_output=True, text=True, timeout=120
    )


DRAW = """
from pathlib import Path
Path("../figures/mine/drawn.png").write_bytes(b"picture")
Path("../data/runs/new").mkdir()
print(sorted(path.name for path in Path("../data/runs").iterdir()))
"""


def test_figures_are_copied_back_and_nothing_else(clone: Path):
    path = add_notebook(clone, "00_draws", DRAW)
    before = path.read_bytes()
    result = run_command(clone, "figures")
    assert result.returncode == 0, result.stderr
    assert "figures/: drawn.png" in result.stdout
    assert (clone / "figures" / "drawn.png").read_bytes() == b"picture"
    assert path.read_bytes() == before
    assert not (clone / "data" / "runs" / "new").exists()


def test_recorded_runs_are_copied_back_on_request(clone: Path):
    add_notebook(clone, "00_draws", DRAW)
    assert run_command(clone, "figures", "--keep").returncode == 0
    assert (clone / "data" / "runs" / "new").is_dir()


def test_outputs_are_stored_in_place_and_keys_are_hidden_from_notebooks(clone: Path):
    path = add_notebook(
        clone,
        "00_looks",
        DRAW,
        'import os\n[os.environ["OPENAI_API_KEY"], os.environ["WEBVOYAGER_MODEL"]]',
    )
    assert run_command(clone, "store").returncode == 0
    first, second = v4.reads(path.read_text(encoding="utf-8")).cells
    assert (first.execution_count, second.execution_count) == (1, 2)
    assert first.outputs[0].text == "['new', 'old']\n"
    assert second.outputs[0].data["text/plain"] == "['', '']"
    assert not list((clone / "figures").iterdir())


def test_failed_notebooks_are_listed_at_the_end_and_the_others_run(clone: Path):
    fails = {
        "00_fails": ("1 / 0", "ZeroDivisionError: division by zero"),
        "01_dies": ("import os\nos._exit(3)", "died"),
    }
    for name, (last, _) in fails.items():
        add_notebook(
            clone,
            name,
            DRAW.replace("drawn", "half").replace("mkdir()", "mkdir(exist_ok=True)"),
            last,
        )
    add_notebook(clone, "02_draws", DRAW.replace('Path("../data/runs/new").mkdir()', ""))
    result = run_command(clone, "figures")
    assert result.returncode == 1
    for name, (last, reason) in fails.items():
        where = f"{name}.ipynb stopped at code cell 2:\n\n    " + last.split("\n")[0]
        # libraries of the dying kernel may print a line before or after it
        assert where in result.stderr
        assert reason in result.stderr.split(where)[1]
    assert 'notebooks.py", line' not in result.stderr, "the runner's own traceback is shown"
    assert ["FAILED" in line for line in result.stdout.splitlines()[:3]] == [True, True, False]
    assert [file.name for file in (clone / "figures").iterdir()] == ["drawn.png"]


def test_drawing_nothing_and_unknown_names_are_errors(clone: Path):
    add_notebook(clone, "00_idle", "1")
    assert "No notebook that ran to its end wrote anything" in run_command(clone, "figures").stderr
    assert "no notebook called 99_none" in run_command(clone, "figures", "99_none").stderr
