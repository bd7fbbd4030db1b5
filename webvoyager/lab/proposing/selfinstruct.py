"""Task generation by self-instruct (the paper's section 4.2): examples in, proposals out, checked,
reviewed, pooled.

First few tasks that people write, all proposals reviewed; then examples from the larger and more
varied pool, and the proposals added directly: `run(pool, …, review=False)`. Every step is a
function of its own, so that a cell can go proposal by proposal; the pool is saved after each.
"""

import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any

import json5
import pandas

from ... import models
from ...environment import Environment
from ...models import Model
from ...records import Observation
from . import pool as pools
from . import similarity
from .checks import Check, answerable, check, one_site, one_thing, still_ahead
from .pool import Proposal

LINE = re.compile(
    r"^\W*(?:Task(?: \d+)?:|\d+[.)]|[-*•]\s)\W*?\s*(?P<words>[\w\"“'«¿(].*?)[\s*]*$", re.I
)
SHORTEST = 3  # words of a task


@dataclass(frozen=True)
class Site:
    """A website to write tasks for: its name and address, and pages of it that the model is
    shown.
    """

    name: str
    url: str
    pages: tuple[Observation, ...] = ()


def run(
    pool: str | Path, site: Site, model: Model, *, rounds: int = 1, **how: Any
) -> pandas.DataFrame:
    """Some rounds of proposals for a site into the pool; the pool's table. `how` is that of
    `steps`.
    """
    for _ in steps(pool, site, model, rounds=rounds, **how):
        pass
    return pools.table(pool)


def steps(
    pool: str | Path,
    site: Site,
    model: Model,
    *,
    rounds: int = 1,
    count: int = 5,
    shots: int = 5,
    among: str | None = None,
    threshold: float = 0.8,
    review: bool = True,
    checks: Sequence[Check] = (),
    today: date | None = None,
    seed: int = 42,
) -> Iterator[Proposal]:
    """The proposals of some rounds, one at a time, each saved when it is yielded; what was cut off
    goes on first.

    A round shows the model `shots` examples drawn by `seed` from the pool (of the site `among`, or
    of all) and asks for `count` tasks. What is alike at `threshold` (cosine) to any question of the
    pool is a duplicate. `checks` are made besides those that everybody wants. With `review` what
    passes waits for a person, else it is accepted at once. ValueError where the pool has no
    examples; EpisodeError where the model cannot be asked.
    """
    today = today or date.today()
    others = {row.web_name: row.web for row in pools.load(pool) if row.web_name != site.name}
    wanted = (one_site(others), one_thing, still_ahead(today), answerable(model, today), *checks)
    yield from _settle(pool, site, model, threshold, wanted, review)
    for _ in range(rounds):
        rows = pools.load(pool)
        number = 1 + max((row.round for row in rows if row.web_name == site.name), default=0)
        shown = sample(
            rows,
            shots,
            seed=f"{seed}/{site.name}/{number}",
            among=among,
            varied=None if review else model,
        )
        made = propose(site, shown, model, count, today)
        added = _add(pool, [replace(row, round=number) for row in made], site.name)
        yield from (row for row in added if row.status == "malformed")
        yield from _settle(pool, site, model, threshold, wanted, review)


# --- one step after the other ---


def look_around(
    env: Environment, url: str, count: int = 5, seed: int = 42
) -> tuple[Observation, ...]:
    """The first page of a site, and pages that it and they link to: what a proposer is shown.

    The next one is drawn by the seed among the addresses that begin unlike those seen most often: a
    product, a department and a help page tell more of a shop than three products.
    """
    draw, waiting, found = random.Random(seed), [url], []
    seen, kinds = {url}, Counter()
    while waiting and len(found) < count:
        fewest = min(kinds[_kind(link)] for link in waiting)
        address = draw.choice([link for link in waiting if kinds[_kind(link)] == fewest])
        kinds[_kind(address)] += 1
        found.append(env.open(address))
        links = [
            mark.href.split("#")[0] for mark in found[-1].marks if mark.href.startswith("http")
        ]
        seen |= {found[-1].url, address}
        waiting = [
            link
            for link in dict.fromkeys((*waiting, *links))
            if link not in seen and _host(link) == _host(url)
        ]
    return tuple(found)


