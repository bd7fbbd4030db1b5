"""Figures: numbers against worked tables, artists against the numbers; no pixels are compared."""

import csv
import io
import math
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import matplotlib.pyplot as plt
import numpy
import pandas
import pytest
from matplotlib.text import Text
from PIL import Image

from webvoyager.lab import figures
from webvoyager.lab.figures import styling
from webvoyager.lab.figures.plates import find_sentence
from webvoyager.lab.statistics import published, rates
from webvoyager.records import Action, Episode, Mark, Observation, Step, Task

DATA = Path(__file__).parent.parent / "data"
FIGURES = [
    figures.success_by_site,
    figures.success_by_view,
    figures.success_against,
    figures.success_over,
    figures.length_and_marks,
]


@pytest.fixture(autouse=True)
def _close_figures():
    yield
    plt.close("all")


def row(site="recipes", steps=4, marks=20.0, stop="answer", success=True, **more):
    usual = {
        "task": f"{site}--{steps}-{marks}-{stop}-{success}",
        "site": site,
        "model": "offline-rules",
        "view": "marked_screenshot",
        "max_steps": 15,
        "steps": steps,
        "marks": marks,
        "stop": stop,
        "success": success,
        "prompt_tokens": 100,
        "completion_tokens": 10,
        "cost": 0.0,
        "seconds": 2.0,
    }
    return usual | more


def table(*rows):
    return pandas.DataFrame(rows).astype({"success": "boolean"})


WORKED = table(
    row("recipes", steps=4, marks=20, success=True),
    row("recipes", steps=6, marks=30, success=True),
    row("recipes", steps=15, marks=60, stop="max_steps", success=False),
    row("recipes", steps=1, marks=99, stop="error: the browser is gone", success=None),
    row("shop", steps=3, marks=50, success=False),
    row("shop", steps=5, marks=40, success=None),
    row("atlas", steps=15, marks=70, stop="max_steps", success=False),
)


def words(ax):
    return "\n".join(text.get_text() for text in ax.texts)


def with_gid(ax, gid):
    return [artist for artist in ax.get_children() if artist.get_gid() == gid]


# --- numbers ---


@pytest.mark.parametrize(("successes", "n"), [(8, 10), (0, 5), (5, 5), (1, 1), (37, 91)])
def test_wilsons_interval_follows_its_formula(successes, n):
    z, p = 1.959964, successes / n
    middle = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    assert rates.wilson(successes, n) == pytest.approx((middle - half, middle + half), abs=1e-5)


def test_rates_leave_out_faults_and_unscored_episodes():
    by_site = rates.rates(WORKED, ["site"])
    assert by_site["n"].to_dict() == {"atlas": 1, "recipes": 3, "shop": 1}
    assert by_site["rate"].to_dict() == pytest.approx({"atlas": 0, "recipes": 2 / 3, "shop": 0})


def test_length_and_marks_follow_the_papers_definition():
    by_site = rates.length_and_marks(WORKED).set_index("site")
    assert by_site.loc["recipes", "length"] == 5  # of episodes that ended within the limit
    # each screenshot counts once
    assert by_site.loc["recipes", "marks"] == pytest.approx((4 * 20 + 6 * 30 + 15 * 60) / 25)
    assert by_site.loc["shop", ["length", "rate", "n", "answered"]].tolist() == [4, 0, 1, 2]
    assert math.isnan(by_site.loc["atlas", "length"])


def test_rates_count_each_task_once_by_its_newest_result():
    """A later fault hides no result, and two solved attempts at a task count once."""
    played = table(
        row("shop", task="a", attempt=1, success=True),
        row("shop", task="a", attempt=2, success=True),
        row("shop", task="b", attempt=1, success=True),
        row("shop", task="b", attempt=2, success=False),
        row("shop", task="c", attempt=1, success=True),
        row("shop", task="c", attempt=2, success=None, stop="error: x"),
    )
    assert rates.rates(played, ["site"]).loc["shop", ["n", "successes"]].to_list() == [3, 2]
    line = rates.summary(played).loc[("offline-rules", "shop")]
    assert (line.tasks, line.episodes, line.faults, round(line.success, 1)) == (3, 6, 1, 66.7)
    caption = words(figures.success_by_site(played))
    assert "n = 3 scored episodes; apart: 1 ended in a fault, 2 earlier attempts" in caption


