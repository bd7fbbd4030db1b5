"""How close plans come to golden plans: scores checked against worked examples."""

import math

import pytest

from studies.planning.plan_quality import corpus_quality, plan_quality
from webvoyager.lab.planning.slow import Plan

GOLDEN = ('Type "Zurich" into "Where to?"', 'Click the button "Search"')


def scores(plan, golden=GOLDEN):
    """The bleu4 and rouge_l of one plan."""
    return plan_quality({"a": plan}, {"a": golden}).loc[0, ["bleu4", "rouge_l"]].tolist()


def test_the_golden_plan_itself_scores_100():
    assert scores(GOLDEN) == pytest.approx([100, 100])


def test_bleu_follows_its_formula():
    """5 words, 4 of which are right: the geometric mean of 4/5, 3/4, 2/3 and 1/2."""
    bleu, _ = scores(["Click the second link here"], ["Click the second link twice"])
    assert bleu == pytest.approx(100 * math.prod((4 / 5, 3 / 4, 2 / 3, 1 / 2)) ** (1 / 4))


def test_bleu_punishes_a_plan_that_stops_too_soon():
    """All n-grams are right, so only the brevity penalty is left: exp(1 - 8/5)."""
    golden = ["Click the first link", "open the second one"]
    bleu, _ = scores(["Click the first link", "open"], golden)
    assert bleu == pytest.approx(100 * math.exp(1 - 8 / 5))


def test_rouge_follows_its_formula():
    """Longest common subsequence: click, the, link. Precision 3/4, recall 3/5, F 2/3."""
    _, rouge = scores(["Click the blue link"], ["Click on the second link"])
    assert rouge == pytest.approx(100 * 2 * (3 / 4) * (3 / 5) / (3 / 4 + 3 / 5))


def test_words_with_accents_and_in_other_scripts_are_words():
    assert scores(["Öffne Zürich"], ["Öffne Bern"])[1] == pytest.approx(50)
    assert scores(["東京"], ["東京"])[1] == pytest.approx(100)


@pytest.mark.parametrize(
    "plan",
    [
        Plan(steps=GOLDEN),
        Plan(steps=GOLDEN).text,
        "Step 1: Type “Zurich” into “Where to?”\nStep 2: Click the button “Search”",
        "\n".join(GOLDEN),
        list(GOLDEN),
    ],
)
def test_numbers_and_kinds_of_quotation_marks_make_no_difference(plan):
    assert scores(plan) == pytest.approx([100, 100])


@pytest.mark.parametrize("plan", [(), "", Plan()])
def test_no_plan_scores_0(plan):
    assert scores(plan) == [0, 0]


def test_rows_are_in_the_order_of_the_golden_plans():
    plans = {"b": ["Wait"], "a": GOLDEN}
    table = plan_quality(plans, {"a": GOLDEN, "b": ["Go back"]})
    assert table["task"].tolist() == ["a", "b"]
    assert table["rouge_l"].tolist() == pytest.approx([100, 0])


def test_the_corpus_pools_n_grams_and_averages_rouge():
    """4 + 4 of 12 words are right, 3 + 3 of 10 pairs, 2 + 2 of 8 triples and 1 + 1 of 6 fours."""
    golden = {"a": ["one two three four five six seven eight"], "b": ["Click the first link"]}
    plans = {"a": ["one two three four x y z w"], "b": ["Click the first link"]}
    whole = corpus_quality(plans, golden)
    assert whole["bleu4"] == pytest.approx(100 * (8 / 12 * 6 / 10 * 4 / 8 * 2 / 6) ** (1 / 4))
    assert whole["rouge_l"] == pytest.approx((50 + 100) / 2)
    assert whole["plans"] == 2
    assert "tok:13a" in whole["settings"]


def test_missing_plans_raise_clear_errors():
    with pytest.raises(ValueError, match="b is missing from the plans"):
        plan_quality({"a": GOLDEN}, {"a": GOLDEN, "b": GOLDEN})
    with pytest.raises(ValueError, match="b is missing from the golden plans"):
        plan_quality({"a": GOLDEN, "b": GOLDEN}, {"a": GOLDEN})
    with pytest.raises(ValueError, match="The golden plan of a has no steps"):
        corpus_quality({"a": GOLDEN}, {"a": ()})
    with pytest.raises(ValueError, match="no golden plans"):
        plan_quality({}, {})
