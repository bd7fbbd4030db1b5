"""Text files that people write by hand: settings, prices, prompts and tasks."""

import codecs
import io
from pathlib import Path

UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def read_text(file: Path) -> str:
    """The text of a file in UTF-8, or in UTF-16 as PowerShell writes it; ValueError for others."""
    data = file.read_bytes()
    try:
        return data.decode("utf-16" if data.startswith(UTF16) else "utf-8-sig")
    except UnicodeDecodeError as error:
        raise ValueError(
            f"{file} cannot be read: its byte {error.start + 1} is not UTF-8. Save it as UTF-8."
        ) from None


def read_lines(file: Path) -> list[tuple[int, bytes]]:
    """The lines of a JSONL file that aren't empty, with their numbers; ValueError for UTF-16.

    Only a line feed ends a line: JSON strings may contain other line ends, such as U+2028.
    """
    data = file.read_bytes()
    if data.startswith(UTF16):
        raise ValueError(f"{file} is UTF-16 text: save it as UTF-8.")
    lines = enumerate(data.removeprefix(codecs.BOM_UTF8).split(b"\n"), 1)
    return [(number, line) for number, line in lines if line.strip()]


def open_dotenv(folder: Path) -> io.StringIO:
    """The contents of the file .env in a folder; empty if there is none."""
    file = folder / ".env"
    return io.StringIO(read_text(file) if file.is_file() else "")
