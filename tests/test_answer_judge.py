"""The judge of answers: what it is asked, and how two replies and the rules come to a verdict."""

from collections.abc import Iterator

import pytest
from serving import Endpoint

from practice.offline import Offline
from webvoyager import Model, Task, runs
from webvoyager.lab import judging
from webvoyager.lab.running import run_tasks
from webvoyager.records import EpisodeError


def make_task(ans: str, kind: str = "golden", **more) -> Task:
    question = "When does the shop close, and in which street is it?"
    answer = {"type": kind, "ans": ans, **more}
    return Task(id="s--1", site="s", url="http://s/", question=question, answer=answer)


CLOSES = make_task("19:00, Main Street")
MATCH, DIFFERENT = "It claims 19:00.\nVerdict: MATCH", "**Verdict:** DIFFERENT (a part is left out)"


@pytest.fixture
def endpoint() -> Iterator[Endpoint]:
    with Endpoint() as server:
        yield server


@pytest.fixture
def model(endpoint: Endpoint) -> Model:
    return Model("m", endpoint.base_url, "key", retries=0)


def test_a_model_is_asked_twice_with_the_texts_in_either_order(endpoint, model):
    endpoint.replies = [MATCH]
    verdict = judging.judge_answer(CLOSES, "Main Street, 7 pm", model)
    assert (verdict.success, verdict.judge, verdict.screenshots) == (True, "m, answers", 0)
    assert verdict.tokens == 220 and set(verdict.prompts) == {"judge_answer", "judge_answer_texts"}
    first, second = (asked["messages"][1]["content"] for asked in endpoint.asked)
    assert first.index("Main Street, 7 pm") > first.index("19:00, Main Street")
    assert second.index("Main Street, 7 pm") < second.index("19:00, Main Street")
    assert "the one right answer" in first and endpoint.asked[0]["temperature"] == 0


@pytest.mark.parametrize(
    ("replies", "success"),
    [
        ([MATCH, MATCH], True),
        ([DIFFERENT, DIFFERENT], False),
        ([MATCH, DIFFERENT], None),
        (["Verdict: CANNOT TELL"], None),
        (["They look alike to me."], None),
        ([""], None),
        (["Verdict: MATCH or DIFFERENT"], None),
    ],
)
def test_a_verdict_needs_two_replies_that_agree(endpoint, model, replies, success):
    endpoint.replies = [*replies]
    assert judging.judge_answer(CLOSES, "Main Street, 7 pm", model).success is success


def test_a_possible_reference_is_no_ground_for_failure(endpoint, model):
    endpoint.replies = [DIFFERENT]
    verdict = judging.judge_answer(make_task("Main Street", "possible"), "Oak Road", model)
    assert verdict.success is None and "only possible" in verdict.reason
    assert "others may be right" in endpoint.asked[0]["messages"][1]["content"]
    ways = {"any": [{"parts": ["Main Street"]}, {"parts": ["Oak Road"]}]}
    several = make_task("Main Street", "possible", rule=ways)
    assert judging.judge_answer(several, "Oak Road", model).success is None
    one = make_task("Main Street", "possible", rule={"parts": ["Main Street"]})
    assert judging.judge_answer(one, "Oak Road", model).success is False


def test_a_number_that_the_rules_have_read_outranks_a_model_that_always_accepts(endpoint, model):
    endpoint.replies = [MATCH]
    closes = make_task("19:00")
    assert judging.judge_answer(closes, "It closes at 20:00.", model).success is False
    assert judging.judge_answer(closes, "At seven in the evening.", model).success is True


def test_nothing_is_asked_without_a_reference_or_an_answer(endpoint, model):
    assert judging.judge_answer(make_task(""), "19:00", model).success is None
    assert judging.judge_answer(CLOSES, " ", model).success is False
    assert not endpoint.asked


def test_a_model_that_does_not_answer_is_an_error(endpoint, model):
    endpoint.replies = [(503, {"error": {"message": "busy"}}, {})]
    with pytest.raises(EpisodeError, match="busy"):
        judging.judge_answer(CLOSES, "19:00", model)


def test_the_judge_is_measured_by_kind(endpoint, model):
    endpoint.replies = [MATCH]
    rows = [
        {"task": CLOSES, "answer": "Main Street, 7 pm", "right": True, "kind": "short"},
        {"task": CLOSES, "answer": "Oak Road, 7 pm", "right": False, "kind": "swapped"},
    ]
    table = judging.measure(model, rows).set_index("kind")
    assert table.answers.to_dict() == {"all": 2, "short": 1, "swapped": 1}
    assert table.as_labelled.to_dict() == {"all": 0.5, "short": 1.0, "swapped": 0.0}


@pytest.mark.slow
def test_a_run_is_judged_by_rules_first_and_by_the_judge_for_the_rest(tmp_path, endpoint, model):
    """The offline rules play; an endpoint that always accepts judges what the rules leave."""
    endpoint.replies = [MATCH]
    with Offline() as server:
        offline = Model("offline-rules", server.base_url, "none", page_text=True)
        answers = [None, {"type": "golden", "ans": "a long text that has no type as a whole"}]
        about = {"site": "words", "url": "http://words.mini/", "question": "What is 2 + 2?"}
        tasks = [Task(id=f"words--{n}", answer=each, **about) for n, each in enumerate(answers)]
        table = run_tasks(tmp_path / "run", tasks, model=offline, judge=model, max_steps=3)
    by_task = table.set_index("task")
    assert by_task.judge["words--0"] == "rules"
    ended = by_task.stop["words--1"] == "answer"
    assert by_task.judge["words--1"] == ("m, answers" if ended else "rules")
    assert len(endpoint.asked) == (2 if ended else 0)


def test_what_the_rules_left_is_judged_later_and_the_table_says_by_whom(tmp_path, endpoint, model):
    from test_judging import record_episode  # an episode on disk

    folder = tmp_path / "run"
    episode = record_episode(folder, "Oak Road, 7 pm", task=CLOSES)
    runs.add_verdicts(folder, judging.grade(episode))
    assert runs.table(folder).success.isna().all()
    endpoint.replies = [DIFFERENT]
    table = judging.judge_answers(folder, model)
    assert table.judge.tolist() == ["m, answers"] and table.success.tolist() == [False]
    assert runs.table(folder, judge="rules").success.tolist() == [False]
    assert len(endpoint.asked) == 2
    judging.judge_answers(folder, model)
    assert len(endpoint.asked) == 2


def test_checking_again_stores_and_returns_what_changes(tmp_path):
    from test_judging import record_episode

    folder = tmp_path / "run"
    record_episode(folder, "19:00", task=make_task("19:00"))
    changed = judging.regrade(folder)
    assert changed[["before", "after"]].values.tolist() == [[None, True]]
    assert judging.regrade(folder).empty and runs.table(folder).success.tolist() == [True]
    other = judging.regrade(folder, [make_task("20:00")])
    assert other.after.tolist() == [False]
