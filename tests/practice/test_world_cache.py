"""A world's slow parts are kept for the next process, and rebuilt if they can't be read."""

import gzip
import os
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from practice.miniweb import MiniWeb, World
from practice.miniweb.world_cache import MOST_WORLDS, load_or_make

pytestmark = pytest.mark.slow

ROWS = [
    ["shop", "/p/1", "Kettle – “1.7 l”", ["Steel", "€ 30"]],
    {"number": 1.5, "right": True, "none": None},
]
DAMAGED = {
    "empty": b"",
    "half": b"half",
    "cut": gzip.compress(b'[["shop"'),
    "short": gzip.compress(b"[1]")[:-4],
    "null": gzip.compress(b"null"),
    "of another list": gzip.compress(b"[null]"),
    "changed by hand": gzip.compress(b"0" * 64 + b"\n[]"),
    "deep": gzip.compress(b"[" * 100_000),
    "overwritten": gzip.compress(bytes(range(256)) * 9, mtime=0)[:40] + b"\0\xff" * 200,
}


@pytest.fixture(autouse=True)
def cache_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))


def test_a_value_is_made_once_for_each_world_and_name():
    assert load_or_make(World(5), "rows", lambda: ROWS) == ROWS
    assert load_or_make(World(5), "rows", lambda: []) == ROWS
    assert load_or_make(World(6), "rows", lambda: []) == []
    assert load_or_make(World(5), "others", lambda: [1]) == [1]


@pytest.mark.parametrize("left", DAMAGED.values(), ids=DAMAGED)
def test_a_damaged_file_is_reported_and_rebuilt(left, tmp_path, caplog):
    load_or_make(World(5), "rows", lambda: ROWS)
    (path,) = tmp_path.rglob("*.json.gz")
    path.write_bytes(left)
    assert load_or_make(World(5), "rows", lambda: ROWS) == ROWS
    assert str(path) in caplog.text and "it is rebuilt" in caplog.text
    assert load_or_make(World(5), "rows", lambda: []) == ROWS


def test_only_one_of_two_simultaneous_callers_makes_the_value():
    begun, never, made = threading.Event(), threading.Event(), []

    def make() -> list:
        made.append(1)
        begun.set()
        never.wait(0.3)  # gives the other thread time to ask
        return ROWS

    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(load_or_make, World(5), "rows", make)
        assert begun.wait(60)
        second = pool.submit(load_or_make, World(5), "rows", make)
        assert first.result(60) == second.result(60) == ROWS and made == [1]


def test_without_a_usable_cache_folder_the_value_is_made_each_time(tmp_path):
    (tmp_path / "webvoyager").write_text("a file where the folder should be")
    assert load_or_make(World(5), "rows", lambda: ROWS) == ROWS
    assert load_or_make(World(5), "rows", lambda: []) == []


def test_only_the_latest_worlds_are_kept(tmp_path):
    for seed in range(MOST_WORLDS + 2):
        load_or_make(World(seed), "rows", lambda: ROWS)
        (made,) = [
            path
            for path in (tmp_path / "webvoyager" / "worlds").iterdir()
            if path.stat().st_mtime > 10_000
        ]
        os.utime(made, (seed, seed))
    assert (
        load_or_make(World(MOST_WORLDS + 1), "rows", lambda: []) == ROWS
        and load_or_make(World(0), "rows", lambda: []) == []
    )
    assert len([*(tmp_path / "webvoyager" / "worlds").iterdir()]) == MOST_WORLDS


@pytest.mark.parametrize("linked", ["all worlds", "one world"])
def test_foreign_folders_and_the_targets_of_links_are_not_removed(tmp_path, linked):
    """Foreign folders lie among the cached worlds, or a link leads to them."""
    worlds, others = tmp_path / "webvoyager" / "worlds", tmp_path / "others"
    projects = [others / f"project-{number}" for number in range(MOST_WORLDS + 2)] + [
        others / ("a" * 32)
    ]
    for project in projects:
        (project / "notes").mkdir(parents=True)
        os.utime(project, (1, 1))
    worlds.parent.mkdir()
    if linked == "all worlds":
        worlds.symlink_to(others)
    else:
        worlds.mkdir()
        (worlds / ("b" * 32)).symlink_to(others)
        for number in range(MOST_WORLDS + 2):
            (worlds / f"mine-{number}").mkdir()
    for seed in range(MOST_WORLDS + 2):
        load_or_make(World(seed), "rows", lambda: ROWS)
    assert all((project / "notes").is_dir() for project in projects)
    assert linked == "all worlds" or len([*worlds.glob("mine-*")]) == MOST_WORLDS + 2


def test_tasks_from_the_cache_equal_the_made_ones():
    given, made = [], []
    for _ in range(2):
        with MiniWeb(World(5)) as web:
            given.append((web.tasks("shop", "words"), web.oracles("shop", "words")))
            made.append([*web.data._values])
    assert given[0] == given[1] and len(given[0][0]) > 40
    assert made == [["shop", "words"], []]


def test_a_site_of_your_own_is_never_kept(tmp_path):
    class Site:
        """A site of one task whose wording changes with each call."""

        asked = 0

        def make(self, world):
            return None

        def tasks(self, data):
            Site.asked += 1
            made = {
                "ques": "Which?",
                "type": "golden",
                "ans": "x",
                "rule": {},
                "oracle": [["ANSWER", "x"]],
            }
            return [made | {"features": []}]

    for _ in range(2):
        with MiniWeb() as web:
            web.add("mine", Site())
            assert len(web.tasks("mine")) == 1
    assert Site.asked == 2 and not [*tmp_path.rglob("*.gz")]
