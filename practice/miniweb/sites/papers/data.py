"""The preprint server's data in one world.

Wording and names come from the catalogue, numbers from the seed.
"""

import random
import re
from collections import Counter
from dataclasses import replace
from datetime import date, datetime, time, timedelta

from ...kit.text_search import fold
from ...world import World
from . import paper_catalogue
from .paper_catalogue import Entry, Subject
from .records import GROUPS, Author, Data, Month, Paper, Policy, Version

INSTITUTES = (
    "Harrow Bay Institute of Technology",
    "University of Nordmark",
    "Collegium Sant'Elia",
    "Kestrel Polytechnic",
    "Lowland Centre for Applied Research",
    "Universidad del Estuario",
    "Amberfield University",
    "Royal College of Vessmark",
    "Institute for Rural Studies, Talcross",
    "Tindall Laboratory",
    "Ostrava Road Technical University",
    "University of the Seven Lakes",
)
LICENCES = (
    "CC BY 4.0",
    "CC BY-SA 4.0",
    "CC BY-NC-ND 4.0",
    "CC0 1.0",
    "Quire non-exclusive licence 1.0",
)
NOTES = (
    "",
    "",
    "comments welcome",
    "code and data on request",
    "supplementary video among the ancillary files",
    "extended version of a workshop paper",
    "accepted after minor revision",
    "short communication",
)
REASONS = (
    "Withdrawn by the authors: a calibration file was applied twice.",
    "Withdrawn by the authors: the second data set may not be shared.",
    "Withdrawn by the authors: superseded by a longer study.",
    "Withdrawn by the authors: an error in the sampling script affects all tables.",
)
HISTORY_DAYS = 780
RECENT_DAYS = 12


def make(world: World) -> Data:
    """Make the preprint server's data for a world.

    Titles, names and wording are fixed; all numbers and orders depend on the world.
    """
    subjects, entries = paper_catalogue.read()
    authors = _draw_authors(entries, world.random("papers/institutes"))
    moments = _draw_moments(len(entries), world)
    order = world.random("papers/order").sample(entries, len(entries))
    rng = world.random("papers/papers")
    by_code = {subject.code: subject for subject in subjects}
    ids = _draw_ids(moments, world.random("papers/ids"))
    papers = [
        _draw_paper(entry, by_code[entry.category], authors, number, moment, world, rng)
        for entry, number, moment in zip(order, ids, moments, strict=True)
    ]
    papers = tuple(_withdraw_two(papers, world.random("papers/withdrawn"))[::-1])
    assert (
        len({paper.title for paper in papers}) == len({paper.id for paper in papers}) == len(papers)
    )
    return Data(
        today=world.today,
        subjects=by_code,
        papers=papers,
        authors={author.slug: author for author in authors.values()},
        months=_count_months(papers, by_code, world),
        policy=_draw_policy(world.random("papers/policy")),
        by_id={paper.id: paper for paper in papers},
    )


def _draw_authors(entries: tuple[Entry, ...], rng: random.Random) -> dict[str, Author]:
    names = sorted(
        {name for entry in entries for name in entry.authors}, key=lambda name: name.split()[::-1]
    )
    return {name: Author(name, author_slug(name), rng.choice(INSTITUTES)) for name in names}


def author_slug(name: str) -> str:
    """`Ines Valdemar` → `valdemar_i`."""
    plain = fold(name)
    first, last = plain.split()[0], plain.split()[-1]
    return f"{re.sub(r'[^a-z]+', '_', last)}_{first[0]}"


def _draw_moments(count: int, world: World) -> list[datetime]:
    """Draw when the papers arrive, ascending: on working days before today, more of them recent."""
    rng = world.random("papers/dates")
    moments = set()
    while len(moments) < count:
        lately = len(moments) < 0.15 * count
        if lately:
            back = rng.randint(1, RECENT_DAYS)
        else:
            back = RECENT_DAYS + int(HISTORY_DAYS * rng.random() ** 1.5)
        day = world.today - timedelta(days=back)
        day -= timedelta(days=max(0, day.weekday() - 4))
        moments.add(
            datetime.combine(day, time(rng.randint(6, 21), rng.randint(0, 59), rng.randint(0, 59)))
        )
    return sorted(moments)


def _draw_ids(moments: list[datetime], rng: random.Random) -> list[str]:
    """Draw identifiers: year and month, then a number that increases within the month."""
    number, month, ids = 0, "", []
    for moment in moments:
        number = (number if f"{moment:%y%m}" == month else rng.randint(10, 80)) + rng.randint(3, 48)
        month = f"{moment:%y%m}"
        ids.append(f"{month}.{number:05d}")
    return ids


