"""The experiments on tree search: each setting is a run that can be resumed.

One table has all settings, and a figure draws them beside the paper's.
"""

from dataclasses import replace

import pandas
import pytest
from matplotlib import pyplot

from studies.search import search_figures, study
from studies.search.study import EXPERIMENTS, Setting
from webvoyager import Task, runs
from webvoyager.lab import search
from webvoyager.lab.figures.styling import PUBLISHED


def test_every_published_setting_of_an_experiment_can_be_played():
    paper = pandas.read_csv(PUBLISHED / "tree_search.csv")
    paper = paper[paper["experiment"].isin(EXPERIMENTS)]
    named = paper["setting"].str.removeprefix("GPT-4o, ")
    unknown = [
        name
        for name, of in zip(named, paper["experiment"], strict=True)
        if name not in EXPERIMENTS[of]
    ]
    assert unknown == ["LLaVA-v1.6-34B, n=20"]


def test_equal_settings_share_a_run_and_others_do_not():
    names = [setting.name for settings in EXPERIMENTS.values() for setting in settings.values()]
    different = {setting for settings in EXPERIMENTS.values() for setting in settings.values()}
    assert len(set(names)) == len(different) < len(names)
    assert (
        Setting(0, depth=2).name == Setting(0).name
        and "/" not in Setting(value="ground truth").name
    )


def test_settings_are_played_resumed_and_tabulated(web, tmp_path):
    [task] = web.tasks("recipes--0")
    searched = Setting(1, 1, 1, "ground truth", view="accessibility_tree", max_steps=1)
    settings = [Setting(0), searched, Setting(trajectories=1, max_steps=1)]
    for _ in range(2):  # the second call has nothing left to do
        study.play(
            tmp_path,
            settings,
            [task],
            model="offline-rules",
            progress=lambda task, node: 0.0,
            workers=1,
        )
    played = [runs.table(tmp_path / setting.name) for setting in settings]
    assert [len(table) for table in played] == [1, 1, 1]
    assert (played[1].view[0], played[1].steps[0]) == ("accessibility_tree", 1)
    found = study.table(tmp_path)
    # the other two settings are in no experiment
    assert set(found["experiment"]) == {
        "success",
        "view",
        "budget",
        "value function",
    }
    assert found["difficulty"].notna().all() and "folder" not in found
    assert set(found["right_answer"]) == {""}  # no episode here has a tree
    plain = found[found["setting"] == "without search"].iloc[0]
    assert plain["visited"] == plain["steps"] <= study.MAX_STEPS and plain["went_back"] == 0


def test_a_table_without_any_run_is_refused(tmp_path):
    with pytest.raises(FileNotFoundError, match="play some first"):
        study.table(tmp_path)


def test_a_ground_truth_without_progress_is_refused(tmp_path):
    with pytest.raises(ValueError, match="pass `progress`"):
        study.play(tmp_path / "run", EXPERIMENTS["value function"].values(), [])
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize(
    ("answers", "fate"),
    [
        ([("red", {"visit": 1, "committed": True})], "never proposed"),
        ([("heliotrope", {}), ("red", {"visit": 1})], "proposed, not visited"),
        ([("heliotrope", {"visit": 2}), ("heliotrope", {})], "visited, not committed"),
        ([("heliotrope", {}), ("heliotrope", {"visit": 2, "committed": True})], "committed"),
    ],
)
def test_a_tree_shows_the_fate_of_the_right_answer(answers, fate):
    rule = {"parts": ["heliotrope"]}
    task = Task(
        id="t",
        site="doors",
        url="http://a.mini/",
        question="Which?",
        answer={"type": "golden", "rule": rule},
    )
    states = [
        search.Node(number, parent=0, action=f"ANSWER; {words}", **more)
        for number, (words, more) in enumerate(answers, 1)
    ]
    tree = search.trees.Tree("t", "Which?", "m", {}, (search.Node(0), *states))
    assert study.find_right_answer(tree, task) == fate
    asks_state = {"type": "golden", "rule": {**rule, "state": {"path": "cart", "length": 1}}}
    assert study.find_right_answer(tree, replace(task, answer=asks_state)) == ""


def test_an_unknown_value_function_is_refused():
    with pytest.raises(ValueError, match="no value function 'guess'"):
        study.play_one(None, None, Setting(value="guess"))


def table(**columns: list) -> pandas.DataFrame:
    """Rows as `study.table` returns them."""
    count = len(columns["setting"])
    usual = {
        "experiment": "success",
        "model": "offline-rules",
        "stop": "answer",
        "view": "marked_screenshot",
        "attempt": 1,
        "max_steps": 8,
        "visited": 3,
        "prompt_tokens": 100,
        "completion_tokens": 10,
        "seconds": 5.0,
        "cost": 0.5,
        "difficulty": "easy",
        "task": [f"t--{number // 2}" for number in range(count)],
    }
    return pandas.DataFrame(usual | columns)


