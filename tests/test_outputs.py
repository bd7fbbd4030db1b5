"""Running and storing notebooks: what stops them says so, and what is stored is small, clean and the same again."""

import base64
import io
from pathlib import Path

import numpy
import pytest
from nbformat import v4
from PIL import Image

from tools import notebooks, outputs


def picture(width: int, height: int = 600, noise: bool = True) -> str:
    grain = numpy.random.default_rng(1).integers(0, 256, (height, width, 3), dtype="uint8")
    buffer = io.BytesIO()
    Image.fromarray(grain if noise else grain * 0 + 255).save(buffer, "PNG")
    return base64.b64encode(buffer.getvalue()).decode()


def notebook(*data: dict, text: str = ""):
    cells = [v4.new_code_cell("1", execution_count=1, metadata={"tags": ["settings"], "execution": {"began": "now"}})]
    cells[0].outputs = [v4.new_output("display_data", each) for each in data]
    cells[0].outputs += [v4.new_output("stream", text=text)] if text else []
    return v4.new_notebook(cells=cells, metadata={"widgets": {"state": {}}, "language_info": {"version": "3.11.7"}})


def test_storing_drops_timing_widgets_and_what_a_progress_bar_overwrote():
    shown = {outputs.WIDGET: {"model_id": "1"}, "text/plain": "VBox()"}
    kept = outputs.stored(notebook(shown, {"text/plain": "42"}, text="10%\r50%\rdone\n"))
    assert all(word not in kept for word in ("began", "widget", "VBox", "50%", "3.11.7"))
    assert all(word in kept for word in ("settings", "42", "done"))


def test_storing_twice_is_storing_once():
    once = outputs.stored(notebook({"image/png": picture(900)}, {"text/html": "<b>x</b>"}))
    assert outputs.stored(v4.reads(once)) == once


def test_pictures_shrink_until_the_notebook_is_small_enough():
    html = f'<img src="data:image/png;base64,{picture(1024)}">'
    kept = outputs.stored(notebook({"image/png": picture(1024)}, {"text/html": html}))
    assert len(kept) <= outputs.SIZE_LIMIT < len(html)
    sizes = [Image.open(io.BytesIO(base64.b64decode(found))).width for found in found_pictures(kept)]
    assert len(sizes) == 2 and max(sizes) in outputs.WIDTHS[1:]


def found_pictures(text: str) -> list[str]:
    data = v4.reads(text).cells[0].outputs
    return [data[0].data["image/png"], outputs.PICTURE.search(data[1].data["text/html"])[2]]


def test_white_stays_white_and_a_small_picture_as_wide_as_it_was():
    small = outputs.smaller(picture(300, 200, noise=False), 1024)
    image = Image.open(io.BytesIO(base64.b64decode(small))).convert("RGB")
    assert image.size == (300, 200) and image.getpixel((0, 0)) == (255, 255, 255)


@pytest.mark.parametrize(
    "text", ["/home/someone/file", "C:\\Users\\someone", "<object object at 0x7f00aa00bb00>", "here/secret"]
)
def test_what_means_nothing_elsewhere_is_refused(text: str):
    with pytest.raises(outputs.OutputError, match="code cell 1"):
        outputs.stored(notebook({"text/plain": text}), private=("here/secret",))


def test_too_large_is_refused():
    with pytest.raises(outputs.OutputError, match="MB"):
        outputs.stored(notebook({"text/plain": "x" * outputs.SIZE_LIMIT}))


# --- running ----------------------------------------------------------------------------------------


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that stands for a clone, with a workplace of its own."""
    monkeypatch.setattr(notebooks, "ROOT", tmp_path)
    monkeypatch.setattr(notebooks, "NOTEBOOKS", tmp_path / "notebooks")
    (tmp_path / "notebooks").mkdir()
    return tmp_path