def test_the_summary_counts_outcomes_separately():
    summary = figures.summary(WORKED).loc["offline-rules"]
    assert list(summary.index) == ["atlas", "recipes", "shop", "all"]
    recipes = summary.loc["recipes"]
    counts = recipes[["tasks", "episodes", "answered", "faults", "unscored"]]
    assert counts.tolist() == [4, 4, 2, 1, 0]
    measures = recipes[["success", "steps", "tokens", "seconds"]]
    assert measures.tolist() == pytest.approx([200 / 3, 25 / 3, 440, 8])
    low, high = rates.wilson(2, 3)
    assert recipes[["low", "high"]].tolist() == pytest.approx([100 * low, 100 * high])
    assert summary.loc["shop", "unscored"] == 1
    assert summary.loc["all", "episodes"] == 7
    assert summary.loc["all", "cost"] == 0


def test_summary_does_not_guess_a_cost():
    played = table(row(cost=None), row(steps=5, cost=1.0), row("shop", cost=2.0))
    costs = figures.summary(played).loc["offline-rules"]["cost"]
    assert math.isnan(costs["recipes"])
    assert costs["shop"] == 2


@pytest.mark.parametrize("draw", FIGURES)
def test_prices_are_drawn_as_they_are_where_usetex_is_on(draw):
    priced = WORKED.assign(site=WORKED["site"] + " $5 to $6", model="a $1 & b_$2 % 東京 한국")
    with plt.rc_context({"text.usetex": True}):
        ax = draw(priced)
        ax.figure.canvas.draw()
        texts = [text for text in ax.figure.findobj(Text) if "$" in text.get_text()]
    assert texts and not any(text.get_parse_math() or text.get_usetex() for text in texts)


# --- what cannot be drawn ---


@pytest.mark.parametrize("draw", [*FIGURES, figures.summary])
def test_a_missing_column_raises_a_clear_error(draw):
    with pytest.raises(ValueError, match="no column 'stop'"):
        draw(WORKED.drop(columns="stop"))


@pytest.mark.parametrize("draw", FIGURES)
def test_a_figure_whose_data_are_missing_draws_the_sentence_that_says_so(draw):
    assert find_sentence(draw(WORKED[:0])) == "The table holds no episodes."
    assert "ended in a fault" in find_sentence(draw(WORKED[3:4]))
    assert find_sentence(draw(WORKED)) == ""


@pytest.mark.parametrize("draw", [figures.success_by_site, figures.success_against])
def test_a_table_without_verdicts_says_how_to_judge_it(draw):
    drawn = draw(WORKED[5:6])
    assert "judge them with judging.judge_run" in find_sentence(drawn)
    assert "judge them with judging.judge_run" in repr(drawn.figure)  # for those who see no picture


# --- what is drawn ---


@pytest.mark.parametrize("draw", FIGURES)
def test_every_figure_names_model_and_n(draw):
    caption = words(draw(WORKED))
    assert "offline-rules: offline rules, not a language model" in caption
    assert "n = 5 scored episodes; apart: 1 unscored, 1 ended in a fault" in caption
    assert "gpt-4o" in words(draw(WORKED.assign(model="gpt-4o")))


@pytest.mark.parametrize("draw", FIGURES)
def test_one_task_is_enough_and_a_given_axes_is_used(draw):
    _, ax = plt.subplots()
    assert draw(table(row()), ax=ax) is ax
    assert ax.get_title(loc="left")


