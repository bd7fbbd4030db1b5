"""Agreement: worked examples from the literature, undefined measures, and pairs of runs."""

import numpy
import pandas
import pytest

from webvoyager.lab.statistics import agreement, rates

# Fleiss (1971), as it is often reproduced: 10 subjects, 14 raters, 5 categories; kappa 0.21.
FLEISS = [
    (0, 0, 0, 0, 14),
    (0, 2, 6, 4, 2),
    (0, 0, 3, 5, 6),
    (0, 3, 9, 2, 0),
    (2, 2, 8, 1, 1),
    (7, 7, 0, 0, 0),
    (3, 2, 6, 3, 0),
    (2, 5, 3, 2, 2),
    (6, 5, 2, 1, 0),
    (0, 2, 2, 3, 7),
]
# Krippendorff (2011), "Computing Krippendorff's alpha-reliability", example C: 4 observers, 12
# units, missing values; nominal alpha 0.743.
X = None
KRIPPENDORFF = {
    "A": [1, 2, 3, 3, 2, 1, 4, 1, 2, X, X, X],
    "B": [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, X, 3],
    "C": [X, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, X],
    "D": [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, X],
}


def test_fleiss_kappa_of_the_example_of_1971():
    rows = [[name for name, count in enumerate(counts) for _ in range(count)] for counts in FLEISS]
    assert agreement.fleiss(pandas.DataFrame(rows)) == pytest.approx(0.210, abs=0.0005)


def test_krippendorffs_alpha_of_the_example_of_2011():
    assert agreement.krippendorff(pandas.DataFrame(KRIPPENDORFF)) == pytest.approx(
        0.743, abs=0.0005
    )


def test_cohens_kappa_of_two_readers_of_proposals():
    """Both say yes to 20 and no to 15, and differ on 5 + 10: agreement 0.7, kappa 0.4."""
    pairs = [("yes", "yes")] * 20 + [("yes", "no")] * 5 + [("no", "yes")] * 10 + [("no", "no")] * 15
    items = pandas.DataFrame(pairs)
    assert (agreement.percent(items), agreement.cohen(items)) == (
        pytest.approx(0.7),
        pytest.approx(0.4),
    )


def test_one_and_one_point_zero_are_one_category():
    """Floats come with a missing value in another row: three raters, each with a column type."""
    ones = {"a": [1, 2, 1, 2], "b": [1.0, 2.0, 1.0, None], "c": [True, 2, 2, 2]}
    mixed, plain = (pandas.DataFrame(ones, dtype=kind) for kind in (object, float))
    for measure in (agreement.percent, agreement.fleiss, agreement.krippendorff):
        assert measure(mixed) == pytest.approx(measure(plain))
    assert agreement.cohen(mixed[["a", "b"]]) == 1


@pytest.mark.slow
def test_the_interval_of_every_measure_contains_its_value():
    found = agreement.measures(pandas.DataFrame(KRIPPENDORFF), draws=200)
    assert found.loc["Cohen's kappa", "note"] == "for two raters; there are 4"
    alpha = found.loc["Krippendorff's alpha"]
    assert alpha["low"] <= alpha["value"] <= alpha["high"] and alpha["items"] == 11
    assert agreement.measures(pandas.DataFrame(KRIPPENDORFF), draws=200).equals(found), (
        "the same seed must give the same interval"
    )


@pytest.mark.parametrize(
    ("items", "note"),
    [
        ({"a": ["yes"] * 4, "b": ["yes"] * 4}, "all ratings are of one category"),
        ({"a": ["yes", None], "b": [None, "no"]}, "no item was rated twice"),
        ({"a": [], "b": []}, "no item was rated twice"),
    ],
)
def test_an_undefined_measure_says_why(items, note):
    found = agreement.measures(pandas.DataFrame(items, dtype=object), draws=10)
    assert (
        numpy.isnan(found.loc["Cohen's kappa", "value"])
        and found.loc["Cohen's kappa", "note"] == note
    )


def test_one_rater_is_too_few():
    with pytest.raises(ValueError, match="needs two raters or more; there is ann"):
        agreement.measures(pandas.DataFrame({"ann": ["yes"]}))