def sample(
    rows: Sequence[Proposal],
    shots: int,
    *,
    seed: object = 42,
    among: str | None = None,
    varied: Model | None = None,
) -> list[Proposal]:
    """Examples from the pool, of one site where `among` names it: drawn by the seed, or as unlike
    each other as can be.

    `varied` is the model whose embeddings tell how alike they are. ValueError where there is none
    to take.
    """
    there = [row for row in rows if row.status in pools.IN_POOL and among in (None, row.web_name)]
    if not there:
        of_site = f" of {among}" if among else ""
        raise ValueError(
            f"The pool has no example{of_site} to begin with: pool.begin(pool, seeds) puts some in."
        )
    draw = random.Random(str(seed))
    if varied is None:
        return draw.sample(there, min(shots, len(there)))
    vectors, _ = similarity.vectors([row.ques for row in there], varied)
    return [there[place] for place in similarity.spread(vectors, shots, draw.randrange(len(there)))]


def prompt(site: Site, examples: Sequence[Proposal], count: int, today: date) -> list[dict]:
    """The messages that ask for new tasks: examples, the site, and the pages of it that are
    shown.
    """
    pages = len(site.pages) or "none"
    asked = models.fill(
        "propose_site", examples=examples, site=site.name, url=site.url, pages=pages, count=count
    )
    talk = [{"role": "system", "content": models.fill("propose", today=f"{today:%d %B %Y}")}]
    for index, page in enumerate(site.pages, 1):
        slots = {
            "index": index,
            "max_steps": len(site.pages),
            "observation": page,
            "notes": page.notes,
        }
        text = models.fill("observation", **slots, shown=True, lost=not page.kept)
        shown = [models.screenshot(page)] if page.kept else []
        talk.append({"role": "user", "content": [{"type": "text", "text": text}, *shown]})
    return [*talk, {"role": "user", "content": asked}]


def propose(
    site: Site, examples: Sequence[Proposal], model: Model, count: int, today: date
) -> list[Proposal]:
    """One question to the model, its answer as proposals; what is no task is malformed and kept."""
    reply = model.ask(
        prompt(site, examples, count, today), max_tokens=None
    ).text  # many tasks take many words
    version = f"propose {models.prompt_hashes('propose')['propose']}"
    about = {"parents": tuple(row.id for row in examples), "model": model.name, "prompt": version}
    base = Proposal("", site.name, site.url, **about)
    return [
        replace(
            base,
            ques=words,
            reply=raw if raw != words else "",
            status="malformed" if why else "proposed",
            reason=why,
        )
        for words, raw, why in parse(reply)
    ]


def parse(reply: str) -> list[tuple[str, str, str]]:
    """The tasks in a reply, each as (question, what stood there, why it is no task or ""); never
    none.

    Lines with "Task:", numbers or bullets are read, and JSON, also with comments: a list of texts,
    or of objects with a "task", "question" or "ques". Prose around them is passed over.
    """
    found = _from_json(reply)
    if found is None:
        lines = [line for line in reply.splitlines() if line.strip()]
        tasks = [line for line in lines if re.match(r"\W*Task(?: \d+)?:", line, re.I)]
        matches = [(LINE.match(line), line) for line in tasks or lines]
        found = [
            (match["words"] if match else "", line) for match, line in matches if match or tasks
        ]
    if not found:
        return [
            (
                "",
                reply[:2000],
                "The reply holds no task." if reply.strip() else "The reply is empty.",
            )
        ]
    return [(" ".join(words.split()), raw.strip(), _no_task(words)) for words, raw in found]


