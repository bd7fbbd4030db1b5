"""Parallel work: every item is done once, finished items are skipped, and an error stops all."""

import io
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, nullcontext, redirect_stderr
from dataclasses import replace

import pytest
from faults import full_disk

from webvoyager import Model, actions, agent, runs, views
from webvoyager.lab import judging
from webvoyager.lab.running import Interrupted, batch, sweep
from webvoyager.models import Rate

pytestmark = pytest.mark.slow


class Tools:
    """Tools that are counted as they are opened and closed."""

    def __init__(self) -> None:
        self.opened = self.closed = 0

    @contextmanager
    def open_one(self) -> Iterator[int]:
        """A tool."""
        self.opened += 1
        try:
            yield self.opened
        finally:
            self.closed += 1


@pytest.mark.timeout(60)
def test_every_item_is_processed_once_however_few_there_are():
    for items in range(4):
        for _ in range(100):
            tools = Tools()
            done = batch.side_by_side(
                tools.open_one, lambda tool, item: item, range(items), workers=8
            )
            assert sorted(done) == list(range(items))
            assert tools.opened == tools.closed <= items


def test_an_error_stops_the_others_and_is_raised():
    tools, begun = Tools(), []

    def work(tool: int, item: int) -> None:
        begun.append(item)
        if item < 2:
            both.wait()  # both workers have begun
        if item == 0:
            raise ValueError("no good")
        never.wait(0.05)

    both, never = threading.Barrier(2, timeout=30), threading.Event()
    with pytest.raises(ValueError, match="no good"):
        batch.side_by_side(tools.open_one, work, range(100), workers=2)
    assert len(begun) < 100 and tools.opened == tools.closed == 2


