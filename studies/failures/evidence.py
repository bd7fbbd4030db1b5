"""Whether an agent had seen the answer when it failed, compared with answers to other tasks."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

import pandas

from practice.miniweb.kit.answer_slots import list_forms
from webvoyager.lab.failures.signals import shown
from webvoyager.lab.judging.answer_tokens import Number, Token, places, tokens
from webvoyager.lab.statistics import rates
from webvoyager.records import Episode, Step, Task

ALL = "all sites"


@dataclass(frozen=True)
class Screen:
    """The words that a step showed: in order, and as a set."""

    words: list[Token]
    kinds: frozenset[Token]

    @classmethod
    def of(cls, step: Step) -> "Screen":
        """The screen of a step."""
        words = shown(step)
        return cls(words, frozenset(words))

    def shows(self, part: Any) -> bool:
        """Whether it shows a part of a reference: a text, a number, or one of several."""
        match part:
            case list():
                return any(map(self.shows, part))
            case str():
                return self._shows_text(part)
            case {"number": value, **rest}:
                tolerance = Fraction(str(rest.get("tolerance", 0)))
            case _:
                value, tolerance = part, Fraction(0)
        wanted = Fraction(str(value))
        return any(word.near(wanted, tolerance) for word in self.kinds if isinstance(word, Number))

    def _shows_text(self, text: str) -> bool:
        wanted = _read_words(text)
        known = all(word in self.kinds for word in wanted if isinstance(word, str))
        return known and bool(places(wanted, self.words))


@cache
def _read_words(text: str) -> list[Token]:
    return tokens(text)


def list_parts(task: Task) -> list:
    """The parts that the reference's rule names; empty if there is no such rule."""
    rule = (task.answer or {}).get("rule") or {}
    return [list_forms(part) for part in rule.get("parts", ())]


def find_unseen(parts: Iterable, screens: Iterable[Screen]) -> list:
    """The parts of a reference that none of these screens shows."""
    unseen = list(parts)
    for screen in screens:
        unseen = [part for part in unseen if not screen.shows(part)]
    return unseen


def _find_step(parts: list, screens: list[Screen]) -> int | None:
    """The number of the first step by which the screens have shown all parts."""
    for number, screen in enumerate(screens, 1):
        parts = find_unseen(parts, [screen])
        if not parts:
            return number
    return None


def could_have_known(episodes: Iterable[Episode], table: pandas.DataFrame) -> pandas.DataFrame:
    """One row per failed episode whose reference names parts: by which step it had seen them all.

    Columns: task, attempt, site, saw (a step; missing if never), steps, and chance: of the other
    tasks of the site in `episodes`, the share whose references it had seen as well (missing if
    there are none). Words such as "4" are on many pages; only what exceeds chance shows that an
    agent had the answer in view. Web searches are left out: nobody saw their pages.
    """
    judged = table[table["success"].notna()]
    failed = judged[~judged["success"].astype(bool)]
    keys = set(zip(failed["task"], failed["attempt"], strict=True))
    episodes = [each for each in episodes if each.browsed and list_parts(each.task)]
    tasks = {episode.task.id: episode.task for episode in episodes}
    rows = [
        _compare_with_other_tasks(episode, tasks.values())
        for episode in episodes
        if (episode.task.id, episode.attempt) in keys
    ]
    columns = ["task", "attempt", "site", "saw", "steps", "chance"]
    return pandas.DataFrame(rows, columns=columns).astype({"saw": "Int64", "chance": "Float64"})


def _compare_with_other_tasks(episode: Episode, tasks: Iterable[Task]) -> tuple:
    """A row of `could_have_known`."""
    task, parts = episode.task, list_parts(episode.task)
    screens = list(map(Screen.of, episode.steps))
    others = [list_parts(other) for other in tasks if other.site == task.site]
    seen = [not find_unseen(other, screens) for other in others if other != parts]
    chance = sum(seen) / len(seen) if seen else None
    saw = _find_step(parts, screens)
    return task.id, episode.attempt, task.site, saw, len(episode.steps), chance


def seen_beyond_chance(known: pandas.DataFrame) -> pandas.DataFrame:
    """How often failed agents had seen their reference, and how often another task's of the site.

    `known` is a table of `could_have_known`. One row per site and one for all sites: n, saw (number
    of episodes), share, low, high (Wilson 95 %); chance and beyond (share - chance, over the
    episodes that have both), each with low and high (95 %, Student's t over the episodes, missing
    for a single episode). Shares are from 0 to 1.
    """
    empty = "No failed episode has a reference whose parts could be looked for."
    rates.require(known, "task", "site", "saw", "chance", empty=empty)
    known = known.assign(seen=known["saw"].notna())
    both = known[known["chance"].notna()].astype({"chance": float})
    both = both.assign(beyond=both["seen"] - both["chance"])
    return pandas.concat(
        [_sum_up(known, both), _sum_up(known.assign(site=ALL), both.assign(site=ALL))]
    )


def _sum_up(known: pandas.DataFrame, both: pandas.DataFrame) -> pandas.DataFrame:
    """The rows of `seen_beyond_chance`, one per site."""
    counts = known.groupby("site")["seen"].agg(n="size", saw="sum").astype(int)
    low, high = zip(*(rates.wilson(row.saw, row.n) for row in counts.itertuples()), strict=True)
    counts = counts.assign(share=counts["saw"] / counts["n"], low=low, high=high)
    for column in ("chance", "beyond"):
        groups = dict(list(both.groupby("site")[column]))
        names = [column, f"{column}_low", f"{column}_high"]
        counts[names] = [_find_interval(groups.get(site, pandas.Series())) for site in counts.index]
    return counts


def _find_interval(values: pandas.Series) -> tuple[float, float, float]:
    """The mean of values and its 95 % interval (Student's t), missing for fewer than two values."""
    from scipy import stats  # slow to import

    mean = values.mean()
    if len(values) < 2:
        return mean, float("nan"), float("nan")
    half = stats.t.ppf(0.975, len(values) - 1) * values.sem()
    return mean, mean - half, mean + half