def compare(rows: Sequence[Proposal], model: Model, threshold: float) -> list[Proposal]:
    """The rows of a pool in their order; proposals that are alike to any question before them are
    now duplicates.
    """
    asking = [row for row in rows if row.ques]
    vectors, by = similarity.vectors([row.ques for row in asking], model)
    places = {row.id: place for place, row in enumerate(asking)}
    alike = vectors @ vectors.T
    compared = []
    for row in rows:
        place = places.get(row.id, 0)
        if row.status == "proposed" and not row.nearest and place:
            at = int(alike[place, :place].argmax())
            value = round(float(alike[place, at]), 3)
            row = replace(row, nearest={"id": asking[at].id, "similarity": value, "by": by})
            if value >= threshold:
                row = replace(
                    row, status="duplicate", reason=f"{value:.2f} alike to {asking[at].id}"
                )
        compared.append(row)
    return compared


# --- the rest ---


def _host(address: str) -> str:
    return address.split("/")[2]


def _kind(address: str) -> tuple[str, int]:
    """How an address begins, and how deep it leads: "/p/kettle" and "/p/lamp" are of one kind."""
    parts = address.split("?")[0].split("/")[3:]
    return parts[0] if parts else "", len(parts)


def _settle(
    pool: str | Path,
    site: Site,
    model: Model,
    threshold: float,
    checks: Sequence[Check],
    review: bool,
) -> Iterator[Proposal]:
    """Compare and check what was proposed and not settled yet, saving each row before it is
    yielded.
    """
    rows = pools.load(pool)
    waiting = [row.id for row in rows if row.status == "proposed" and row.web_name == site.name]
    compared = {row.id: row for row in compare(rows, model, threshold)} if waiting else {}
    for id in waiting:
        row = compared[id]
        row = check(row, checks) if row.status == "proposed" else row
        if row.status == "open" and not review:
            row = replace(row, status="accepted", reason="added directly")
        yield _save(pool, row)


def _save(pool: str | Path, row: Proposal) -> Proposal:
    """Save a row, unless somebody has decided on it in the meantime; the row that is in the pool
    now.
    """
    rows = pools.update(pool, lambda rows: rows if rows[row.id].reviews else {**rows, row.id: row})
    return next(saved for saved in rows if saved.id == row.id)


def _add(pool: str | Path, made: Sequence[Proposal], site: str) -> list[Proposal]:
    """Put the proposals of a round into the pool at once, under ids that nobody has."""
    named: list[Proposal] = []

    def _add_rows(rows: dict[str, Proposal]) -> dict[str, Proposal]:
        number = sum(row.web_name == site and row.status != "seed" for row in rows.values())
        named[:] = [
            replace(row, id=f"{site}--new-{number + place}") for place, row in enumerate(made, 1)
        ]
        return {**rows, **{row.id: row for row in named}}

    pools.update(pool, _add_rows)
    return named


def _from_json(reply: str) -> list[tuple[str, str]] | None:
    """The questions of the JSON list in a reply, comments allowed; None where there is no such
    list.
    """
    start, end = reply.find("["), reply.rfind("]")
    if not 0 <= start < end:
        return None
    try:
        items = json5.loads(reply[start : end + 1])
    except ValueError:
        return None
    found = []
    for item in items if isinstance(items, list) else ():
        words = item
        if isinstance(item, dict):
            words = next(
                (
                    item[key]
                    for key in ("task", "question", "ques")
                    if isinstance(item.get(key), str)
                ),
                "",
            )
        found.append((words if isinstance(words, str) else "", str(item)))
    return found or None


def _no_task(words: str) -> str:
    """Why some words are no task, "" where they may be one."""
    if not words.strip():
        return "No question can be read."
    return "" if len(words.split()) >= SHORTEST else f"It has fewer than {SHORTEST} words."