def test_a_summary_gives_the_cost_of_a_solved_task():
    found = study.summary(
        table(
            setting=["without search", "with search"] * 2,
            success=[False, True, False, True],
            visited=[2, 8, 2, 4],
        )
    )
    plain, searched = (found.loc[("success", name)] for name in ("without search", "with search"))
    assert (searched["n"], searched["solved"], searched["states visited per task"]) == (2, 2, 6.0)
    assert searched["tokens per solved task"] == 110 and pandas.isna(
        plain["tokens per solved task"]
    )
    assert searched["dollars per solved task"] == 0.5 and pandas.isna(
        plain["dollars per solved task"]
    )


def test_without_a_price_the_summary_has_no_dollars():
    rows = table(setting=["with search"] * 2, success=[True, True], cost=[0.5, None])
    assert pandas.isna(study.summary(rows)["dollars per solved task"].iloc[0])


def read_rates(ax, kind: str) -> list[float]:
    """The rates that a figure shows as "ours" or "theirs"."""
    return [line.get_xdata()[0] for line in ax.lines if line.get_gid() == kind]


def words(ax) -> str:
    """All text of a figure, its line breaks replaced by spaces."""
    return " ".join(" ".join(text.get_text() for text in ax.texts).split())


def test_a_figure_shows_ours_and_the_papers_and_names_the_model():
    rows = table(
        setting=["0", "5"] * 3, experiment="budget", success=[False, True, True, True, False, False]
    )
    ax = search_figures.search_settings(rows, "budget")
    shown = [tick.get_text() for tick in ax.get_yticklabels()]
    assert shown == ["0", "5", "20"]  # the last one is only in the paper
    assert read_rates(ax, "ours") == pytest.approx([100 / 3, 200 / 3])
    assert read_rates(ax, "theirs") == [24.5, 32.0, 37.0]
    assert "not a language model" in words(ax) and "VisualWebArena" in words(ax)
    pyplot.close(ax.figure)
    with pytest.raises(ValueError, match="no runs of the experiment 'value function'"):
        search_figures.search_settings(rows, "value function")


def test_settings_are_compared_on_their_common_tasks():
    rows = table(
        setting=["0", "5", "0", "5", "0"],
        experiment="budget",
        success=[True, False, True, True, None],
    )
    ax = search_figures.search_settings(rows, "budget")
    assert read_rates(ax, "ours") == [100.0, 50.0]
    assert "the same 2 tasks" in words(ax)
    pyplot.close(ax.figure)
    with pytest.raises(ValueError, match="under all settings"):
        search_figures.search_settings(rows.iloc[[0, 3]], "budget")


def test_groups_are_shown_with_and_without_search():
    setting, difficulty = ["without search", "with search"] * 2, ["hard", "hard", "easy", "easy"]
    ax = search_figures.search_by_group(
        table(setting=setting, success=[False, False, True, True], difficulty=difficulty),
        "difficulty",
    )
    assert [tick.get_text() for tick in ax.get_yticklabels()] == ["easy", "hard"]
    assert len(read_rates(ax, "ours")) == 4
    assert read_rates(ax, "theirs") == [34.2, 42.3, 10.2, 14.9]
    pyplot.close(ax.figure)


def test_by_site_only_our_values_with_and_without_search_are_drawn():
    setting = ["without search", "with search", "without search, 30 steps"] * 2
    site = ["shop"] * 3 + ["words"] * 3
    success = [False, True, True, False, True, True]
    task = ["shop--0"] * 3 + ["words--0"] * 3
    rows = table(setting=setting, success=success, site=site, task=task)
    ax = search_figures.search_by_group(rows, "site")
    assert [tick.get_text() for tick in ax.get_yticklabels()] == ["shop", "words"]
    assert len(read_rates(ax, "ours")) == 4 and not read_rates(ax, "theirs")
    assert "the same 2 tasks" in words(ax) and "Koh" not in words(ax)
    pyplot.close(ax.figure)
    unscored = table(setting=setting, success=[None, *success[1:]], site=site, task=task)
    ax = search_figures.search_by_group(unscored, "site")  # unscored in one setting, so in no rate
    assert [tick.get_text() for tick in ax.get_yticklabels()] == ["words"]
    pyplot.close(ax.figure)


def test_views_are_drawn_beside_the_papers_agents():
    rows = table(
        setting=["screenshot", "text only"],
        experiment="view",
        success=[True, False],
        task=["t", "t"],
    )
    ax = search_figures.search_settings(rows, "view")
    assert read_rates(ax, "theirs") == [18.9, 26.4, 7.6, 16.7]
    assert "GPT-4o (screenshots) and Llama-3-70B (text with captions)" in words(ax)
    pyplot.close(ax.figure)
