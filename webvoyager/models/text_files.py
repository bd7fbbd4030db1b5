"""Text files that people write by hand: settings, prices, prompts and tasks."""

import codecs
import io
import re
from pathlib import Path

LARGEST = 1_000_000  # bytes
_MARKS = {
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}


def read_text(file: Path) -> str:
    """The text of a regular file, in UTF-8 or in UTF-16 with a byte order mark.

    Raises a ValueError that names the file and what is wrong with it. A pipe or a device is not
    opened, since it might never end.
    """
    if not file.is_file():
        raise ValueError(f"{file} is not a regular file: put a text file in its place.")
    with file.open("rb") as opened:
        data = opened.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise ValueError(f"{file} has more than {LARGEST:,} bytes: is it the right file?")
    encoding = next((name for mark, name in _MARKS.items() if data.startswith(mark)), "utf-8")
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        wrong = f"its byte {error.start + 1} is not {encoding.removesuffix('-sig').upper()}"
        raise ValueError(f"{file} cannot be read: {wrong}. Save it as UTF-8.") from None
    if "\0" in text:
        raise ValueError(f"{file} has NUL characters, as UTF-16 has: save it as UTF-8.")
    return text


def read_lines(file: Path) -> list[tuple[int, bytes]]:
    """The non-empty lines of a JSONL file with their numbers; ValueError for UTF-16.

    Only a line feed ends a line: JSON strings may contain other line ends, such as U+2028.
    """
    if not file.is_file():  # a pipe might never end
        raise ValueError(f"{file} is not a regular file: put a text file in its place.")
    data = file.read_bytes()
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise ValueError(f"{file} is UTF-16 or UTF-32 text: save it as UTF-8.")
    lines = enumerate(data.removeprefix(codecs.BOM_UTF8).split(b"\n"), 1)
    return [(number, line) for number, line in lines if line.strip()]


def open_dotenv(folder: Path) -> io.StringIO:
    """The contents of the file .env in a folder; empty if there is none.

    Raises ValueError as `read_text` does. A folder of that name is ignored: some people keep a
    virtual environment there.
    """
    file = folder / ".env"
    text = read_text(file) if file.exists() and not file.is_dir() else ""
    # else the key after the semicolon would become part of a name
    if re.search(r"^[^#\n]*=[^#\n]*;\s*[A-Z_]+=", text, re.MULTILINE):
        raise ValueError(f"{file} has several settings on one line: give each its own line.")
    return io.StringIO(text, newline=None)
