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


def test_storing_drops_timing_widgets_and_what_a_progress_bar_overwrote():
    shown = {outputs.WIDGET: {"model_id": "1"}, "text/plain": "VBox()"}
    kept = outputs.stored(notebook(shown, {"text/plain": "42"}, text="10%\r50%\rdone\n"))
    assert all(word not in kept for word in ("began", "widget", "VBox", "50%", "3.11.7"))
    assert all(word in kept for word in ("settings", "42", "done"))


def test_a_widget_that_also_shows_itself_is_kept_as_what_it_shows():
    kept = outputs.stored(
        notebook(
            {outputs.WIDGET: {"model_id": "1"}, "text/plain": "VBox()", "text/html": "<b>x</b>"}
        )
    )
    assert "<b>x</b>" in kept and "VBox" not in kept and "model_id" not in kept


def test_storing_twice_is_storing_once():
    once = outputs.stored(notebook({"image/png": picture(900)}, {"text/html": "<b>x</b>"}))
    assert outputs.stored(v4.reads(once)) == once


def test_pictures_shrink_until_the_notebook_is_small_enough():
    large = picture(1024, 1400)
    html = f'<img src="data:image/png;base64,{large}">'
    kept = outputs.stored(notebook({"image/png": large}, {"text/html": html}))
    assert len(kept) <= outputs.SIZE_LIMIT < len(html)
    sizes = [
        Image.open(io.BytesIO(base64.b64decode(found))).width for found in found_pictures(kept)
    ]
    assert len(sizes) == 2 and max(sizes) in outputs.WIDTHS[1:]


def found_pictures(text: str) -> list[str]:
    data = v4.reads(text).cells[0].outputs
    return [data[0].data["image/png"], outputs.PICTURE.search(data[1].data["text/html"])[2]]


def test_white_stays_white_and_a_small_picture_as_wide_as_it_was():
    small = outputs.smaller(picture(300, 200, noise=False), 1024)
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
def test_what_means_nothing_elsewhere_is_refused(text: str):
    with pytest.raises(outputs.OutputError, match="code cell 1"):
        outputs.stored(notebook({"text/plain": text}), private=("here/secret",))


def test_too_large_is_refused():
    with pytest.raises(outputs.OutputError, match="MB"):
        outputs.stored(notebook({"text/plain": "x" * outputs.SIZE_LIMIT}))


# --- running ---


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A folder with the runner, some data and no notebook yet."""
    shutil.copytree(Path(outputs.__file__).parent, tmp_path / "tools")
    for folder in ("notebooks", "data/runs/old", "figures"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "data" / "runs" / "old" / "run.json").write_text("{}")
    return tmp_path


def add(clone: Path, name: str, *cells: str) -> Path:
    path = clone / "notebooks" / f"{name}.ipynb"
    made = v4.new_notebook(cells=[v4.new_code_cell(source) for source in cells])
    path.write_text(v4.writes(made), encoding="utf-8")
    return path


def command(clone: Path, *arguments: str) -> subprocess.CompletedProcess:
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


def test_figures_come_back_and_nothing_else_does(clone: Path):
    path = add(clone, "00_draws", DRAW)
    before = path.read_bytes()
    result = command(clone, "figures")
    assert result.returncode == 0, result.stderr
    assert "figures/: drawn.png" in result.stdout
    assert (clone / "figures" / "drawn.png").read_bytes() == b"picture"
    assert path.read_bytes() == before
    assert not (clone / "data" / "runs" / "new").exists()


def test_recorded_runs_come_back_when_asked_for(clone: Path):
    add(clone, "00_draws", DRAW)
    assert command(clone, "figures", "--keep").returncode == 0
    assert (clone / "data" / "runs" / "new").is_dir()


def test_outputs_are_stored_in_place_and_keys_are_not_seen(clone: Path):
    path = add(
        clone,
        "00_looks",
        DRAW,
        'import os\n[os.environ["OPENAI_API_KEY"], os.environ["WEBVOYAGER_MODEL"]]',
    )
    assert command(clone, "store").returncode == 0
    first, second = v4.reads(path.read_text(encoding="utf-8")).cells
    assert (first.execution_count, second.execution_count) == (1, 2)
    assert first.outputs[0].text == "['new', 'old']\n"
    assert second.outputs[0].data["text/plain"] == "['', '']"
    assert not list((clone / "figures").iterdir())


def test_what_fails_is_told_in_the_end_and_the_others_are_run(clone: Path):
    fails = {
        "00_fails": ("1 / 0", "ZeroDivisionError: division by zero"),
        "01_dies": ("import os\nos._exit(3)", "died"),
    }
    for name, (last, _) in fails.items():
        add(
            clone,
            name,
            DRAW.replace("drawn", "half").replace("mkdir()", "mkdir(exist_ok=True)"),
            last,
        )
    add(clone, "02_draws", DRAW.replace('Path("../data/runs/new").mkdir()', ""))
    result = command(clone, "figures")
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
    add(clone, "00_idle", "1")
    assert "No notebook that ran to its end wrote anything" in command(clone, "figures").stderr
    assert "no notebook called 99_none" in command(clone, "figures", "99_none").stderr
