"""Keeps what was crawled in the user's cache folder: a world's two thousand pages are made and read once a machine.

What is kept belongs to the code that made it, so a change of any file of the mini web has the sites crawled anew.
"""

import gzip
import hashlib
import importlib.metadata
import json
import logging
import tempfile
from collections.abc import Callable
from dataclasses import astuple
from pathlib import Path

import platformdirs

from ...world import World
from .site_crawl import Page

MINI_WEB = Path(__file__).parents[2]
KEPT = 8  # worlds, or states of the code; older ones are removed

log = logging.getLogger(__name__)


def crawled_pages(world: World, crawl: Callable[[], list[Page]]) -> list[Page]:
    """The pages that `crawl` finds in this world, as kept by an earlier process where there was one."""
    kept = platformdirs.user_cache_path("webvoyager") / "crawled" / f"{_fingerprint(world)}.json.gz"
    try:
        rows = json.loads(gzip.decompress(kept.read_bytes()))
        return [Page(*row[:4], tuple(row[4])) for row in rows]
    except FileNotFoundError:
        pass
    except (OSError, EOFError, ValueError, TypeError) as error:
        log.warning("%s is not readable (%s): the sites are crawled anew.", kept, error)
    pages = crawl()
    _keep(kept, pages)
    return pages


def _fingerprint(world: World) -> str:
    """A name for the world, all files of the mini web and the packages that its pages are made with."""
    made = hashlib.sha256(repr(world).encode())
    for path in sorted(MINI_WEB.rglob("*")):
        if path.is_file() and path.suffix != ".pyc":
            made.update(str(path.relative_to(MINI_WEB)).encode() + path.read_bytes())
    for package in ("flask", "jinja2", "markupsafe", "werkzeug", "tzdata"):
        made.update(importlib.metadata.version(package).encode())
    return made.hexdigest()[:32]


def _keep(path: Path, pages: list[Page]) -> None:
    """Write whole or not at all, so that another process never reads half a file."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=path.parent) as folder:
            part = Path(folder, path.name)
            part.write_bytes(gzip.compress(json.dumps([astuple(page) for page in pages]).encode(), 1))
            part.replace(path)
        found = sorted(path.parent.glob("*.json.gz"), key=lambda each: each.stat().st_mtime, reverse=True)
        for old in found[KEPT:]:
            old.unlink(missing_ok=True)
    except OSError as error:
        log.info("What was crawled cannot be kept (%s): the next start takes some seconds longer.", error)
