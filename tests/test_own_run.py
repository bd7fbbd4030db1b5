"""A run of one's own in place of the kit's: the notebooks that read a run, and what runs lack."""

from pathlib import Path

import pytest

from tools import notebooks, own_run
from webvoyager import runs
from webvoyager.lab.running import run_tasks

PATHS = notebooks.all_notebooks(kinds=(notebooks.LESSONS, notebooks.STUDIES))
READERS = [path.stem for path in PATHS if own_run.reads_run(path)]
QUICK = ("05_judging", "06_errors", "10_figures")  # they read the most of a run
TASKS = ("recipes--11", "shop--1", "recipes--17", "stays--6", "words--10", "papers--18")


@pytest.fixture(scope="module")
def mine(web, tmp_path_factory) -> Path:
    """Six tasks, played under a name of their own; a seventh episode is a second attempt."""
    folder = tmp_path_factory.mktemp("own") / "mine"
    run_tasks(folder, web.tasks(*TASKS), workers=1)
    return folder


def test_the_notebooks_on_episodes_judges_errors_views_and_figures_read_a_run():
    wanted = {"04_episodes", "07_text_only", "failures", "judging", "effects", *QUICK}
    assert wanted <= set(READERS)


@pytest.mark.timeout(900)
@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[] if name in QUICK else [pytest.mark.soak]) for name in READERS],
)
def test_a_notebook_runs_on_a_run_of_ones_own(name: str, mine: Path, tmp_path: Path):
    skipped = own_run.run_on(mine, tmp_path, [name])
    assert (tmp_path / f"{name}.ipynb").is_file()
    assert all(sentence.endswith(".") for sentence in skipped[name])


def test_a_missing_run_is_named(tmp_path: Path):
    with pytest.raises(notebooks.NotebookError, match="There is no run in"):
        own_run.run_on(tmp_path / "none", tmp_path)


def test_what_a_run_lacks_is_skipped_with_a_sentence(capsys):
    with runs.skip_missing():
        raise runs.Missing("It has no labels.")
    assert capsys.readouterr().out == "Skipped: It has no labels.\n"


def test_other_errors_are_not_skipped():
    with pytest.raises(ValueError, match="other"), runs.skip_missing():
        raise ValueError("other")


def test_runs_that_exist_are_kept_in_order_and_once(tmp_path: Path, capsys):
    (tmp_path / "a").mkdir()
    found = runs.existing(tmp_path / "a", tmp_path / "b", tmp_path / "a")
    assert found == [str(tmp_path / "a")]
    assert "There is no run in" in capsys.readouterr().out
