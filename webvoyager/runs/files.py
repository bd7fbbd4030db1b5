"""Files that a crash leaves readable: written whole or not at all, or line by line under a lock."""

import json
import secrets
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeVar

from filelock import FileLock

Row = TypeVar("Row")
DAMAGED = (  # what reading a damaged file can raise
    ValueError,
    KeyError,
    TypeError,
    AttributeError,
    OSError,
    RecursionError,
)


def write_whole(file: Path, content: str | bytes) -> None:
    """Write a file whole or not at all; half a file would be worse than none."""
    data = content.encode() if isinstance(content, str) else content
    part = file.with_name(f".{file.name}.{secrets.token_hex(4)}.part")
    try:
        part.write_bytes(data)
        part.replace(file)
    except OSError:
        part.unlink(missing_ok=True)
        raise


def lock(file: Path) -> FileLock:
    """A lock on a file, held by one process at a time: `with lock(file): …`."""
    return FileLock(file.with_name(f".{file.name}.lock"))


def append_lines(file: Path, rows: Iterable[dict]) -> None:
    """Add rows to a JSONL file; a last line that was torn by a crash does not spoil the next."""
    lines = [json.dumps(row, ensure_ascii=False, default=int) for row in rows]  # int: NumPy's
    with lock(file):
        size = file.stat().st_size if file.exists() else 0
        torn = size > 0 and not file.read_bytes().endswith(b"\n")
        with file.open("a", encoding="utf-8") as opened:
            opened.write("\n" * torn + "".join(f"{line}\n" for line in lines))


def read_lines(
    file: Path, parse: Callable[[dict], Row]
) -> tuple[list[Row], dict[int, tuple[str, str]]]:
    """The rows of a JSONL file as `parse` makes them; its other lines by number, each with why.

    A file that is not there has no rows.
    """
    rows: list[Row] = []
    damaged: dict[int, tuple[str, str]] = {}
    lines = file.read_bytes().split(b"\n") if file.exists() else []
    for number, line in enumerate(lines, 1):
        try:
            if line.strip():
                rows.append(parse(json.loads(line)))
        except DAMAGED as error:
            words = line.decode("utf-8", "replace")
            damaged[number] = (words, f"{type(error).__name__}: {error}")
    return rows, damaged
