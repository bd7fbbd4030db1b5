"""Batches in processes and on a cluster: nothing is lost, nothing doubled, whoever dies."""

import os
import signal
import subprocess
import threading
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import nullcontext, redirect_stderr, suppress
from multiprocessing import get_context
from typing import ClassVar, Self

import pytest
from faults import CONSOLES, open_console
from filelock import FileLock

from webvoyager import agent, runs
from webvoyager.lab.running import batch, run_tasks

HOW = {"model": "offline-rules", "max_steps": 1}
pytestmark = pytest.mark.slow  # every worker starts a browser


def die_on_second(kit, task, **how):
    """Play a task, but end the worker's process, as if it were killed, at the second one."""
    if task.id.endswith("--1"):
        os.kill(os.getpid(), signal.SIGKILL)
    return agent.run(task, kit.env, kit.model, **how)


def lose_browser(kit, task, **how):
    """Play a task; the browser dies in the middle of the first one, and after the second one."""

    def kill(*_: object) -> None:
        with suppress(ProcessLookupError):  # it is dead already
            os.kill(kit.browser._session.process, signal.SIGKILL)

    if task.id == "recipes--1":
        how["watch"] = kill
    episode = agent.run(task, kit.env, kit.model, **how)
    if task.id == "recipes--2":
        kill()
    return episode


def count_browsers(parents: set[int]) -> int:
    """The number of browsers of these processes that are running."""
    listed = subprocess.run(["ps", "-eo", "ppid=,args="], capture_output=True, text=True).stdout
    rows = [line.strip().split(maxsplit=1) for line in listed.splitlines()]
    return sum(int(parent) in parents and "chromedriver" in words for parent, words in rows)


def test_processes_play_a_batch_each_with_its_own_browser_and_a_killed_one_is_named(web, tmp_path):
    tasks = web.tasks("words")[:3]
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        here = pytest.raises(ValueError, match="define functions such as `play` and `view` at the")
        with here:
            run_tasks(tmp_path / "run", tasks, executor=pool, play=lambda *_: None, **HOW)
        table = run_tasks(tmp_path / "run", tasks, executor=pool, **HOW)
        pids = set(pool._processes)
        assert len(table) == 3 and not table.stop.str.startswith("error").any()
        assert len(runs.verdicts(tmp_path / "run")) == 3
        died = pytest.raises(
            RuntimeError, match=r"A worker process died .*: \d of 3 done; call again"
        )
        with died:
            run_tasks(tmp_path / "again", tasks, executor=pool, play=die_on_second, **HOW)
    assert count_browsers(pids) == 0
    table = run_tasks(tmp_path / "again", tasks, **HOW)
    assert set(table.task) == {task.id for task in tasks}
    assert len(runs.verdicts(tmp_path / "again")) == 3


def test_a_batch_goes_on_with_a_new_browser_when_one_dies(web, tmp_path):
    folder, names = tmp_path / "run", ["recipes--1", "recipes--2", "recipes--3"]
    tasks, how = web.tasks(*names), HOW | {"max_steps": 3}
    with pytest.warns(UserWarning, match="recipes--2 has no verdict: The browser"):
        table = run_tasks(folder, tasks, workers=1, play=lose_browser, **how)
    assert table.task.tolist() == names
    assert table.stop.str.startswith("error: The browser").tolist() == [True, False, False]
    assert {verdict.task for verdict in runs.verdicts(folder)} == {"recipes--1", "recipes--3"}
    run_tasks(folder, tasks, workers=1, **how)
    judged = {(verdict.task, verdict.attempt) for verdict in runs.verdicts(folder)}
    assert judged == {(names[0], 1), (names[0], 2), (names[1], 2), (names[2], 1)}


def test_a_cluster_finishes_a_batch_although_a_worker_is_killed(web, tmp_path):
    distributed = pytest.importorskip("distributed")
    folder, tasks = tmp_path / "run", web.tasks("words")[:3]
    how = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": None}
    with (
        distributed.LocalCluster(**how, host="127.0.0.1") as cluster,
        distributed.Client(cluster) as client,
    ):

        def kill_one() -> None:
            """Kill the first worker as soon as a task is under way."""
            pid = min(client.run(os.getpid).values())
            while not [*folder.glob("*/1/steps.jsonl.gz")]:
                never.wait(0.05)
            os.kill(pid, signal.SIGKILL)
            killed.append(pid)

        killed, never = [], threading.Event()
        killer = threading.Thread(target=kill_one)
        killer.start()
        run_tasks(folder, tasks, executor=client.get_executor(), **HOW)
        killer.join()
    assert sorted(each.task for each in runs.verdicts(folder)) == [task.id for task in tasks]
    assert sorted({each.task.id for each in runs.load(folder)}) == [task.id for task in tasks]
    assert count_browsers({*killed}) == 0


def test_a_second_batch_into_a_folder_is_refused(web, tmp_path):
    folder, tasks = tmp_path / "run", web.tasks("words")[:1]
    folder.mkdir()
    with (
        FileLock(folder / ".batch.lock"),
        pytest.raises(ValueError, match="Another batch is playing into run: wait for it"),
    ):
        run_tasks(folder, tasks, **HOW)
    assert len(run_tasks(folder, tasks, workers=1, **HOW)) == 1


class Tool:
    """A tool that is listed while it is open."""

    open: ClassVar[list] = []

    def __enter__(self) -> Self:
        self.open.append(self)
        return self

    def __exit__(self, *error: object) -> None:
        self.open.remove(self)


def test_tools_of_a_given_executor_are_closed_at_the_end():
    with ThreadPoolExecutor(3) as pool:
        done = batch.side_by_side(Tool, lambda tool, item: item, range(9), executor=pool)
    assert sorted(done) == [*range(9)] and Tool.open == []


@pytest.mark.parametrize("kind", CONSOLES)
def test_no_console_ends_a_batch(kind):
    how = {"name": "购物", "progress": lambda done: "→", "lines_every": 0}
    with open_console(kind) as console, redirect_stderr(console):
        assert batch.side_by_side(nullcontext, lambda _, item: item, range(2), 1, **how) == [0, 1]
