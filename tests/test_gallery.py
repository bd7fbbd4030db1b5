"""All figures of a run: what is drawn, what is missing and why, and the same bytes each time."""

import re
import shutil
import sys
from hashlib import sha256
from pathlib import Path

import pandas
import pytest
from matplotlib import pyplot as plt

from tools import gallery
from webvoyager.lab import figures

pytestmark = pytest.mark.slow  # all figures are drawn twice
RUNS = Path(__file__).parents[1] / "data" / "runs"
RUN, TREE = RUNS / "offline-42", RUNS / "offline-42-accessibility_tree"


def copy_some(run: Path, place: Path, *patterns: str, without: tuple[str, ...] = ()) -> Path:
    """Copy a few tasks of a run, without their pictures; return the copy's folder."""
    for pattern in patterns:
        for task in run.glob(pattern):
            ignored = shutil.ignore_patterns("*.png", "*.webp")
            shutil.copytree(task, place / task.name, ignore=ignored)
    for file in run.glob("*.json*"):
        if file.name not in without:
            shutil.copy(file, place)
    return place


def digests(folder: Path) -> dict[str, str]:
    return {file.name: sha256(file.read_bytes()).hexdigest() for file in folder.iterdir()}


@pytest.fixture(scope="module")
def small(tmp_path_factory) -> Path:
    return copy_some(RUN, tmp_path_factory.mktemp("runs") / "small", "recipes--*", "shop--1*")


@pytest.fixture(scope="module")
def drawn(small, tmp_path_factory) -> tuple[pandas.DataFrame, Path]:
    into = tmp_path_factory.mktemp("figures")
    return figures.gallery(small, into=into), into


def test_each_figure_has_three_files_or_a_reason(drawn):
    found, into = drawn
    for row in found.itertuples():
        files = [into / f"{row.figure}.{suffix}" for suffix in ("png", "svg", "csv")]
        assert [file.exists() for file in files] == [not row.missing] * 3, row
        assert row.see.endswith((".", "?")), row.figure
    there = set(found.figure[found.missing == ""])
    expected = {"success_by_site", "length_and_marks", "survival", "judge_agreement"}
    assert expected | {"failure_categories", "marks_per_screenshot"} <= there
    assert "two views" in found.set_index("figure").missing["success_by_view"]


def test_tables_contain_the_drawn_numbers(drawn):
    _, into = drawn
    rates = pandas.read_csv(into / "success_by_site.csv").set_index("site")
    assert rates.index.tolist() == ["recipes", "shop"] and (rates.low < rates.rate).all()
    for file in into.glob("*.csv"):
        assert len(pandas.read_csv(file)) > 0, file.name


def test_the_page_names_the_model_and_shows_every_drawn_figure(drawn):
    found, into = drawn
    page = (into / "index.html").read_text("utf-8")
    pictures = set(re.findall(r'<img src="([^"]+)"', page))
    assert pictures == {f"{name}.png" for name in found.figure[found.missing == ""]}
    assert "offline rules, not a language model" in page
    assert page.count("<dt>") == (found.missing != "").sum()


def test_an_unjudged_run_says_so_and_still_shows_its_screenshots(tmp_path):
    without = ("verdicts.jsonl", "labels.jsonl")
    run = copy_some(RUN, tmp_path / "run", "recipes--1*", without=without)
    names = ["success_by_site", "judge_agreement", "failure_categories", "marks_per_screenshot"]
    found = figures.gallery(run, into=tmp_path / "figures", only=names).set_index("figure").missing
    assert "judge the run" in found["success_by_site"]
    assert "Needs verdicts of a judge" in found["judge_agreement"]
    assert "Needs labels of failures" in found["failure_categories"]
    assert found["marks_per_screenshot"] == ""


def test_a_figure_that_can_no_longer_be_drawn_is_removed(tmp_path):
    run = copy_some(RUN, tmp_path / "run", "recipes--1*")
    into = tmp_path / "figures"
    figures.gallery(run, into=into, only=["success_by_site"])
    (run / "verdicts.jsonl").unlink()
    figures.gallery(run, into=into, only=["success_by_site"])
    assert {file.name for file in into.iterdir()} == {"index.html"}


def test_two_models_are_kept_apart_and_named(tmp_path):
    ours = copy_some(RUN, tmp_path / "ours", "recipes--1*")
    other = copy_some(RUN, tmp_path / "other", "recipes--1*")
    for file in other.rglob("*.json"):
        text = file.read_text("utf-8").replace('"offline-rules"', '"gpt-4o"')
        file.write_text(text, "utf-8")
    names = ["success_by_site", "failure_categories"]
    found = figures.gallery(ours, other, into=tmp_path / "figures", only=names)
    assert found.missing.tolist()[0] == ""
    assert "one model, but the runs are by offline-rules, gpt-4o" in found.missing.tolist()[1]
    rows = pandas.read_csv(tmp_path / "figures/success_by_site.csv")
    assert rows.agent.tolist() == ["gpt-4o", "offline-rules"]


def test_bad_input_raises_clear_errors(tmp_path, small):
    with pytest.raises(ValueError, match="Name at least one run folder"):
        figures.gallery(into=tmp_path)
    with pytest.raises(FileNotFoundError, match="no run folder"):
        figures.gallery(tmp_path / "nowhere", into=tmp_path)
    (tmp_path / "empty").mkdir()
    with pytest.raises(ValueError, match="empty holds no episodes"):
        figures.gallery(tmp_path / "empty", into=tmp_path)
    with pytest.raises(ValueError, match="no figure 'pie'; choose from success_by_site"):
        figures.gallery(small, into=tmp_path, only=["pie"])
    assert not plt.get_fignums()


def test_the_command_writes_the_same_bytes_and_says_what_is_missing(
    small, drawn, tmp_path, monkeypatch, capsys
):
    monkeypatch.setattr(sys, "argv", ["gallery", str(small), "--into", str(tmp_path)])
    gallery.main()
    printed = capsys.readouterr().out
    assert "figures in" in printed and "Not drawn: success_by_view. Needs" in printed
    assert digests(tmp_path) == digests(drawn[1])
    monkeypatch.setattr(sys, "argv", ["gallery", "nowhere"])
    with pytest.raises(SystemExit, match="There is no run folder nowhere"):
        gallery.main()
