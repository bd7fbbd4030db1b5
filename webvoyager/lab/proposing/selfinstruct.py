"""Task generation by self-instruct (the paper's section 4.2): examples in, checked proposals out.

It begins with a few hand-written tasks, and people review all proposals. Later the examples come
from the larger and more varied pool, and proposals that a check could answer are accepted without
review: `run(pool, …, review=False, checks=[checks.tried(…)])`. Every step is a separate function,
so that a notebook can go proposal by proposal; the pool is saved after each.
"""

import json
import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path
from typing import Any
from urllib.parse import urldefrag, urlsplit

import json5
import pandas

from ... import models
from ...environment import Environment
from ...models import Model, writable
from ...records import Observation
from . import pool as pools
from . import similarity
from .checks import Check, one_site, one_thing, run_checks, still_ahead
from .pool import Proposal

TASK = re.compile(r"\W*Task(?: \d+)?:", re.I)
# what comes before the words of a task
START = re.compile(r"\W*(?:Task(?: \d+)?:|\d+[.)]|[-*•]\s)[^\w\"“'«¿(]*", re.I)
PROMPTS = ("propose", "observation", "propose_site")
SHORTEST, LONGEST = 3, 2000  # of a task, in words and in characters


@dataclass(frozen=True)
class Site:
    """A website to write tasks for: its name, its address, and pages to show to the model."""

    name: str
    url: str
    pages: tuple[Observation, ...] = ()


@dataclass(frozen=True)
class Round:
    """How proposals are made and checked: the options of `run` and `steps`."""

    count: int = 5  # tasks to ask for
    shots: int = 5  # examples to show the model
    among: str | None = None  # the site whose tasks are the examples; None: all sites
    threshold: float = 0.8  # cosine from which a proposal is a duplicate
    review: bool = True  # whether people decide; else a check's answer is enough
    checks: Sequence[Check] = ()  # besides the checks of wording, which all must pass
    today: date = field(default_factory=date.today)
    seed: int = 42  # draws the examples
    prompts: models.Prompts = ()  # yours in place of PROMPTS (`models.read_prompts`)

    def __post_init__(self) -> None:
        object.__setattr__(self, "prompts", models.read_prompts(self.prompts))
        if not self.review and not self.checks:
            raise ValueError(
                "With review=False nobody looks at a proposal, so give a check that does:"
                " checks=[checks.tried(env, models)]."
            )


def run(
    pool: str | Path, site: Site, model: Model, *, rounds: int = 1, **options: Any
) -> pandas.DataFrame:
    """Add some rounds of proposals for a site to the pool; `options` are fields of `Round`.

    Returns the pool's table, and raises as `steps` does.
    """
    for _ in steps(pool, site, model, rounds=rounds, **options):
        pass
    return pools.table(pool)


def steps(
    pool: str | Path, site: Site, model: Model, *, rounds: int = 1, **options: Any
) -> Iterator[Proposal]:
    """Yield the proposals of some rounds, one at a time; `options` are fields of `Round`.

    Each is saved before it is yielded; those that an interruption left unchecked come first. A
    round shows the model `shots` examples from the pool and asks for `count` tasks. Raises
    TypeError for an unknown option, ValueError when the pool has no examples or when neither a
    person nor a check looks at the proposals, and EpisodeError when the model cannot be asked.
    """
    chosen = Round(**options)
    yield from _check_proposed(pool, site, model, chosen)
    for _ in range(rounds):
        rows = pools.load(pool)
        number = 1 + max((row.round for row in rows if row.web_name == site.name), default=0)
        examples = sample(
            rows,
            chosen.shots,
            seed=f"{chosen.seed}/{site.name}/{number}",
            among=chosen.among,
            varied=None if chosen.review else model,
        )
        proposals = propose(site, examples, model, chosen.count, chosen.today, chosen.prompts)
        added = _add_round(pool, proposals, site.name, number)
        yield from (row for row in added if row.status == "malformed")
        yield from _check_proposed(pool, site, model, chosen)


