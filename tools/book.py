"""Builds the book: the notebooks, the pages of docs/ and the reference, as HTML in build/book/.

    python -m tools.book        then open build/book/index.html; a warning is an error

It needs no internet, and the pages need none either: fonts, icons and the search are in the folder.
"""

import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
DOCS, BOOK = ROOT / "docs", ROOT / "build" / "book"
FIRST = '<!doctype html><title>webvoyager</title><meta http-equiv="refresh" content="0; url={}">\n'


def make(book: Path = BOOK) -> int:
    """Build the book into a folder; return Sphinx's exit status, which isn't 0 if it warned."""
    shutil.rmtree(DOCS / "api" / "pages", ignore_errors=True)  # pages of names that are gone
    shutil.rmtree(book, ignore_errors=True)
    flags = ("-q", "-W", "--keep-going", "-j", "auto", "-c", DOCS)
    status = subprocess.run([sys.executable, "-m", "sphinx", *flags, ROOT, book]).returncode
    (book / "index.html").write_text(FIRST.format("docs/index.html"), encoding="utf-8")
    return status


def main() -> None:
    """The command of the docstring above."""
    began = time.perf_counter()
    if make():
        sys.exit("The book has warnings, listed above. Fix them: the pages would be wrong there.")
    print(f"{BOOK / 'index.html'} ({time.perf_counter() - began:.0f} s)")


if __name__ == "__main__":
    main()
