"""Files that a crash leaves readable: written whole or not at all, or line by line under a lock."""

import codecs
import gc
import json
import os
import secrets
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from operator import methodcaller
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from filelock import FileLock

from ..models import read_lines as read_numbered

Kind = TypeVar("Kind")
DAMAGED = (ValueError, LookupError, TypeError, OSError, EOFError, zlib.error)  # what reading raises


def encode(text: str) -> bytes:
    r"""JSON as bytes; a lone surrogate, which UTF-8 cannot hold, becomes its \u escape."""
    return text.encode("utf-8", "backslashreplace")


def decode(data: bytes, kind: type[Kind]) -> Kind:
    """JSON as a value of this type; raises a ValueError that says which field is wrong, and how."""
    data = data.removeprefix(codecs.BOM_UTF8)
    try:
        return msgspec.json.decode(data, type=kind)
    except msgspec.DecodeError:
        if rb"\ud" not in data:
            raise
        return msgspec.convert(json.loads(data), kind)  # reads lone surrogates, too


def read_json(file: Path) -> dict[str, Any]:
    """The JSON object in a file; raises one of DAMAGED if there is none."""
    return decode(file.read_bytes(), dict)


def write_json(file: Path, data: dict) -> None:
    """Write a small JSON file, whole or not at all."""
    write_whole(file, json.dumps(data, ensure_ascii=False, indent=1) + "\n")


def write_whole(file: Path, content: str | bytes) -> None:
    """Write a file whole or not at all; raises an OSError that names the file."""
    part = file.with_name(f".{file.name}.{secrets.token_hex(4)}.part")
    try:
        part.write_bytes(encode(content) if isinstance(content, str) else content)
        part.replace(file)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise OSError(error.errno, error.strerror, str(file)) from error


def lock(file: Path) -> FileLock:
    """A lock on a file, held by one process at a time: `with lock(file): …`."""
    return FileLock(file.with_name(f".{file.name}.lock"))


def append_lines(file: Path, rows: Iterable[dict], parse: Callable[[dict], Kind]) -> None:
    """Add rows to a JSONL file, even after a last line that was torn by a crash.

    Raises ValueError for a row that `parse` could not read back, OSError if the disk cannot be
    written. The file is then unchanged.
    """
    lines = []
    for row in rows:  # item() turns NumPy's numbers into Python's
        line = json.dumps(row, ensure_ascii=False, allow_nan=False, default=methodcaller("item"))
        parse(json.loads(line))
        lines.append(encode(line) + b"\n")
    with lock(file):
        there = read_numbered(file) if file.exists() else []
        torn = bool(there) and not file.read_bytes().endswith(b"\n")
        file.touch()
        size = file.stat().st_size
        try:
            with file.open("ab") as opened:
                opened.write(b"\n" * torn + b"".join(lines))
        except OSError as error:
            os.truncate(file, size)
            raise OSError(
                f"{file} could not be written ({error.strerror}) and is unchanged: make room, then"
                " try again."
            ) from error


def read_lines(
    file: Path, parse: Callable[[dict], Kind]
) -> tuple[list[Kind], dict[int, tuple[bytes, str]]]:
    """The rows of a JSONL file as `parse` makes them, and its damaged lines by their numbers.

    Each damaged line comes with the reason. A missing file has no rows. Raises ValueError if the
    file as a whole cannot be read, such as one in UTF-16.
    """
    rows: list[Kind] = []
    damaged: dict[int, tuple[bytes, str]] = {}
    for number, line in read_numbered(file) if file.exists() else ():
        try:
            rows.append(parse(decode(line, dict)))
        except DAMAGED as error:
            damaged[number] = (line, f"{type(error).__name__}: {error}")
    return rows, damaged


@contextmanager
def garbage_collection_off() -> Iterator[None]:
    """Turn garbage collection off: making a million small records then takes half the time."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()
