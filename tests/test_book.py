"""The book builds without a warning, needs no internet and has a page for every public name."""

import doctest
import importlib
import inspect
import re
import subprocess
import sys
from pathlib import Path

import pytest
from test_workshop import print_page

from tools import book

ROOT = Path(__file__).parents[1]
pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("book")]  # one worker builds it once
EXAMPLES = sorted((ROOT / "docs/api/examples").glob("*.md"))


# the guide, and a lesson, solutions and a study beside it; `make soak` builds all
LESSON = "00_start_here.ipynb"
SAMPLE = f"docs/*.md,WORKSHOP.md,CHANGELOG.md,studies/search/*.md,notebooks/**/{LESSON}"
LEFT_OUT = "toc.excluded,toc.not_readable,myst.xref_missing,autosummary"  # warnings of what is not


@pytest.fixture(scope="module")
def pages(tmp_path_factory) -> Path:
    """The folder of a part of the book, built with warnings as errors."""
    folder = tmp_path_factory.mktemp("book")
    named = {"include_patterns": SAMPLE, "autosummary_generate": 0, "suppress_warnings": LEFT_OUT}
    options = [part for name, value in named.items() for part in ("-D", f"{name}={value}")]
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "-c", ROOT / "docs", *options]
    subprocess.run([*command, ROOT, folder], check=True)
    return folder


@pytest.fixture(scope="module")
def book_pages(tmp_path_factory) -> Path:
    """The folder of the whole book."""
    folder = tmp_path_factory.mktemp("book")
    assert book.make(folder) == 0, "Sphinx warned; its warnings are in the captured output."
    return folder


def find_fetched(pages: Path) -> set[tuple[str, str]]:
    """What pages fetch from elsewhere: scripts, styles, fonts and pictures, but no links."""
    fetched = re.compile(r"<(?:script|link|img|iframe)\b[^>]*\b(?:src|href)=\"(https?:[^\"]+)")
    return {
        (file.relative_to(pages).as_posix(), address)
        for file in pages.rglob("*.html")
        for address in fetched.findall(file.read_text("utf-8"))
    }


def test_pages_need_no_internet(pages):
    assert (pages / "docs/index.html").is_file() and (pages / "searchindex.js").is_file()
    assert find_fetched(pages) == set()


def test_the_hand_out_is_one_page_of_a4(pages, tmp_path):
    printed = print_page(pages / "docs" / "handout.html", tmp_path / "handout.pdf")
    [page] = printed.pages
    assert [round(float(side)) for side in page.mediabox[2:]] == [595, 842]
    text = page.extract_text()
    assert "ANSWER; 180 g" in text and "Keys of the viewer" in text


@pytest.mark.soak
@pytest.mark.timeout(1200)
def test_the_whole_book_builds_and_needs_no_internet(book_pages):
    assert find_fetched(book_pages) == set()
    assert "docs/index.html" in (book_pages / "index.html").read_text("utf-8")


@pytest.mark.soak
def test_every_public_name_has_its_page(book_pages):
    rooms = re.findall(
        r"^   ((?:webvoyager|practice)[\w.]*)$",
        (ROOT / "docs/api/index.md").read_text("utf-8"),
        re.M,
    )
    assert len(rooms) > 20
    missing = []
    for room in rooms:
        module = importlib.import_module(room)
        for name in getattr(module, "__all__", ()):
            thing = getattr(module, name)
            known = inspect.isclass(thing) or inspect.isfunction(thing)
            own = (book_pages / "docs/api/pages").glob(f"*.{name}*.html")
            if known and not any(own):
                missing.append(f"{room}.{name}")
    assert not missing


@pytest.mark.soak
def test_page_names_differ_in_more_than_case(book_pages):
    """On some systems Judge.html and judge.html are one file."""
    names = [file.name.lower() for file in (book_pages / "docs/api/pages").glob("*.html")]
    assert len(names) == len(set(names))


@pytest.mark.soak
@pytest.mark.usefixtures("book_pages")
def test_every_module_page_has_an_example():
    """The pages of modules are those that templates/autosummary/module.rst wrote."""
    written = (ROOT / "docs/api/pages").glob("*.rst")
    modules = {page.stem for page in written if "automodule::" in page.read_text("utf-8")}
    assert len(modules) > 40
    examples = {file.stem for file in EXAMPLES}
    missing = ", ".join(sorted(modules - examples))
    assert not missing, f"Write docs/api/examples/<module>.md for: {missing}."
    unseen = ", ".join(sorted(examples - modules))
    assert not unseen, f"These examples are on no page: {unseen}."


@pytest.mark.parametrize("file", EXAMPLES, ids=lambda file: file.stem)
def test_examples_of_the_reference_give_the_shown_output(file: Path, monkeypatch, tmp_path):
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    text = file.read_text("utf-8")
    code = "\n".join(re.findall(r"^```python\n(.*?)^```", text, re.M | re.S))
    example = doctest.DocTestParser().get_doctest(code, {}, file.stem, str(file), 0)
    report: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS)
    assert runner.run(example, out=report.append).attempted and not runner.failures, "".join(report)
