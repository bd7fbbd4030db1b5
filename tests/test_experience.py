"""Learning from failures: the pool on disk, what a memory retrieves, and lessons for the agent."""

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path

import pytest
from failing import GOOD, PAGE, TASK, TYPED, failure, make_pool, make_task_asking, step
from flask import Flask, request

from practice.loopback import Loopback
from practice.offline import Offline
from webvoyager import Model, agent, models, runs
from webvoyager.lab.planning.experience import Memory, leaks, lessons_only
from webvoyager.lab.planning.failure_pool import Pool
from webvoyager.lab.planning.reflections import fill_pool
from webvoyager.lab.planning.trials import Failure
from webvoyager.records import Advice

DIRECTIONS = {"east": (3, 0), "north": (0, 2), "northeast": (9, 9), "nowhere": (0, 0)}


class Vectors(Loopback):
    """An endpoint whose embedding of a text is the direction that its first word names."""

    def __init__(self) -> None:
        self.texts: list[list[str]] = []
        app = Flask("vectors")
        app.post("/v1/embeddings")(self._embed)
        super().__init__(app)
        self.model = Model("m", f"{self.url}/v1", "key")

    def _embed(self) -> dict:
        self.texts.append(request.get_json()["input"])
        rows = [DIRECTIONS[text.split()[0].strip("?,")] for text in self.texts[-1]]
        return {"object": "list", "data": [{"embedding": row, "index": 0} for row in rows]}


@pytest.fixture
def vectors() -> Iterator[Vectors]:
    served = Vectors()
    yield served
    served.close()


@pytest.fixture(scope="module")
def offline() -> Iterator[Model]:
    """The real offline model."""
    with Offline() as server:
        yield Model("offline-rules", f"{server.url}/v1", "key", embedding="offline-rules")


# --- the pool ---


def test_a_pool_is_read_back_with_the_newest_version_of_each_failure(tmp_path):
    file = tmp_path / "lessons" / "pool.jsonl"
    first, second = replace(TYPED, page=("http://a/", "A")), failure("Another question?")
    pool = Pool(file)
    pool.add(first, second)
    pool.add(replace(first, reflection=GOOD, plan_related=True))
    assert pool.failures == (replace(first, reflection=GOOD, plan_related=True), second)
    assert Pool(file).failures == pool.failures and len(Pool(file)) == 2
    assert len(file.read_text("utf-8").splitlines()) == 3  # only appended to
    assert repr(Pool(file)) == "Pool(2 failures, 1 with a reflection in pool.jsonl)"


def test_a_frozen_pool_accepts_nothing_and_does_not_change_its_file(tmp_path):
    pool = Pool(tmp_path / "pool.jsonl")
    pool.add(TYPED)
    before = pool.path.read_bytes()
    pool.freeze()
    with pytest.raises(ValueError, match="This pool is frozen"):
        pool.add(failure("Another question?"))
    assert len(pool) == 1 and pool.path.read_bytes() == before


@pytest.mark.parametrize("poor", [failure(actions="Click"), failure(plan=None)])
def test_a_failure_that_cannot_be_read_back_is_refused_and_nothing_is_kept(poor, tmp_path):
    pool = Pool(tmp_path / "pool.jsonl")
    with pytest.raises(ValueError, match=r"at `\$\.(actions|plan)`"):
        pool.add(TYPED, poor)
    assert len(pool) == len(Pool(pool.path)) == 0


def test_a_killed_write_loses_only_the_failure_that_was_being_written(tmp_path):
    file = tmp_path / "pool.jsonl"
    Pool(file).add(TYPED)
    script = """
import os, signal, sys
line = open(sys.argv[1], encoding="utf-8").readline()
with open(sys.argv[1], "a", encoding="utf-8") as opened:
    opened.write(line[: len(line) // 2]); opened.flush()
    os.kill(os.getpid(), signal.SIGKILL)
"""
    assert subprocess.run([sys.executable, "-c", script, str(file)]).returncode == -signal.SIGKILL
    with pytest.warns(UserWarning, match="line 2 isn't a failure and is left out"):
        pool = Pool(file)
    pool.add(failure("Another question?"))
    with pytest.warns(UserWarning, match="line 2"):
        assert Pool(file).failures == (TYPED, failure("Another question?"))


def test_a_warning_names_unreadable_lines_and_they_are_left_out(tmp_path):
    file = tmp_path / "pool.jsonl"
    rows = [TYPED.to_json(), {"question": "alone"}, [], TYPED.to_json() | {"actions": "Click"}]
    file.write_text("".join(f"{json.dumps(row)}\n" for row in rows), "utf-8")
    with pytest.warns(UserWarning) as caught:
        assert Pool(file).failures == (TYPED,)
    assert [
        f"line {number}" in str(one.message) for number, one in zip((2, 3, 4), caught, strict=True)
    ]


def add_thirty(file: Path, name: str) -> None:
    pool = Pool(file)
    for number in range(30):
        pool.add(failure(f"{name} {number}?"))


def test_two_processes_that_write_at_once_lose_no_failure(tmp_path):
    with ProcessPoolExecutor(2, get_context("fork")) as pool:
        [*pool.map(add_thirty, [tmp_path / "pool.jsonl"] * 2, "ab")]
    assert len(Pool(tmp_path / "pool.jsonl")) == 60


# --- the memory ---


def make_failures(*directions: str) -> list[Failure]:
    return [
        failure(f"{direction} {number}?", task=f"a--{number}", reflection=f"{direction} {number}")
        for number, direction in enumerate(directions)
    ]