def test_runs_are_compared_in_pairs_over_the_tasks_that_both_have_scored():
    first, second = WORKED.assign(run="a"), WORKED.assign(run="b", model="gpt-4o")
    second.loc[second.site == "shop", "success"] = True
    ax = figures.differences(pandas.concat([first, second]))
    assert [label.get_text() for label in ax.get_yticklabels()] == ["b"]
    assert "+20.0  (n = 5)" in words(ax) and "gpt-4o" in words(ax)
    alone = figures.differences(first)
    assert find_sentence(alone) == "A comparison needs the run a and another; found: a."
    assert "needs the run c" in find_sentence(figures.differences(first, first="c"))


@pytest.mark.parametrize("draw", [each for each in FIGURES if each != figures.success_over])
def test_axes_are_labelled_with_units(draw):
    ax = draw(WORKED)
    labels = [ax.get_xlabel(), *(other.get_ylabel() for other in ax.figure.axes)]
    assert "%" in "".join(labels)


def test_success_by_site_draws_ours_and_the_papers():
    ax = figures.success_by_site(WORKED)
    ours = sorted(line.get_xdata()[0] for line in with_gid(ax, "ours"))
    assert ours == pytest.approx([0, 0, 200 / 3])
    theirs = sorted(line.get_xdata()[0] for line in with_gid(ax, "paper"))
    assert theirs == pytest.approx([53.3, 58.5], abs=0.05)  # WebVoyager, judged by people
    assert [text.get_text() for text in ax.texts[:3]] == ["67", "3", "53"]
    assert "not comparable one to one" in words(ax)
    headings = {label.get_text() for label in ax.get_yticklabels()}
    assert headings == {"recipes\n(Allrecipes)", "shop\n(Amazon)", "atlas"}


def test_the_published_rate_is_drawn_beside_the_agent_with_the_same_view():
    views = ["marked_screenshot", "accessibility_tree", "marked_with_text"]
    ax = figures.success_by_site(pandas.concat([WORKED.assign(view=view) for view in views]))
    theirs = {
        line.get_color(): round(line.get_xdata()[0], 1)
        for line in with_gid(ax, "paper")
        if line.get_ydata()[0] < 3  # recipes
    }
    colours = [handle.get_color() for handle in ax.get_legend().legend_handles]
    assert theirs == {colours[0]: 53.3, colours[1]: 55.6}


def test_several_models_have_different_colours():
    both = pandas.concat([WORKED, WORKED.assign(model="gpt-4o")])
    ax = figures.success_by_site(both)
    assert len({line.get_color() for line in with_gid(ax, "ours")}) == 2
    assert len(figures.success_against(both).get_legend().get_texts()) == 2
    assert len(figures.length_and_marks(both).get_legend().get_texts()) == 2


def test_any_column_may_group_and_colour():
    split = WORKED.assign(length=["short", "short", "long", "long", "short", "short", "long"])
    ax = figures.success_by(split, "length", hue="site")
    assert [label.get_text() for label in ax.get_yticklabels()] == ["short", "long"]
    assert len(ax.get_legend().get_texts()) == 3
    bold = [text.get_text() for text in ax.texts if text.get_weight() == "bold"]
    assert bold == ["100"]  # recipes among the short ones; the long ones tie at zero
    with pytest.raises(ValueError, match="no column 'colour'"):
        figures.success_by(split, "length", hue="colour")


def test_levels_of_difficulty_are_drawn_below_each_other():
    levels = WORKED.assign(level=["1", "1", "2", "2", "1", "1", "2"])
    ax = figures.success_by_level(levels)
    assert [label.get_text() for label in ax.get_yticklabels()] == ["1", "2"]
    theirs = sorted(line.get_xdata()[0] for line in with_gid(ax, "paper"))
    assert theirs == pytest.approx([15.6, 38.5], abs=0.05)
    assert "He et al. 2024, Figure 5" in words(ax)


def test_a_published_table_is_drawn_as_a_run_without_a_counterpart():
    ax = figures.success_by_site(published.table_1())
    assert len(with_gid(ax, "ours")) == 45 and not with_gid(ax, "paper")
    assert "GPT-4V, as published" in words(ax)


