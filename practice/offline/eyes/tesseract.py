"""Runs Tesseract, the text-recognition program behind the eyes."""

import io
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from xml.etree import ElementTree

from PIL import Image

MISSING = (
    "offline-eyes reads with Tesseract, which is missing here: install it (Debian, Ubuntu: apt-get "
    "install tesseract-ocr; macOS: brew install tesseract; Windows: winget install "
    "UB-Mannheim.TesseractOCR), or use offline-rules."
)
LINES = ("ocr_line", "ocr_header", "ocr_caption", "ocr_textfloat")


class TesseractError(RuntimeError):
    """Tesseract is missing or failed; the message says what to do, or quotes Tesseract's error."""


@dataclass(frozen=True)
class Word:
    """A word as read: the box of its ink in pixels, its line, and the confidence of the reading.

    `size` is the type size of its line in pixels, `sure` the confidence from 0 to 100.
    """

    x: int
    y: int
    w: int
    h: int
    text: str
    line: int
    size: float
    sure: float

    @property
    def right(self) -> int:
        return self.x + self.w


def program() -> str:
    """Tesseract's path, or ""; looks on the PATH and where its Windows installer puts it."""
    windows = os.path.expandvars(r"${PROGRAMFILES}\Tesseract-OCR")
    return (
        shutil.which("tesseract", path=os.pathsep.join([os.environ.get("PATH", ""), windows])) or ""
    )


def read(image: Image.Image, *options: str) -> list[Word]:
    """The words in a picture; raises TesseractError if Tesseract is missing or fails.

    It runs on one thread: several threads lose more time waiting for each other than they save,
    above all on a busy machine.
    """
    if not program():
        raise TesseractError(MISSING)
    sent = io.BytesIO()
    image.save(sent, "PNG", compress_level=1)
    command = [program(), "stdin", "stdout", *options, "hocr"]
    one_thread = {**os.environ, "OMP_THREAD_LIMIT": "1"}
    done = subprocess.run(command, input=sent.getvalue(), capture_output=True, env=one_thread)
    if done.returncode:
        words = " ".join(done.stderr.decode(errors="replace").split())
        raise TesseractError(f"Tesseract failed: {words[:200]}")
    return [*_list_words(ElementTree.fromstring(done.stdout))]


def _list_words(page: ElementTree.Element) -> Iterator[Word]:
    lines = [element for element in page.iter() if element.get("class") in LINES]
    for number, line in enumerate(lines):
        size = re.search(r"x_size ([\d.]+)", line.get("title", ""))
        for word in line.iter():
            text = "".join(word.itertext()).strip()
            if word.get("class") == "ocrx_word" and text:
                figures = re.findall(r"\d+", word.get("title", ""))[:5]
                left, top, right, bottom, sure = map(int, figures)
                height = bottom - top
                type_size = float(size[1]) if size else height
                yield Word(left, top, right - left, height, text, number, type_size, sure)
