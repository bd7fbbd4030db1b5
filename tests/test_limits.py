"""Limits hold for all callers of a model together, in threads, processes and on other machines."""

import json
import pickle
import threading
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import asdict
from multiprocessing import get_context

import pytest

from webvoyager import Model
from webvoyager.models import Limits, Rate
from webvoyager.models.meter import LOST, Count, Meter
from webvoyager.records import EpisodeError

TALK = [{"role": "user", "content": "What now?"}]


def make_model(endpoint, **limits) -> Model:
    """A model whose every call takes 110 tokens, and 0.1 dollars."""
    endpoint.replies = ["Yes."]
    model = Model("m", endpoint.base_url, "key", retries=2, limits=Limits(**limits))
    model.rate = Rate(1000, 0)
    return model


def ask_until_refused(model: Model) -> str:
    """Ask again and again; the sentence that ends it."""
    end = time.monotonic() + 20
    while time.monotonic() < end:
        try:
            model.ask(TALK)
        except EpisodeError as error:
            assert error.for_all
            return str(error)
    return "never refused"


@pytest.mark.parametrize(
    ("limits", "calls", "sentence"),
    [
        ({"cost": 0.45}, 5, "The limit of 0.45 dollars is reached: no further call is made."),
        ({"tokens": 600}, 6, "The limit of 600 tokens is reached: no further call is made."),
    ],
)
def test_threads_together_exceed_a_limit_by_less_than_one_call(endpoint, limits, calls, sentence):
    model = make_model(endpoint, **limits)
    with ThreadPoolExecutor(6) as pool:
        ends = [*pool.map(lambda _: ask_until_refused(model), range(6))]
    assert set(ends) == {sentence} and len(endpoint.asked) == calls


def test_processes_that_share_a_file_keep_to_one_limit(endpoint, tmp_path):
    model = make_model(endpoint, cost=0.55, file=tmp_path / "spent.json")
    with ProcessPoolExecutor(3, get_context("fork")) as pool:
        ends = [*pool.map(ask_until_refused, [model] * 3)]
    assert all("0.55 dollars is reached" in end for end in ends) and len(endpoint.asked) == 6
    assert model.meter.count.cost == pytest.approx(0.6)
    again = make_model(endpoint, cost=0.55, file=tmp_path / "spent.json")
    assert "is reached" in ask_until_refused(again) and len(endpoint.asked) == 6


def test_a_limit_on_seconds_counts_from_the_first_call(endpoint):
    model = make_model(endpoint, seconds=0.3)
    time.sleep(0.4)
    assert "The limit of 0 seconds is reached" in ask_until_refused(model) and endpoint.asked


def test_no_more_requests_begin_in_a_minute_than_are_allowed(tmp_path):
    file, now = tmp_path / "spent.json", time.time()
    file.write_text(json.dumps(asdict(Count(requests=[now - 59.4, now - 30]))))
    meter = Meter(Limits(requests_per_minute=2, file=file))
    meter.request()
    assert 0.4 < time.time() - now < 20


def test_requests_wait_while_the_last_minute_had_too_many_tokens(tmp_path):
    file, now = tmp_path / "spent.json", time.time()
    file.write_text(json.dumps(asdict(Count(recent=[(now - 59.4, 900), (now - 30, 90)]))))
    meter = Meter(Limits(tokens_per_minute=500, file=file))
    meter.request()
    assert 0.4 < time.time() - now < 20


def test_when_a_server_asks_one_to_wait_all_wait(endpoint):
    begun = []

    def refuse_first(asked):
        begun.append(time.monotonic())
        if len(begun) == 1:
            return 429, {"error": {"message": "slow down"}}, {"Retry-After": "1"}
        return "Yes."

    model = make_model(endpoint)
    endpoint.replies = [refuse_first]
    first = threading.Thread(target=model.ask, args=[TALK])
    first.start()
    while not begun:
        time.sleep(0.01)
    time.sleep(0.3)  # by then the refusal has arrived
    model.ask(TALK)
    first.join()
    assert len(begun) == 3 and begun[1] - begun[0] > 0.9


def test_a_call_of_a_worker_that_died_is_forgotten(tmp_path):
    file = tmp_path / "spent.json"
    lost = Count(under_way={"a": time.time() - LOST - 1}, largest_cost=5.0)
    file.write_text(json.dumps(asdict(lost)))
    meter = Meter(Limits(cost=6, file=file))
    with meter.call() as spent:
        spent.cost = 1.0
    assert meter.count.under_way == {} and meter.count.cost == 1.0


def test_a_damaged_count_is_named(tmp_path):
    (tmp_path / "spent.json").write_text('{"cost": 1')
    meter = Meter(Limits(cost=6, file=tmp_path / "spent.json"))
    with pytest.raises(EpisodeError, match=r"spent.json, which counts what was spent, is damaged"):
        meter.find_reached()


def test_copies_share_a_limit_and_other_limits_begin_anew(endpoint):
    model = make_model(endpoint, cost=0.15)
    assert "is reached" in ask_until_refused(model) and len(endpoint.asked) == 2
    assert "is reached" in ask_until_refused(model.with_recording())
    assert len(endpoint.asked) == 2
    assert "is reached" in ask_until_refused(model.with_limits(Limits(tokens=100)))
    assert len(endpoint.asked) == 3
    assert "is reached" in ask_until_refused(pickle.loads(pickle.dumps(model)))


def test_a_limit_on_cost_needs_a_price(endpoint):
    model = make_model(endpoint, cost=1)
    model.rate = None
    with pytest.raises(ValueError, match=r"price of Model.* is not known: .* leave out the limit"):
        model.ask(TALK)


@pytest.mark.parametrize("most", [-1, "5"])
def test_a_limit_that_is_no_number_is_refused(most):
    with pytest.raises(ValueError, match="tokens must be a finite number from 0, or None"):
        Limits(tokens=most)