def test_the_nearest_by_cosine_come_first_and_ties_keep_their_order(vectors):
    """Two vectors of one direction are equally near, whatever their lengths."""
    kept = make_failures("nowhere", "north", "northeast", "east", "northeast", "east")
    memory = Memory(make_pool(*kept), vectors.model, k=5)
    assert memory.retrieve(make_task_asking("east?"), ()) == tuple(kept[n] for n in (3, 5, 2, 4, 0))
    assert memory(make_task_asking("north"), (), PAGE)[:3] == (
        "north 1",
        "northeast 2",
        "northeast 4",
    )


def test_each_failure_is_embedded_once_and_a_situation_in_the_same_form(vectors):
    kept = make_failures("east", "north")
    memory = Memory(
        make_pool(replace(kept[0], actions=("Go back",), plan="1. Go"), kept[1]), vectors.model
    )
    done = [step(1, "GoBack", advice=Advice("1. Go"))]
    for _ in range(2):
        memory(make_task_asking("east"), done, PAGE)
    memory(make_task_asking("north"), done, PAGE, plan="2. Stay")
    assert vectors.texts == [
        ["east 0?\nGo back\n1. Go", "north 1?"],
        ["east\nGo back\n1. Go"],
        ["east\nGo back\n1. Go"],
        ["north\nGo back\n2. Stay"],
    ]


def test_a_memory_leaves_out_failures_that_are_added_later(vectors):
    pool = make_pool(*make_failures("north"))
    memory = Memory(pool, vectors.model)
    pool.add(failure("east 7?", task="a--7", reflection="late"))
    assert memory(make_task_asking("east"), (), PAGE) == ("north 0",)


@pytest.mark.parametrize("k", [0, 3])
def test_a_memory_has_at_least_as_many_failures_as_it_retrieves(vectors, k):
    with pytest.raises(ValueError, match=f"k must be from 1 to the pool's 2 failures, not {k}"):
        Memory(make_pool(*make_failures("north", "east")), vectors.model, k)


@pytest.mark.parametrize(
    ("task", "leaking"),
    [
        (replace(TASK, id="flights--9"), True),  # the same question
        (replace(TASK, question="  what does a FLIGHT from Amsterdam to Zurich cost"), True),
        (replace(TASK, question="Another?"), True),  # the same site, id and seed
        (replace(TASK, question="Another?", extra={"web_seed": "1"}), True),
        (replace(TASK, question="Another?", extra={"web_seed": 42}), False),
        (replace(TASK, question="Another?", site="stays"), False),
        (replace(TASK, question="Another?", id="flights--9"), False),
    ],
)
def test_a_failure_of_a_test_task_is_refused_and_named(offline, task, leaking):
    kept = failure("What else?", task="flights--8", reflection="Other.")
    pool = make_pool(kept, replace(TYPED, reflection=GOOD))
    assert leaks(pool.failures, [task]) == [pool.failures[1]] * leaking
    if leaking:
        with pytest.raises(
            ValueError, match=r"first that of flights--0 of seed 1, 'What does a fl"
        ):
            Memory(pool, offline, test_tasks=[make_task_asking("Who?"), task])
    else:
        Memory(pool, offline, test_tasks=[make_task_asking("Who?"), task])


@pytest.mark.parametrize("k", [1, 2, 3])
def test_a_failure_of_the_same_question_is_never_retrieved(offline, k):
    others = (failure(f"Which recipe takes {n} minutes?", task=f"recipes--{n}") for n in (1, 2))
    own = replace(TYPED, task="elsewhere--1", reflection="Type Zurich.")
    memory = Memory(
        make_pool(own, *(replace(one, reflection=one.task) for one in others)), offline, k
    )
    done = [step(1, "Click", 0)]
    assert own not in memory.retrieve(TASK, done)
    assert len(memory(TASK, done, PAGE)) == min(k, 2)
    assert set(memory(TASK, done, PAGE)) <= {"recipes--1", "recipes--2"}


def test_a_similar_situation_is_found_by_the_real_offline_model(offline):
    flight = failure("What does a flight from Amsterdam to Lisbon cost?", task="flights--3")
    recipe = failure("Which lasagne takes longest to bake?", task="recipes--3")
    typed = replace(flight, actions=('Type "Lisbon" into the textbox "Where to?"',))
    memory = Memory(make_pool(recipe, flight, typed), offline)
    assert memory.retrieve(TASK, ()) == (flight,)
    assert memory.retrieve(TASK, [step(1, "Type", 1, "Zurich")]) == (typed,)


def test_the_agent_reads_the_lessons_and_the_run_records_their_source(
    env, model, endpoint, task, offline, tmp_path
):
    kept = replace(TYPED, reflection="Read </lessons> each label.")
    advise = lessons_only(Memory(make_pool(kept), offline))
    endpoint.replies = ["Action: Scroll down", "Action: ANSWER; x"]
    played = agent.run(task, env, model, advise=advise, folder=tmp_path / "run")
    assert [each.advice.lessons for each in played.steps] == [(kept.reflection,)] * 2
    assert played.settings.advice == "experience, k=1, 1 failures" and played.answer == "x"
    assert played.usage["prompt_tokens"] == 200 and runs.load(tmp_path / "run") == [played]
    sent = endpoint.asked[0]["messages"][-1]["content"][0]["text"]
    assert models.fenced(kept.reflection, "lessons") in sent


def test_a_pool_filled_by_the_offline_rules_gives_lessons(offline, tmp_path):
    pool = Pool(tmp_path / "pool.jsonl")
    pool.add(TYPED)
    assert fill_pool(pool, offline)[0].model == "offline-rules"
    [lesson] = Memory(Pool(pool.path), offline)(
        make_task_asking("What does a flight to Rome cost?"), (), PAGE
    )
    assert "the textbox" in lesson and Pool(pool.path).failures[0].reflected_by == "offline-rules"
