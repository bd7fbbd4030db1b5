"""What is learned for a fold of a split: nothing about its test tasks, and only once."""

import time
from dataclasses import replace

import pytest

from practice import learned
from practice.learned import attempts, folds, gold, valuing
from practice.learned.predicting import predict
from practice.learned.question import read_question
from practice.learned.state import State
from practice.offline.page.page import Box, Element, Line, Page
from studies.planning import teacher_forced, whole_tasks
from webvoyager import Model
from webvoyager.records import Episode
from webvoyager.start import OFFLINE, Kit

pytestmark = pytest.mark.slow

NAME = "3"  # the smallest fold of cross-task with tasks of papers


@pytest.fixture(scope="module")
def papers() -> tuple[list[Episode], list[Episode]]:
    """The gold trajectories of one site in a training world and in the test world."""
    return tuple(
        [episode for episode in gold.load_world(seed) if episode.task.site == "papers"][:12]
        for seed in (1, 42)
    )


@pytest.fixture(scope="module")
def fold(papers, tmp_path_factory) -> folds.Fold:
    """A fold that was learned with an empty cache, and then loaded from it."""
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        learned = folds.learn("cross_task", NAME, *papers)
        start = time.perf_counter()
        again = folds.learn("cross_task", NAME, *papers)
        assert time.perf_counter() - start < 5, "it is learned a second time"
    assert again.policy.version == learned.policy.version
    return again


def test_training_contains_no_kind_of_question_of_the_test(fold):
    trained = {episode.task.id for episode in fold.train}
    assert fold.test and not trained & {episode.task.id for episode in fold.test}
    assert {failure.task for failure in fold.pool.failures} <= trained
    assert fold.pool.frozen


def test_a_stored_fold_predicts_the_same_as_before(fold, tmp_path):
    fold.save(tmp_path / "kept")
    read = folds.Fold.load(tmp_path / "kept", fold.split, fold.name, fold.train, fold.test)
    assert predict(read.policy, fold.test) == predict(fold.policy, fold.test)
    question = fold.test[0].task.question
    assert read.planner.plan(question) == fold.planner.plan(question)
    assert read.failures == fold.failures


def test_attempts_are_read_back_unchanged(papers, tmp_path):
    made = [(replace(papers[0][0], stop="max_steps"), False), (papers[0][1], True)]
    attempts.save(made, tmp_path / "attempts.jsonl.xz")
    read = attempts.load(tmp_path / "attempts.jsonl.xz")
    assert [success for _, success in read] == [False, True]
    assert read[0][0].stop == "max_steps" and read[1][0].task == papers[0][1].task
    assert [*map(str, (s.action for s in read[1][0].steps))] == [
        *map(str, (s.action for s in papers[0][1].steps))
    ]


def test_what_is_stored_of_attempts_teaches_the_same_values(papers, tmp_path):
    made = [(episode, place % 2 == 0) for place, episode in enumerate(papers[0])]
    attempts.save(made, tmp_path / "attempts.jsonl.xz")
    stored = valuing.fit(attempts.load(tmp_path / "attempts.jsonl.xz"))
    assert (stored.chooser.weights == valuing.fit(made).chooser.weights).all()


def test_without_attempts_the_error_says_how_to_make_them(tmp_path):
    with pytest.raises(FileNotFoundError, match=r"python -m studies\.learned_agent\.play_attempts"):
        attempts.load(tmp_path / "nothing.jsonl.xz")


def test_values_are_learned_from_no_attempt_at_a_tested_task(fold):
    attempted = {episode.task.id for episode, _ in fold.list_attempts()}
    assert attempted and not attempted & {episode.task.id for episode in fold.test}


def test_a_task_is_played_by_every_method(fold, env, web):
    [task] = web.tasks(fold.test[0].task.id)
    values = valuing.fit([(e, True) for e in fold.train])
    with learned.serve(fold.policy, fold.planner, values) as server:
        model = Model(learned.NAME, server.base_url, "none", 0.0, **whole_tasks.LOCAL)
        rules = Model(OFFLINE, server.base_url, "none", **whole_tasks.LOCAL)
        kit = Kit(model, env, web)
        methods = whole_tasks.list_methods(fold, model, rules, [task])
        assert tuple(methods) == whole_tasks.METHODS
        played = {
            name: methods[name](kit, task, max_steps=3)
            for name in ("plan + experience", "plan + search", "fast or slow plan")
        }
    for name, episode in played.items():
        assert episode.steps and not episode.stop.startswith("error"), name
        assert episode.steps[0].advice.plan, name
    lessons = played["plan + experience"].steps[0].advice.lessons
    assert lessons and lessons[0] in {failure.reflection for failure in fold.pool.failures}
    timed = [*whole_tasks.time_calls(played["plan + experience"])]
    assert [name for name, *_ in timed][:2] == ["action", "fast thinking"]


def test_the_study_scores_every_step_by_every_method(fold):
    with learned.serve(fold.policy, fold.planner) as server:
        table = teacher_forced.score_methods(
            fold, Model(OFFLINE, server.base_url, "none", embedding=OFFLINE)
        )
    steps = sum(len(episode.steps) for episode in fold.test)
    assert set(table["method"].value_counts()) == {steps} and table["method"].nunique() == 9
    assert set(table["split"]) == {"cross_task"} and set(table["model"]) == {learned.NAME}
    means = table.groupby("method")["success"].mean()
    assert means[teacher_forced.UPPER_BOUND] >= means["plain"]


def test_hidden_parts_of_an_observation_are_removed():
    element = Element(0, "a", "Papers", value="1", options=("a",), box=Box(0, 0, 9, 9))
    page = Page(elements=(element,), lines=(Line(0, 0, 9, 9, "Papers"),))
    state = State(read_question("Which papers?"), (page,), ())
    [named] = teacher_forced.hide_screenshot(state).page.elements
    assert (named.name, named.box, teacher_forced.hide_screenshot(state).page.lines) == (
        "Papers",
        None,
        (),
    )
    [placed] = teacher_forced.hide_text(state).page.elements
    assert (placed.name, placed.value, placed.options, placed.box) == ("", "", (), element.box)
