"""The figures of a gallery: their names, what to see in them, and how to draw them from runs."""

from collections.abc import Callable
from dataclasses import dataclass

import pandas
from matplotlib.axes import Axes

from ..judging import agreement
from ..running import rates
from .failure_shares import failures_by_length, failures_by_site
from .failures import failure_categories, where_it_went_wrong
from .judges import judge_agreement, judge_by_group, success_by_judge
from .length_marks import length_and_marks
from .marks_per_screenshot import marks_per_screenshot
from .material import TRUTH, Material, Missing
from .price_of_success import price_of_success
from .shares_of_stops import shares_of_stops
from .success import success_by, success_by_level, success_by_site, success_by_view
from .success_against import success_against, success_over
from .survival import survival
from .tasks import DIFFICULTIES

FEWEST = 5  # tasks that a feature needs to be drawn


@dataclass(frozen=True)
class Plate:
    """One figure: `draw` returns its axes and the table behind it, or raises ValueError."""

    name: str
    see: str
    draw: Callable[[Material], tuple[Axes, pandas.DataFrame]]


def _draw_by_site(runs: Material) -> tuple[Axes, pandas.DataFrame]:
    return success_by_site(runs.scored), _list_rates(runs.scored, "site")


def _draw_by_view(runs: Material) -> tuple[Axes, pandas.DataFrame]:
    if runs.scored["view"].nunique() < 2:
        raise Missing(
            "Needs runs with two views on the same tasks, for example a second run with"
            " view=views.accessibility_tree, see notebook 07."
        )
    return success_by_view(runs.scored), _list_rates(runs.scored, "view")


def _draw_by_level(runs: Material) -> tuple[Axes, pandas.DataFrame]:
    table = runs.having("level", 'run tasks of tasks.load("gaia") or tasks.load("minigaia")')
    return success_by_level(table), _list_rates(table, "level")


def _draw_by_difficulty(runs: Material) -> tuple[Axes, pandas.DataFrame]:
    table = runs.having("difficulty", "the mini web's tasks have one")
    axes = success_by(table, "difficulty", order=list(DIFFICULTIES))
    return axes, _list_rates(table, "difficulty")


def _draw_by_feature(runs: Material) -> tuple[Axes, pandas.DataFrame]:
    table = runs.having("features", "the mini web's tasks name what their pages have")
    first = _choose_first(table)
    by_feature = first.assign(feature=first["features"].str.split(", ")).explode("feature")
    tasks = by_feature.groupby("feature")["task"].transform("nunique")
    if not (tasks >= FEWEST).any():
        raise Missing(f"Needs a feature that at least {FEWEST} tasks meet.")
    by_feature = by_feature[tasks >= FEWEST]
    return success_by(by_feature, "feature"), _list_rates(by_feature, "feature")


def _draw_length_and_marks(runs: Material) -> tuple[Axes, pandas.DataFrame]:
    return length_and_marks(runs.scored), rates.length_and_marks(runs.scored)


def _make_against(column: str) -> Callable[[Material], tuple[Axes, pandas.DataFrame]]:
    def draw(runs: Material) -> tuple[Axes, pandas.DataFrame]:
        return success_against(runs.scored, column), _list_episodes(runs.scored, column)

    return draw


def _draw_over_steps_and_marks(runs: Material) -> tuple[Axes, pandas.DataFrame]:
    table = _choose_first(runs.scored)
    return success_over(table), _list_episodes(table, "steps", "marks")


def _draw_survival(runs: Material) -> tuple[Axes, pandas.DataFrame]:
    table = runs.scored.assign(agent=rates.series(runs.scored))
    return survival(table, hue="agent"), _list_episodes(table, "steps", "stop")


def _draw_endings(runs: Material) -> tuple[Axes, pandas.DataFrame]:
    table = runs.episodes.assign(agent=rates.series(runs.episodes))
    return shares_of_stops(table, hue="agent"), _list_episodes(table, "stop")


def _draw_price(runs: Material) -> tuple[Axes, pandas.DataFrame]:
    table = runs.scored.assign(agent=rates.series(runs.scored))
    paid = ["prompt_tokens", "completion_tokens", "cost", "seconds"]
    return price_of_success(table, hue="agent")[0], _list_episodes(table, *paid)


def _draw_marks(runs: Material) -> tuple[Axes, pandas.DataFrame]:
    if not runs.screens["marks"].notna().any():
        raise Missing("Needs screenshots with marks: a run with view=views.marked_screenshot.")
    columns = ["run", "task", "attempt", "index", "site", "view", "marks", "covered", "crowded"]
    return marks_per_screenshot(runs.screens, hue="view"), runs.screens[columns]


def _draw_agreement(runs: Material) -> tuple[Axes, pandas.DataFrame]:
    first = runs.verdicts[runs.verdicts["run"] == runs.folders[0].name]
    table = agreement.judges(first, TRUTH, draws=200)
    return judge_agreement(table), table.reset_index()