def test_length_and_marks_draws_sites_and_names_those_it_cannot():
    ax = figures.length_and_marks(WORKED)
    points = ax.collections[0]
    assert points.get_offsets().tolist() == [[5, pytest.approx(46.4)], [4, pytest.approx(350 / 8)]]
    assert points.get_array().tolist() == pytest.approx([200 / 3, 0])
    assert {text.get_text() for text in with_gid(ax, "site")} == {"recipes (n=3)", "shop (n=1)"}
    assert "no episode gave an answer: atlas" in words(ax)


def test_with_several_agents_each_site_of_length_and_marks_has_one_label():
    searched = WORKED.assign(view="web_search", marks=None)
    ax = figures.length_and_marks(pandas.concat([WORKED, WORKED.assign(view="other"), searched]))
    assert [text.get_text() for text in with_gid(ax, "site")] == ["recipes", "shop"]
    assert len(ax.lines) == 2  # one for each site, through its two points
    assert "no page: offline-rules, web_search." in words(ax)


@pytest.mark.slow
def test_labels_of_crowded_sites_do_not_cover_each_other():
    crowd = [
        row(f"site number {n}", steps=4 + n % 3, marks=20 + n / 4, success=n % 2 == 0)
        for n in range(12)
    ]
    ax = figures.length_and_marks(table(*crowd))
    ax.figure.canvas.draw()
    boxes = [text.get_window_extent() for text in with_gid(ax, "site")]
    assert not [pair for pair in combinations(boxes, 2) if pair[0].overlaps(pair[1])]


def test_tasks_by_difficulty_counts_each_site():
    kinds = [
        ("recipes", "easy", True),
        ("recipes", "easy", False),
        ("recipes", "hard", False),
        ("shop", "easy", False),
    ]
    tasks = pandas.DataFrame(kinds, columns=["site", "difficulty", "needs_vision"])
    ax = figures.tasks_by_difficulty(tasks)
    drawn = {bars.get_label(): [bar.get_width() for bar in bars] for bars in ax.containers}
    assert drawn == {"easy": [2, 1], "medium": [0, 0], "hard": [1, 0]}
    assert "1 by eye" in words(ax) and "n = 4 tasks" in words(ax)


def test_success_against_draws_groups_of_equal_size_and_a_falling_curve():
    lengths = [*range(1, 13)] * 10
    known = table(*[row(steps=n, success=(7 * k + n) % 13 > n) for k, n in enumerate(lengths)])
    ax = figures.success_against(known, groups=4)
    [dots] = with_gid(ax, "groups")
    assert dots.get_xdata().tolist() == [2, 5, 8, 11]
    assert [text.get_text() for text in ax.texts[:4]] == ["n=30"] * 4
    for place, rate in zip(dots.get_xdata(), dots.get_ydata(), strict=True):
        near = known[(known["steps"] - place).abs() <= 1]
        assert rate == pytest.approx(100 * near["success"].mean())
    [curve] = with_gid(ax, "fit")
    assert (numpy.diff(curve.get_ydata()) < 0).all()
    assert "one more multiplies the odds of success by 0." in words(ax)


def test_where_length_decides_everything_the_caption_says_that_no_curve_is_drawn():
    apart = table(*[row(steps=n, success=n < 6) for n in range(1, 12)])
    ax = figures.success_against(apart)
    assert not with_gid(ax, "fit") and "no curve can be fitted" in words(ax)
    assert "No lines. All rows have the same 'marks'" in words(figures.success_over(apart))


def test_success_over_shows_each_episode_and_lines_of_equal_rate():
    many = [row(steps=n % 14 + 1, marks=n % 50, success=(n * 7) % 20 > n % 14) for n in range(120)]
    ax = figures.success_over(table(*many))
    failed, solved = (sum(each["success"] == right for each in many) for right in (False, True))
    names = [text.get_text() for text in ax.get_legend().get_texts()]
    assert names == [f"not solved ({failed})", f"solved ({solved})"]
    assert "Lines: success rate" in words(ax)
    empty = figures.success_over(table(row(marks=None)))
    assert "No scored episode has numbers" in find_sentence(empty)