def interrupt_main() -> None:
    signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Ctrl-C works, even where the tests run in the background and ignore it."""
    if not hasattr(signal, "pthread_kill"):
        pytest.skip("no signals to threads here")
    ordinary = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, ordinary)


@pytest.mark.usefixtures("interruptible")
def test_an_interruption_finishes_and_keeps_what_is_under_way(capfd):
    tools, kept, go_on = Tools(), [], threading.Event()

    def work(tool: int, item: int) -> int:
        if item == 3:
            interrupt_main()
            go_on.wait(0.3)  # the interruption comes meanwhile
        return item

    with pytest.raises(Interrupted) as interrupted:
        batch.side_by_side(tools.open_one, work, range(100), workers=1, keep=kept.append)
    assert sorted(kept) == [0, 1, 2, 3] and tools.opened == tools.closed == 1
    assert str(interrupted.value) == "4 of 100 done; call again to go on."
    assert interrupted.value._render_traceback_() == [f"Interrupted: {interrupted.value}"]
    assert "waiting until what is under way is done" in capfd.readouterr().err


@pytest.mark.usefixtures("interruptible")
def test_a_second_interruption_leaves_what_is_under_way():
    tools, go_on, said = Tools(), threading.Event(), io.StringIO()

    def work(tool: int, item: int) -> int:
        if item == 1:
            for waited in range(2000):
                if "waiting until" in said.getvalue():  # else the two could be one
                    break
                if waited % 500 == 0:  # Python drops one that arrives in a finaliser
                    interrupt_main()
                time.sleep(0.01)
            interrupt_main()
            go_on.wait(20)
        return item

    with (
        pytest.raises(Interrupted, match="1 of 9 done, 1 under way; call again"),
        redirect_stderr(said),
    ):
        batch.side_by_side(tools.open_one, work, range(9), workers=1)
    go_on.set()


def test_progress_is_a_line_now_and_then_without_a_terminal(capfd):
    how = {"name": "mine", "progress": str, "lines_every": 0}
    batch.side_by_side(nullcontext, lambda _, item: item, range(2), 1, **how)
    assert capfd.readouterr().err.splitlines()[-1] == "mine: 2 of 2, [0, 1]"


def test_tasks_with_a_result_are_skipped(tmp_path, web):
    tasks = web.tasks("words")[:3]
    table = batch.run_tasks(tmp_path, tasks[:1], model="offline-rules", max_steps=1)
    assert list(table.task) == [tasks[0].id]
    made = (next(tmp_path.rglob("result.json"))).stat().st_mtime_ns
    table = batch.run_tasks(tmp_path, tasks, model="offline-rules", max_steps=1)
    assert sorted(table.task) == sorted(task.id for task in tasks)
    assert len(runs.load(tmp_path)) == 3
    assert made in {file.stat().st_mtime_ns for file in tmp_path.rglob("result.json")}
    with pytest.raises(
        ValueError, match="was made with other settings: max_steps 1, not 2"
    ):  # even though no task is left to play
        batch.run_tasks(tmp_path, tasks, model="offline-rules", max_steps=2)


def test_a_run_has_one_view_one_set_of_actions_and_one_world(tmp_path, web):
    [task] = web.tasks("words--0")
    how = {"view": views.accessibility_tree, "actions": actions.EXTENDED, "max_steps": 1}
    table = batch.run_tasks(tmp_path, [task], model="offline-rules", **how)
    assert list(table.view) == ["accessibility_tree"]
    [episode] = runs.load(tmp_path)
    assert episode.settings.allowed == tuple(actions.EXTENDED)
    with pytest.raises(ValueError, match=r"was made with other settings: view .*, allowed "):
        batch.run_tasks(tmp_path, [task], model="offline-rules", max_steps=1)
    other = replace(task, id="words--1", extra={**task.extra, "web_seed": 7})
    with pytest.raises(ValueError, match=r"from several worlds \(seeds 7, 42\)"):
        batch.run_tasks(tmp_path / "both", [task, other], model="offline-rules")
    easier = replace(other, extra={"web_seed": 42, "web_without": ["late-fees"]})
    with pytest.raises(ValueError, match=r"\(seeds 42, 42 without late-fees\)"):
        batch.run_tasks(tmp_path / "both", [task, easier], model="offline-rules")


def test_a_run_stops_before_the_task_that_it_cannot_pay_for_and_goes_on_with_more(
    tmp_path, web, endpoint
):
    """An episode here is one step, which sends 100 tokens for 0.1 dollars."""
    endpoint.replies = ["Thought: lantern\nAction: ANSWER; x"]
    model = Model("m", endpoint.base_url, "key")
    tasks, wanted = web.tasks("words")[:4], {"model": model, "workers": 1}
    with pytest.raises(ValueError, match=r"The price of Model.* is not known"):
        batch.run_tasks(tmp_path, tasks, max_cost=1, **wanted)
    model.rate = Rate(1000, 0)
    reached = r"The limit of 0.05 dollars is reached, and 0.10 .* spent: 3 tasks were not begun, 0"
    with pytest.warns(UserWarning, match=reached):
        assert len(batch.run_tasks(tmp_path, tasks, max_cost=0.05, **wanted)) == 1
    reached = r"The limit of 0.25 dollars is reached, and 0.30 .* spent: 1 tasks were not begun, 0"
    with pytest.warns(UserWarning, match=reached):
        assert len(batch.run_tasks(tmp_path, tasks, max_cost=0.25, **wanted)) == 3
    table = batch.run_tasks(tmp_path, tasks, max_cost=1, **wanted)
    assert sorted(table.task) == sorted(
        task.id for task in tasks
    ) and table.cost.sum() == pytest.approx(0.4)


def test_an_episode_under_way_ends_when_the_money_is_spent_and_is_played_again(
    tmp_path, web, endpoint
):
    endpoint.replies = ["Thought: On.\nAction: Scroll [WINDOW]; down"]
    model = Model("m", endpoint.base_url, "key")
    model.rate = Rate(1000, 0)
    tasks, how = web.tasks("words")[:3], {"model": model, "max_steps": 4, "workers": 1}
    with pytest.warns(UserWarning, match=r"1 tasks were not begun, 1 were ended by it"):
        batch.run_tasks(tmp_path, tasks, max_cost=0.45, **how)
    checks = 1  # before the first episode
    assert len(endpoint.asked) - checks == 5, "the first episode costs 0.40, then one call is left"
    stops = [episode.stop for episode in runs.load(tmp_path)]
    reached = "error: The limit of 0.45 dollars is reached: no further call is made."
    assert sorted(stops) == [reached, "max_steps"]
    table = batch.run_tasks(tmp_path, tasks, max_cost=5, **how)
    assert (table.stop == "max_steps").sum() == 3


def test_a_run_says_when_its_verdicts_would_change_with_the_tasks_references(
    tmp_path, web, endpoint
):
    endpoint.replies = ["Thought: so\nAction: ANSWER; 12 min"]
    [task] = web.tasks("words")[:1]
    model, answer = Model("m", endpoint.base_url, "key"), {"type": "golden", "ans": "14 min"}
    batch.run_tasks(tmp_path, [replace(task, answer=answer)], model=model)
    tasks = [replace(task, answer={"type": "golden", "ans": "12 min"})]
    with pytest.warns(UserWarning, match=r"1 verdicts would change .*words--0"):
        batch.run_tasks(tmp_path, tasks, model=model)
    assert judging.regrade(tmp_path, tasks).after.tolist() == [True]
    assert batch.run_tasks(tmp_path, tasks, model=model).success.tolist() == [True]


def test_a_sweep_plays_each_combination_and_goes_on_where_it_was_interrupted(
    tmp_path, web, endpoint
):
    endpoint.replies = ["Thought: so\nAction: ANSWER; x"]
    tasks, m = web.tasks("words")[:1], Model("m", endpoint.base_url, "key")
    both = [views.marked_screenshot, views.accessibility_tree]
    table = sweep(tmp_path, tasks, models=[m], views=both, seeds=[1])
    expected = ["m--marked_screenshot--seed-1", "m--accessibility_tree--seed-1"]
    assert table.run.tolist() == expected and table.seed.tolist() == [1, 1]
    assert endpoint.asked[-1]["seed"] == 1
    asked = len(endpoint.asked)
    assert len(sweep(tmp_path, tasks, models=[m], views=both, seeds=[1, 2])) == 4
    played = [each for each in endpoint.asked[asked:] if each["seed"] == 2]
    assert len(played) == 2, "the runs with seed 1 are not played again"
    with pytest.raises(ValueError, match="Two models are called m: runs are named after them"):
        sweep(tmp_path, tasks, models=[m, "m"])


def test_a_full_disk_warns_and_a_later_call_stores_the_rest(web, tmp_path):
    """It becomes full when the first task is played."""
    run, tasks = tmp_path / "run", web.tasks("words")[:2]
    how = {"model": "offline-rules", "max_steps": 1, "workers": 1}

    def play(kit, task, **settings):
        stack.enter_context(full_disk())
        return agent.run(task, kit.env, kit.model, **settings)

    with ExitStack() as stack, pytest.warns(UserWarning) as caught:
        table = batch.run_tasks(run, tasks, play=play, **how)
        assert table.success.isna().all()
    for task, each in zip(tasks, caught, strict=True):
        sentence, refused = str(each.message), f"{run}/verdicts.jsonl could not be written ("
        assert sentence.startswith(f"The verdict on {task.id} was not stored: {refused}")
        assert f"be written to {run}" in sentence
    again = batch.run_tasks(run, tasks, **how)
    assert sorted(again.task[again.success.notna()]) == sorted(task.id for task in tasks)


def test_a_view_given_by_name_is_refused_with_a_reason(tmp_path):
    with pytest.raises(ValueError, match=r"as views\.marked_screenshot: not 'accessibility"):
        batch.run_tasks(tmp_path, [], view="accessibility_tree")