def _draw_agreement_by_view(runs: Material) -> tuple[Axes, pandas.DataFrame]:
    if runs.verdicts["view"].nunique() < 2:
        raise Missing("Needs judged runs with two views on the same tasks, see notebook 07.")
    shared = runs.verdicts.groupby("judge")["view"].transform("nunique") > 1
    table = agreement.judges(runs.verdicts[shared], TRUTH, by="view", draws=200)
    return judge_by_group(table), table.reset_index()


def _draw_by_judge(runs: Material) -> tuple[Axes, pandas.DataFrame]:
    return success_by_judge(runs.judged), _list_rates(runs.judged, "judge")


def _draw_categories(runs: Material) -> tuple[Axes, pandas.DataFrame]:
    return failure_categories(runs.labels, runs.agent), runs.labels


def _draw_categories_by_site(runs: Material) -> tuple[Axes, pandas.DataFrame]:
    return failures_by_site(runs.labels, runs.agent), runs.labels


def _draw_categories_by_length(runs: Material) -> tuple[Axes, pandas.DataFrame]:
    return failures_by_length(runs.labels, runs.agent), runs.labels


def _draw_wrong_steps(runs: Material) -> tuple[Axes, pandas.DataFrame]:
    steps = runs.labels[["rater", "step"]].rename(columns={"rater": "source"})
    if not (steps["step"].notna() & (steps["step"] > 0)).any():
        raise Missing("Needs labels with the step at which episodes went wrong, see notebook 06.")
    return where_it_went_wrong(steps, runs.agent), steps


def _choose_first(table: pandas.DataFrame) -> pandas.DataFrame:
    """Only the first agent's episodes."""
    agents = rates.series(table)
    return table[agents == agents.iloc[0]]


def _list_rates(table: pandas.DataFrame, by: str) -> pandas.DataFrame:
    """The rates in the figure: one row per agent and group."""
    named = table.assign(agent=rates.series(table))
    return rates.rates(named, list(dict.fromkeys([by, "agent"]))).reset_index()


def _list_episodes(table: pandas.DataFrame, *columns: str) -> pandas.DataFrame:
    """The episodes in the figure, with the columns that place them."""
    known = ["run", "task", "attempt", "site", "model", "view", "success", *columns]
    return table[list(dict.fromkeys(known))]


PLATES = (
    Plate("success_by_site", "Which agent leads where? Follow one colour down the sites, then"
          " compare the colours within a site.", _draw_by_site),
    Plate("success_by_view", "What does an agent gain from the picture, and what from the text?",
          _draw_by_view),
    Plate("success_by_level", "Do questions that need more steps and tools separate the agents?",
          _draw_by_level),
    Plate("success_by_difficulty", "Does success fall with the number of steps that a task needs?",
          _draw_by_difficulty),
    Plate("success_by_feature", "Which feature of a page costs most? A task counts once for each"
          " feature that it meets.", _draw_by_feature),
    Plate("length_and_marks", "The paper's Figure 6, one point per site: are sites in the lower"
          " left the easy ones?", _draw_length_and_marks),
    Plate("success_against_steps", "Do long trajectories end well? The curve is fitted to single"
          " episodes.", _make_against("steps")),
    Plate("success_against_marks", "Do crowded screenshots make a task harder? The curve is fitted"
          " to single episodes.", _make_against("marks")),
    Plate("success_over_steps_and_marks", "Both at once: which way do the lines of equal success"
          " lean?", _draw_over_steps_and_marks),
    Plate("survival", "How many episodes still run after each step, and how many were solved by"
          " then?", _draw_survival),
    Plate("endings", "How did the episodes end, and how many of the answers were right?",
          _draw_endings),
    Plate("price_of_success", "What does one solved task cost, failures included?", _draw_price),
    Plate("marks_per_screenshot", "How many numbers does an agent have to choose from, by site?",
          _draw_marks),
    Plate("judge_agreement", "Of the first run: is any judge better than one that always gives"
          " the more frequent verdict (dotted)?", _draw_agreement),
    Plate("judge_by_view", "Does a judge's worth depend on what the agent was shown?",
          _draw_agreement_by_view),
    Plate("success_by_judge", "How much does the success rate depend on the judge?",
          _draw_by_judge),
    Plate("failure_categories", "Which kind of failure leads, and is the order the paper's?",
          _draw_categories),
    Plate("failures_by_site", "Is there a site where another kind of failure leads?",
          _draw_categories_by_site),
    Plate("failures_by_length", "Do short and long episodes fail in different ways?",
          _draw_categories_by_length),
    Plate("where_it_went_wrong", "Are episodes lost early or late?", _draw_wrong_steps),
)  # fmt: skip
