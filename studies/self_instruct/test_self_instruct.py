"""What proposals are worth: solvable by written steps, natural to two raters, alike in pairs."""

import json

import pandas
import pytest

from studies.self_instruct import pairs, ratings, solvable
from webvoyager import Task, tasks
from webvoyager.lab.proposing import similarity
from webvoyager.lab.proposing.pool import Proposal

PLANTED = [json.loads(line) for line in (tasks.FOLDER / "planted.jsonl").open(encoding="utf-8")]


def test_the_planted_tasks_cover_all_sites_and_kinds():
    assert len(PLANTED) >= 20 and len({row["web_name"] for row in PLANTED}) == 8
    assert len({row["kind"] for row in PLANTED}) == 4


@pytest.mark.parametrize("id", ["shop--planted-0", "stays--planted-2", "words--planted-1"])
def test_no_oracle_solves_a_planted_task(env, id):
    """`python -m studies.self_instruct.solvable` plays all; its table is data/tasks/solvable.csv."""
    planted = next(row for row in PLANTED if row["id"] == id)
    row = Proposal(id, planted["web_name"], planted["web"], planted["ques"])
    passed, reason = solvable.follow(env, row.task, planted)
    assert passed is False and "oracle" in reason


def test_an_oracle_passes_only_if_its_pages_show_the_answer(env):
    row = Proposal("papers--16", "papers", "http://papers.mini/", "How large may a submission be?")
    way = [["Click", "link", "Help"], ["Click", "link", "File formats and size limits"]]

    def follow(answer: str, parts: list) -> tuple:
        oracle = {"steps": [*way, ["ANSWER", answer]], "parts": parts}
        return solvable.follow(env, row.task, oracle)

    assert follow("50 MB", ["50 MB"]) == (True, "3 steps lead to '50 MB'.")
    assert follow("7 TB", ["7 TB"]) == (False, "No page shows '7 TB'.")
    assert follow("$50", ["$50"])[0] is False
    assert follow("", [])[0] is None


def test_the_stored_rates_reject_all_planted_tasks_and_few_others():
    """All planted tasks are rejected, and hardly any of the mini web's own."""
    table = pandas.read_csv(tasks.FOLDER / "solvable.csv").set_index("task")
    planted, seeds = (table[table["set"] == name] for name in ("planted", "seeds"))
    assert set(planted.index) == {row["id"] for row in PLANTED}
    assert set(planted["solvable"]) == {"no"}
    assert set(seeds.index) == {task.id for task in tasks.load()}
    assert (seeds["solvable"] == "yes").mean() > 0.95


# --- natural or not ---


@pytest.mark.slow
def test_two_raters_rate_the_same_tasks_blind_and_in_different_orders(tmp_path):
    seeds = ["How many watts does the Brightpot draw?", "Which kettle is cheap?", "Who won?"]
    rows = [
        Proposal(f"shop--{n}", "shop", "http://shop.mini/", question, "seed")
        for n, question in enumerate(seeds)
    ]
    rows.append(
        Proposal("shop--3", "shop", "http://shop.mini/", "What is the page's shop?", "open")
    )
    first, second = tmp_path / "first.csv", tmp_path / "second.csv"
    sheets = [ratings.write_sheet(file, rows, seed) for seed, file in enumerate((first, second))]
    assert list(sheets[0]) == ["site", "question", "natural"]
    assert list(sheets[0].question) != list(sheets[1].question)
    for file, odd in ((first, "yes"), (second, "no")):
        sheet = pandas.read_csv(file)
        sheet["natural"] = ["no" if "page's" in each else "yes" for each in sheet.question]
        sheet.loc[sheet.question.str.contains("watts"), "natural"] = odd
        sheet.to_csv(file, index=False)
    rated = ratings.read_ratings({"a": first, "b": second}, rows)
    measured = ratings.measure_agreement(rated)
    assert measured.loc["percent agreement", "value"] == 0.75
    assert measured.loc["Cohen's kappa", "value"] == 0.5
    counts = ratings.count_natural(rated)
    assert counts.loc[("b", "seeds"), "natural"] == 2 and counts.loc[("b", "seeds"), "tasks"] == 3
    with pytest.raises(FileExistsError):
        ratings.write_sheet(first, rows, 1)
    first.write_text("site,question,natural\nshop,Why?,yes\n")
    with pytest.raises(ValueError, match=r"first\.csv: 'Why\?' is rated 'yes': leave site"):
        ratings.read_ratings({"a": first}, rows)


# --- how alike ---


def test_all_pairs_are_listed_and_the_most_similar_come_first():
    questions = [
        "What is the price of the red lamp?",
        "Who won?",
        "What is the price of the blue lamp?",
    ]
    found = pairs.compare_all(
        [
            Task(id=f"x--{n}", site="x", url="http://x.test/", question=words)
            for n, words in enumerate(questions)
        ]
    )
    assert len(found) == 3 and {found.id_1[0], found.id_2[0]} == {"x--0", "x--2"}
    assert found.similarity.is_monotonic_decreasing and found.attrs["by"] == similarity.FALLBACK
    assert pairs.count_in_bands(found)["pairs"].sum() == 3


def test_a_threshold_is_measured_on_labelled_pairs():
    labelled = pandas.DataFrame(
        {"label": ["same", "same", "other", "other"], "similarity": [0.9, 0.65, 0.7, 0.2]}
    )
    table = pairs.count_errors(labelled)
    assert list(table["let through"]) == [0, 1, 1]
    assert list(table["wrongly rejected"]) == [1, 1, 0]
    assert set(table["duplicates"]) == set(table["other tasks"]) == {2}
    words = pandas.DataFrame({"first": ["a lamp"], "second": ["a lamp"], "label": ["same"]})
    assert pairs.compare_labelled(words).similarity[0] == pytest.approx(1)
