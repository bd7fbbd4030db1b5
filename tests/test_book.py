"""The book builds without a warning, needs no internet and has a page for every public name."""

import doctest
import importlib
import inspect
import re
from pathlib import Path

import pytest

from tools import book

ROOT = Path(__file__).parents[1]
pytestmark = pytest.mark.xdist_group("book")  # the book is built once, in a folder of the checkout
EXAMPLES = sorted((ROOT / "docs/api/examples").glob("*.md"))


@pytest.fixture(scope="module")
def pages(tmp_path_factory) -> Path:
    """The folder of a book that was built with warnings as errors."""
    folder = tmp_path_factory.mktemp("book")
    assert book.make(folder) == 0, "Sphinx warned; its warnings are in the captured output."
    return folder


@pytest.mark.timeout(600)
def test_pages_need_no_internet(pages):
    """Links may lead elsewhere; scripts, styles, fonts and pictures may not."""
    fetched = re.compile(r"<(?:script|link|img|iframe)\b[^>]*\b(?:src|href)=\"(https?:[^\"]+)")
    found = {
        (file.relative_to(pages).as_posix(), address)
        for file in pages.rglob("*.html")
        for address in fetched.findall(file.read_text("utf-8"))
    }
    assert not found


def test_every_public_name_has_its_page(pages):
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
            own = (pages / "docs/api/pages").glob(f"*.{name}*.html")
            if known and not any(own):
                missing.append(f"{room}.{name}")
    assert not missing


def test_page_names_differ_in_more_than_case(pages):
    """On some systems Judge.html and judge.html are one file."""
    names = [file.name.lower() for file in (pages / "docs/api/pages").glob("*.html")]
    assert len(names) == len(set(names))


def test_the_first_page_links_to_the_book(pages):
    assert "docs/index.html" in (pages / "index.html").read_text("utf-8")
    assert (pages / "docs/index.html").is_file() and (pages / "searchindex.js").is_file()


def test_every_module_page_has_an_example(pages):
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
def test_examples_of_the_reference_give_the_shown_output(file: Path, monkeypatch):
    monkeypatch.chdir(ROOT)
    text = file.read_text("utf-8")
    code = "\n".join(re.findall(r"^```python\n(.*?)^```", text, re.M | re.S))
    example = doctest.DocTestParser().get_doctest(code, {}, file.stem, str(file), 0)
    report: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS)
    assert runner.run(example, out=report.append).attempted and not runner.failures, "".join(report)
