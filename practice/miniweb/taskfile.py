"""Write the tasks as files in the benchmark's schema: questions in one, answers in another.

A question's row has five more columns: difficulty, the number of oracle steps that it stands for,
the features of the site it meets, `needs_vision` if the answer is only in a picture, and the seed
of the web its answer holds for. Rows of questions across sites have GAIA's columns, too.
"""

import base64
import csv
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from webvoyager.records import Task
from webvoyager.tasks import attach

from . import questions, sites
from .world import World

FOLDER = Path(__file__).parents[2] / "data" / "tasks"
FEATURES = FOLDER.parent / "miniweb" / "features.csv"
EASY, MEDIUM = 3, 9  # the most oracle steps of an easy and of a medium task


def make_all_tasks(data: Mapping[str, Any]) -> dict[str, list[dict]]:
    """The tasks of each site with their rules and oracles, by the site's name."""
    return {name: sites.module(name).tasks(data[name]) for name in data}


def tasks(
    world: World, rows_by_site: Mapping[str, Sequence[dict]], names: Sequence[str] = ()
) -> list[Task]:
    """The tasks of all sites, or of those named, from the rows that the sites made."""
    return [
        _build_task(world, site, number, row)
        for site, number, row in _select_rows(rows_by_site, names)
    ]


def oracles(
    rows_by_site: Mapping[str, Sequence[dict]], names: Sequence[str] = ()
) -> dict[str, list[list[str]]]:
    """The steps that solve each task, by its id."""
    return {
        f"{site}--{number}": row["oracle"]
        for site, number, row in _select_rows(rows_by_site, names)
    }


def _select_rows(
    rows_by_site: Mapping[str, Sequence[dict]], names: Sequence[str]
) -> Iterator[tuple[str, int, dict]]:
    """The tasks with these sites or ids, or all. Raises ValueError for an unknown name."""
    for name in names or rows_by_site:
        site, _, wanted = name.partition("--")
        rows = list(enumerate(rows_by_site[site])) if site in rows_by_site else []
        named = [(site, number, row) for number, row in rows if wanted in ("", str(number))]
        if names and not named:  # without names, a site may have no tasks
            raise ValueError(
                f"There is no site or task {name!r}; the sites are {', '.join(rows_by_site)}."
            )
        yield from named


def _build_task(world: World, name: str, number: int, row: dict) -> Task:
    address = f"http://{row.get('host', name)}.mini{row.get('start', '/')}"
    question, images = row["ques"], ()
    if "attached" in row:
        question, images = attach(question, row["extra"]["file_name"], _decode_attached(row))
    answer = {key: row[key] for key in ("type", "ans", "rule")} | {"notice": notice(world)}
    extra = row.get("extra", {}) | _describe_task(row) | world.about()
    return Task(
        id=f"{name}--{number}",
        site=name,
        url=address,
        question=question,
        images=images,
        answer=answer,
        extra=extra,
    )


def _decode_attached(row: dict) -> bytes:
    return base64.b64decode(row["attached"])


def _describe_task(row: dict) -> dict:
    steps = len(row["oracle"])
    difficulty = "easy" if steps <= EASY else "medium" if steps <= MEDIUM else "hard"
    return {
        "difficulty": difficulty,
        "oracle_steps": steps,
        "features": row["features"],
        "needs_vision": row.get("needs_vision", False),
    }


def notice(world: World) -> str:
    """The seed and the date for which the answers of a world are right."""
    left_out = f" and without {', '.join(world.without)}" if world.without else ""
    return f"Right for seed {world.seed} with {world.today:%d %B %Y} as today's date{left_out}."


def features() -> list[tuple[str, str, str]]:
    """Every (feature, site, page): something that agents find hard, and a page that has it."""
    return sorted(
        (feature, name, page) for name in sites.names() for feature, page in sites.features(name)
    )


def write_features(file: Path = FEATURES) -> None:
    """Write features.csv."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("w", encoding="utf-8", newline="") as opened:
        csv.writer(opened, lineterminator="\n").writerows(
            [("feature", "site", "page"), *features()]
        )


def write(world: World, folder: Path = FOLDER) -> None:
    """Write miniweb.jsonl and miniweb_answers.json.

    A line is {web_name, id, ques, web, …}; the answers are {site: {notice, answers}}.
    """
    rows = make_all_tasks({name: sites.make_data(name, world) for name in sites.names()})
    _write_pair(world, "miniweb", rows, folder)


def write_questions(world: World, folder: Path = FOLDER) -> None:
    """Write minigaia.jsonl, minigaia_answers.json and, in minigaia/, the attached files.

    A line has {task_id, Level, "Final answer", file_name} besides the columns of `write`.
    """
    asked = questions.make(world)
    _write_pair(world, questions.NAME, {questions.NAME: asked}, folder)
    (folder / questions.NAME).mkdir(exist_ok=True)
    for question in asked:
        if "attached" in question:
            (folder / question["extra"]["file_name"]).write_bytes(_decode_attached(question))


def _write_pair(
    world: World, name: str, rows_by_site: Mapping[str, list[dict]], folder: Path
) -> None:
    lines, answers = [], {}
    for site, number, row in _select_rows(rows_by_site, ()):
        task = _build_task(world, site, number, row)
        final = {"Final answer": task.reference} if "Level" in task.extra else {}
        line = {"web_name": site, "id": task.id, "ques": row["ques"], "web": task.url}
        lines.append(json.dumps(line | final | task.extra, ensure_ascii=False) + "\n")
        known = answers.setdefault(site, {"notice": notice(world), "answers": []})
        known["answers"].append({"id": number} | {key: row[key] for key in ("type", "ans", "rule")})
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.jsonl").write_text("".join(lines), "utf-8")
    text = json.dumps(answers, ensure_ascii=False, indent=1) + "\n"
    (folder / f"{name}_answers.json").write_text(text, "utf-8")
