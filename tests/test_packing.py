"""A run is packed into a small file, and what is read back is the same record."""

import io
import shutil
from dataclasses import replace
from pathlib import Path

import numpy
import pytest
from PIL import Image, ImageChops, ImageDraw

from webvoyager import Action, Mark, Observation, Task, runs
from webvoyager.lab import sharing
from webvoyager.lab.failures import Label, labels
from webvoyager.lab.sharing.packing import encode_smaller, shrink
from webvoyager.records import Step, Verdict

pytestmark = pytest.mark.slow

STORED = Path(__file__).parents[1] / "data" / "runs" / "offline-42"
SHARING, LENDING = "stays--1", "stays--6"  # stays--6 shows a picture that is stored in stays--1


def make_png(photo: bool = False, words: str = "6 servings") -> bytes:
    """A page with words, of few colours or with something like a photograph in it."""
    page = Image.new("RGB", (512, 384), "white")
    if photo:
        noise = numpy.random.default_rng(1).integers(0, 256, (24, 32, 3), dtype=numpy.uint8)
        page.paste(Image.fromarray(noise).resize((480, 300), Image.Resampling.BICUBIC), (16, 60))
    ImageDraw.Draw(page).text((20, 20), words, fill="black")
    buffer = io.BytesIO()
    page.save(buffer, "PNG")
    return buffer.getvalue()


def record(folder: Path, name: str, *pictures: bytes) -> None:
    """An episode with a step for each picture."""
    mark = Mark(0, "a", "link", "Recipes", ((20, 20, 60, 12),), (20, 8, 12, 12))
    task = Task(
        id=f"shop--{name}", site="shop", url="http://shop.mini/", question="How many servings?"
    )
    seen = [Observation("http://shop.mini/", "Shop", (mark,), mark.line, image=p) for p in pictures]
    steps = [Step(n, each, "…", "I look.", Action("Click", 0)) for n, each in enumerate(seen, 1)]
    runs.record(iter(steps), folder, task=task, model="m")


def unpack(file: Path, place: Path) -> Path:
    """The folder of the run in a file."""
    shutil.unpack_archive(file, place)
    [folder] = place.iterdir()
    return folder


def measure(folder: Path) -> int:
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())


@pytest.fixture
def run(tmp_path) -> Path:
    """A run with PNGs as they are recorded, some of them equal, with a verdict and a label."""
    folder = tmp_path / "mine-live"
    record(folder, "a", make_png(), make_png(photo=True), make_png())
    record(folder, "b", make_png(photo=True), make_png(words="9 servings"))
    runs.add_verdicts(folder, Verdict("shop--a", True, "yes", "ann"))
    labels.add(folder, Label("shop--a", 1, "ann", "success"))
    return folder


def test_an_unpacked_run_is_the_same_record(run, tmp_path):
    before = {file: file.read_bytes() for file in run.rglob("*") if file.is_file()}
    again = unpack(sharing.pack(run, tmp_path / "run.zip"), tmp_path / "there")
    assert again.name == "mine-live"
    for known, read in zip(runs.load(run), runs.load(again), strict=True):
        assert replace(known, folder=None) == replace(read, folder=None)
        assert all(step.observation.kept for step in read.steps)
    assert runs.verdicts(again) == runs.verdicts(run) and labels.load(again) == labels.load(run)
    assert runs.read_about(again) == runs.read_about(run) and not runs.unreadable(again)
    assert before == {file: file.read_bytes() for file in run.rglob("*") if file.is_file()}


def test_pictures_look_as_before_and_can_still_be_marked(run, tmp_path):
    again = unpack(sharing.pack(run, tmp_path / "run.zip"), tmp_path / "there")
    pairs = [
        (first.observation, second.observation)
        for known, read in zip(runs.load(run), runs.load(again), strict=True)
        for first, second in zip(known.steps, read.steps, strict=True)
    ]
    for first, second in pairs:
        shown = [Image.open(io.BytesIO(each.marked())).convert("RGB") for each in (first, second)]
        assert numpy.asarray(ImageChops.difference(*shown)).mean() < 6
        words = [picture.crop((0, 0, 120, 50)) for picture in shown]
        assert numpy.asarray(ImageChops.difference(*words)).mean() < 2


def test_a_packed_run_is_small_and_stores_equal_pictures_once(run, tmp_path):
    again = unpack(sharing.pack(run, tmp_path / "run.zip"), tmp_path / "there")
    assert len(list(again.rglob("step-*"))) == 3  # of five
    assert measure(again) < measure(run) / 3
    assert (tmp_path / "run.zip").stat().st_size < measure(again) + 5000


def test_flat_pages_stay_sharp_and_photographs_keep_their_colours():
    flat, photo = (Image.open(io.BytesIO(make_png(photo))) for photo in (False, True))
    [sharp, soft] = [Image.open(io.BytesIO(encode_smaller(each))) for each in (flat, photo)]
    change = numpy.asarray(ImageChops.difference(sharp.convert("RGB"), flat.convert("RGB")))
    assert change.max() < 16
    assert len(soft.convert("RGB").getcolors(1 << 20)) > 1000


def test_packing_twice_keeps_what_attempts_share(tmp_path):
    """A run whose pictures are shared gets a new episode with the same picture, and sorts first."""
    folder = tmp_path / "run"
    for name in (SHARING, LENDING):
        shutil.copytree(STORED / name, folder / name)
    shutil.copytree(STORED / LENDING, folder / "a--0")  # its reference leads to stays--1, too
    shutil.copy(STORED / "run.json", folder)
    shutil.copy(folder / SHARING / "1" / "step-01.webp", folder / "a--0" / "1" / "step-01.webp")
    pictures = [step.observation.screenshot for each in runs.load(folder) for step in each.steps]
    for _ in range(2):
        shrink(folder)
        loaded = runs.load(folder)
        assert [s.observation.screenshot for each in loaded for s in each.steps] == pictures


def test_what_cannot_be_packed_is_refused(run, tmp_path):
    with pytest.raises(ValueError, match=r"must end in \.zip"):
        sharing.pack(run, tmp_path / "run.tar")
    (tmp_path / "empty").mkdir()
    with pytest.raises(ValueError, match="There are no episodes"):
        sharing.pack(tmp_path / "empty", tmp_path / "run.zip")
    with pytest.raises(FileNotFoundError, match="nowhere"):
        sharing.pack(tmp_path / "nowhere", tmp_path / "run.zip")
    assert not (tmp_path / "run.zip").exists()
