"""Files that a crash leaves readable: written whole or not at all, or line by line under a lock."""

import json
import os
import secrets
import zlib
from collections.abc import Callable, Iterable
from operator import methodcaller
from pathlib import Path
from typing import Any

from filelock import FileLock

from ..models import read_lines as read_numbered
from .fields import Row, require_types

DAMAGED = (  # what reading a damaged file can raise
    ValueError,
    LookupError,
    TypeError,
    AttributeError,
    ArithmeticError,
    OSError,
    EOFError,
    RecursionError,
    zlib.error,
)


def encode(text: str) -> bytes:
    r"""JSON as bytes; a lone surrogate, which UTF-8 cannot hold, becomes its \u escape."""
    return text.encode("utf-8", "backslashreplace")


def write_whole(file: Path, content: str | bytes) -> None:
    """Write a file whole or not at all; half a file would be worse than none.

    A link stays a link, and its target is written. Raises an OSError that names the file.
    """
    file = _follow_links(file)
    part = file.with_name(f".{file.name}.{secrets.token_hex(4)}.part")
    try:
        part.write_bytes(encode(content) if isinstance(content, str) else content)
        part.replace(file)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise OSError(error.errno, error.strerror, str(file)) from error


def lock(file: Path) -> FileLock:
    """A lock on a file, held by one process at a time: `with lock(file): …`."""
    file = _follow_links(file)
    return FileLock(file.with_name(f".{file.name}.lock"))


def append_lines(file: Path, rows: Iterable[dict], parse: Callable[[dict], Row]) -> None:
    """Add rows to a JSONL file, even after a last line that was torn by a crash.

    Raises ValueError for a row that `parse` could not read back, OSError if the disk cannot be
    written. The file is then unchanged.
    """
    # item() turns NumPy's numbers into Python's
    dumped = (json.dumps(row, ensure_ascii=False, default=methodcaller("item")) for row in rows)
    lines = [encode(line) for line in dumped]
    for line in lines:
        _parse_line(line, parse)
    with lock(file):
        there = read_numbered(file) if file.exists() else []
        torn = bool(there) and not file.read_bytes().endswith(b"\n")
        _append(file, b"\n" * torn + b"".join(line + b"\n" for line in lines))


def read_lines(
    file: Path, parse: Callable[[dict], Row]
) -> tuple[list[Row], dict[int, tuple[bytes, str]]]:
    """The rows of a JSONL file as `parse` makes them, and its damaged lines by their numbers.

    Each damaged line comes with the reason. A missing file has no rows. Raises ValueError if the
    file as a whole cannot be read, such as one in UTF-16.
    """
    rows: list[Row] = []
    damaged: dict[int, tuple[bytes, str]] = {}
    for number, line in read_numbered(file) if file.exists() else ():
        try:
            rows.append(_parse_line(line, parse))
        except DAMAGED as error:
            damaged[number] = (line, f"{type(error).__name__}: {error}")
    return rows, damaged


def read_bytes(file: Path) -> bytes:
    """The bytes of a regular file; raises ValueError for a pipe or a device: it might never end."""
    if file.exists() and not file.is_file():
        raise ValueError(f"{file.name} is not a regular file")
    return file.read_bytes()


def read_json(file: Path) -> dict[str, Any]:
    """The JSON object in a file; raises one of DAMAGED if there is none."""
    return _require_object(json.loads(read_bytes(file)))  # bytes: with a byte-order mark or not


def _parse_line(line: bytes, parse: Callable[[dict], Row]) -> Row:
    return require_types(parse(_require_object(json.loads(line))))


def _require_object(data: Any) -> dict[str, Any]:
    if not isinstance(data, dict):
        raise ValueError(f"{repr(data)[:60]} isn't a JSON object")
    return data


def _append(file: Path, data: bytes) -> None:
    """Add bytes to a file, all or none."""
    file.touch()
    size = file.stat().st_size
    try:
        with file.open("ab") as opened:
            opened.write(data)
    except OSError as error:
        os.truncate(file, size)
        raise OSError(
            f"{file} could not be written ({error.strerror}) and is unchanged: make room, then"
            " try again."
        ) from error


def _follow_links(file: Path) -> Path:
    """The file that a link leads to; any other file itself."""
    return Path(os.path.realpath(file)) if file.is_symlink() else file
