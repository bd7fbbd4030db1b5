"""A gallery: all figures of one or several runs in a folder, with their tables and a web page."""

from collections.abc import Iterable, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import matplotlib.pyplot as plt
import pandas
from jinja2 import StrictUndefined, Template

from ... import models, runs
from ...runs import Missing
from .. import judging
from ..failures import labels
from ..statistics import agreement, rates, screens
from . import endings, failures, judges, prices, screenshots, success, success_against
from .plates import Plate, find_sentence, list_plates
from .styling import save

TRUTH = "rules"
FEWEST = 5  # tasks that a feature needs to be drawn
# each a chapter of the page, with its figures in their order
CHAPTERS = (success, success_against, endings, prices, screenshots, judges, failures)
PAGE = Path(__file__).with_name("gallery.html")


def gallery(
    *folders: str | Path, into: str | Path, only: Iterable[str] | None = None
) -> pandas.DataFrame:
    """Draw all figures that the runs have data for into the folder `into`.

    Each becomes NAME.png, NAME.svg and NAME.csv, the table that it shows; index.html shows them
    all. A second call writes the same bytes. Returns one row per figure: its name, what to see in
    it and, if it could not be drawn, what is missing. `only` chooses figures by name. Raises
    ValueError for an unknown name or a run without episodes.
    """
    material, into = Material(folders), Path(into)
    drawn = [each for chapter in CHAPTERS for each in vars(chapter).values()]
    plates = {plate.name: plate for each in drawn for plate in list_plates(each)}
    wanted = list(plates if only is None else only)
    if unknown := [name for name in wanted if name not in plates]:
        raise ValueError(f"There is no figure {unknown[0]!r}; choose from {', '.join(plates)}.")
    into.mkdir(parents=True, exist_ok=True)
    found = [
        {"figure": name, "see": plate.see, "missing": _draw(plate, material, into)}
        for name, plate in plates.items()
        if name in wanted
    ]
    how: dict[str, Any] = {"autoescape": True, "trim_blocks": True, "lstrip_blocks": True}
    page = Template(PAGE.read_text("utf-8"), undefined=StrictUndefined, **how).render(
        drawn=[row for row in found if not row["missing"]],
        missing=[row for row in found if row["missing"]],
        runs=[folder.name for folder in material.folders],
        models=[models.describe(name) for name in material.episodes["model"].unique()],
    )
    (into / "index.html").write_text(page, encoding="utf-8", newline="\n")
    return pandas.DataFrame(found, columns=["figure", "see", "missing"])


def _draw(plate: Plate, material: "Material", into: Path) -> str:
    """Write one figure and its table; return "", or the reason why it cannot be drawn."""
    picture, drawing, table = (into / f"{plate.name}.{end}" for end in ("png", "svg", "csv"))
    try:
        needs = [getattr(material, name) for name in plate.needs]
        ax = plate.draw(*needs, **plate.options)
        lacking = find_sentence(ax)
    except ValueError as reason:  # a sentence about what the runs lack
        lacking = str(reason)
    if lacking:
        for file in (picture, drawing, table):  # from an earlier call that could draw it
            file.unlink(missing_ok=True)
        plt.close("all")
        return lacking
    save(ax, picture)
    save(ax, drawing, close=True)
    rows = plate.rows(needs[0])
    rows.to_csv(table, index=False, float_format="%.6g", lineterminator="\n")
    return ""


