"""Limits hold for all callers of a model in one process together."""

import pickle
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from webvoyager import Model
from webvoyager.models import Limits, Rate
from webvoyager.models.limits import MINUTE, Meter
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
def test_threads_together_exceed_a_limit_by_the_calls_under_way(endpoint, limits, calls, sentence):
    model = make_model(endpoint, **limits)
    with ThreadPoolExecutor(6) as pool:
        ends = [*pool.map(lambda _: ask_until_refused(model), range(6))]
    assert set(ends) == {sentence} and calls <= len(endpoint.asked) < calls + 6


def test_a_limit_on_seconds_counts_from_the_first_call(endpoint):
    model = make_model(endpoint, seconds=0.3)
    time.sleep(0.4)
    assert "The limit of 0 seconds is reached" in ask_until_refused(model) and endpoint.asked


def make_meter_of_the_last_minute(**limits) -> Meter:
    """A meter whose first request, and its tokens, are about to be a minute old."""
    meter, now = Meter(Limits(**limits)), time.monotonic()
    meter._requests.extend([now - MINUTE + 0.5, now - 30])
    meter._received.extend([(now - MINUTE + 0.5, 900), (now - 30, 90)])
    return meter


@pytest.mark.parametrize("limits", [{"requests_per_minute": 2}, {"tokens_per_minute": 500}])
def test_a_request_waits_until_the_last_minute_had_few_enough(limits):
    meter, now = make_meter_of_the_last_minute(**limits), time.monotonic()
    meter.request()
    assert 0.4 < time.monotonic() - now < 20


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


def test_a_paused_meter_lets_no_request_begin():
    meter, start = Meter(Limits()), time.monotonic()
    meter.pause(0.2)
    meter.request()
    assert time.monotonic() - start >= 0.2
