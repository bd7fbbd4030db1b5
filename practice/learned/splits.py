"""Splits of the mini web: what a learner is trained on, and what it has never seen when tested.

There are Mind2Web's three (cross-task, cross-website, cross-domain), and the new world: the same
kinds of question on the same sites, with other data. Test worlds are never trained on, so the data
are new in all four splits. Task n of a site asks the same kind of question in every world, so a
task id identifies a kind of question.

A split takes the records (gold steps, episodes or tasks) of the training worlds and of the test
worlds, and the name of a fold. It returns the two lists (train, test):

    for fold in folds("cross_website"):
        train, test = cross_website(training_steps, test_steps, fold)
"""

import zlib
from collections.abc import Callable, Sequence
from typing import Any

from webvoyager.records import Task

DOMAINS = {
    "travel": ("flights", "stays", "maps"),
    "reference": ("papers", "words", "search", "compute", "courses"),
    "shopping": ("shop", "devices"),
    "leisure": ("recipes", "sports", "news"),
    "software": ("code", "models"),
}
KINDS_FOLDS = ("0", "1", "2", "3", "4")  # folds of the kinds of question
Parts = tuple[list, list]


def new_world(train: Sequence, test: Sequence, fold: str = "all") -> Parts:
    """All training records, and the test records whose kind of question is among them."""
    _require_fold(train, test, "new_world", fold)
    known = {_find_task(record).id for record in train}
    return _require_records(
        "new_world", fold, train, [r for r in test if _find_task(r).id in known]
    )


def cross_task(train: Sequence, test: Sequence, fold: str) -> Parts:
    """Test on kinds of question that training lacks, on sites that it has.

    A fixed hash of the task id puts each kind into one of five folds. The kinds of the fold are
    tested, and all others are for training.
    """
    _require_fold(train, test, "cross_task", fold)
    others = [record for record in train if _hash_kind(record) != fold]
    sites = {_find_task(record).site for record in others}
    held_out = [r for r in test if _hash_kind(r) == fold and _find_task(r).site in sites]
    return _require_records("cross_task", fold, others, held_out)


def cross_website(train: Sequence, test: Sequence, fold: str) -> Parts:
    """Test on a site that training lacks: the fold is its name."""
    _require_fold(train, test, "cross_website", fold)
    return _hold_out("cross_website", train, test, fold, (fold,))


def cross_domain(train: Sequence, test: Sequence, fold: str) -> Parts:
    """Test on a domain, or group of sites, that training lacks: the fold is one of DOMAINS."""
    _require_fold(train, test, "cross_domain", fold)
    return _hold_out("cross_domain", train, test, fold, DOMAINS[fold])


SPLITS: dict[str, Callable[..., Parts]] = {
    split.__name__: split for split in (new_world, cross_task, cross_website, cross_domain)
}


def folds(name: str) -> tuple[str, ...]:
    """The folds of a split, by its name in SPLITS; raises ValueError if there is none."""
    known = {
        "new_world": ("all",),
        "cross_task": KINDS_FOLDS,
        "cross_website": tuple(site for sites in DOMAINS.values() for site in sites),
        "cross_domain": tuple(DOMAINS),
    }
    if name not in known:
        raise ValueError(f"There is no split {name!r}; the splits are {', '.join(known)}.")
    return known[name]


def _hold_out(
    name: str, train: Sequence, test: Sequence, fold: str, sites: tuple[str, ...]
) -> Parts:
    """Train on all sites but these, and test on these."""
    others = [record for record in train if _find_task(record).site not in sites]
    held_out = [record for record in test if _find_task(record).site in sites]
    return _require_records(name, fold, others, held_out)


def _require_fold(train: Sequence, test: Sequence, name: str, fold: str) -> None:
    """Raise ValueError if the fold is unknown, or a world is on both sides."""
    if fold not in folds(name):
        known = ", ".join(folds(name))
        raise ValueError(f"{name} has no fold {fold!r}; its folds are {known}.")
    both = sorted({_find_world(record) for record in train} & {_find_world(r) for r in test})
    if both:
        worlds = ", ".join(both)
        raise ValueError(
            f"These worlds are both in training and in the test: {worlds}; test in worlds that you"
            " do not train in."
        )


def _require_records(name: str, fold: str, train: Sequence, test: Sequence) -> Parts:
    """The two lists; raises ValueError if one is empty."""
    for part, records in (("training", train), ("test", test)):
        if not records:
            raise ValueError(f"The fold {fold!r} of {name} has no {part} records.")
    return list(train), list(test)


def _find_task(record: Any) -> Task:
    return record if isinstance(record, Task) else record.task


def _find_world(record: Any) -> str:
    """The seed of its world, as text; raises ValueError if its task names none."""
    task = _find_task(record)
    if "web_seed" not in task.extra:
        raise ValueError(
            f"The task {task.id} does not say which world it is from: set its extra['web_seed']."
        )
    return str(task.extra["web_seed"])


def _hash_kind(record: Any) -> str:
    """The fold of its kind of question, the same on every machine."""
    return str(zlib.crc32(_find_task(record).id.encode()) % len(KINDS_FOLDS))