def test_where_it_went_wrong_counts_steps_and_rows_without_one():
    steps = pandas.DataFrame({"source": ["ann"] * 4 + ["bob"], "step": [2, 2, 3, None, 1]})
    ax = figures.where_it_went_wrong(steps, "m")
    heights = [[round(-bar.get_height(), 2) for bar in bars] for bars in ax.containers]
    assert heights == [[0.78, 0.39], [0.78]]
    assert "ann\n3 of 4 (95 %: 30–95 %)" in words(ax) and "bob\nn = 1" in words(ax)
    empty = figures.where_it_went_wrong(steps[3:4], "m")
    assert "No row says at which step" in find_sentence(empty)


# --- a strip of an episode ---


def episode(steps=6, **more):
    sheet = io.BytesIO()
    Image.new("RGB", (1024, 768), "white").save(sheet, "PNG")
    box, tag_box = (100.0, 50.0, 60.0, 20.0), (100.0, 36.0, 12.0, 14.0)
    mark = Mark(0, "button", "button", "Go", boxes=(box,), tag_box=tag_box)
    seen = Observation("http://recipes.mini/", "Recipes", (mark,), "", image=sheet.getvalue())
    click, answer = Action("Click", 0), Action("ANSWER", None, "It takes 45 minutes.")
    taken = [Step(n, seen, "", f"Thought $number {n}.", click) for n in range(1, steps)]
    taken += [Step(steps, seen, action=answer)] if steps else []
    task = Task(
        id="recipes--0",
        site="recipes",
        url="http://recipes.mini/",
        question="How long does it take?",
    )
    return Episode(task, tuple(taken), **{"stop": "answer", "model": "offline-rules"} | more)


def test_filmstrip_shows_every_step_the_answer_and_the_model():
    ax = figures.filmstrip(episode())
    ax.figure.canvas.draw()
    assert len(ax.images) == 6
    assert len({image.get_extent()[3] for image in ax.images}) == 2  # rows of four
    assert len(with_gid(ax, "ring")) == 5  # the answer points at nothing
    for text in (
        "How long does it take?",
        "1  Click [0]",
        "Thought $number 3.",
        "Answer: It takes 45 minutes.",
        "offline rules, not a language model",
    ):
        assert text in words(ax)


def test_chinese_words_of_a_filmstrip_have_glyphs_and_keep_to_their_place(caplog, recwarn):
    if not styling.find_fallbacks():
        pytest.skip("No font for Chinese is installed.")
    whole = episode(3)
    typed = replace(whole.steps[0], action=Action("Type", 0, "太阳能路灯 的价格 " * 5))
    task = replace(whole.task, question="太阳能路灯的价格是多少？" * 6)
    ax = figures.filmstrip(replace(whole, task=task, steps=(typed, *whole.steps[1:])))
    ax.figure.canvas.draw()
    assert not recwarn.list and not caplog.records
    title, first = (text.get_window_extent() for text in ax.texts[:2])
    picture = ax.images[0].get_window_extent()
    assert first.x1 <= picture.x1 + 15 and title.x1 <= ax.get_window_extent().x1


def test_filmstrip_outlines_the_target_of_the_action():
    ax = figures.filmstrip(episode(2))
    ring, picture = with_gid(ax, "ring")[0], ax.images[0].get_extent()
    scale = (picture[1] - picture[0]) / 1024
    x, width = (ring.get_x() - picture[0]) / scale, ring.get_width() / scale
    assert x < 100 < 160 < x + width


@pytest.mark.parametrize(
    ("stop", "reason"),
    [
        ("max_steps", "the steps ran out"),
        ("limit: 0.50 dollars", "it reached its limit of 0.50 dollars"),
        ("error: no browser", "error: no browser"),
    ],
)
def test_filmstrip_says_why_there_is_no_answer(stop, reason):
    assert f"No answer: {reason}" in words(figures.filmstrip(episode(2, stop=stop)))


