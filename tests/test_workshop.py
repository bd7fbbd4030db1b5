"""What a teacher shows and hands out: slides that need no internet, and a hand-out of one page."""

import re
import subprocess
from pathlib import Path

import pandas
import pypdf
import pytest

from tools import slides
from webvoyager import Browser, actions, runs
from webvoyager.browser import programs
from webvoyager.lab import viewer
from webvoyager.lab.statistics import rates

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[1]
WORKSHOP = (ROOT / "WORKSHOP.md").read_text("utf-8")
LOADED = "return performance.getEntriesByType('resource').map(entry => entry.name)"
OVERFULL = """
return [...document.querySelectorAll('section')].filter(
    (slide) => slide.scrollHeight > slide.clientHeight || slide.scrollWidth > slide.clientWidth
).map((slide) => slide.id)"""
UNSEEN = "return [...document.images].filter((image) => image.clientHeight < 300).map((i) => i.src)"
PRESS = "dispatchEvent(new KeyboardEvent('keydown', {key: arguments[0]})); return location.hash"


def print_page(page: Path, file: Path) -> pypdf.PdfReader:
    """The PDF that a browser prints of a page."""
    browser, _ = programs()
    if not browser:
        pytest.skip("the browser's program is not known here")
    flags = ("--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={file.parent}/user")
    command = [browser, *flags, f"--print-to-pdf={file}", page.as_uri()]
    subprocess.run(command, check=True, capture_output=True, timeout=120)
    return pypdf.PdfReader(file)


@pytest.fixture(scope="module")
def made(tmp_path_factory) -> Path:
    """The page of slides."""
    return slides.make(tmp_path_factory.mktemp("slides"))


@pytest.fixture(scope="module")
def shown(made):
    """The slides in a browser with the size of a projector's picture."""
    with Browser(viewport=(1280, 720)) as browser:
        browser.open(made.as_uri())
        yield browser


def test_each_row_of_the_table_is_a_slide(made):
    text = made.read_text("utf-8")
    section = WORKSHOP.partition(slides.SECTION)[2].partition("\n## ")[0]
    rows = [line for line in section.splitlines() if line.startswith(("| –", "| `figures/"))]
    assert text.count("<section") == len(rows) >= 10
    figures = re.findall(r'src="([^"]+)"', text)
    for name in figures:
        assert (made.parent / name).read_bytes() == (ROOT / "figures" / name).read_bytes()


def test_the_numbers_in_the_text_are_those_of_the_stored_data():
    failures = 100 * (1 - rates.scored(runs.table(ROOT / "data/runs/offline-42"))["success"].mean())
    low, high = (round(100 * bound) for bound in rates.wilson(3, 6))
    steps = pandas.read_csv(ROOT / "data/planning/steps.csv.xz").query("method == 'plain'")
    right = steps.groupby(["split", "task"])["success"].mean().groupby("split").mean() * 100
    assert f'"failure" agrees with {failures:.0f} %' in WORKSHOP
    assert f'Where {failures:.0f} % fail, "always failure" agrees with {failures:.0f} %' in WORKSHOP
    assert f"3 of 6 ({low} to {high} %)" in WORKSHOP
    known, new = right["new_world"], right["cross_task"]
    assert f"{known:.0f} % of the steps right where it knows" in WORKSHOP
    assert f"and {new:.0f} % where it doesn't" in WORKSHOP


def test_slides_load_nothing_from_elsewhere(made, shown):
    assert not re.search(r"https?:|@import|url\(", made.read_text("utf-8"))
    loaded = shown.script(LOADED)
    assert all(address.startswith(made.parent.as_uri()) for address in loaded)
    assert not shown.script(UNSEEN)


def test_every_slide_fits_its_screen_with_and_without_notes(shown):
    assert shown.script(OVERFULL) == []
    shown.script(PRESS, "n")
    assert shown.script(OVERFULL) == []
    shown.script(PRESS, "n")


def test_keys_turn_the_slides(made, shown):
    last = f"#{made.read_text('utf-8').count('<section')}"
    keys = ("Home", "ArrowRight", "PageDown", "ArrowLeft", " ", "End", "ArrowDown", "ArrowUp")
    found = [shown.script(PRESS, key) for key in keys]
    before = f"#{int(last[1:]) - 1}"
    assert found == ["#1", "#2", "#3", "#2", "#3", last, last, before]


def test_slides_print_as_one_page_each(made, tmp_path):
    printed = print_page(made, tmp_path / "slides.pdf")
    assert len(printed.pages) == made.read_text("utf-8").count("<section")


def test_a_missing_figure_or_table_is_named(tmp_path):
    page = tmp_path / "WORKSHOP.md"
    table = "| figure | the slide | what to say |\n|---|---|---|\n| `figures/gone.png` | A | b |\n"
    page.write_text(f"{slides.SECTION}\n\n{table}", encoding="utf-8")
    with pytest.raises(FileNotFoundError, match=r"no figure gone\.png: draw it"):
        slides.make(tmp_path / "slides", page)
    page.write_text("# Nothing\n", encoding="utf-8")
    with pytest.raises(ValueError, match="has no table of slides"):
        slides.make(tmp_path / "slides", page)
    assert not (tmp_path / "slides").exists()


def test_the_hand_out_lists_the_actions_of_the_prompt():
    text = (ROOT / "docs" / "handout.md").read_text("utf-8")
    assert re.findall(r"^\| `([A-Za-z]+)[`; ]", text, re.M)[:7] == list(actions.PAPER)


def test_the_hand_out_names_the_keys_of_labelling():
    """The keys are in the names of the widgets' classes; figures choose an opinion to settle on."""
    run = ROOT / "data" / "known" / "sets" / "1"
    waiting, found = [viewer.label(run, "nobody")], set()
    while waiting:
        widget = waiting.pop()
        waiting += getattr(widget, "children", ())
        for name in getattr(widget, "_dom_classes", ()):
            found |= set(name.removeprefix("wv-keys-").upper()) if "wv-keys-" in name else set()
    text = (ROOT / "docs" / "handout.md").read_text("utf-8")
    assert found - set("123456789") == set(re.findall(r"\*\*([A-Z])\*\*", text)) != set()