def _add_round(
    pool: str | Path, proposals: Sequence[Proposal], site: str, number: int
) -> list[Proposal]:
    """Put the proposals of a round into the pool at once, under new ids."""

    def add(rows: dict[str, Proposal]) -> dict[str, Proposal]:
        first = 1 + sum(row.web_name == site and row.status != "seed" for row in rows.values())
        new = [
            replace(row, id=f"{site}--new-{index}", round=number)
            for index, row in enumerate(proposals, first)
        ]
        return rows | {row.id: row for row in new}

    return pools.update(pool, add)[-len(proposals) :]


def _check_proposed(
    pool: str | Path, site: Site, model: Model, options: Round
) -> Iterator[Proposal]:
    """Compare and check the unchecked proposals, saving each row before it is yielded."""
    rows = pools.load(pool)
    others = {row.web_name: row.web for row in rows if row.web_name != site.name}
    checks = [one_site(others), one_thing, still_ahead(options.today), *options.checks]
    waiting = {row.id for row in rows if row.status == "proposed" and row.web_name == site.name}
    for row in compare(rows, model, options.threshold) if waiting else ():
        if row.id not in waiting:
            continue
        if row.status == "proposed":
            row = run_checks(row, checks)
        if row.status == "open" and not options.review and row.answer:
            row = replace(row, status="accepted", reason="added directly")
        elif row.status == "open" and not options.review:
            row = replace(row, reason="no check has an answer to it")
        pools.add(pool, row)
        yield row


# --- the steps of a round ---


def look_around(
    env: Environment, url: str, count: int = 5, seed: int = 42
) -> tuple[Observation, ...]:
    """Pages of a site to show the proposer: the first page, and others reached from it by links.

    Each next page is drawn by the seed among the links of the kind seen least: a product, a
    department and a help page say more about a shop than three products.
    """
    draw, waiting, seen = random.Random(seed), [url], {url}
    pages: list[Observation] = []
    kinds: Counter[tuple[str, int]] = Counter()

    def name_kind(address: str) -> tuple[str, int]:
        """The start of a path, and its depth: "/p/kettle" and "/p/lamp" are of one kind."""
        parts = urlsplit(address).path.split("/")[1:]
        return parts[0] if parts else "", len(parts)

    while waiting and len(pages) < count:
        fewest = min(kinds[name_kind(link)] for link in waiting)
        address = draw.choice([link for link in waiting if kinds[name_kind(link)] == fewest])
        kinds[name_kind(address)] += 1
        page = env.reset(address, fresh=False)
        pages.append(page)
        links = [urldefrag(mark.href).url for mark in page.marks if mark.href.startswith("http")]
        seen |= {page.url, address}
        waiting = [
            link
            for link in dict.fromkeys((*waiting, *links))
            if link not in seen and urlsplit(link).netloc == urlsplit(url).netloc
        ]
    return tuple(pages)


def sample(
    rows: Sequence[Proposal],
    shots: int,
    *,
    seed: object = 42,
    among: str | None = None,
    varied: Model | None = None,
) -> list[Proposal]:
    """Draw examples from the pool by the seed; `among` names a site to take them from.

    With `varied`, a model with embeddings, they are as different as possible. Raises ValueError
    when there is no example.
    """
    examples = [
        row for row in rows if row.status in pools.IN_POOL and among in (None, row.web_name)
    ]
    if not examples:
        of_site = f" of {among}" if among else ""
        raise ValueError(
            f"The pool has no example{of_site} to begin with: add some with"
            " pool.begin(pool, seeds)."
        )
    draw = random.Random(str(seed))
    if varied is None:
        return draw.sample(examples, min(shots, len(examples)))
    vectors, _ = similarity.vectors([row.ques for row in examples], varied)
    first = draw.randrange(len(examples))
    return [examples[index] for index in similarity.spread(vectors, shots, first)]


def prompt(
    site: Site,
    examples: Sequence[Proposal],
    count: int,
    today: date,
    own: models.Own = (),
) -> list[dict]:
    """The messages that ask for new tasks: the site's pages, then the examples and the request."""
    system = models.fill("propose", own, today=f"{today:%d %B %Y}")
    messages: list[dict] = [{"role": "system", "content": system}]
    for index, page in enumerate(site.pages, 1):
        text = models.fill(
            "observation",
            own,
            index=index,
            max_steps=len(site.pages),
            observation=page,
            notes=page.notes,
            shown=True,
            lost=not page.kept,
        )
        screenshots = [models.screenshot(page)] if page.kept else []
        messages.append({"role": "user", "content": [{"type": "text", "text": text}, *screenshots]})
    request = models.fill(
        "propose_site",
        own,
        examples=examples,
        site=site.name,
        url=site.url,
        pages=len(site.pages) or "none",
        count=count,
    )
    return [*messages, {"role": "user", "content": request}]


