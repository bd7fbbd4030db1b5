"""Cache the parts of a world that take seconds to build, in the user's cache folder.

These are the tasks, and the two thousand pages that the search site crawls. A cache entry belongs
to the code that built it: after a change to any file of the mini web it is rebuilt.
"""

import gzip
import hashlib
import importlib.metadata
import json
import logging
import re
import shutil
import tempfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from pathlib import Path

import platformdirs
from filelock import FileLock, Timeout

from .world import World

MINI_WEB = Path(__file__).parent
MOST_WORLDS = 8  # worlds, or versions of the code; older ones are removed, but never through a link
PATIENCE = 120.0  # seconds to wait for another process that builds the same thing

log = logging.getLogger(__name__)


def load_or_make(world: World, name: str, make: Callable[[], list]) -> list:
    """Return what `make` returns, or what an earlier process cached under this name.

    It must consist of lists, dicts, strings and numbers.
    """
    worlds = platformdirs.user_cache_path("webvoyager") / "worlds"
    path = worlds / _hash_world(world) / f"{name}.json.gz"
    with _hold_lock(path):
        try:
            return _read_entry(path)
        except FileNotFoundError:
            pass
        except (OSError, EOFError, ValueError, RecursionError, zlib.error) as error:
            log.warning("%s can't be read (%s): it is rebuilt.", path, error)
        text = json.dumps(make())
        _write_entry(path, text)
        return json.loads(text)


def _read_entry(path: Path) -> list:
    """The list that `_write_entry` wrote. Raises ValueError if its content was changed."""
    digest, text = gzip.decompress(path.read_bytes()).decode().split("\n", 1)
    if digest != _hash_text(text):
        raise ValueError("its content was changed")
    return json.loads(text)


def _hash_text(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


@contextmanager
def _hold_lock(path: Path) -> Iterator[None]:
    """Let a process that builds the same thing finish first.

    Where locks don't work, each process builds it for itself.
    """
    with ExitStack() as lock:
        with suppress(OSError, NotImplementedError, Timeout):
            path.parent.mkdir(parents=True, exist_ok=True)
            lock.enter_context(FileLock(f"{path}.lock", timeout=PATIENCE))
        yield


@cache
def _hash_world(world: World) -> str:
    """A hash of the world, all files of the mini web and the packages that render its pages."""
    digest = hashlib.sha256(repr(world).encode())
    for path in sorted(MINI_WEB.rglob("*")):
        if path.is_file() and path.suffix != ".pyc":
            digest.update(str(path.relative_to(MINI_WEB)).encode() + path.read_bytes())
    for package in ("flask", "jinja2", "markupsafe", "werkzeug", "tzdata"):
        digest.update(importlib.metadata.version(package).encode())
    return digest.hexdigest()[:32]


def _write_entry(path: Path, text: str) -> None:
    """Write the whole file or nothing, so that another process never reads half of it."""
    try:
        with tempfile.TemporaryDirectory(dir=path.parent) as folder:
            part = Path(folder, path.name)
            part.write_bytes(gzip.compress(f"{_hash_text(text)}\n{text}".encode(), 1))
            part.replace(path)
        for old in _list_worlds(path.parents[1])[MOST_WORLDS:]:
            shutil.rmtree(old, ignore_errors=True)
    except OSError as error:
        words = "%s can't be cached (%s): the next start takes some seconds longer."
        log.info(words, path.name, error)


def _list_worlds(folder: Path) -> list[Path]:
    """The cached worlds that may be removed, newest first; none if the folder is a link."""
    if folder.is_symlink():
        return []
    named = [each for each in folder.iterdir() if re.fullmatch(r"[0-9a-f]{32}", each.name)]
    ours = [each for each in named if each.is_dir() and not each.is_symlink()]
    return sorted(ours, key=lambda each: each.stat().st_mtime, reverse=True)