class Material:
    """What figures need from run folders, each table read when it is first needed.

    A property raises Missing when the runs lack its data. Raises ValueError when there is no run or
    a run holds no episodes, FileNotFoundError when a folder does not exist.
    """

    def __init__(self, folders: Sequence[str | Path]) -> None:
        if not folders:
            raise ValueError("Name at least one run folder, for example data/runs/offline-42.")
        self.folders = [Path(folder) for folder in folders]
        self._tables = {folder: runs.table(folder) for folder in self.folders}
        for folder, table in self._tables.items():
            if table.empty:
                raise ValueError(f"The run {folder} holds no episodes.")

    @cached_property
    def episodes(self) -> pandas.DataFrame:
        """One row per episode, scored by each run's default judge: `runs.table`, and its agent."""
        table = pandas.concat(self._tables.values(), ignore_index=True)
        return table.assign(agent=rates.series(table))

    @cached_property
    def model(self) -> str:
        """The name of the model that played all runs."""
        names = self.episodes["model"].unique()
        if len(names) > 1:
            raise Missing(f"This figure shows one model, but the runs are by {', '.join(names)}.")
        return names[0]

    @cached_property
    def scored(self) -> pandas.DataFrame:
        """`episodes`, of which at least one is a result with a verdict."""
        try:
            rates.scored(self.episodes)
        except ValueError as error:
            wanted = "judge the run, call judging.judge_run(folder, judges), see notebook 05"
            raise Missing(f"{error} To {wanted}.") from error
        return self.episodes

    @property
    def first_agent(self) -> pandas.DataFrame:
        """The first agent's scored episodes."""
        return self.scored[self.scored["agent"] == self.scored["agent"].iloc[0]]

    @property
    def views(self) -> pandas.DataFrame:
        """The scored episodes of several views."""
        if self.scored["view"].nunique() < 2:
            raise Missing(
                "Needs runs with two views on the same tasks, for example a second run with"
                " view=views.accessibility_tree, see notebook 07."
            )
        return self.scored

    @property
    def levels(self) -> pandas.DataFrame:
        """The scored episodes of tasks with a level."""
        return self._having("level", 'run tasks of tasks.load("gaia") or tasks.load("minigaia")')

    @property
    def difficulties(self) -> pandas.DataFrame:
        """The scored episodes of tasks with a difficulty."""
        return self._having("difficulty", "the mini web's tasks have one")

    @property
    def features(self) -> pandas.DataFrame:
        """The first agent's scored episodes, one row for each `feature` that enough tasks meet."""
        table = self._having("features", "the mini web's tasks name what their pages have")
        table = table[table["agent"] == table["agent"].iloc[0]]
        by_feature = table.assign(feature=table["features"].str.split(", ")).explode("feature")
        tasks = by_feature.groupby("feature")["task"].transform("nunique")
        if not (tasks >= FEWEST).any():
            raise Missing(f"Needs a feature that at least {FEWEST} tasks meet.")
        return by_feature[tasks >= FEWEST]

    def _having(self, column: str, how: str) -> pandas.DataFrame:
        """The scored episodes with a value in a column; if none, Missing says `how` to get it."""
        table = self.scored
        known = table[:0]
        if column in table:
            known = table[table[column].map(bool) & table[column].notna()]
        if known.empty:
            raise Missing(f"Needs episodes with a {column}: {how}.")
        return known

    @cached_property
    def screens(self) -> pandas.DataFrame:
        """One row per step, as in `screens.describe_screens`."""
        found = pandas.concat(map(screens.describe_screens, self.folders), ignore_index=True)
        if found["marks"].isna().all():
            raise Missing("Needs screenshots with marks: a run with view=views.marked_screenshot.")
        return found

    @cached_property
    def verdicts(self) -> pandas.DataFrame:
        """One row per verdict of every judge, with its run and view."""
        found = [
            judging.table(folder).assign(run=folder.name, view=table["view"].iloc[0])
            for folder, table in self._tables.items()
        ]
        verdicts = pandas.concat(found, ignore_index=True)
        if all(judge == TRUTH or runs.ANSWERS in judge for judge in verdicts["judge"].unique()):
            raise Missing("Needs verdicts of a judge: call judging.judge_run, see notebook 05.")
        return verdicts

    @property
    def judges(self) -> pandas.DataFrame:
        """Each judge of the first run against the rules."""
        first = self.verdicts[self.verdicts["run"] == self.folders[0].name]
        return agreement.judges(first, TRUTH, draws=200)

    @property
    def judges_by_view(self) -> pandas.DataFrame:
        """Each judge of several views against the rules, by view."""
        if self.verdicts["view"].nunique() < 2:
            raise Missing("Needs judged runs with two views on the same tasks, see notebook 07.")
        shared = self.verdicts.groupby("judge")["view"].transform("nunique") > 1
        return agreement.judges(self.verdicts[shared], TRUTH, by="view", draws=200)

    @property
    def judged(self) -> pandas.DataFrame:
        """`episodes` under each judge, one row per episode and judge."""
        verdicts = {folder: judging.table(folder)["judge"] for folder in self.folders}
        pairs = [(folder, judge) for folder in verdicts for judge in verdicts[folder].unique()]
        if len({judge for _, judge in pairs}) < 2:
            raise Missing("Needs verdicts of two judges: call judging.judge_run, see notebook 05.")
        found = [runs.table(folder, judge=judge) for folder, judge in pairs]
        return pandas.concat(found, ignore_index=True)

    @cached_property
    def labels(self) -> pandas.DataFrame:
        """Why episodes failed, one row each: what people agree on, or else what a model says."""
        columns = ["run", "task", "attempt", "site", "steps", "stop", "max_steps"]
        found = []
        for folder, table in self._tables.items():
            agreed, every = labels.consensus(folder), labels.table(folder)
            chosen = agreed if len(agreed) else every[every["by"] == "model"]
            chosen = chosen[chosen["rater"] == chosen["rater"].iloc[0]] if len(chosen) else chosen
            found.append(chosen.merge(table[columns], on=["task", "attempt"]))
        labelled = pandas.concat(found, ignore_index=True)
        if labelled.empty:
            raise Missing("Needs labels of failures: call failures.categorise, see notebook 06.")
        return labelled

    @property
    def wrong_steps(self) -> pandas.DataFrame:
        """At which step episodes went wrong, by who labelled them."""
        if not (self.labels["step"] > 0).any():
            wanted = "labels with the step at which episodes went wrong"
            raise Missing(f"Needs {wanted}, see notebook 06.")
        return self.labels[["rater", "step"]].rename(columns={"rater": "source"})