def propose(
    site: Site,
    examples: Sequence[Proposal],
    model: Model,
    count: int,
    today: date,
    prompts: models.Prompts = (),
) -> list[Proposal]:
    """Ask the model once and read its reply as proposals; a text that isn't a task is malformed.

    `prompts` are yours in place of PROMPTS; each proposal names its "propose" prompt by hash.
    """
    own = models.read_prompts(prompts)
    # no limit on the reply: many tasks take many words
    reply = model.ask(prompt(site, examples, count, today, own), max_tokens=None).text
    base = Proposal(
        "",
        site.name,
        site.url,
        parents=tuple(row.id for row in examples),
        model=model.name,
        prompt=f"propose {models.prompt_hashes('propose', own=own)['propose']}",
    )
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
    """The tasks in a reply, each as (question, its source, why it isn't one or ""); at least one.

    Lines with "Task:", numbers or bullets are read, and JSON, even with comments: a list of texts,
    or of objects with a "task", "question" or "ques". Prose around them is ignored.
    """
    reply = writable(reply)
    tasks = _read_json(reply)
    if not tasks:  # lines with "Task:", if there are any, else those with a number or a bullet
        starts = [(START.match(line), line) for line in reply.splitlines()]
        tasks = [(line[start.end() :].rstrip(" \t*"), line) for start, line in starts if start]
        named = [(words, line) for words, line in tasks if TASK.match(line)]
        tasks = named or [(words, line) for words, line in tasks if words]
    if not tasks:
        why = "The reply holds no task." if reply.strip() else "The reply is empty."
        return [("", reply[:LONGEST], why)]
    found = []
    for words, raw in tasks:
        why = "" if len(words.split()) >= SHORTEST else f"It has fewer than {SHORTEST} words."
        if not words.strip():
            why = "No question can be read."
        elif len(words) > LONGEST:
            why = f"It has more than {LONGEST:,} characters."
        found.append((" ".join(words.split())[:LONGEST], raw.strip()[:LONGEST], why))
    return found


def _read_json(reply: str) -> list[tuple[str, str]]:
    """The questions of the JSON list in a reply, each with its item; none if there is no list."""
    text, found = reply[reply.find("[") : reply.rfind("]") + 1], []
    try:
        try:
            items = json.loads(text)
        except ValueError:
            items = json5.loads(text)  # with comments; much slower
        for item in items:
            keys = ("task", "question", "ques") if isinstance(item, dict) else ()
            values = [item.get(key) for key in keys] or [item]
            words = next((value for value in values if isinstance(value, str)), "")
            # JSON may contain half a surrogate pair
            found.append((writable(words), writable(str(item))))
    except (ValueError, TypeError, RecursionError):  # nested too deep, or a number too long
        return []
    return found


def compare(rows: Sequence[Proposal], model: Model, threshold: float) -> list[Proposal]:
    """The rows of a pool in order; proposals too similar to an earlier question are duplicates.

    Each proposal that has not been compared yet is compared with every question before it, so a
    round of n proposals takes n times the pool's size.
    """
    asking = [row for row in rows if row.ques]
    new = [n for n, row in enumerate(asking) if n and row.status == "proposed" and not row.nearest]
    vectors, by = similarity.vectors([row.ques for row in asking], model)
    compared = {row.id: row for row in rows}
    for index, similarities in zip(new, vectors[new] @ vectors.T, strict=True):
        row, nearest = asking[index], int(similarities[:index].argmax())
        value, id = round(float(similarities[nearest]), 3), asking[nearest].id
        row = replace(row, nearest={"id": id, "similarity": value, "by": by})
        if value >= threshold:
            row = replace(row, status="duplicate", reason=f"{value:.2f} alike to {id}")
        compared[row.id] = row
    return [*compared.values()]