def test_the_typical_episode_is_of_median_length_among_those_with_all_pictures(tmp_path):
    for lengths, median in (((5, 1, 50), 5), ((2, 4), 4), ((1,), 1)):
        typical = figures.typical([episode(n) for n in lengths])
        assert len(typical.steps) == median
    whole = episode(3)
    seen = replace(whole.steps[0].observation, image=tmp_path / "gone.png")
    bare = replace(whole, steps=tuple(replace(step, observation=seen) for step in whole.steps))
    assert len(figures.typical([bare, episode(9)]).steps) == 9
    with pytest.raises(ValueError, match="None of these episodes has all its pictures"):
        figures.typical([bare, episode(0)])


@pytest.mark.slow
def test_fewer_colours_take_fewer_bytes_and_keep_the_accent(tmp_path):
    ax = figures.filmstrip(episode())
    many, few = (figures.save(ax, tmp_path / f"{n}.png", n) for n in (256, 28))
    assert few.stat().st_size < many.stat().st_size
    colours = [colour for _, colour in Image.open(few).convert("RGB").getcolors()]
    accent = numpy.array((0xD5, 0x5E, 0))
    assert len(colours) <= 28
    assert abs(numpy.array(colours) - accent).max(axis=1).min() < 12


# --- the published numbers ---


def test_published_numbers_are_runs_whose_rates_are_the_printed_ones():
    printed = pandas.read_csv(DATA / "paper/success_by_site.csv", keep_default_na=False)
    printed = printed[(printed["judge"] == "people") & (printed["site"] != "Overall")]
    expected = printed.set_index(["site", "system"])["success"].astype(float)
    run = published.table_1()
    names = run["view"].map(published.SYSTEMS)
    found = 100 * run.groupby([run["site"], names])["success"].mean().astype(float)
    assert found.sort_index().tolist() == pytest.approx(expected.sort_index().tolist(), abs=0.06)
    assert rates.rates(run, ["view"])["n"].tolist() == [643] * 3
    with pytest.raises(ValueError, match="no judge 'me': it has GPT-4V and people"):
        published.table_1("me")


def test_the_papers_sites_make_its_overall_rates():
    paper = pandas.read_csv(DATA / "paper/success_by_site.csv", keep_default_na=False)
    for _, rows in paper.groupby(["system", "backbone", "judge"]):
        sites, overall = rows[rows["site"] != "Overall"], rows[rows["site"] == "Overall"].iloc[0]
        assert len(sites) == 15
        assert sites["tasks"].sum() == overall["tasks"] == 643
        assert sites["golden"].sum() == overall["golden"] == 143
        success = (sites["success"] * sites["tasks"]).sum() / 643
        assert success == pytest.approx(overall["success"], abs=0.06)


def test_every_published_number_has_a_source():
    for file in (DATA / "paper").glob("*.csv"):
        rows = list(csv.DictReader(file.open(encoding="utf-8")))
        assert rows, file
        if file.name != "counterparts.csv":
            assert all("arXiv" in row["source"] or "ACL" in row["source"] for row in rows), file
    shares = pandas.read_csv(DATA / "paper/failures.csv")["share"]
    assert shares.sum() == pytest.approx(100)


def test_counterparts_are_sites_of_the_paper():
    paper = set(pandas.read_csv(DATA / "paper/success_by_site.csv")["site"])
    assert set(pandas.read_csv(DATA / "paper/counterparts.csv")["site"]) <= paper


def test_prices_are_numbers_with_a_source_and_the_rules_cost_nothing():
    prices = pandas.read_csv(DATA / "prices.csv").set_index("model")
    assert prices.index.is_unique
    assert prices["source"].notna().all()
    assert (prices[["input", "output"]] >= 0).all(axis=None)
    free = prices.index[prices["input"] == 0].tolist()
    assert free == ["offline-rules", "offline-eyes", "offline-learned"]
    undated = prices[prices["seen"].isna()].drop(free)
    assert undated["source"].str.contains("date of the page not stated").all()
