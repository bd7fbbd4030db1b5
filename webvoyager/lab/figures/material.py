"""The data behind the figures of a gallery: the tables of one or several runs."""

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

import pandas

from ... import runs
from ...runs import Missing
from .. import judging
from ..failures import labels
from ..running import rates, screens

TRUTH = "rules"


class Material:
    """The tables of run folders, each read when it is first needed.

    Raises ValueError when there is no run or a run holds no episodes, FileNotFoundError when a
    folder does not exist.
    """

    def __init__(self, folders: Sequence[str | Path]) -> None:
        if not folders:
            raise ValueError("Name at least one run folder, for example data/runs/offline-42.")
        self.folders = [runs.to_folder(folder) for folder in folders]
        for folder in self.folders:
            if self._tables[folder].empty:
                raise ValueError(f"The run {folder} holds no episodes.")

    @cached_property
    def _tables(self) -> dict[Path, pandas.DataFrame]:
        return {folder: runs.table(folder) for folder in self.folders}

    @cached_property
    def episodes(self) -> pandas.DataFrame:
        """One row per episode, as in `runs.table`, scored by each run's default judge."""
        return pandas.concat(self._tables.values(), ignore_index=True)

    @cached_property
    def scored(self) -> pandas.DataFrame:
        """`episodes`; raises Missing when none of them is a result with a verdict."""
        try:
            rates.scored(self.episodes)
        except ValueError as error:
            wanted = "judge the run, call judging.judge_run(folder, judges), see notebook 05"
            raise Missing(f"{error} To {wanted}.") from error
        return self.episodes

    @property
    def agent(self) -> str:
        """The name of the model that played all runs; raises Missing when there are several."""
        names = self.episodes["model"].unique()
        if len(names) > 1:
            raise Missing(f"This figure shows one model, but the runs are by {', '.join(names)}.")
        return names[0]

    @cached_property
    def verdicts(self) -> pandas.DataFrame:
        """One row per verdict of every judge, with its run, view and model."""
        found = [
            judging.table(folder).assign(**self._describe_run(folder, "run", "view", "model"))
            for folder in self.folders
        ]
        found = pandas.concat(found, ignore_index=True)
        if not set(found["judge"]) - {TRUTH}:
            raise Missing("Needs verdicts of a judge: call judging.judge_run, see notebook 05.")
        return found

    @cached_property
    def judged(self) -> pandas.DataFrame:
        """`episodes` under each judge, one row per episode and judge."""
        found = [
            runs.table(folder, judge=judge)
            for folder in self.folders
            for judge in judging.table(folder)["judge"].unique()
        ]
        if not found or pandas.concat(found)["judge"].nunique() < 2:
            raise Missing("Needs verdicts of two judges: call judging.judge_run, see notebook 05.")
        return pandas.concat(found, ignore_index=True)

    @cached_property
    def labels(self) -> pandas.DataFrame:
        """Why episodes failed, one row each: what people agree on, or else what a model says."""
        columns = ["run", "task", "attempt", "site", "steps", "stop", "max_steps"]
        found = []
        for folder, table in self._tables.items():
            agreed, every = labels.consensus(folder), labels.table(folder)
            chosen = agreed if len(agreed) else every[every["by"] == "model"]
            if chosen["rater"].nunique() > 1:
                chosen = chosen[chosen["rater"] == chosen["rater"].iloc[0]]
            found.append(chosen.merge(table[columns], on=["task", "attempt"]))
        found = pandas.concat(found, ignore_index=True)
        if found.empty:
            raise Missing("Needs labels of failures: call failures.categorise, see notebook 06.")
        return found

    @cached_property
    def screens(self) -> pandas.DataFrame:
        """One row per step, as in `screens.describe_screens`."""
        found = [screens.describe_screens(folder) for folder in self.folders]
        return pandas.concat(found, ignore_index=True)

    def having(self, column: str, how: str) -> pandas.DataFrame:
        """The scored episodes with a value in a column; if none, Missing says `how` to get it."""
        table = self.scored
        known = table[table[column].map(bool) & table[column].notna()] if column in table else []
        if not len(known):
            raise Missing(f"Needs episodes with a {column}: {how}.")
        return known

    def _describe_run(self, folder: Path, *columns: str) -> dict[str, str]:
        return {name: self._tables[folder][name].iloc[0] for name in columns}
