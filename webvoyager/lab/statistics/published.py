"""The papers' numbers as runs, so that they can be drawn and counted like any run.

A paper prints how many of a site's tasks were solved, not which. So each site has its number of
tasks here, with as many of them solved as the printed rate says. Everything that would need more
(steps, marks, the same task under two agents) is missing.
"""

import pandas

from ...data_files import DATA

FOLDER = DATA / "paper"  # the papers' numbers, as CSV files
SYSTEMS = {  # the paper's name for each of our views
    "marked_screenshot": "WebVoyager",
    "accessibility_tree": "WebVoyager text-only",
    "web_search": "GPT-4 (All Tools)",
}
PEOPLE = "people"  # who judged


def table_1(judge: str = PEOPLE) -> pandas.DataFrame:
    """One row per task and system of He et al. 2024 (v4), Table 1: 643 tasks on 15 sites.

    The columns are those of `runs.table` that are known; `model` says "as published". For the
    automatic judge, "GPT-4V", the mean of its three runs counts. Raises ValueError when Table 1 has
    no such judge.
    """
    printed = _read("success_by_site.csv")
    judges = sorted(printed["judge"].unique())
    if judge not in judges:
        raise ValueError(f"Table 1 has no judge {judge!r}: it has {' and '.join(judges)}.")
    chosen = printed[(printed["judge"] == judge) & (printed["site"] != "Overall")]
    return _expand(chosen, "He et al. 2024, Table 1")


def figure_5() -> pandas.DataFrame:
    """One row per question and system of He et al. 2024 (v1), Figure 5: GAIA, with its `level`."""
    printed = _read("gaia.csv").assign(site="GAIA", judge=PEOPLE, backbone="GPT-4V")
    return _expand(printed, "He et al. 2024, Figure 5")


def by_counterpart(published: pandas.DataFrame) -> pandas.DataFrame:
    """The rows of sites that have a counterpart on the mini web, under the counterpart's name.

    `printed` keeps the site's own name.
    """
    hosts = _read("counterparts.csv").set_index("site")["host"]
    known = published[published["site"].isin(hosts.index)]
    return known.assign(site=known["site"].map(hosts), printed=known["site"])


def _read(name: str) -> pandas.DataFrame:
    return pandas.read_csv(FOLDER / name, keep_default_na=False)


def _expand(printed: pandas.DataFrame, source: str) -> pandas.DataFrame:
    """One row per task from rows of rates in %: the first tasks of each are the solved ones."""
    views = {system: view for view, system in SYSTEMS.items()}
    place = printed["system"].map(list(views).index)
    tasks = printed["tasks"].astype(int)
    solved = (printed["success"].astype(float) * tasks / 100).round()
    ordered = printed.assign(solved=solved).iloc[place.argsort(kind="stable")]
    rows = ordered.loc[ordered.index.repeat(tasks[ordered.index])]
    number = rows.groupby(level=0).cumcount()
    level = rows["level"].astype(str) if "level" in rows else ""
    known = {
        "run": source,
        "site": rows["site"],
        "model": rows["backbone"].replace("", "GPT-4") + ", as published",
        "view": rows["system"].map(views),
        "stop": "answer",
        "judge": rows["judge"],
        "attempt": 0,
        "task": rows["site"] + level + "--" + number.astype(str),
        "success": (number < rows["solved"]).astype("boolean"),
    }
    table = pandas.DataFrame(known | ({"level": level} if "level" in rows else {}))
    return table.reset_index(drop=True)