def _draw_paper(
    entry: Entry,
    subject: Subject,
    authors: dict[str, Author],
    number: str,
    moment: datetime,
    world: World,
    rng: random.Random,
) -> Paper:
    table = paper_catalogue.draw_table(entry, rng)
    return Paper(
        id=number,
        title=entry.title,
        authors=tuple(authors[name] for name in rng.sample(entry.authors, len(entry.authors))),
        category=entry.category,
        also=entry.also,
        abstract=paper_catalogue.draw_text(entry.abstract, table, rng),
        setup=paper_catalogue.draw_text(entry.setup, table, rng),
        table=table,
        pages=rng.randint(7, 38),
        figures=rng.randint(2, 14),
        tables=rng.choice((0, 1, 2, 3, 4, 6)),
        note=rng.choice(NOTES),
        journal=_draw_journal(subject, moment.date(), world.today, rng),
        licence=rng.choice(LICENCES),
        reads=rng.randint(40, 320)
        + int((world.today - moment.date()).days * rng.uniform(0.4, 2.4)),
        versions=_draw_versions(moment, world.today, rng),
    )


def _draw_journal(subject: Subject, submitted: date, today: date, rng: random.Random) -> str:
    printed = submitted + timedelta(days=rng.randint(150, 420))
    if printed >= today or rng.random() < 0.4:
        return ""
    page = rng.randint(11, 480)
    journal = rng.choice(subject.journals)
    return f"{journal} {printed.year - 2001} ({printed.year}) {page}-{page + rng.randint(8, 30)}"


def _draw_versions(moment: datetime, today: date, rng: random.Random) -> tuple[Version, ...]:
    """Draw one to five versions, all before today."""
    versions = [Version(1, moment, rng.randint(180, 4200))]
    for _ in range(rng.choices(range(5), weights=(40, 30, 16, 9, 5))[0]):
        later = versions[-1].when + timedelta(
            days=rng.randint(3, 90), seconds=rng.randint(-20000, 20000)
        )
        if later.date() >= today:
            break
        versions.append(
            Version(
                len(versions) + 1, later, max(90, versions[-1].kilobytes + rng.randint(-90, 400))
            )
        )
    return tuple(versions)


def _withdraw_two(papers: list[Paper], rng: random.Random) -> list[Paper]:
    """Withdraw two of the revised, unpublished papers, for different reasons."""
    can = [paper for paper in papers if len(paper.versions) > 1 and not paper.journal]
    reasons = dict(
        zip([paper.id for paper in rng.sample(can, 2)], rng.sample(REASONS, 2), strict=True)
    )
    return [
        _withdraw_paper(paper, reasons[paper.id]) if paper.id in reasons else paper
        for paper in papers
    ]


def _withdraw_paper(paper: Paper, reason: str) -> Paper:
    last = paper.versions[-1]
    versions = (*paper.versions[:-1], Version(last.number, last.when, 1))
    return replace(paper, versions=versions, withdrawn=reason)


def _count_months(
    papers: tuple[Paper, ...], subjects: dict[str, Subject], world: World
) -> tuple[Month, ...]:
    """One row per month since the first paper, newest first; the current month up to today."""
    rng = world.random("papers/downloads")
    counts = Counter(
        (paper.submitted.replace(day=1), subjects[paper.category].group) for paper in papers
    )
    months, first = [], min(month for month, _ in counts)
    while first <= world.today:
        if (first.year, first.month) == (world.today.year, world.today.month):
            share = world.today.day / 31
        else:
            share = 1
        downloads = int((4200 + 260 * len(months) + rng.randint(-900, 1900)) * share)
        months.append(Month(first, {group: counts[first, group] for group in GROUPS}, downloads))
        first = (first + timedelta(days=32)).replace(day=1)
    return tuple(months[::-1])


def _draw_policy(rng: random.Random) -> Policy:
    deadline = rng.randint(12, 16)
    return Policy(
        upload_megabytes=rng.choice((30, 40, 50, 60, 80)),
        figure_megabytes=rng.choice((6, 8, 9, 12, 15)),
        files=rng.choice((120, 150, 200, 250)),
        deadline_hour=deadline,
        announce_hour=deadline + rng.randint(3, 6),
        moderation_days=rng.randint(2, 5),
        appeal_days=rng.choice((14, 21, 28, 35)),
        withdrawal_words=rng.choice((40, 60, 75, 90)),
        title_characters=rng.choice((180, 200, 220, 240)),
        keywords=rng.randint(5, 9),
        moderators=rng.randint(46, 138),
    )