def test_a_judge_is_measured_against_the_truth():
    truth = pandas.Series([True, True, True, False, False, None], dtype="boolean")
    judged = pandas.Series([True, True, False, True, None, True], dtype="boolean")
    found = agreement.against(truth, judged)
    assert (found["n"], found["unscored"], found["agreement"]) == (4, 1, 0.5)
    assert (found["precision"], found["recall"]) == (pytest.approx(2 / 3), pytest.approx(2 / 3))
    assert (found["success by truth"], found["success by judge"]) == (0.75, 0.75)


def make_table(**solved):
    return pandas.DataFrame({"task": list(solved), "success": list(solved.values())}).astype(
        {"success": "boolean"}
    )


def test_two_runs_are_compared_on_the_tasks_they_share():
    """Only the first run solves 1 task, only the second 6: McNemar's exact test gives p = 0.125."""
    apart = {f"t{n}": n == 0 for n in range(7)}
    first = make_table(**apart, same=True, neither=False, alone=True)
    second = make_table(
        **{name: not solved for name, solved in apart.items()},
        same=True,
        neither=False,
        unscored=None,
    )
    found = agreement.paired(first, second)
    assert [found[name] for name in ("n", "both", "only first", "only second", "neither")] == [
        9,
        1,
        1,
        6,
        1,
    ]
    assert (
        found["difference"] == pytest.approx(2 / 9 - 7 / 9)
        and found["low"] < found["difference"] < found["high"]
    )
    assert found["p"] == pytest.approx(0.125)
    with pytest.raises(ValueError, match="no scored task in common"):
        agreement.paired(make_table(a=True), make_table(b=True))


@pytest.mark.parametrize(
    ("counts", "interval"),
    [
        ((36, 12, 2, 0), (0.0569, 0.3404)),  # Newcombe (1998), method 10
        ((20, 12, 2, 16), (0.0562, 0.3292)),
        (
            (1, 1, 7, 12),
            (-0.5069, -0.0256),
        ),  # airways before and after a therapy (Bentur et al. 2009)
    ],
)
def test_the_interval_of_a_paired_difference_matches_the_published_one(counts, interval):
    pairs = [
        pair
        for pair, count in zip([(1, 1), (1, 0), (0, 1), (0, 0)], counts, strict=True)
        for _ in range(count)
    ]
    first, second = (
        make_table(**{f"t{n}": bool(pair[side]) for n, pair in enumerate(pairs)}) for side in (0, 1)
    )
    found = agreement.paired(first, second)
    assert (found["low"], found["high"]) == pytest.approx(interval, abs=1e-4)
    turned = agreement.paired(second, first)
    assert (turned["low"], turned["high"]) == pytest.approx((-found["high"], -found["low"]))


def test_the_interval_is_narrower_where_the_same_tasks_are_solved():
    alike = agreement.paired(
        make_table(a=True, b=True, c=False, d=False), make_table(a=True, b=True, c=False, d=False)
    )
    apart = agreement.paired(
        make_table(a=True, b=True, c=False, d=False), make_table(a=False, b=False, c=True, d=True)
    )
    assert alike["difference"] == apart["difference"] == 0
    assert alike["high"] - alike["low"] < apart["high"] - apart["low"]


def test_the_papers_site_rates_rebuild_its_total():
    """380 of 643 tasks: 59.1 %."""
    paper = pandas.read_csv("data/paper/success_by_site.csv")
    rows = paper[(paper.system == "WebVoyager") & (paper.judge == "people")]
    sites = rows[rows.site != "Overall"]
    solved = (sites.success * sites.tasks / 100).round().sum()
    assert (sites.tasks.sum(), solved) == (643, 380) and round(100 * solved / 643, 1) == 59.1
    low, high = rates.wilson(380, 643)
    assert low < 0.591 < high


def test_labels_become_a_table_of_ratings():
    rows = [("a", 1, "ann", "success"), ("a", 1, "bob", "failure"), ("b", 1, "ann", "failure")]
    items = agreement.ratings(
        pandas.DataFrame(rows, columns=["task", "attempt", "rater", "outcome"])
    )
    assert items.shape == (2, 2) and items.notna().sum().to_dict() == {"ann": 2, "bob": 1}
