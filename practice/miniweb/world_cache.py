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
KEPT = 8  # worlds, or versions of the code; older ones are removed, but never through a link
PATIENCE = 120.0  # seconds to wait for another process that builds the same thing

log = logging.getLogger(__name__)


def kept(world: World, name: str, make: Callable[[], list]) -> list:
    """Return what `make` returns, or what an earlier process cached under this name.

    It must consist of lists, dicts, strings and numbers.
    """
    worlds = platformdirs.user_cache_path("webvoyager") / "worlds"
    path = worlds / _fingerprint(world) / f"{name}.json.gz"
    with _alone(path):
        try:
            return _read(path)
        except FileNotFoundError:
            pass
        except (OSError, EOFError, ValueError, RecursionError, zlib.error) as error:
            log.warning("%s can't be read (%s): it is rebuilt.", path, error)
        text = json.dumps(make())
        _keep(path, text)
        return json.loads(text)


def _read(path: Path) -> list:
    """The list in a file that `_keep` wrote. Raises ValueError if its content was changed."""
    digest, text = gzip.decompress(path.read_bytes()).decode().split("\n", 1)
    if digest != _digest(text):
        raise ValueError("its content was changed")
    return json.loads(text)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Let a process that builds the same thing finish first.

    Where locks don't work, each process builds it for itself.
    """
    with ExitStack() as lock:
        with suppress(OSError, NotImplementedError, Timeout):
            path.parent.mkdir(parents=True, exist_ok=True)
            lock.enter_context(FileLock(f"{path}.lock", timeout=PATIENCE))
        yield


@cache
def _fingerprint(world: World) -> str:
    """A hash of the world, all files of the mini web and the packages that render its pages."""
    made = hashlib.sha256(repr(world).encode())
    for path in sorted(MINI_WEB.rglob("*")):
        if path.is_file() and path.suffix != ".pyc":
            made.update(str(path.relative_to(MINI_WEB)).encode() + path.read_bytes())
    for package in ("flask", "jinja2", "markupsafe", "werkzeug", "tzdata"):
        made.update(importlib.metadata.version(package).encode())
    return made.hexdigest()[:32]


def _keep(path: Path, text: str) -> None:
    """Write the whole file or nothing, so that another process never reads half of it."""
    try:
        with tempfile.TemporaryDirectory(dir=path.parent) as folder:
            part = Path(folder, path.name)
            part.write_bytes(gzip.compress(f"{_digest(text)}\n{text}".encode(), 1))
            part.replace(path)
        for old in _list_worlds(path.parents[1])[KEPT:]:
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
