"""Histories of text files, simulated commit by commit, so that blame, diffs and folders agree."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from difflib import SequenceMatcher
from hashlib import sha1
from random import Random
from typing import Any

from .filled_texts import fill

FIRST = 4  # files of the first commit
GROWING = 0.6  # the share of a history in which files are added
Line = tuple[str, int]  # a line of a file and the number of the commit that wrote it


@dataclass(frozen=True)
class Plan:
    """A file: its settings follow the first block; commits add the other blocks.

    A setting is a line whose value commits change: (name, values, the line with @value@ in it).
    """

    path: str
    blocks: Sequence[Sequence[str]]
    settings: Sequence[tuple[str, Sequence[Any], str]] = ()


@dataclass(frozen=True)
class Change:
    """What a commit did to one file."""

    path: str
    before: Sequence[Line]
    after: Sequence[Line]

    def hunks(self) -> list[list[tuple[str, int, int, int, int]]]:
        """The opcodes of difflib in groups, each with three lines before and after it."""
        old, new = ([text for text, _ in lines] for lines in (self.before, self.after))
        return list(SequenceMatcher(None, old, new, False).get_grouped_opcodes(3))


@dataclass(frozen=True)
class Commit:
    """A commit; `number` is its place in the history, from 0."""

    number: int
    id: str
    author: str
    when: date
    title: str
    changes: Sequence[Change]


@dataclass(frozen=True)
class History:
    """All commits in order, and the number of the last commit of each branch."""

    commits: Sequence[Commit]
    branches: Mapping[str, int]

    def tree(self, last: int) -> dict[str, Sequence[Line]]:
        """The files by path, as they are after a commit."""
        changes = [change for commit in self.commits[: last + 1] for change in commit.changes]
        return {change.path: change.after for change in changes}

    def folder(self, last: int, path: str) -> list[tuple[str, Commit]]:
        """The entries of a folder, those that are folders ("src/") first.

        Each comes with the last commit that touched it. `path` is "" or ends with "/".
        """
        entries: dict[str, Commit] = {}
        for commit in self.commits[: last + 1]:
            for change in commit.changes:
                if change.path.startswith(path):
                    name, slash, _ = change.path.removeprefix(path).partition("/")
                    entries[name + slash] = commit
        return sorted(entries.items(), key=lambda entry: (not entry[0].endswith("/"), entry[0]))

    def touching(self, last: int, path: str) -> list[Commit]:
        """The commits that changed a file, or any file of a folder; the newest first."""
        inside = f"{path}/" if path else ""
        return [
            commit
            for commit in self.commits[last::-1]
            if any(f"{change.path}/".startswith(inside) for change in commit.changes)
        ]


def write_commits(
    rng: Random, plans: Sequence[Plan], days: Sequence[date], team: Sequence[str], key: str
) -> list[Commit]:
    """A commit for each day by somebody of a team, the first of whom commits most.

    The ids are hashes of `key` and the number of the commit.
    """
    tree, commits = _Worktree(rng), []
    for number, when in enumerate(days):
        files_due = min(len(plans), FIRST + round(number / (GROWING * len(days)) * len(plans)))
        title, changes = tree.commit(number, plans[:files_due])
        author = team[min(int(rng.expovariate(0.5)), len(team) - 1)]
        commit_id = sha1(f"{key}/{number}".encode()).hexdigest()
        commits.append(Commit(number, commit_id, author, when, title, changes))
    return commits


class _Worktree:
    """The files while a history is written."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._files: dict[str, Sequence[Line]] = {}
        self._blocks: Counter[str] = Counter()  # the blocks of each file that are written
        self._values: dict[str, object] = {}  # the values of the settings, by their lines

    def commit(self, number: int, due: Sequence[Plan]) -> tuple[str, list[Change]]:
        """Write one commit, which creates the files that are due: its title and changes."""
        new = [plan for plan in due if plan.path not in self._files]
        if new:
            title = f"Add {_cut_ending(new[0].path)}" if number else "Lay the first stone"
            return title, [self._extend(plan, number) for plan in new]
        plan = self._rng.choice(
            [plan for plan in due if plan.settings or self._blocks[plan.path] < len(plan.blocks)]
        )
        if self._blocks[plan.path] < len(plan.blocks):
            return f"Extend {_cut_ending(plan.path)}", [self._extend(plan, number)]
        name, values, pattern = self._rng.choice(plan.settings)
        old, new_line = self._choose_line(plan, values, pattern)
        lines = [
            (new_line, number) if text == old else (text, by) for text, by in self._files[plan.path]
        ]
        verb, value = self._rng.choice(("Set", "Change", "Move")), self._values[plan.path + pattern]
        return f"{verb} {name} to {value}", [self._write(plan, lines)]

    def _extend(self, plan: Plan, number: int) -> Change:
        """Write the next block of a file; after the first one come its settings."""
        before, at = self._files.get(plan.path, ()), self._blocks[plan.path]
        texts = list(plan.blocks[at])
        for _, values, pattern in plan.settings if not at else ():
            texts.append(self._choose_line(plan, values, pattern)[1])
        self._blocks[plan.path] += 1
        return self._write(plan, [*before, *((text, number) for text in texts)])

    def _choose_line(self, plan: Plan, values: Sequence, pattern: str) -> tuple[str, str]:
        """Give a setting another value: its old line and its new one."""
        old = self._values.get(plan.path + pattern)
        new = self._rng.choice([value for value in values if value != old])
        self._values[plan.path + pattern] = new
        return fill(pattern, {"value": old}), fill(pattern, {"value": new})

    def _write(self, plan: Plan, lines: Sequence[Line]) -> Change:
        change = Change(plan.path, self._files.get(plan.path, ()), lines)
        self._files[plan.path] = lines
        return change


def _cut_ending(path: str) -> str:
    """A file's name without its ending."""
    name = path.split("/")[-1]
    return name.rpartition(".")[0] or name
